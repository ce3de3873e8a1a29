import { duplicateId, missingReference } from "./ids";
import type { Rule } from "./rule";

/** The rules beyond shape, in the order in which their findings are listed for one place. */
export const rules: readonly Rule[] = [duplicateId, missingReference];
