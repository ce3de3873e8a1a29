/** What is known of the names in a formula at its place. */
import { normalizePlainName } from "../../formula";
import { type FormulaPlace, inferType, type ValueType } from "../../formula/check";
import { findNearest } from "../../text";
import { type JsonObject, readKnownString } from "../json";
import type { FormulaSite } from "./formula-sites";
import type { Meaning } from "./meaning";
import { getNames, type ModelNames } from "./model-names";
import { findInTable, findMeaning } from "./resolve";
import type { SpecIndex } from "./spec-index";

/** Describes the place of a formula to what checks it. */
export function describePlace(model: SpecIndex, site: FormulaSite): FormulaPlace {
  const names = getNames(model);
  return {
    findColumn: (words) => findColumn(names, site, words),
    findType: (segments) => findType(names, findMeaning(names, site, segments)),
    isColumn: (segments) => isColumn(findMeaning(names, site, segments), segments),
  };
}

/** The reference that a name without brackets means: a column of the table, or of what it reads. */
function findColumn(names: ModelNames, site: FormulaSite, words: readonly string[]): string | undefined {
  const last = words.at(-1)!;
  const known = site.scope === "side" ? names.findSourceTable(site.side) : { table: site.element, names };
  if (known === undefined) return undefined;
  const written = [
    ...known.names.listColumnNames(known.table),
    ...listMetricNames(known.table),
    ...(words.length === 1 ? names.controls.listWritten() : []),
  ];
  const column = written.find((name) => isSame(name, last)) ?? findNearest(last, written);
  if (column !== undefined) return `[${column}]`;
  const [first, ...rest] = words;
  const prefix = names.listSourceNames(site.element).find((name) => isSame(name, first!));
  return prefix === undefined || rest.length === 0 ? undefined : `[${[prefix, ...rest].join("/")}]`;
}

const isSame = (a: string, b: string) => normalizePlainName(a) === normalizePlainName(b);

const listMetricNames = ({ metrics }: JsonObject): string[] =>
  (Array.isArray(metrics) ? metrics : []).flatMap((metric) =>
    typeof metric === "object" && metric !== null ? (readKnownString((metric as JsonObject).name) ?? []) : [],
  );

const types = new WeakMap<JsonObject, ValueType>();

/** How many columns that read each other are followed. */
const deepest = 50;

/** The type of the one column or metric that a name means, from the formula that it has. */
function findType(names: ModelNames, { status, targets, isDoubtful }: Meaning, depth = 0): ValueType {
  const [target] = targets.filter(({ part }) => part?.kind !== "relationship");
  const isSole = status === "found" && !isDoubtful && targets.length <= 2;
  const item = target?.part?.item;
  if (!isSole || target === undefined || item === undefined || depth > deepest) return "any";
  const known = types.get(item);
  if (known !== undefined) return known;
  // Columns that read each other in a circle end here.
  types.set(item, "any");
  const formula = readKnownString(item.formula);
  if (formula === undefined) return "any";
  const type = inferType(formula, (segments) =>
    findType(
      names,
      findInTable({ table: target.element, names }, segments, () => item),
      depth + 1,
    ),
  );
  types.set(item, type);
  return type;
}

function isColumn({ status, targets }: Meaning, segments: readonly string[]): boolean | undefined {
  if (segments.length > 1) return true;
  if (status !== "found" || targets.length === 0) return undefined;
  return targets.every(({ part }) => part !== undefined);
}
