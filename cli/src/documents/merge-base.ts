import type { MergeBase } from "./document";
import type { StateDocument } from "./states";

/** What files and the platform agreed on when a stack last wrote or read them; undefined where a secret hides it. */
export function readBase(state: StateDocument): (MergeBase & Required<Pick<MergeBase, "form">>) | undefined {
  const { type, form, refs, ids, baseline, documentVersion, isConfidential } = state;
  const isEnough = type !== "data model" || (ids !== undefined && documentVersion !== undefined && !isConfidential);
  if (form === undefined || !isEnough) return undefined;
  const about = readPlace(state);
  return { form, refs, about, ids, baseline: baseline?.contents, base: baseline?.written, documentVersion };
}

/** Name, folder and description as the platform stored them; a secret description isn't known. */
export function readPlace({ declared: { name, folderId, description = "" }, baseline }: StateDocument) {
  if (name === undefined) return undefined;
  const known = typeof description === "string" ? { description } : {};
  return { name, folderId, ...known, ...baseline?.place };
}
