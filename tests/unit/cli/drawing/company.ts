import type { DrawnModel } from "../../../../cli/src/drawing/models/graph";
import type { JsonObject } from "../../../../provider/src/core/model/json";

const domains = [
  "sales",
  "marketing",
  "finance",
  "product",
  "support",
  "people",
  "logistics",
  "risk",
  "growth",
  "legal",
];
const layers = ["staging", "core", "marts"];
const nouns = [
  "Orders",
  "Customers",
  "Invoices",
  "Payments",
  "Shipments",
  "Returns",
  "Visits",
  "Campaigns",
  "Contracts",
];
const views = ["by region", "daily", "history", "and margin", "overview", "per customer and month"];

/**
 * So many models of a company, always the same: by domain and layer in folders, each after those it reads from. Of each
 * hundred one reads an element that doesn't exist, and one a column that doesn't.
 */
export function buildCompanyModels(count: number): DrawnModel[] {
  const models: { readonly key: string; readonly layer: number; readonly domain: string }[] = [];
  const used = Math.min(domains.length, Math.ceil(count / 30));
  return Array.from({ length: count }, (_, index): DrawnModel => {
    const domain = domains[Math.floor((index * used) / count)]!;
    const layer = count <= 12 ? index % 3 : Math.floor(((index * 7) % 10) / 4);
    const noun = nouns[(index * 5) % nouns.length]!;
    const key = `${noun.toLowerCase()}_${index}`;
    const before = models.filter((model) => model.layer < layer && (model.domain === domain || index % 9 === 0));
    const sources = [
      ...new Set([0, 1].flatMap((nth) => before[(index * 13 + nth * 29) % Math.max(1, before.length)] ?? [])),
    ];
    models.push({ key, layer, domain });
    const linked = sources.map((source, nth): JsonObject => {
      const element = index % 100 === 41 && nth === 0 ? "gone" : "summary";
      const column = index % 100 === 71 && nth === 0 ? "Gone" : "Amount";
      return {
        id: `from_${nth}`,
        kind: "table",
        name: `From ${source.key}`,
        source: {
          kind: "data-model",
          dataModelId: { $ref: source.key },
          elementId: { $ref: `${source.key}#${element}` },
        },
        columns: [{ id: "c0", name: "Linked", formula: `[Summary of ${source.key}/${column}]` }],
      };
    });
    const base: JsonObject = {
      id: "base",
      kind: "table",
      name: `Base of ${key}`,
      source: {
        kind: "warehouse-table",
        connectionId: { $ref: "warehouse" },
        path: ["PROD", domain.toUpperCase(), key.toUpperCase()],
      },
      columns: Array.from({ length: 10 }, (_, column) => ({
        id: `c${column}`,
        name: `Column ${column}`,
        formula: `[${key.toUpperCase()}/Column ${column}]`,
      })),
    };
    const [source] = sources;
    const read = source === undefined ? `Base of ${key}/Column 0` : `From ${source.key}/Linked`;
    const summary: JsonObject = {
      id: "summary",
      kind: "table",
      name: `Summary of ${key}`,
      source: { kind: "table", elementId: source === undefined ? "base" : "from_0" },
      columns: [
        { id: "amount", name: "Amount", formula: `[${read}]` },
        { id: "note", name: `Note ${index}`, formula: `[${read}]` },
      ],
    };
    return {
      key,
      title: `${noun} ${views[(index * 11) % views.length]} ${index}`,
      file: `models/${domain}/${layers[layer]}/${key}.yaml`,
      spec: { schemaVersion: 1, pages: [{ id: "main", name: "Main", elements: [base, ...linked, summary] }] },
    };
  });
}
