import type { Settings } from "../settings";
import type { Element, Page, Source } from "./schema";

/**
 * The form a spec is kept in. Parsing has already put its keys in order; this treats the values that say nothing, which
 * a server may drop or write out.
 */
export function canonical(settings: Settings, pages: Page[]): Page[] {
  if (settings.specDefaults === "as-sent") {
    return pages;
  }
  const joins = settings.specDefaults === "omitted" ? withoutOperators : withOperators;
  const element = (one: Element): Element => {
    const table = one.kind === "table" ? { ...one, source: joins(one.source) } : one;
    return settings.specDefaults === "omitted" ? withoutSilence(table) : table;
  };
  return pages.map((page) => ({ ...page, elements: page.elements.map(element) }));
}

/** Lists that may be left out say nothing when they are empty, and a column isn't hidden anyway. */
function withoutSilence(element: Element): Element {
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

function withOperators(source: Source): Source {
  return overJoinColumns(source, (column) => ({ ...column, op: column.op ?? "=" }));
}

function withoutOperators(source: Source): Source {
  return overJoinColumns(source, (column) => {
    const { op, ...sides } = column;
    return op === "=" ? sides : column;
  });
}

type JoinColumn = Extract<Source, { kind: "join" }>["joins"][number]["columns"][number];

function overJoinColumns(source: Source, change: (column: JoinColumn) => JoinColumn): Source {
  if (source.kind !== "join") {
    return source;
  }
  return { ...source, joins: source.joins.map((join) => ({ ...join, columns: join.columns.map(change) })) };
}
