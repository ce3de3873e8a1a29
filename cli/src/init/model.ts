import { formatObjectPath, type TableColumn } from "pulumi-analytics-internal/core/api";
import type { Json } from "pulumi-analytics-internal/core/model";
import { escapeFormulaName } from "pulumi-analytics-internal/core/text";
import { isPersonalName } from "../project/starter-files";
import { writeModel } from "../text";
import { toFileName } from "../text/names";

/** The first model of a project. */
export interface FirstModel {
  /** The resource's name, and its file's: `order-items`. */
  readonly name: string;
  /** `Order Items`. */
  readonly title: string;
  /** From the project's folder. */
  readonly file: string;
  /** The table's place in the warehouse. */
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * A model of one table, with all its columns as they are, and the number of its rows as a metric. Columns that look
 * like personal data are hidden.
 *
 * @param columns of the catalog; undefined when it doesn't show them: the model then has none yet.
 * @example
 * buildModel(["SALES", "PUBLIC", "ORDERS"], [
 *   { name: "AMOUNT", type: "number", visibility: "included", description: undefined },
 * ]).file
 * // "models/orders.yaml"
 */
export function buildModel(path: readonly string[], columns: readonly TableColumn[] | undefined): FirstModel {
  const table = path.at(-1) as string;
  const title = formTitle(table);
  const name = toFileName(table) || "model";
  const ids = new Set<string>();
  const form = {
    schemaVersion: 1,
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          {
            id: chooseId(table, ids),
            kind: "table",
            name: title,
            description: `Rows of ${formatObjectPath(path)}.`,
            source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: [...path] },
            columns: (columns ?? []).map((column) => buildColumn(table, column, ids)),
            metrics: [{ id: "row_count", name: "Row Count", formula: "Count()" }],
          },
        ],
      },
    ],
  };
  const head = [
    "# Your first model. `!ref warehouse` is the connection, which the program passes.",
    ...(columns === undefined ? ["# The platform's catalog doesn't show the table's columns: add them here."] : []),
  ];
  return { name, title, file: `models/${name}.yaml`, path, text: `${head.join("\n")}\n${writeModel(form as Json)}` };
}

function buildColumn(table: string, { name, description }: TableColumn, ids: Set<string>): Json {
  const isPersonal = [name, formTitle(name)].some(isPersonalName);
  return {
    id: chooseId(name, ids),
    name: formTitle(name),
    formula: `[${[table, name].map(escapeFormulaName).join("/")}]`,
    ...(description ? { description } : {}),
    ...(isPersonal ? { hidden: true } : {}),
  };
}

/** An id that no other part has. */
function chooseId(text: string, taken: Set<string>): string {
  const base = toFileName(text).replaceAll("-", "_") || "column";
  let id = base;
  for (let n = 2; taken.has(id) || id === "row_count"; n++) id = `${base}_${n}`;
  taken.add(id);
  return id;
}

/** `ORDER_ITEMS` as people read it: `Order Items`. A name with small and capital letters stays. */
function formTitle(name: string): string {
  const spaced = name.replaceAll("_", " ").trim();
  if (/\p{Ll}/u.test(spaced) && /\p{Lu}/u.test(spaced)) return spaced;
  return spaced.toLowerCase().replace(/(?<!\S)\S/gu, (letter) => letter.toUpperCase());
}
