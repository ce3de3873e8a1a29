import { toCanonical } from "./diff/canonical";
import { Forms } from "./forms";
import { assignIds } from "./identity/assign";
import type { Json } from "./json";
import type { Canonical, LocalSpec } from "./spec-types";

/**
 * A data model and its forms. The declared one has an id for every part.
 *
 * @example new Model(form, { warehouse: "1b0c…" }).canonical
 */
export class Model extends Forms {
  protected declare(filled: Json): LocalSpec {
    return assignIds(filled);
  }

  protected canonicalize(declared: LocalSpec): Canonical {
    return toCanonical(declared);
  }
}
