import type { Settings } from "../../settings";
import type { Element, Page, Source } from "../schema";

/** Values that say nothing, such as `hidden: false`, `op: "="` and empty lists, are dropped or written out. */
export function dropSilentValues({ specDefaults }: Settings, pages: readonly Page[]): readonly Page[] {
  if (specDefaults === "as-sent") {
    return pages;
  }
  const joins = specDefaults === "omitted" ? removeOperators : addOperators;
  const convertElement = (one: Element): Element => {
    const table = one.kind === "table" ? { ...one, source: joins(one.source) } : one;
    return specDefaults === "omitted" ? removeSilence(table) : table;
  };
  return pages.map((page) => ({ ...page, elements: page.elements.map(convertElement) }));
}

/** Lists that may be left out say nothing when they are empty, and a column isn't hidden anyway. */
function removeSilence(element: Element): Element {
  const kept = Object.entries(element).filter(
    ([key, value]) => key === "columns" || !Array.isArray(value) || value.length > 0 || key === "values",
  );
  const lean = Object.fromEntries(kept) as Element;
  if (lean.kind !== "table") {
    return lean;
  }
  const columns = lean.columns.map((column) => {
    const { hidden, ...visible } = column;
    return hidden === false ? visible : column;
  });
  return { ...lean, columns };
}

function addOperators(source: Source): Source {
  return mapJoinColumns(source, (column) => ({ ...column, op: column.op ?? "=" }));
}

function removeOperators(source: Source): Source {
  return mapJoinColumns(source, (column) => {
    const { op, ...sides } = column;
    return op === "=" ? sides : column;
  });
}

type JoinColumn = Extract<Source, { kind: "join" }>["joins"][number]["columns"][number];

function mapJoinColumns(source: Source, change: (column: JoinColumn) => JoinColumn): Source {
  if (source.kind !== "join") {
    return source;
  }
  return { ...source, joins: source.joins.map((join) => ({ ...join, columns: join.columns.map(change) })) };
}
