import { canonicalOf } from "./diff/canonical";
import { assignIds } from "./identity/assign";
import type { Json } from "./json";
import type { Canonical, LocalSpec } from "./spec-types";
import { type FilledSpec, fillPlaceholders } from "./text/placeholders";

/**
 * A data model as its user wrote it, and the forms made of that, each once and when it is asked for: authored → declared → canonical.
 *
 * @example new Model(parseSpec(text), { warehouse: "1b0c…" }).canonical
 */
export class Model {
  #filled: FilledSpec | undefined;
  #declared: LocalSpec | undefined;
  #canonical: Canonical | undefined;

  /**
   * @param authored the user's own text, parsed: placeholders `{"$ref": name}`, ids left out. Nobody may change it.
   * @param refs the values of the placeholders.
   */
  constructor(
    readonly authored: Json,
    readonly refs: Readonly<Record<string, unknown>> = {},
  ) {}

  /** Placeholders filled, and what was wrong with their names. */
  get filled(): FilledSpec {
    this.#filled ??= fillPlaceholders(this.authored, this.refs);
    return this.#filled;
  }

  /** What is sent, in the user's ids: placeholders filled, ids given to the parts that have none. */
  get declared(): LocalSpec {
    this.#declared ??= assignIds(this.filled.spec);
    return this.#declared;
  }

  /** What is compared: the same in its canonical form. */
  get canonical(): Canonical {
    this.#canonical ??= canonicalOf(this.declared);
    return this.#canonical;
  }
}
