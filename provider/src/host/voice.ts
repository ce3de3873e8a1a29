import { type Properties, showUnknowns } from "../core/engine";
import type { Run } from "../core/runtime";
import { escapeText, redact } from "../core/text";
import type { AnyKind } from "../kinds/declare";
import { PlainError } from "./errors";
import { getEnvelope } from "./state";

/** A resource of the program, beside its inputs. */
export interface ProgramResource {
  /** Undefined where the engine doesn't pass it to the door. */
  readonly urn?: string;
  /** The inputs that the program marks as secret. */
  readonly secretInputs?: readonly string[];
  /** The option `replaceOnChanges`, where the engine leaves it to the provider. */
  readonly replaceOnChanges?: readonly string[];
  /** Opens inputs in the form of a state. Default: they are in clear. */
  readonly open?: (inputs: Properties) => Properties;
}

/** What people are told of a resource: no message has a secret of it, or a terminal escape sequence. */
export class Voice {
  readonly #all: readonly (Properties | undefined)[];
  #texts: readonly string[] | undefined;

  /** @param all the properties whose secrets no message has. */
  constructor(
    private readonly run: Run,
    private readonly kind: AnyKind,
    private readonly resource: Pick<ProgramResource, "urn" | "secretInputs">,
    ...all: (Properties | undefined)[]
  ) {
    this.#all = all;
  }

  /** The secret texts. */
  get texts(): readonly string[] {
    const { secretInputs: marked = [] } = this.resource;
    this.#texts ??= this.#all.flatMap((properties = {}) =>
      this.kind.shape.collectSecrets(properties, [...marked, ...(getEnvelope(properties)?.secretInputs ?? [])]),
    );
    return this.#texts;
  }

  readonly hide = (message: string): string => escapeText(showUnknowns(redact(message, this.texts)));

  readonly tell = (message: string): void => this.run.log(this.hide(message), this.resource.urn);

  readonly warn = (message: string): void => this.tell(`warning: ${message}`);

  /** An error. */
  refuse(message: string): PlainError {
    return new PlainError(this.hide(message));
  }
}
