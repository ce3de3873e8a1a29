/** The changes inside a data model, as lines of a comment. */
import { diffSpecs, formatChange, formatNewValues, mergeSameChanges } from "pulumi-analytics-internal/core/model";
import { formatCount } from "pulumi-analytics-internal/core/text";
import type { Line } from "../report";
import { formatName, readList, readRefs, readSpec, readType, type Step } from "./preview";

export const dataModel = "DataModel";

/** The changes inside a data model, and the provider's messages about them. */
export function listChanges({ urn, before, after }: Step): { lines: Line[]; said: string[] } {
  const specs = [readSpec(before), readSpec(after)] as unknown as Parameters<typeof diffSpecs>;
  if (readType(urn) !== dataModel || !specs[0] || !specs[1]) return { lines: [], said: [] };
  const told = mergeSameChanges(diffSpecs(...specs)).map((change): Line => {
    const { action, destructive } = change;
    const kind = destructive || action === "removed" ? "destroyed" : action === "added" ? "added" : "changed";
    return { change: kind, text: formatChange(change) };
  });
  const values = formatNewValues(specs[1], readRefs(before), readRefs(after));
  const all = [...told, ...values.map((text): Line => ({ change: "changed", text }))];
  return {
    lines: all.map((line) => ({ ...line, text: `${formatName(urn)} › ${line.text}` })),
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
