import type { InnerSource, Source } from "./schema";

export type LeafSource = InnerSource | Extract<Source, { kind: "sql" }>;

/**
 * The sources a table reads from in the end, those inside joins, unions and transposes included, each as often as it is
 * named.
 */
export function listLeafSources(source: Source): LeafSource[] {
  switch (source.kind) {
    case "join":
      return [
        ...(source.primarySource ? [source.primarySource] : []),
        ...source.joins.flatMap(({ left, right }) => [left, right]),
      ];
    case "union":
      return source.sources;
    case "transpose":
      return [source.source];
    case "csv-table":
      return [];
    default:
      return [source];
  }
}
