import {
  equal,
  isPacked,
  type Properties,
  pack,
  providerKey,
  unpack,
  wrapSecret,
  writeProviderText,
} from "../core/engine";
import { unknownValue } from "../core/model/json";
import { listWrittenFields } from "../host/baseline/write";
import { attemptKey } from "../host/create";
import { type Checked, checkedKey, type Difference, warnedKey } from "../host/lifecycle";
import { type AnyKind, changeSummaryKey } from "../kinds/declare";
import { type DetailedDiff, diffLeaves } from "./detailed-diff";
import { findMisreadTexts } from "./imported";
import type { ProgramFiles } from "./program-files";
import { type Opened, open, readMarked } from "./values";

/** A resource as the engine sends it, with the engine's marks. */
export interface Sent {
  readonly urn: string | undefined;
  readonly olds?: Properties;
  /** Those of `olds` that are inputs, where the engine sends both. */
  readonly oldInputs?: Properties;
  readonly news?: Properties;
}

/** The state and the declaration, opened. */
export interface Change {
  readonly before: Opened;
  readonly after: Opened;
}

/** An object of the platform: what a read returns. */
export interface ReadState {
  readonly state: Properties;
  readonly inputs: Properties;
}

/**
 * The properties of a kind, between two forms: the lifecycle has them in clear, the engine keeps them in the state and
 * shows them. A kind whose two forms differ by more than the engine's marks and packed JSON texts has a codec of its
 * own.
 */
export class PropertyCodec {
  constructor(
    protected readonly kind: AnyKind,
    protected readonly files: ProgramFiles,
  ) {}

  /** The outputs that a program reads. */
  get outputs(): readonly string[] {
    return Object.entries(this.kind.outputs).flatMap(([name, { internal }]) => (internal ? [] : [name]));
  }

  /** Opens properties of a state. */
  open({ [changeSummaryKey]: _, ...properties }: Properties = {}): Opened {
    return open(properties);
  }

  /** Opens the inputs of the program, for their check. */
  openDeclared({ news }: Sent): Opened {
    return this.open(news);
  }

  /** Opens inputs that {@link keepChecked} returned. */
  openChecked({ news }: Sent): Opened {
    return this.open(news);
  }

  /** Inputs after their check, as the later calls get them. */
  keepChecked({ inputs, summary }: Checked, { olds }: Sent, _change: Change): Properties {
    return { ...this.keepInputs(inputs, olds), ...(summary ? { [changeSummaryKey]: summary } : {}) };
  }

  /** A state. @param former the same resource's, or its inputs: a text that stays is packed as it was. */
  keepState(state: Properties, former: Properties | undefined): Properties {
    const packed = Object.fromEntries(
      Object.entries(state).map(([key, value]) => [
        key,
        this.kind.shape.jsonOutputs.includes(key) ? packOutput(value, former?.[key]) : value,
      ]),
    );
    // With the text of its dynamic provider, a stack can move back: the engine hands an unchanged resource's state on
    // as it is.
    return { ...this.keepInputs(packed, former), [providerKey]: writeProviderText(this.kind.name) };
  }

  /** An object that the state has. @param known what the state has of it. */
  keepFound(
    found: ReadState,
    known: Properties,
    { properties, inputs }: { properties?: Properties; inputs?: Properties },
  ): ReadState {
    return {
      state: this.keepState(found.state, properties),
      inputs: { ...this.keepInputs(found.inputs, inputs), ...readRemembered(known, found.inputs) },
    };
  }

  /** An object that no state has: the engine writes code from the inputs. */
  keepImported({ state, inputs }: ReadState, former: Properties | undefined): ReadState {
    return { state: this.keepState(state, former), inputs };
  }

  /** The state after a create, as far as a preview knows it. */
  previewCreate(inputs: Properties, sent: Properties | undefined): Properties {
    const outputs = Object.fromEntries(this.outputs.map((name) => [name, unknownValue]));
    return { ...this.keepInputs(inputs, sent), ...outputs };
  }

  /** The state after an update, as far as a preview knows it. @param diffs the inputs that differ. */
  previewUpdate({ before, after }: Change, diffs: readonly string[], news: Properties | undefined): Properties {
    const { [changeSummaryKey]: summary } = news ?? {};
    // Policies of whole stacks see what a preview knows of the state.
    return {
      ...this.previewCreate(after.values, news),
      ...this.#pickStaying(before.values, diffs),
      ...(summary ? { [changeSummaryKey]: summary } : {}),
    };
  }

  /** The outputs that an update surely leaves as they are. */
  #pickStaying(before: Properties, diffs: readonly string[]): Properties {
    const { fields, outputs, shape } = this.kind;
    // The platform restores a deleted object in its own way.
    if (before.deleted === true) return {};
    const isWritten = listWrittenFields(this.kind, diffs).length > 0;
    const touched = diffs.flatMap((name) => [name, ...(fields[name]?.sentWith ?? [])]);
    const isKnown = (name: string) =>
      !isWritten || outputs[name]?.changesWith?.every((input) => !touched.includes(input)) === true;
    const known = this.outputs.filter((name) => !shape.jsonOutputs.includes(name) && isKnown(name));
    return Object.fromEntries(
      known.flatMap((name) => {
        const value = before[name] ?? (shape.optionalOutputs.includes(name) ? null : undefined);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** What the engine shows of the difference between the state and the declaration. */
  describeChanges({ changed, replaces }: Difference, { olds, oldInputs, news }: Sent, _change: Change): DetailedDiff {
    const before = open(oldInputs ?? olds).values;
    const after = open(news).values;
    const diffs = changed.map((key) => diffLeaves(key, before[key], after[key], replaces.includes(key)));
    return Object.assign({}, ...diffs);
  }

  /** What is wrong with the option `ignoreChanges`. */
  findOptionProblem(_ignoreChanges: readonly string[]): string | undefined {
    return undefined;
  }

  /** What may have caused the problems of a check, besides the inputs. */
  explainProblems(_sent: Sent): readonly string[] {
    return [];
  }

  /** What the code of an import does wrong, a sentence each. */
  explainImport(inputs: Properties): readonly string[] {
    return this.files.isYaml ? findMisreadTexts(inputs) : [];
  }

  /** Inputs as the state has them. */
  protected keepInputs(inputs: Properties, _former: Properties | undefined): Properties {
    return inputs;
  }
}

/** @param former what the state holds: the same text stays packed as it is. */
function packOutput(value: unknown, former: unknown): unknown {
  const secret = readMarked(value);
  const text = secret === undefined ? value : secret.value;
  const isAsBefore = isPacked(former) && unpack(former) === text;
  const packed = isAsBefore ? former : typeof text === "string" ? pack(text) : text;
  return secret?.isSecret ? wrapSecret(packed) : packed;
}

/** What the state remembers of checks: what was told, and whether these inputs were checked. */
function readRemembered(
  { [warnedKey]: warned, [checkedKey]: checked, [attemptKey]: attempt, ...known }: Properties,
  found: Properties,
): Properties {
  return { [warnedKey]: warned, [attemptKey]: attempt, ...(equal(known, found) ? { [checkedKey]: checked } : {}) };
}
