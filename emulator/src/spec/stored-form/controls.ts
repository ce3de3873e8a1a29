import type { Settings } from "../../settings";
import type { Catalog } from "../catalog";
import { CompiledModel } from "../compile";
import type { ControlElement, Page, TableElement } from "../schema";
import { mapControls, mapTables } from "./walk";

type Filter = NonNullable<TableElement["filters"]>[number];

/** A list can't filter a column of numbers or dates: the platform accepts such a target and forgets it. */
export function dropListTargets(
  { unsuitableListTargets }: Settings,
  pages: readonly Page[],
  catalog: Catalog,
): readonly Page[] {
  if (unsuitableListTargets === "kept") {
    return pages;
  }
  const model = new CompiledModel(pages, catalog);
  const tables = new Map(model.tables.map((table) => [table.id, table]));
  const isSuitable = (table: TableElement | undefined, columnId: string): boolean => {
    const column = table?.columns.find(({ id }) => id === columnId);
    return !table || !column || !["number", "datetime"].includes(model.getType(column, table));
  };
  const filtered = mapTables(pages, (table) =>
    table.filters === undefined
      ? table
      : {
          ...table,
          filters: table.filters.filter(({ kind, columnId }) => kind !== "list" || isSuitable(table, columnId)),
        },
  );
  return mapControls(filtered, (control) =>
    control.controlType !== "list" || control.filters === undefined
      ? control
      : {
          ...control,
          filters: control.filters.filter(
            ({ source, columnId }) => source.kind !== "table" || isSuitable(tables.get(source.elementId), columnId),
          ),
        },
  );
}

/** Values that don't fit their control are accepted and forgotten. */
export function dropUnfitValues({ unfitControlValues }: Settings, pages: readonly Page[]): readonly Page[] {
  if (unfitControlValues === "kept") {
    return pages;
  }
  const controls = mapControls(pages, (control) => {
    if (control.controlType === "list" && control.selectionMode === "single") {
      const { values: _, ...single } = control;
      return single;
    }
    return isUnfitRange(control) ? removeEnds(control) : control;
  });
  return mapTables(controls, (table) =>
    table.filters === undefined
      ? table
      : {
          ...table,
          filters: table.filters.map((filter) => (isUnfitRange(filter) ? removeEnds(filter) : filter)),
        },
  );
}

type Ends = { mode?: unknown; startDate?: unknown; endDate?: unknown };

/** The ends of a date range have to be full UTC timestamps. A range without ends is one that isn't set. */
function isUnfitRange(item: object & Ends): boolean {
  return (
    item.mode === "between" && [item.startDate, item.endDate].some((end) => end !== undefined && !isTimestamp(end))
  );
}

function isTimestamp(end: unknown): boolean {
  return typeof end === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(end);
}

function removeEnds<Item extends object & Ends>(item: Item): Item {
  const { startDate: _, endDate: __, ...rest } = item;
  return rest as Item;
}

const nullsWhenUnset = "when-no-value-is-selected";
const withNulls = ["number", "number-range", "date", "date-range", "top-n", "slider", "range-slider", "text"];

/** A control says what it does with nulls, what is chosen, and how far it reaches. */
export function writeControls({ controlDefaults }: Settings, pages: readonly Page[]): readonly Page[] {
  if (controlDefaults === "as-sent") {
    return pages;
  }
  return mapControls(pages, (control) => {
    const defaults = withNulls.includes(control.controlType) ? { includeNulls: nullsWhenUnset } : {};
    return complete(control, { ...getOwnDefaults(control), ...defaults });
  });
}

function getOwnDefaults(control: ControlElement): object {
  switch (control.controlType) {
    case "list": {
      const chosen = control.selectionMode === "single" ? { value: null } : { values: [] };
      return { mode: "include", selectionMode: "multiple", ...chosen };
    }
    case "segmented":
      return { value: null };
    case "slider":
      return { low: 0, high: 100 };
    default:
      return {};
  }
}

const filtersWithNulls = ["number-range", "date-range", "top-n"];

/** A filter says what it does with nulls; one of a list, what it does with its values. */
export function writeFilters({ filterDefaults }: Settings, pages: readonly Page[]): readonly Page[] {
  if (filterDefaults === "as-sent") {
    return pages;
  }
  const getDefaults = ({ kind }: Filter): object => {
    if (kind === "list") {
      return { mode: "include", values: [] };
    }
    return filtersWithNulls.includes(kind) ? { includeNulls: nullsWhenUnset } : {};
  };
  return mapTables(pages, (table) =>
    table.filters === undefined
      ? table
      : { ...table, filters: table.filters.map((filter) => complete(filter, getDefaults(filter))) },
  );
}

/** What an item lacks stands after what it has. */
function complete<Item extends object>(item: Item, defaults: object): Item {
  return { ...item, ...defaults, ...item };
}
