import { createHash } from "node:crypto";

/**
 * The input by which a resource class tells the host the digest of the document it registers. A transform runs after
 * the class, and the host learns from nobody which values that replaced are secret. The check takes it out: no state
 * has it.
 */
export const ownTextKey = "__ownText";

/** @example digestOwnText("{}") // "RBNvo1WzZ4oR" */
export function digestOwnText(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
