import {
  type Exposed,
  formColumnKey,
  formElementKey,
  formMetricKey,
  Graph,
  listKeys,
  readUses,
} from "../../../../provider/src/core/graph";
import { filterObjects, type Json, type JsonObject, readKnownString } from "../../../../provider/src/core/model/json";
import {
  getColumnName,
  indexSpec,
  listElements,
  ModelNames,
  type Target,
} from "../../../../provider/src/core/model/references";
import { createNamedForm, listNameSites, resolveName } from "../../../../provider/src/core/workbook";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "../model/arbitrary";

/** The key of a column or metric of the model `m`; undefined: documents don't read it. */
function formTargetKey({ element, part }: Target): string | undefined {
  if (part === undefined || part.kind === "relationship") return undefined;
  const { kind, item } = part;
  const name = (kind === "column" ? getColumnName(item) : readKnownString(item.name)) ?? readKnownString(item.id) ?? "";
  const holder = formElementKey("m", String(element.id));
  return kind === "metric" ? formMetricKey(holder, name) : formColumnKey(holder, name);
}

/** What a column or metric reads, by the resolver alone: itself, and through what it names. */
function listMeant(names: ModelNames, sites: ReturnType<typeof listNameSites>, item: JsonObject): Set<Target> {
  const found = new Map<JsonObject, Target>();
  const open = [item];
  for (const one of open) {
    for (const use of sites.filter(({ site, text }) => one.formula === text && hasItem(site.element, one))) {
      for (const target of resolveName(names, use).targets) {
        if (target.part === undefined || found.has(target.part.item)) continue;
        found.set(target.part.item, target);
        if (target.part.kind !== "relationship") open.push(target.part.item);
      }
    }
  }
  return new Set(found.values());
}

const hasItem = (element: JsonObject, item: JsonObject) =>
  [...filterObjects(element.columns), ...filterObjects(element.metrics)].includes(item);

test("what the graph says that a column reads is what names in its formula mean", () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const named = createNamedForm(spec, false);
      const names = new ModelNames(indexSpec(named.model));
      const sites = listNameSites(named);
      const { exposed } = readUses(spec as Json, { dataModelId: "m" });
      for (const element of listElements(named.model)) {
        for (const kind of ["column", "metric"] as const) {
          for (const item of filterObjects(element[`${kind}s`])) {
            const key = formTargetKey({ element, part: { kind, item } });
            const reads = new Set(exposed.filter((one) => one.key === key).flatMap((one) => one.reads));
            const keys = [...listMeant(names, sites, item)].flatMap((target) => formTargetKey(target) ?? []);
            for (const meant of keys) expect([item, [...reads]]).toEqual([item, expect.arrayContaining([meant])]);
          }
        }
      }
    }),
    { numRuns: countCases(400) },
  );
});

/** A workbook with a chart for each table of a model, whose columns read those of the table. */
function buildWorkbook(spec: JsonObject, drawText: (ids: readonly string[]) => string): JsonObject {
  const tables = listElements(createNamedForm(spec, false).model).filter(({ kind }) => kind === "table");
  const elements = tables.map((table, index): JsonObject => {
    const columns = filterObjects(table.columns).map((column, nth) => ({
      id: `c${nth}`,
      name: `Column ${nth}`,
      formula: `[Source/${getColumnName(column) ?? String(column.id)}]`,
    }));
    const ids = columns.map(({ id }) => id);
    const [first = "c0"] = ids;
    return {
      id: `e${index}`,
      kind: "bar-chart",
      name: `Chart ${index}`,
      description: drawText(ids),
      source: { kind: "data-model", dataModelId: "m", elementId: table.id! },
      columns,
      xAxis: { columnId: first, title: drawText(ids) },
      filters: [{ id: drawText(ids), columnId: first, kind: "list", values: [drawText(ids), drawText(ids)] }],
    };
  });
  return { schemaVersion: 1, kind: "workbook", pages: [], elements, layout: "" };
}

test("a text of a workbook that merely equals the id of a column is no use of it", () => {
  fc.assert(
    fc.property(specs, fc.array(fc.nat(), { minLength: 1 }), (spec, numbers) => {
      let at = 0;
      const drawId = (ids: readonly string[]) => ids[numbers[at++ % numbers.length]! % ids.length] ?? "c0";
      const names = new Map(
        listElements(createNamedForm(spec, false).model).map(({ id }) => [formElementKey("m", String(id)), "Source"]),
      );
      const noisy = readUses(buildWorkbook(spec, drawId), { names });
      expect(noisy).toEqual(
        readUses(
          buildWorkbook(spec, () => "-"),
          { names },
        ),
      );
    }),
    { numRuns: countCases(400) },
  );
});

/** The same question, asked of every part of every document until nothing is added. */
function spreadSlowly(exposed: readonly Exposed[], target: string): Set<string> {
  const reached = new Set([target]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const part of exposed) {
      if (part.is === "element" || !part.reads.some((read) => reached.has(read))) continue;
      for (const key of listKeys(part)) reached.add(key);
    }
  }
  return reached;
}

test("whoever reads something, through whatever, is a reader", () => {
  fc.assert(
    fc.property(specs, fc.nat(), (spec, number) => {
      const names = new Map(
        listElements(createNamedForm(spec, false).model).map(({ id }) => [formElementKey("m", String(id)), "Source"]),
      );
      const model = readUses(spec as Json, { dataModelId: "m" });
      const workbook = readUses(
        buildWorkbook(spec, () => "-"),
        { names },
      );
      const all = model.exposed.flatMap((part) => [...listKeys(part), ...part.reads]);
      const target = all[number % all.length];
      if (target === undefined) return;
      const documents = [model, workbook].map((uses) => ({ uses, sourceTags: {} }));
      const reached = spreadSlowly(model.exposed, target);
      const expected = documents.flatMap(({ uses: { uses } }) => uses.filter((use) => reached.has(use.target)));
      expect(new Graph(documents).findReaders([target]).flatMap(({ uses }) => uses)).toEqual(expected);
    }),
    { numRuns: countCases(400) },
  );
});
