import { toCanonical } from "./diff/canonical";
import { assignIds } from "./identity/assign";
import type { Json } from "./json";
import type { Canonical, LocalSpec } from "./spec-types";
import { type FilledSpec, fillPlaceholders } from "./text/placeholders";

/**
 * A data model as its user wrote it, and the forms derived from that, each computed once, on first use: authored →
 * declared → canonical.
 *
 * @example new Model(parseSpec(text), { warehouse: "1b0c…" }).canonical
 */
export class Model {
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

  /** The spec with its placeholders filled, and findings about their names. */
  get filled(): FilledSpec {
    this.#filled ??= fillPlaceholders(this.authored, this.refs);
    return this.#filled;
  }

  /** The spec to send, in the user's ids: placeholders filled, and an id for every part. */
  get declared(): LocalSpec {
    this.#declared ??= assignIds(this.filled.spec);
    return this.#declared;
  }

  /** The spec to compare: the declared one in canonical form. */
  get canonical(): Canonical {
    this.#canonical ??= toCanonical(this.declared);
    return this.#canonical;
  }
}
