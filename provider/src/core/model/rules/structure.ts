import { translateDateFormat } from "../../formula/check";
import { isObject, type Json, type JsonObject, listObjectEntries, type Path, readKnownString, toList } from "../json";
import { listSources } from "../references/joins";
import { listElementPlaces } from "../references/references";
import type { SpecIndex } from "../references/spec-index";
import type { Report } from "../text/findings";
import { findCycles } from "./cycles";
import { findRepeats } from "./repeats";
import type { Rule } from "./rule";

export const unionColumns: Rule = {
  name: "union-columns",
  severity: "error",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      const { source } = element;
      if (!isObject(source) || source.kind !== "union" || !Array.isArray(source.sources)) continue;
      const count = source.sources.length;
      for (const [index, { sourceColumns }] of listObjectEntries(source.matches)) {
        if (!Array.isArray(sourceColumns) || sourceColumns.length === count) continue;
        report({
          path: [...path, "source", "matches", index, "sourceColumns"],
          message: `there is one entry per source, and there are ${count} sources but ${sourceColumns.length} entries`,
          hint: "Write null where a source has no such column.",
        });
      }
    }
  },
};

/** The tables of the model that a table takes its rows from. */
function listSourceTables(source: Json | undefined): string[] {
  const tables = listSources(source).filter(({ kind }) => kind === "table");
  return [...new Set(tables.flatMap(({ elementId }) => readKnownString(elementId) ?? []))];
}

export const sourceCycle: Rule = {
  name: "source-cycle",
  severity: "error",
  check(model, report) {
    const places = mapPlaces(model);
    const listTables = (id: string) => listSourceTables(model.elements.get(id)?.source);
    for (const cycle of findCycles(model.elements.keys(), listTables)) {
      report({
        path: [...(places.get(cycle[0]!) ?? []), "source"],
        message: `the table is its own source: ${[...cycle, cycle[0]].map((id) => `\`${id}\``).join(" → ")}`,
      });
    }
  },
};

export const folderCycle: Rule = {
  name: "folder-cycle",
  severity: "warning",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      for (const field of ["folders", "metricFolders"]) {
        const byId = new Map(
          listObjectEntries(element[field]).map(([index, folder]) => [
            readKnownString(folder.id) ?? "",
            { folder, index },
          ]),
        );
        const listItems = (id: string) => readItems(byId.get(id)?.folder.items).filter((item) => byId.has(item));
        for (const cycle of findCycles(byId.keys(), listItems)) {
          report({
            path: [...path, field, byId.get(cycle[0]!)!.index, "items"],
            message: `the folder is inside itself: ${[...cycle, cycle[0]].map((id) => `\`${id}\``).join(" → ")}`,
          });
        }
      }
    }
  },
};

const readItems = (value: Json | undefined) =>
  Array.isArray(value) ? value.flatMap((item) => readKnownString(item) ?? []) : [];

export const orderSummary: Rule = {
  name: "order-summary",
  severity: "warning",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      const summaries = new Set(readItems(element.summary));
      for (const [index, id] of toList(element.order).entries()) {
        if (typeof id !== "string" || !summaries.has(id)) continue;
        report({
          path: [...path, "order", index],
          message: `\`${id}\` is a summary column, and these stay out of \`order\``,
          hint: "Remove it here, or from `summary`.",
        });
      }
    }
  },
};

export const groupedSort: Rule = {
  name: "grouped-sort",
  severity: "error",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      if (toList(element.groupings).length === 0 || toList(element.sort).length === 0) continue;
      report({
        path: [...path, "sort"],
        message: "the platform refuses `sort` of a table that has groupings",
        hint: "Move it into a grouping: `groupings[].sort`.",
      });
    }
  },
};

export const duplicateFilter: Rule = {
  name: "duplicate-filter",
  severity: "error",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      // The filters of a control are its targets.
      if (element.kind !== "table") continue;
      const getColumn = ([, { columnId }]: [number, JsonObject]) => readKnownString(columnId);
      for (const { item } of findRepeats(listObjectEntries(element.filters), getColumn)) {
        report({
          path: [...path, "filters", item[0], "columnId"],
          message: `the column \`${getColumn(item)}\` has a filter already, and the platform refuses a second one`,
          hint: "Filter a second column with the same formula.",
        });
      }
    }
  },
};

/** As d3-format has it: [[fill]align][sign][symbol][0][width][,][.precision][~][type]. */
const numberFormatString = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;

/** A rule about the texts of the formats of columns and metrics. @param explain undefined: nothing is wrong. */
const defineFormatRule = (
  name: string,
  kind: string,
  explain: (given: string) => Omit<Report, "path"> | undefined,
): Rule => ({
  name,
  severity: "error",
  check(model, report) {
    for (const { element, path } of listElementPlaces(model.spec)) {
      for (const list of ["columns", "metrics"]) {
        for (const [index, { format }] of listObjectEntries(element[list])) {
          const given = isObject(format) && format.kind === kind ? readKnownString(format.formatString) : undefined;
          const found = given === undefined ? undefined : explain(given);
          if (found !== undefined) report({ path: [...path, list, index, "format", "formatString"], ...found });
        }
      }
    }
  },
});

export const numberFormat = defineFormatRule("number-format", "number", (given) =>
  numberFormatString.test(given)
    ? undefined
    : {
        message: `\`${given}\` is no number format of d3, and the platform refuses it`,
        hint: "Write it like `,.2f` or `.1%`.",
      },
);

export const dateFormat = defineFormatRule("date-format", "datetime", (given) => {
  const translated = translateDateFormat(given);
  if (translated === undefined) return undefined;
  return {
    message: `\`${given}\` is no date format of d3: it has no directive, so every date would read \`${given}\``,
    hint: `Write \`${translated}\`.`,
  };
});

export const relationshipPage: Rule = {
  name: "relationship-page",
  severity: "error",
  check(model, report) {
    const places = mapPlaces(model);
    for (const { element, path } of listElementPlaces(model.spec)) {
      for (const [index, { targetElementId }] of listObjectEntries(element.relationships)) {
        const target = places.get(readKnownString(targetElementId) ?? "");
        if (target === undefined || target[1] === path[1]) continue;
        report({
          path: [...path, "relationships", index, "targetElementId"],
          message: `table \`${targetElementId}\` is on another page, and the platform refuses such a relationship`,
          hint: "Move one of the two tables.",
        });
      }
    }
  },
};

/** The places of elements, by their ids. */
function mapPlaces({ spec }: SpecIndex): Map<string, Path> {
  return new Map(listElementPlaces(spec).map(({ element, path }) => [readKnownString(element.id) ?? "", path]));
}
