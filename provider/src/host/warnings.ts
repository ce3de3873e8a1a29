import { createHash } from "node:crypto";
import { unknownValue } from "../core/spec/json";
import { hasUnknown, isUnknown, type Properties } from "../core/values";
import { version } from "../core/version";

/** The input by which the state remembers the warnings that it has shown: a digest. The engine hides names that begin with two underscores. */
export const warnedKey = "__warned";

/** The input by which the state remembers what was checked, see {@link checkedDigestOf}. */
export const checkedKey = "__checked";

/**
 * The digest of a declaration that was checked without an error, and whose warnings were told: the same one needs no other check, which takes longer
 * than all else for a long text. Another release checks it again, as other settings do. Unknown while an input is, see {@link digestOf}.
 *
 * @param inputs without secrets: of a short text, a digest can be guessed.
 */
export function checkedDigestOf(inputs: Properties, settings: object): string {
  return digestOf([version, settings, inputs], inputs);
}

/**
 * The digest of a resource's warnings. Unknown while an input is: a saved plan then allows whatever the values bring.
 *
 * @param warnings without secrets.
 */
export function digestOf(warnings: readonly unknown[], inputs: Properties): string {
  if (hasUnknown(inputs)) return unknownValue;
  return createHash("sha256").update(JSON.stringify(warnings)).digest("base64url").slice(0, 12);
}

/**
 * Whether the warnings of an unchanged resource have been shown. A state without a digest is of an earlier release, or was refreshed: since nothing
 * else changed, they have.
 *
 * @param olds the inputs of the state.
 */
export function wereShown(olds: Properties, digest: string | undefined): boolean {
  const shown = olds[warnedKey];
  return shown === undefined || isUnknown(digest) || shown === digest;
}
