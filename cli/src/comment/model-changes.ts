/** The changes inside a data model, as lines of a comment. */
import { diffSpecs, formatChange, formatNewValues, mergeSameChanges } from "pulumi-analytics-internal/core/model";
import { formatCount } from "pulumi-analytics-internal/core/text";
import { formatName, readList, readRefs, readSpec, readType, type Step } from "./preview";

export const dataModel = "DataModel";

/** A line of a diff, and whether it tells of something that goes away. */
export interface Line {
  readonly lost: boolean;
  readonly line: string;
}

/** The changes inside a data model, and the provider's messages about them. */
export function listChanges({ urn, before, after }: Step): { lines: Line[]; said: string[] } {
  const specs = [readSpec(before), readSpec(after)] as unknown as Parameters<typeof diffSpecs>;
  if (readType(urn) !== dataModel || !specs[0] || !specs[1]) return { lines: [], said: [] };
  const told = mergeSameChanges(diffSpecs(...specs)).map((change) => {
    const lost = change.destructive || change.action === "removed";
    const sign = lost ? "-" : change.action === "added" ? "+" : "!";
    return { lost, sign, text: formatChange(change) };
  });
  const values = formatNewValues(specs[1], readRefs(before), readRefs(after));
  const all = [...told, ...values.map((text) => ({ lost: false, sign: "!", text }))];
  return {
    lines: all.map(({ lost, sign, text }) => ({ lost, line: `${sign} ${formatName(urn)} › ${text}` })),
    said: all.map(({ text }) => `data model "${after?.inputs?.name}": ${text}`),
  };
}

export function describeSize(model: Readonly<Record<string, unknown>>): string {
  const pages = readList(model.pages);
  const elements = pages.flatMap((page) => readList(page?.elements));
  const columns = elements.flatMap((element) => readList(element?.columns));
  const counts = [pages, elements, columns].map(({ length }, index) =>
    formatCount(length, ["page", "element", "column"][index]!),
  );
  return counts.join(", ");
}
