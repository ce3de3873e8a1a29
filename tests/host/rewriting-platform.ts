import { createHash } from "node:crypto";
import type { Emulator } from "analytics-emulator";
import { type RespellingProxy, startRespellingProxy } from "./respelling-proxy";

// biome-ignore lint/suspicious/noExplicitAny: a platform's answer, edited at will
type Loose = any;

/** Pages as the platform has them. */
export type Pages = Loose[];

/** What a platform makes of a model; `strikes` says whether it does so at the part with an id. */
type Habit = (pages: Pages, strikes: (id: string) => boolean) => void;

const listElements = (pages: Pages): Loose[] => pages.flatMap(({ elements = [] }) => elements);
const listTables = (pages: Pages): Loose[] => listElements(pages).filter(({ kind }) => kind === "table");
const listColumns = (pages: Pages): Loose[] => listTables(pages).flatMap(({ columns = [] }) => columns);
const listParts = (pages: Pages): Loose[] => [...listElements(pages), ...listColumns(pages)];

/**
 * What this platform's models may come to read like. Each does to its own work nothing more: what it stored stays as it
 * is.
 */
export const habits: Readonly<Record<string, Habit>> = {
  "writes defaults": (pages, strikes) => {
    for (const element of listElements(pages)) {
      if (!strikes(element.id)) continue;
      for (const filter of element.filters ?? []) filter.includeNulls ??= "when-no-value-is-selected";
      for (const key of element.sort ?? []) key.nulls ??= "connection-default";
      if (element.kind === "control") element.includeNulls ??= "when-no-value-is-selected";
      else element.visibleAsSource ??= true;
    }
    for (const column of listColumns(pages)) if (strikes(column.id)) column.hidden ??= false;
  },
  "leaves out what is empty": (pages) => {
    for (const part of listParts(pages)) {
      for (const [field, value] of Object.entries(part)) {
        if (field !== "columns" && (value === "" || (Array.isArray(value) && value.length === 0))) delete part[field];
      }
    }
  },
  "keeps no sort": (pages, strikes) => {
    for (const table of listTables(pages)) if (strikes(table.id)) delete table.sort;
  },
  "sorts columns and metrics by id": (pages, strikes) => {
    for (const table of listTables(pages)) {
      if (!strikes(table.id)) continue;
      for (const field of ["columns", "metrics"]) {
        table[field]?.sort((a: Loose, b: Loose) => (hashNumber(a.id) < hashNumber(b.id) ? -1 : 1));
      }
    }
  },
  "writes fields in another order": (pages) => {
    for (const part of listParts(pages)) {
      const entries = Object.entries(part).sort(([a], [b]) => (a < b ? 1 : -1));
      for (const [field] of entries) delete part[field];
      Object.assign(part, Object.fromEntries(entries));
    }
  },
  "respells formulas": (pages, strikes) => {
    const items = [...listColumns(pages), ...listTables(pages).flatMap(({ metrics = [] }) => metrics)];
    for (const item of items) {
      if (strikes(item.id)) item.formula = item.formula.replaceAll(/\s+/g, "").replaceAll(/([-+*,])/g, " $1 ");
    }
  },
  "ends descriptions with a dot": (pages, strikes) => {
    for (const part of listParts(pages)) {
      if (part.description && strikes(part.id)) part.description = `${part.description.replace(/\.$/, "")}.`;
    }
  },
  "writes names in capitals": (pages, strikes) => {
    for (const part of listParts(pages)) if (part.name && strikes(part.id)) part.name = part.name.toUpperCase();
  },
  "adds formats": (pages, strikes) => {
    for (const column of listColumns(pages)) {
      if (strikes(column.id)) column.format ??= { kind: "number", formatString: ",.2f" };
    }
  },
  "adds fields of its own": (pages, strikes) => {
    for (const part of listParts(pages)) if (strikes(part.id)) part.revision = { number: 1, tags: ["a"] };
  },
  "writes ids of connections in capitals": (pages) => {
    for (const { source } of listTables(pages))
      if (source.connectionId) source.connectionId = source.connectionId.toUpperCase();
  },
};

const hashNumber = (text: string) => createHash("md5").update(text).digest().readUInt32BE();

/** A model as a platform with these habits shows it. */
export function showPages(pages: Pages, names: readonly string[], strikes: (id: string) => boolean): Pages {
  const copy = structuredClone(pages);
  for (const name of names) habits[name]!(copy, strikes);
  return copy;
}

/**
 * What a platform with all of these habits makes of a model at every place, without ids and order: the same for models
 * that mean the same.
 */
export function formMeaning(pages: Pages): unknown {
  const names = new Map<string, string>(
    [...pages, ...listElements(pages), ...listColumns(pages)].map(({ id, name, controlId }) => [
      id,
      String(name ?? controlId).toUpperCase(),
    ]),
  );
  const simplifyValue = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(simplifyValue);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, simplifyValue(item)]));
  };
  const whole = showPages(pages, Object.keys(habits), () => true);
  for (const table of listTables(whole)) for (const field of ["columns", "metrics"]) table[field]?.sort(compareNames);
  return simplifyValue(whole);
}

const compareNames = (a: Loose, b: Loose) => (a.name < b.name ? -1 : 1);

/** A platform that shows models in a hand of its own. */
export interface RewritingPlatform extends RespellingProxy {
  /** Takes on other habits, which strike at other places. */
  behave(names: readonly string[], salt: number): void;
}

/** An emulator that shows models in a hand of its own. */
export async function startRewritingPlatform(emulator: Emulator): Promise<RewritingPlatform> {
  const proxy = await startRespellingProxy(emulator);
  return {
    ...proxy,
    behave(names, salt) {
      const isStruck = (id: string) => hashNumber(`${id} ${salt}`) % 3 > 0;
      proxy.rewrite({
        request: (body) => changePages(body, dropHabits),
        answer: (body) => changePages(body, (pages) => showPages(pages, names, isStruck)),
      });
    },
  };
}

function changePages(body: unknown, change: (pages: Pages) => Pages): unknown {
  const { pages } = (body ?? {}) as { pages?: unknown };
  return Array.isArray(pages) ? { ...(body as object), pages: change(pages) } : body;
}

/** What the platform knows again in a request: its own fields, and its spelling of ids. */
function dropHabits(pages: Pages): Pages {
  const copy = structuredClone(pages);
  for (const part of listParts(copy)) delete part.revision;
  for (const { source } of listTables(copy))
    if (source.connectionId) source.connectionId = source.connectionId.toLowerCase();
  return copy;
}
