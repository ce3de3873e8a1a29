import { formatChanges, formatNewValues, type Json, type SpecChange } from "../../core/spec";

/** The maximum number of changes in a message. */
const most = 8;

/** Changes as readable text; without values in a confidential document. */
export function tellChanges(changes: readonly SpecChange[], confidential: boolean | undefined): string[] {
  if (!confidential) return formatChanges(changes, { max: most });
  return formatChanges(
    changes.map((change) =>
      change.action === "changed" ? { ...change, before: "[secret]", after: "[secret]" } : change,
    ),
    { max: most },
  );
}

type Refs = Readonly<Record<string, unknown>> | undefined;

/**
 * The placeholders that both declarations have, filled with different values; without values in a confidential
 * document.
 *
 * @param authored the later declaration.
 * @param used the names of its placeholders that count.
 */
export function tellNewValues(
  authored: Json,
  used: readonly string[],
  [before, after]: readonly [Refs, Refs],
  confidential: boolean | undefined,
): string[] {
  const known = Object.fromEntries(Object.entries(after ?? {}).filter(([name]) => used.includes(name)));
  return formatNewValues(authored, before ?? {}, known, { areHidden: confidential });
}
