/** What names mean where they stand. */
import { normalizePlainName, parseSoleName } from "../../formula";
import { filterObjects, getValue, isObject, type Json, type JsonObject, readKnownString } from "../json";
import { deriveElementName, dropNumber } from "./derived-names";
import type { FormulaSite } from "./formula-sites";
import { collectMetrics, metricsHeading } from "./inherited-metrics";
import {
  createFound,
  createFoundElements,
  createOutside,
  createTargets,
  dropUndecided,
  keepUsed,
  type Meaning,
  mergeMeanings,
  missing,
  omitReader,
  undecided,
} from "./meaning";
import {
  type ForeignTable,
  isForeign,
  isKnown,
  type KnownTable,
  type Lead,
  listUnionOutputs,
  type ModelNames,
} from "./model-names";

/** What a name means at its place. */
export function findMeaning(names: ModelNames, site: FormulaSite, segments: readonly string[]): Meaning {
  if (site.scope === "controls") return findControl(names, segments[0] ?? "");
  if (site.scope === "side") return findInSource(names, site.side, segments);
  const getReader = () => getValue(names.model.spec, site.buildPath().slice(0, -1));
  return findInTable({ table: site.element, names }, segments, getReader);
}

/** Whether a model has a control with this `controlId`. */
export function findControl({ controls }: ModelNames, id: string): Meaning {
  const found = controls.get(id);
  if (found.length > 0) return createFoundElements(found);
  return controls.isComplete ? missing : undecided;
}

/** What a name means over one side of a join or union: a column of that side, its source's name before it or not. */
export function findInSource(names: ModelNames, source: Json | undefined, segments: readonly string[]): Meaning {
  const known = names.findSourceTable(source);
  const inside = segments.slice(segments.length > 1 ? 1 : 0);
  if (known === undefined) return createOutside([source], "column", inside.join("/"));
  const whole = findColumn(known, segments.join("/"));
  if (segments.length === 1) return whole;
  const found = mergeMeanings([whole, findInTable(known, segments), findWithin(known, inside)]);
  return preferTables([known.table], found);
}

/** The table of another model in which a name is looked up at its place. */
export function findForeignTable(
  names: ModelNames,
  site: FormulaSite,
  [first = ""]: readonly string[],
): ForeignTable | undefined {
  const sources = names.getSources(site.element);
  const leads = site.scope === "side" ? [names.findSourceTable(site.side)] : sources.get(first);
  const found = leads.find((lead): lead is ForeignTable => lead !== undefined && isForeign(lead));
  if (found !== undefined || normalizePlainName(first) !== metricsHeading) return found;
  return sources.listAll().find(isForeign);
}

/**
 * What a name means in the formulas of a table.
 *
 * @param getReader the column whose formula it is.
 */
export function findInTable(
  known: KnownTable,
  segments: readonly string[],
  getReader: () => Json | undefined = () => undefined,
): Meaning {
  const [name = ""] = segments;
  if (segments.length === 1) {
    if (name.startsWith("$")) return undecided;
    const column = findColumn(known, name);
    if (column.status !== "found") return mergeMeanings([column, findBesideColumns(known, name)]);
    const targets = column.targets.filter(({ part }) => !isNamelessColumn(part?.item, name));
    if (targets.length > 0 || !isNamelessColumn(getReader(), name))
      return { ...column, ...(targets.length > 0 && { targets }) };
    return mergeMeanings([findInSources(known, name), findBesideColumns(known, name)]);
  }
  const through = findThroughSlash(known, segments, getReader);
  return through.status === "missing" ? dropUndecided(findColumn(known, segments.join("/"))) : through;
}

/** Whether a name is all that a column without a name has: its formula, which means a column of the table's source. */
function isNamelessColumn(column: Json | undefined, name: string): boolean {
  if (!isObject(column) || column.name !== undefined) return false;
  const sole = parseSoleName(readKnownString(column.formula) ?? "");
  return sole?.segments.length === 1 && normalizePlainName(sole.segments[0]!) === normalizePlainName(name);
}

/** A column of the sources of a table, named without them. */
function findInSources(known: KnownTable, name: string): Meaning {
  const sources = known.names.getSources(known.table);
  return mergeMeanings([
    sources.isComplete ? missing : undecided,
    ...[...sources.listAll(), ...sources.nameless].map((lead) =>
      "source" in lead ? createOutside([lead.source], "column", name) : findInLead(known, lead, [name]),
    ),
  ]);
}

