import type { Json } from "./json";
import type { Canonical, LocalSpec } from "./spec-types";
import { type FilledSpec, fillPlaceholders } from "./text/placeholders";

/**
 * A data model or workbook as its user wrote it, and the forms derived from that, each computed once, on first use:
 * authored → declared → canonical.
 */
export abstract class Forms {
  #filled: FilledSpec | undefined;
  #declared: LocalSpec | undefined;
  #canonical: Canonical | undefined;

  /**
   * @param authored the user's own text, parsed: placeholders `{"$ref": name}`, ids left out. Don't change it.
   * @param refs the values of the placeholders.
   */
  constructor(
    readonly authored: Json,
    readonly refs: Readonly<Record<string, unknown>> = {},
  ) {}

  /** The text with its placeholders filled, and findings about their names. */
  get filled(): FilledSpec {
    this.#filled ??= fillPlaceholders(this.authored, this.refs);
    return this.#filled;
  }

  /** What to send, in the user's ids. */
  get declared(): LocalSpec {
    this.#declared ??= this.declare(this.filled.spec);
    return this.#declared;
  }

  /** What to compare: the declared form in the one spelling that all of the same meaning have. */
  get canonical(): Canonical {
    this.#canonical ??= this.canonicalize(this.declared);
    return this.#canonical;
  }

  protected abstract declare(filled: Json): LocalSpec;
  protected abstract canonicalize(declared: LocalSpec): Canonical;
}
