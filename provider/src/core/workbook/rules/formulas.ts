import {
  deriveColumnNames,
  findEquivalent,
  findNames,
  findSpan,
  functionNames,
  isKnownFunction,
  type NameReference,
  normalizePlainName,
  parseSyntax,
} from "../../spec/internal";
import {
  filterObjects,
  isObject,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "../../spec/json";
import { findNearest } from "../../text";
import { hasColumns } from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listControlIds } from "./references";
import { suggest, type WorkbookRule } from "./rule";

/** A formula of a column, and where it is. */
interface ColumnFormula {
  readonly entry: ElementEntry;
  readonly column: JsonObject;
  readonly formula: string;
  readonly path: Path;
}

function* listFormulas({ entries }: WorkbookIndex): Generator<ColumnFormula> {
  for (const entry of entries) {
    if (!hasColumns(entry.kind)) continue;
    for (const [index, column] of listObjectEntries(entry.element.columns)) {
      const formula = readKnownString(column.formula);
      if (formula === undefined) continue;
      yield { entry, column, formula, path: [...entry.path, "columns", index, "formula"] };
    }
  }
}

export const formulaSyntax: WorkbookRule = {
  name: "formula-syntax",
  severity: "error",
  check(workbook, report) {
    for (const { formula, path } of listFormulas(workbook)) {
      for (const part of parseSyntax(formula).unpaired) {
        report({ path, span: findSpan(part, formula), message: `this \`${part.text[0]}\` has no partner` });
      }
    }
  },
};

export const unknownFunction: WorkbookRule = {
  name: "unknown-function",
  severity: "warning",
  check(workbook, report) {
    for (const { formula, path } of listFormulas(workbook)) {
      for (const part of parseSyntax(formula).calls) {
        if (/^(and|or)$/i.test(part.text) || isKnownFunction(part.text)) continue;
        const near = findEquivalent(part.text) ?? findNearest(part.text, functionNames);
        report({
          path,
          span: findSpan(part, formula),
          message: `\`${part.text}\` is not a known function`,
          ...suggest(near),
        });
      }
    }
  },
};

export const missingNode: WorkbookRule = {
  name: "missing-node",
  severity: "error",
  check(workbook, report) {
    for (const { formula, path } of listFormulas(workbook)) {
      const [, id] = /\[Missing node\/([^\]]*)\]/.exec(formula) ?? [];
      if (id === undefined) continue;
      const hint = "Read from an element that is there, or remove the column.";
      report({ path, message: "the formula reads from an element that was deleted on the platform", hint });
    }
  },
};

export const unresolvedName: WorkbookRule = {
  name: "unresolved-name",
  severity: "error",
  check(workbook, report) {
    const controls = listControlIds(workbook).map(normalizePlainName);
    for (const { entry, formula, path } of listFormulas(workbook)) {
      for (const name of findNames(formula)) {
        const problem = findProblem(workbook, entry, name, controls);
        if (problem === undefined) continue;
        const span = findSpan({ text: `[${name.text}]`, start: name.start }, formula);
        report({ path, span, ...problem });
      }
    }
  },
};

function findProblem(
  workbook: WorkbookIndex,
  entry: ElementEntry,
  { segments, text }: NameReference,
  controls: readonly string[],
): { message: string; hint?: string } | undefined {
  const [first = "", ...rest] = segments;
  if (rest.length === 0) {
    const own = listNames(entry);
    const plain = normalizePlainName(first);
    if (own === undefined || own.plain.has(plain) || controls.includes(plain)) return undefined;
    return {
      message: `\`[${text}]\` is neither a column of this element nor a control`,
      ...suggest(findNearest(first, own.written)),
    };
  }
  if (["Selection", "Metrics", "Missing node"].includes(first)) return undefined;
  const target = workbook.findNamed(first);
  if (target === undefined || target.id === entry.id) return undefined;
  const names = listNames(target);
  const column = rest.join("/");
  if (names === undefined || names.plain.has(normalizePlainName(column))) return undefined;
  return { message: `\`${first}\` has no column \`${column}\``, ...suggest(findNearest(column, names.written)) };
}

/** The names of an element's columns; undefined where one isn't known. */
function listNames({ element, kind }: ElementEntry): { plain: ReadonlySet<string>; written: string[] } | undefined {
  const columns = filterObjects(element.columns);
  // What is made of rows, or of another document, has names that aren't written here.
  const isOpen =
    kind === "input-table" || columns.length === 0 || (isObject(element.source) && element.source.kind === "transpose");
  if (isOpen) return undefined;
  const plain = new Set<string>();
  const written: string[] = [];
  for (const column of columns) {
    const name = readKnownString(column.name);
    if (name !== undefined) {
      plain.add(normalizePlainName(name));
      written.push(name);
      continue;
    }
    const derived = deriveColumnNames(column);
    if (derived.length === 0 && readKnownString(column.formula) === undefined) return undefined;
    for (const one of derived) plain.add(one);
    const [sole] = findNames(readKnownString(column.formula) ?? "");
    if (sole !== undefined) written.push(sole.segments.at(-1)!);
  }
  return { plain, written };
}

/** Aggregates of equal values are that value: these may be taken at any grain. */
const harmless = /^(min|max|minif|maxif|first|last|any)/i;
const aggregate = /^(sum|avg|count|countdistinct|median|stddev|variance|percentile|listagg|sumif|avgif|countif)/i;

export const fanOut: WorkbookRule = {
  name: "fan-out",
  severity: "warning",
  check(workbook, report) {
    for (const { entry, formula, path } of listFormulas(workbook)) {
      const { source } = entry.element;
      if (!isObject(source) || source.kind !== "table") continue;
      const target = workbook.byId.get(readKnownString(source.elementId) ?? "");
      const groupings = filterObjects(target?.element.groupings);
      if (target === undefined || groupings.length === 0) continue;
      const isSameGrain = source.groupingId !== undefined && groupings.at(-1)?.id === source.groupingId;
      if (isSameGrain) continue;
      const calculated = listCalculations(target);
      const names = findNames(formula).filter(({ segments }) => segments.length > 1 && segments[0] === target.name);
      const used = names.find(({ segments }) => calculated.has(normalizePlainName(segments.slice(1).join("/"))));
      const calls = parseSyntax(formula).calls.map(({ text }) => text);
      if (
        used === undefined ||
        calls.some((call) => harmless.test(call)) ||
        !calls.some((call) => aggregate.test(call))
      )
        continue;
      const message =
        `\`${target.name}\` repeats \`${used.segments.slice(1).join("/")}\` once for each of its single ` +
        "rows, so this aggregate is too high";
      const hint =
        `Read the same grain with \`groupingId: ${readKnownString(groupings.at(-1)?.id) ?? "…"}\`, or a ` +
        `\`summary\` of \`${target.name}\` with \`Max\`.`;
      report({ path, span: findSpan({ text: `[${used.text}]`, start: used.start }, formula), message, hint });
    }
  },
};

/** The names of columns that an element calculates for its groups. */
function listCalculations({ element }: ElementEntry): ReadonlySet<string> {
  const ids = new Set(
    filterObjects(element.groupings).flatMap(({ calculations }) => (Array.isArray(calculations) ? calculations : [])),
  );
  const columns = filterObjects(element.columns).filter(({ id }) => ids.has(id ?? null));
  return new Set(
    columns.flatMap(({ name, formula }) => normalizePlainName(readKnownString(name) ?? readKnownString(formula) ?? "")),
  );
}
