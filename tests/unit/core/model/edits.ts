import type fc from "../../../fast-check";
import fastCheck from "../../../fast-check";
import { copy, type Loose } from "./fixtures";
import { type IdSite, type JsonObject, rewriteIds, walkIds } from "./spec";

/** A random edit as people make them; what it did to ids. */
export interface Edited {
  spec: JsonObject;
  what: string;
  /** For a rename: the definition's key before → the id after. */
  renamed?: { key: string; to: string };
}

/** Names a definition: its kind, its table and its id. */
export const formKey = ({ kinds, owner, id }: Pick<IdSite, "kinds" | "owner" | "id">) =>
  JSON.stringify([kinds[0], owner ?? null, id]);

/** The definitions of a spec, in order. */
export function listDefinitions(spec: JsonObject): IdSite[] {
  const sites: IdSite[] = [];
  walkIds(spec, (site) => {
    if (site.role === "definition") sites.push(site);
  });
  return sites;
}

let fresh = 0;
const makeAnother = (word: string) => `${word} n${++fresh}`;

/** Makes one random edit of a spec that stays valid. */
export function makeRandomEdit(before: JsonObject, draw: fc.GeneratorValue): Edited {
  const spec: Loose = copy(before);
  const pick = <T>(items: T[]): T | undefined => items[draw(fastCheck.nat, 1_000_000) % Math.max(items.length, 1)];
  const listElements = (): Loose[] => spec.pages.flatMap((page: Loose) => page.elements);
  const listTables = () => listElements().filter(({ kind }) => kind === "table");
  const table = pick(listTables()) ?? { columns: [] };
  const column = pick<Loose>(table.columns);
  const page = pick<Loose>(spec.pages);
  const element = pick(listElements());
  const shuffle = (items: Loose[]) => items.sort((a, b) => hashText(a.id) - hashText(b.id));
  const salt = draw(fastCheck.nat, 1_000_000);
  const hashText = (text: string) =>
    [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + salt) % 1009, 7);

  const edits: { [what: string]: () => Edited["renamed"] | undefined } = {
    "rename a column": () => {
      column.name = makeAnother("Column");
      return undefined;
    },
    "change a formula": () => {
      column.formula = `Max(${++fresh})`;
      return undefined;
    },
    "rename a column and change its description": () => {
      Object.assign(column, { name: makeAnother("Column"), description: makeAnother("text") });
      return undefined;
    },
    "add a column": () => {
      table.columns.splice(salt % (table.columns.length + 1), 0, {
        id: makeAnother("col"),
        name: makeAnother("Column"),
        formula: `Min(${++fresh})`,
      });
      return undefined;
    },
    "remove a column nothing needs": () => {
      const isLast = table.columns.length === 1;
      if (!isLast && !isNeeded(spec, table.id, column.id)) removeColumn(spec, table, column);
      return undefined;
    },
    "reorder columns": () => {
      shuffle(table.columns);
      return undefined;
    },
    "reorder everything": () => {
      shuffle(spec.pages);
      for (const { elements } of spec.pages) shuffle(elements);
      for (const { metrics, columns } of listTables()) for (const list of [metrics ?? [], columns]) shuffle(list);
      return undefined;
    },
    "move an element to another page": () => {
      // A relationship leads to a table of the same page.
      const listTargets = ({ relationships = [] }: Loose) => relationships.map((one: Loose) => one.targetElementId);
      const others = listTables().filter((one) => one !== element);
      if (listTargets(element).some((id: string) => id !== element.id)) return undefined;
      if (others.some((one) => listTargets(one).includes(element.id))) return undefined;
      for (const { elements } of spec.pages) {
        if (elements.includes(element)) elements.splice(elements.indexOf(element), 1);
      }
      page.elements.push(element);
      return undefined;
    },
    "rename a table": () => {
      table.name = makeAnother("Table");
      return undefined;
    },
    "rename a page": () => {
      page.name = makeAnother("Page");
      return undefined;
    },
    "add a page": () => {
      spec.pages.unshift({ id: makeAnother("page"), name: makeAnother("Page"), elements: [] });
      return undefined;
    },
    "copy a table": () => {
      page.elements.push({
        id: makeAnother("table"),
        kind: "table",
        name: makeAnother("Table"),
        source: table.source,
        columns: copy(table.columns),
      });
      return undefined;
    },
    "add a metric": () => {
      table.metrics ??= [];
      table.metrics.push({ id: makeAnother("metric"), name: makeAnother("Metric"), formula: `Count(${++fresh})` });
      return undefined;
    },
    "change a table's source": () => {
      table.source = { kind: "sql", connectionId: "c-1", statement: `select ${++fresh}` };
      return undefined;
    },
    "drop optional parts": () => {
      for (const field of ["sort", "uniqueKeys", "columnSecurities", "filters"]) if (salt % 2) delete table[field];
      return undefined;
    },
    "change an id": () => {
      const site = pick(listDefinitions(spec))!;
      return { key: formKey(site), to: makeAnother("id") };
    },
  };
  const what = pick(Object.keys(edits))!;
  const renamed = edits[what]!();
  if (!renamed) return { spec, what };
  const kindOf = new Map(
    listDefinitions(spec).map((site) => [JSON.stringify([site.owner ?? null, site.id]), site.kinds[0]]),
  );
  const after = rewriteIds(spec, (site) => {
    const kind = site.kinds.length === 1 ? site.kinds[0]! : kindOf.get(JSON.stringify([site.owner ?? null, site.id]))!;
    return formKey({ ...site, id: site.id, kinds: [kind] }) === renamed.key ? renamed.to : site.id;
  });
  return { spec: after, what, renamed };
}

function isNeeded(spec: JsonObject, owner: string, id: string): boolean {
  let isNeeded = false;
  walkIds(spec, (site) => {
    const isIt = site.role === "reference" && site.owner === owner && site.id === id;
    if (isIt && !Array.isArray(site.holder)) isNeeded = true;
  });
  return isNeeded;
}

function removeColumn(spec: JsonObject, table: Loose, column: Loose): void {
  const lists = new Set<unknown[]>();
  walkIds(spec, (site) => {
    if (site.role === "reference" && site.owner === table.id && Array.isArray(site.holder)) lists.add(site.holder);
  });
  for (const list of lists) {
    for (let at = list.indexOf(column.id); at >= 0; at = list.indexOf(column.id)) list.splice(at, 1);
  }
  table.columns.splice(table.columns.indexOf(column), 1);
}
