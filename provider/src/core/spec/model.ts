import { canonicalOf } from "./diff/canonical";
import type { Canonical, LocalSpec } from "./forms";
import { assignIds } from "./identity/assign";
import type { Json } from "./json";
import { type Bound, bind } from "./text/holes";

/**
 * A data model as its user wrote it, and the forms made of that, each once and when it is asked for: authored → declared → canonical.
 *
 * @example new Model(parseSpec(text), { warehouse: "1b0c…" }).canonical
 */
export class Model {
  #bound: Bound | undefined;
  #declared: LocalSpec | undefined;
  #canonical: Canonical | undefined;

  /**
   * @param authored the user's own text, parsed: holes `{"$ref": name}`, ids left out. Nobody may change it.
   * @param refs the values of the holes.
   */
  constructor(
    readonly authored: Json,
    readonly refs: Readonly<Record<string, unknown>> = {},
  ) {}

  /** Holes filled, and what was wrong with their names. */
  get bound(): Bound {
    this.#bound ??= bind(this.authored, this.refs);
    return this.#bound;
  }

  /** What is sent, in the user's ids: holes filled, ids given to the parts that have none. */
  get declared(): LocalSpec {
    this.#declared ??= assignIds(this.bound.spec);
    return this.#declared;
  }

  /** What is compared: the same in its canonical form. */
  get canonical(): Canonical {
    this.#canonical ??= canonicalOf(this.declared);
    return this.#canonical;
  }
}
