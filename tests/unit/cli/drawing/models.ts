import { type Evidence, pairDocuments } from "../../../../cli/src/documents/pairing";
import { comparePairs } from "../../../../cli/src/drawing/models/compare";
import { buildGraph, type DrawnModel } from "../../../../cli/src/drawing/models/graph";
import type { Graph } from "../../../../diagram/src/graph";
import { parseSpec } from "../../../../provider/src/core/model";
import type { Json, JsonObject } from "../../../../provider/src/core/model/json";

/** A model written as YAML: the pages and what is in them. */
export function buildModel(key: string, yaml: string, more: Partial<DrawnModel> = {}): DrawnModel {
  return { key, title: key, file: `models/${key}.yaml`, spec: parseSpec(yaml), ...more };
}

/** One graph of two versions of some models. */
export function compareGraphs(before: readonly DrawnModel[], after: readonly DrawnModel[]): Graph {
  const readEvidence = ({ key: file, dataModelId: id, title: name, spec: form }: DrawnModel): Evidence => {
    return { type: "data model", name, form, file, id };
  };
  return comparePairs(pairDocuments(before, after, readEvidence, true));
}

const subjects = [
  "Orders",
  "Customers",
  "Products",
  "Returns",
  "Shipments",
  "Invoices",
  "Payments",
  "Stores",
  "Visits",
];

/** Numbers that look thrown and are always the same. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % sides;
  };
}

/**
 * Models with so many elements together, always the same: of each kind, two pages a model, joins and relationships
 * within pages and between them, sources in models that come before.
 */
export function buildManyModels(elements: number): DrawnModel[] {
  const throwDie = createDice(elements);
  const models: DrawnModel[] = [];
  for (let made = 0; made < elements; ) {
    const index = models.length;
    const ids: string[] = [];
    const pages: JsonObject[] = [];
    for (const page of ["base", "reports"]) {
      const size = Math.min(6, elements - made);
      if (size === 0) break;
      made += size;
      const drawn = Array.from({ length: size }, (_, position) => {
        const last = position === 5;
        const subject = subjects[(index * 3 + position + pages.length * 5) % subjects.length]!;
        const element = last
          ? buildControl(subject, index, page, ids)
          : buildTable(subject, index, page, position, ids, throwDie);
        if (!last) ids.push(element.id as string);
        return element;
      });
      pages.push({ id: page, name: page === "base" ? "Base tables" : "Reports", elements: drawn });
    }
    const key = `model_${index}`;
    models.push({
      key,
      title: `${subjects[index % subjects.length]} ${index}`,
      file: `models/${key}.json`,
      spec: { schemaVersion: 1, pages },
    });
  }
  return models;
}

function buildTable(
  subject: string,
  index: number,
  page: string,
  position: number,
  before: readonly string[],
  throwDie: (sides: number) => number,
): JsonObject {
  const makeAny = (): JsonObject => ({ kind: "table", elementId: before[throwDie(before.length)]! });
  const here = before.filter((id) => id.startsWith(page));
  const warehouse = { $ref: "warehouse" };
  const path = ["SALES", "PUBLIC", `${subject.toUpperCase()}_${index}`];
  const sources: (() => JsonObject)[] = [
    () => ({ kind: "warehouse-table", connectionId: warehouse, path }),
    () => ({ kind: "sql", connectionId: warehouse, statement: "select 1" }),
    ...(index === 0
      ? []
      : [
          () => ({
            kind: "data-model",
            dataModelId: { $ref: `model_${throwDie(index)}` },
            elementId: "base_0",
          }),
        ]),
    ...(before.length < 2
      ? []
      : [
          makeAny,
          () => ({
            kind: "join",
            joins: [
              { left: makeAny(), right: makeAny(), joinType: "inner", columns: [{ left: "[Id]", right: "[Id]" }] },
            ],
          }),
          () => ({ kind: "union", sources: [makeAny(), makeAny()], matches: [] }),
          () => ({
            kind: "transpose",
            direction: "column-to-row",
            source: makeAny(),
            columnsToMerge: [],
            columnLabelForMergedColumns: "Name",
            columnLabelForValues: "Value",
          }),
        ]),
  ];
  const relationships: Json[] =
    here.length > 1 && throwDie(3) === 0
      ? [{ id: "to", name: subject.toLowerCase(), targetElementId: here[0]!, keys: [], relationshipType: "N:1" }]
      : [];
  const columns = Array.from({ length: 3 + throwDie(12) }, (_, column) => ({
    id: `column_${column}`,
    name: `${subject} ${column}`,
    formula: `[SOURCE/${column}]`,
  }));
  return {
    id: `${page}_${position}`,
    kind: "table",
    name: throwDie(3) === 0 ? `${subject} by region and month` : subject,
    source: position === 0 && index === 0 ? sources[0]!() : sources[throwDie(sources.length)]!(),
    columns,
    relationships,
  };
}

function buildControl(subject: string, index: number, page: string, tables: readonly string[]): JsonObject {
  return {
    id: `${page}_control`,
    kind: "control",
    controlId: `${page}_${index}`,
    controlType: "list",
    name: `${subject} to show`,
    filters: [{ source: { kind: "table", elementId: tables.at(-1)! }, columnId: "column_0" }],
  };
}

/** Names that try to get out of every format. */
export const hostileNames = [
  `</script><script>alert(1)</script>`,
  `"'\`><img src=x onerror=alert(1)>`,
  `]]></title></svg><svg onload=alert(1)>`,
  `"]; click n1 call alert(1); n2["`,
  `\\" ]; evil [label="x`,
  `%%{init: {"securityLevel": "loose"}}%%`,
  "&lt;b&gt; &amp; #35;",
  "\u202Egnp.exe\u202C turned\u2066",
  "تقرير المبيعات الشهري حسب المنطقة",
  "line\nbreak\r\n\ttab \u0000\u0007\u001b[31m null",
  "lone \uD800 half \uDFFF \uFFFE",
  "__proto__",
  "x".repeat(300),
  "Ein sehr langer Name, der in keine Zeile passt und ".repeat(6),
  "   ",
  "月次売上レポート",
];

/** A model in which everything that can have a name has a hostile one. */
export function buildHostileModels(): DrawnModel[] {
  const elements = hostileNames.map((name, index): JsonObject => {
    const before = index === 0 ? undefined : hostileNames[index - 1]!;
    return {
      id: name,
      kind: "table",
      name,
      description: name,
      source:
        before === undefined
          ? { kind: "warehouse-table", connectionId: name, path: [name, name] }
          : {
              kind: "join",
              joins: [
                {
                  left: { kind: "table", elementId: before },
                  right: { kind: "data-model", dataModelId: { $ref: name }, elementId: name },
                  joinType: name,
                  columns: [{ left: name, right: name }],
                },
              ],
            },
      columns: [{ id: name, name, formula: name, description: name }],
      metrics: [{ id: `metric ${name}`, name, formula: name }],
      relationships: [{ id: name, name, targetElementId: name, keys: [] }],
    };
  });
  return hostileNames.map((name, index) => ({
    key: `${name}${index}`,
    title: name,
    spec: { schemaVersion: 1, pages: [{ id: name, name, elements: index === 0 ? elements : [] }] },
  }));
}

/** The graph of {@link buildManyModels}. */
export const buildManyGraph = (elements: number): Graph => buildGraph(buildManyModels(elements));
