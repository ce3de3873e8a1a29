/** What was probably meant by a name that means nothing. */

import { normalizePlainName } from "../../formula";
import { findNearest, mostSuggestions } from "../../text";
import { filterObjects, getValue, type JsonObject, readKnownString } from "../json";
import { getColumnName } from "./derived-names";
import type { FormulaSite } from "./formula-sites";
import { collectMetrics, metricsHeading } from "./inherited-metrics";
import { isKnown, type KnownTable, type ModelNames } from "./model-names";

/** A relationship, as formulas of a table reach it. */
interface Related {
  /** The name of the table that has it, which stands before it. */
  readonly prefix: string;
  readonly name: string;
  /** The names of the columns behind it. */
  readonly columns: readonly string[];
}

/** How many names of a model were looked for. */
const searches = new WeakMap<ModelNames, number>();

/**
 * The name that was probably meant at a place, as the formula would write it; undefined: none is near, or the model has
 * more unknown names than get a suggestion.
 */
export function findNearestName(names: ModelNames, site: FormulaSite, segments: readonly string[]): string | undefined {
  const count = (searches.get(names) ?? 0) + 1;
  searches.set(names, count);
  if (count > mostSuggestions) return undefined;
  if (site.scope === "side") {
    const side = names.findSourceTable(site.side);
    return side && findNearest(segments.join("/"), side.names.listColumnNames(side.table));
  }
  const known = { table: site.element, names };
  const [first = "", ...rest] = segments;
  if (rest.length > 0) return findBehindSlash(known, first, rest);
  return findNearest(first, listSingleNames(names, site)) ?? findBehindPrefix(known, first);
}

function findBehindSlash(known: KnownTable, first: string, rest: readonly string[]): string | undefined {
  const { table, names } = known;
  const plain = normalizePlainName(first);
  const joined = rest.join("/");
  const addFirst = (near: string | undefined) => near && `${first}/${near}`;
  if (plain === metricsHeading) return addFirst(findNearest(joined, collectMetrics(known).names));
  const [through] = listRelated(known).filter(
    ({ name, prefix }) => normalizePlainName(name) === plain && normalizePlainName(prefix) !== plain,
  );
  if (through !== undefined) return writeRelated(through, rest);
  const leads = names.getSources(table).get(first);
  const tables = [
    ...leads.filter(isKnown),
    ...names.tables.get(first).map((one): KnownTable => ({ table: one, names })),
  ];
  const outputs = leads.flatMap((lead) => ("outputs" in lead ? lead.outputs : []));
  if (tables.length === 0 && outputs.length === 0) return findNearestLead(known, first, rest);
  return addFirst(findNearest(joined, [...tables.flatMap((one) => listInnerNames(one, rest)), ...outputs]));
}

/** The reference whose first part is nearly this one: a source, a table, the heading of metrics, or a relationship. */
function findNearestLead(known: KnownTable, first: string, rest: readonly string[]): string | undefined {
  const { table, names } = known;
  const related = listRelated(known);
  const near = findNearest(first, [
    ...names.listSourceNames(table),
    ...names.tables.listWritten(),
    ...(filterObjects(table.metrics).length > 0 ? ["Metrics"] : []),
    ...related.map(({ name }) => name),
  ]);
  const relationship = related.find(({ name }) => name === near);
  return relationship ? writeRelated(relationship, rest) : near && [near, ...rest].join("/");
}

/** A name that lacks what has to stand before it: the one column that a source, or a relationship, has under it. */
function findBehindPrefix(known: KnownTable, name: string): string | undefined {
  const plain = normalizePlainName(name);
  const addPrefix = (before: string, columns: readonly string[]) =>
    columns.filter((column) => normalizePlainName(column) === plain).map((column) => `${before}/${column}`);
  const found = [
    ...known.names
      .listLeads(known.table.source)
      .flatMap(([before, lead]) =>
        before !== undefined && isKnown(lead) ? addPrefix(before, lead.names.listColumnNames(lead.table)) : [],
      ),
    ...listRelated(known).flatMap(({ prefix, name: between, columns }) => addPrefix(`${prefix}/${between}`, columns)),
  ];
  return found.length === 1 ? found[0] : undefined;
}

/** The relationships by which the formulas of a table reach others: its own, and those of its sources. */
function listRelated(known: KnownTable): Related[] {
  const { table, names } = known;
  const owners: [string | undefined, KnownTable][] = [
    [readKnownString(table.name) ?? names.listSourceNames(table)[0], known],
  ];
  for (const [prefix, lead] of names.listLeads(table.source)) if (isKnown(lead)) owners.push([prefix, lead]);
  return owners.flatMap(([prefix, owner]) =>
    prefix === undefined ? [] : listRelationships(owner).map((related) => ({ prefix, ...related })),
  );
}

/** The named relationships of a table, with the columns of the tables that they lead to. */
function listRelationships({ table, names }: KnownTable): Omit<Related, "prefix">[] {
  return filterObjects(table.relationships).flatMap(({ name, targetElementId }) => {
    const written = readKnownString(name);
    const target = names.model.elements.get(readKnownString(targetElementId) ?? "");
    if (written === undefined || target === undefined) return [];
    return [{ name: written, columns: names.listColumnNames(target) }];
  });
}

/** A reference through a relationship, to the column that was probably meant. */
function writeRelated({ prefix, name, columns }: Related, rest: readonly string[]): string {
  const column = rest.join("/");
  return [prefix, name, findNearest(column, columns) ?? column].join("/");
}

/**
 * What can follow the name of a table and a slash: its columns and metrics; or a column that a relationship leads to.
 */
export function listInnerNames(known: KnownTable, { length }: readonly string[]): string[] {
  const { table, names } = known;
  const own = [
    ...names.listColumnNames(table),
    ...filterObjects(table.metrics).flatMap(({ name }) => readKnownString(name) ?? []),
  ];
  if (length === 1) return own;
  return [...own, ...listRelationships(known).flatMap(({ name, columns }) => columns.map((one) => `${name}/${one}`))];
}

/** What a formula of a table can call by a single name: other columns, metrics and controls. */
function listSingleNames({ model, controls }: ModelNames, site: FormulaSite): string[] {
  const own = getValue(model.spec, site.buildPath().slice(0, -1));
  const columns = filterObjects(site.element.columns).filter((column) => column !== own);
  const metrics: JsonObject[] = filterObjects(site.element.metrics);
  return [
    ...columns.flatMap((column) => getColumnName(column) ?? []),
    ...metrics.flatMap(({ name }) => readKnownString(name) ?? []),
    ...controls.listWritten(),
  ];
}
