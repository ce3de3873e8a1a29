import { createHash } from "node:crypto";
import { writeStableText } from "../core/data";
import { hasUnknown, isUnknown, type Properties } from "../core/engine";
import { unknownValue } from "../core/model/json";
import { version } from "../core/runtime";
import { changeSummaryKey } from "../kinds/declare";

/**
 * The input by which the state remembers the warnings that it has shown: a digest. The engine hides names that begin
 * with two underscores.
 */
export const warnedKey = "__warned";

/** The input by which the state remembers how its inputs were checked, see {@link digestSettings}. */
export const checkedKey = "__checked";

/**
 * The digest of what the result of a check follows from beside the inputs: inputs that equal those of a state with this
 * digest were checked without an error, and their warnings were told. They need no other check, which takes longer than
 * all else for a long text. The inputs aren't part of it: an update of them would change it, and the engine's diff of
 * the dynamic provider's inputs shows each that changes.
 */
export function digestSettings(settings: object): string {
  return digest([version, settings]);
}

/**
 * The digest of what a check and a write are given. The engine may have put the keys in another order in between, and
 * names that begin with two underscores are none of the program's.
 *
 * @param before the inputs of the state; undefined for a new resource.
 */
export function digestGiven(news: Properties, before: Properties | undefined): string {
  const given = Object.entries(news).filter(([name]) => !name.startsWith("__") && name !== changeSummaryKey);
  return digest([writeStableText([Object.fromEntries(given), before])]);
}

/**
 * The digest of a resource's warnings. Unknown while an input is: a saved plan then allows whatever the values bring.
 *
 * @param warnings without secrets.
 */
export function digestWarnings(warnings: readonly unknown[], inputs: Properties): string {
  return hasUnknown(inputs) ? unknownValue : digest(warnings);
}

function digest(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 12);
}

/**
 * Whether the warnings of an unchanged resource have been shown. A state without a digest is of an earlier release, or
 * was refreshed: since nothing else changed, they have.
 *
 * @param olds the inputs of the state.
 */
export function isShown(olds: Properties, digest: string | undefined): boolean {
  const shown = olds[warnedKey];
  return shown === undefined || isUnknown(digest) || shown === digest;
}