/**
 * A single name that is no column: a control, a metric, a relationship, a column that a union or transpose makes, a
 * table.
 */
function findBesideColumns({ table, names }: KnownTable, name: string): Meaning {
  const plain = normalizePlainName(name);
  const [metrics, relationships] = [names.getParts(table, "metrics"), names.getParts(table, "relationships")];
  for (const [kind, parts] of [
    ["metric", metrics],
    ["relationship", relationships],
  ] as const) {
    const named = parts.get(plain);
    if (named.length > 0) return createFound(createTargets(table, kind, named));
  }
  const tables = names.tables.get(name);
  if (tables.length > 0) return createFoundElements(tables);
  if (!metrics.areKnown || !relationships.areKnown) return undecided;
  return mergeMeanings([findControl(names, name), findSourceOutput(table.source, plain)]);
}

const closedKinds: readonly unknown[] = ["warehouse-table", "sql", "table", "data-model", "join"];

function findSourceOutput(source: Json | undefined, plain: string): Meaning {
  if (!isObject(source)) return undecided;
  if (source.kind !== "union") return closedKinds.includes(source.kind) ? missing : undecided;
  const made = listUnionOutputs(source);
  if (made === undefined) return undecided;
  const matches = made.matches!.filter((_, index) => normalizePlainName(made.outputs[index]!) === plain);
  return matches.length > 0 ? { ...createFound([]), matches } : missing;
}

/** A name with slashes: the part before the first slash is the table's source, another table, or the heading of metrics. */
function findThroughSlash(
  known: KnownTable,
  [name = "", ...rest]: readonly string[],
  getReader: () => Json | undefined,
): Meaning {
  const { table, names } = known;
  const sources = names.getSources(table);
  const leads = sources.get(name);
  const outside = leads.flatMap((lead) => ("source" in lead ? [lead.source] : []));
  if (outside.length > 0) {
    // A relationship of the table goes by the name of its source.
    const behind = keepUsed(findBehind(known, rest));
    return behind.status === "found" ? behind : { ...createOutside(outside, "column", rest.join("/")), ...behind };
  }
  const isSource = leads.some(isKnown);
  // Another table that is called as the source is never meant.
  const own = names.tables.get(name).filter((other) => other === table || !isSource);
  const isCalledSo = leads.length > 0 || own.length > 0;
  const isUnion = isObject(table.source) && table.source.kind === "union";
  const isOpenEnded = isCalledSo
    ? !sources.isComplete && !isUnion
    : !sources.isComplete || mayHaveTable(names, table, name);
  const isHeading = normalizePlainName(name) === metricsHeading;
  const found = mergeMeanings([
    isHeading ? findHeadedMetric(known, rest) : missing,
    isOpenEnded ? undecided : missing,
    ...leads.map((lead) => findInLead(known, lead, rest)),
    ...own.map((other) => {
      const inside = findWithin({ table: other, names }, rest);
      // A table called as its source: its column reads from the source, and not from itself.
      return other === table && leads.length > 0 ? omitReader(inside, getReader()) : inside;
    }),
    ...(isCalledSo ? [] : names.findUnnamed(name)).map((other) => keepUsed(findWithin({ table: other, names }, rest))),
  ]);
  const meant = found.targets.length > 1 ? preferTables(names.listSourceTables(table), found) : found;
  return isHeading ? meant : addNameless(known, meant, rest);
}

/** A prefix is that of a source, even where the table itself, or another one, has the same name. */
function preferTables(tables: readonly JsonObject[], meaning: Meaning): Meaning {
  const { targets } = meaning;
  if (targets.some(({ part }) => part?.kind === "relationship")) return meaning;
  const direct = targets.filter(({ element }) => tables.includes(element));
  const isPreferred = direct.length > 0 && direct.length < targets.length;
  return isPreferred ? { ...meaning, targets: direct, isDoubtful: true } : meaning;
}

/** What no other table is called may be a source whose name isn't known. */
function addNameless({ table, names }: KnownTable, meaning: Meaning, rest: readonly string[]): Meaning {
  const isElsewhere = meaning.targets.some(({ element }) => element !== table);
  if (isElsewhere || meaning.outside !== undefined || meaning.matches !== undefined) return meaning;
  const nameless = names.getSources(table).nameless.flatMap((lead) => ("source" in lead ? [lead.source] : []));
  const { outside = [] } = createOutside(nameless, "column", rest.join("/"));
  return outside.length === 0 ? meaning : { ...meaning, outside };
}

