import { equal, isPacked, type Properties, unpack } from "../core/engine";
import type { Review } from "../kinds/declare";
import { type DetailedDiff, kinds as differences, diffLeaves, joinPath } from "./detailed-diff";
import { open } from "./values";

/**
 * The input of an update, and the output of a refresh, that tell what differs in a long text. The engine shows it, the
 * next one removes it.
 */
export const changesKey = "changes";

/**
 * Where a text differs, by place. The engine takes the lines from the inputs that the check returned. A refresh asks
 * the other way round, for the way back to the old inputs, and turns the answer over: its lines are in the outputs that
 * the read returned. A replacement is checked as a new resource, which has no lines.
 *
 * @param field the input with the text.
 */
export function diffText(
  field: string,
  changesByPlace: NonNullable<Review<Properties>["changesByPlace"]>,
  given: { readonly olds?: Properties; readonly news?: Properties },
  before: Properties,
  after: Properties,
  isReplaced: boolean,
): DetailedDiff {
  const outline = `${field}.contents`;
  const toDetailedDiff = (changes: unknown, kind: number): DetailedDiff => ({
    [outline]: differences.update,
    ...Object.fromEntries(Object.keys(changes as object).map((place) => [joinPath(changesKey, place), kind])),
  });
  const there = isReplaced ? undefined : changesByPlace(after, before);
  if (there !== undefined && equal(open(given.news).values[changesKey], there))
    return toDetailedDiff(there, differences.add);
  const back = isReplaced ? undefined : changesByPlace(before, after);
  if (back !== undefined && equal(open(given.olds).values[changesKey], back))
    return toDetailedDiff(back, differences.delete);
  const { refs: refsBefore } = open(given.olds).values;
  const { [field]: textAfter, refs: refsAfter } = open(given.news).values;
  const refs = equal(refsBefore, refsAfter) ? {} : diffLeaves("refs", refsBefore, refsAfter);
  if (Object.keys(refs).length > 0 && equal(unpack(textAfter), before[field])) return refs;
  // The engine would print all of a structure that differs.
  return {
    ...refs,
    [isPacked(given.news?.[field]) && isPacked(given.olds?.[field]) ? outline : field]: differences.update,
  };
}
