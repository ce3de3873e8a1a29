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
 * The digest of everything that decides the result of a check, except the inputs. If a state has this digest and equal
 * inputs, an earlier check found no error and showed the warnings. The lifecycle then skips the check, which is the
 * slowest step for a long text. The digest leaves the inputs out: the engine's diff of the dynamic provider's inputs
 * would show the digest whenever one of them changes.
 */
export function digestSettings(settings: object): string {
  return digest([version, settings]);
}

/**
 * The digest of what the engine passes to a check and to a write. It ignores the order of keys, which the engine may
 * change in between, and names that begin with two underscores, which the program doesn't set.
 *
 * @param before the inputs of the state; undefined for a new resource.
 */
export function digestGiven(news: Properties, before: Properties | undefined): string {
  const given = Object.entries(news).filter(([name]) => !name.startsWith("__") && name !== changeSummaryKey);
  return digest([writeStableText([Object.fromEntries(given), before])]);
}

/**
 * The digest of a resource's warnings. It is unknown while an input is, so that a saved plan allows any warning later.
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
 * Whether the warnings of an unchanged resource have been shown. A state without a digest was
 * refreshed: since nothing else changed, they have.
 *
 * @param olds the inputs of the state.
 */
export function isShown(olds: Properties, digest: string | undefined): boolean {
  const shown = olds[warnedKey];
  return shown === undefined || isUnknown(digest) || shown === digest;
}