function findInLead(known: KnownTable, lead: Lead, rest: readonly string[]): Meaning {
  if ("source" in lead) return undecided;
  const related = rest.length === 1 ? missing : findBehind(known, rest);
  if (isKnown(lead)) return mergeMeanings([findWithin(lead, rest), related]);
  const plain = normalizePlainName(dropNumber(normalizePlainName(rest.join("/"))));
  const isNamedSo = (output: string) => normalizePlainName(dropNumber(output)) === plain;
  if (!lead.outputs.some(isNamedSo)) return related;
  const matches = (lead.matches ?? []).filter((_, index) => isNamedSo(lead.outputs[index]!));
  return { ...createFound([]), ...(matches.length > 0 && { matches }) };
}

/**
 * Whether a table that isn't known, or has no name of its own, may be called so, rather than a relationship or the
 * heading of metrics.
 */
function mayHaveTable({ tables, model }: ModelNames, table: JsonObject, name: string): boolean {
  if (tables.isComplete) return false;
  const plain = normalizePlainName(name);
  const isMeant = plain === metricsHeading || filterObjects(table.relationships).some((one) => isNamed(one, plain));
  if (!isMeant || !model.isComplete) return true;
  const unnamed = [...model.elements.values()].filter(({ kind, name: own }) => kind === "table" && own === undefined);
  return unnamed.some((other) => {
    const derived = deriveElementName(other, (id) => model.elements.get(id));
    return derived === undefined || derived === plain;
  });
}

/** A metric by its heading, `[Metrics/Revenue]`: one of the table's own, or of a table that it reads from. */
function findHeadedMetric(known: KnownTable, rest: readonly string[]): Meaning {
  const { metrics, outside, isComplete } = collectMetrics(known);
  const plain = normalizePlainName(rest.join("/"));
  const named = metrics.filter(({ part }) => part !== undefined && isNamed(part.item, plain));
  if (named.length > 0) return createFound(named);
  return isComplete ? missing : createOutside(outside, "metric", rest.join("/"));
}

/** What is left of a name, inside a table. */
function findWithin(known: KnownTable, segments: readonly string[]): Meaning {
  const whole = findColumn(known, segments.join("/"));
  if (whole.status === "found") return whole;
  if (segments.length > 1) return mergeMeanings([whole, findBehind(known, segments), findInLeg(known, segments)]);
  const { table, names } = known;
  const metrics = names.getParts(table, "metrics");
  const named = metrics.get(normalizePlainName(segments[0] ?? ""));
  if (named.length > 0) return createFound(createTargets(table, "metric", named));
  return metrics.areKnown ? whole : undecided;
}

/** A column of a leg of a table that joins, behind the name of the leg: `[Wide/Customers/Region]`. */
function findInLeg({ table, names }: KnownTable, [name = "", ...rest]: readonly string[]): Meaning {
  if (!isObject(table.source) || table.source.kind !== "join") return missing;
  const legs = names.getSources(table).get(name);
  return mergeMeanings(legs.map((leg) => (isKnown(leg) ? findWithin(leg, rest) : undecided)));
}

/** What is behind a relationship of a table: its name, and what is left inside the table that it leads to. */
function findBehind({ table, names }: KnownTable, [name = "", ...rest]: readonly string[]): Meaning {
  if (rest.length === 0) return undecided;
  const relationships = names.getParts(table, "relationships");
  const named = relationships.get(normalizePlainName(name));
  if (named.length === 0) {
    return relationships.areNamed ? missing : undecided;
  }
  const meaning = mergeMeanings(
    named.map(({ targetElementId }) => {
      const target = names.model.elements.get(readKnownString(targetElementId) ?? "");
      return target?.kind === "table" ? findWithin({ table: target, names }, rest) : undecided;
    }),
  );
  return { ...meaning, targets: [...createTargets(table, "relationship", named), ...meaning.targets] };
}

function findColumn({ table, names }: KnownTable, name: string): Meaning {
  const columns = names.getColumns(table);
  const named = columns.get(name);
  if (named.length > 0)
    return { ...createFound(createTargets(table, "column", named)), isDoubtful: !columns.isComplete };
  // The platform numbers the second of two columns with one name.
  const numbered = columns.get(dropNumber(name));
  if (numbered.length > 1) return createFound(createTargets(table, "column", numbered));
  return columns.isComplete ? missing : undecided;
}

const isNamed = ({ name }: JsonObject, plain: string) => normalizePlainName(readKnownString(name) ?? "") === plain;
