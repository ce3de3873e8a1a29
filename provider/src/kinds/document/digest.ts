import { createHash } from "node:crypto";
import { type Json, writeStableText } from "../../core/model";
import type { DocumentInputs } from "./fields";

/**
 * The digest of the platform's contents, the same in whatever order their fields are; none of contents that hold
 * secrets.
 */
export function digestDocument(
  contents: Json,
  { confidential }: { readonly confidential?: DocumentInputs["confidential"] },
): { contentsDigest?: string } {
  if (confidential) return {};
  return { contentsDigest: createHash("sha256").update(writeStableText(contents)).digest("base64url") };
}

/**
 * Whether nobody has read yet what the platform made of the last write: the state has neither a digest of it nor what
 * differs.
 */
export function isUnread({
  inputs,
  outputs,
}: {
  readonly inputs: { readonly confidential?: DocumentInputs["confidential"] };
  readonly outputs: { readonly contentsDigest?: string | undefined; readonly baseline?: object | undefined };
}): boolean {
  return outputs.contentsDigest === undefined && outputs.baseline === undefined && !inputs.confidential;
}
