import type { JsonObject } from "../core/model/json";
import { isSameName, suggestWord } from "../core/text";
import { describeNames, readById } from "./collection";
import { defineLookup } from "./declare";
import { searchAnswer } from "./question";

interface Args {
  readonly dataModelId: string;
  readonly element: string;
  readonly column: string;
}

export const dataModelColumn = defineLookup({
  name: "getDataModelColumn",
  noun: "data model's column",
  resultName: "GetDataModelColumnResult",
  resultDescription: "A column of a data model.",
  permission: "Can view access to the data model",
  docs: {
    description:
      "A column of an element of a data model, by the names that the product shows or by the platform's ids. An " +
      "id takes precedence over a name.",
    endpoints: ["GET /v2/dataModels/{dataModelId}/spec"],
    throws:
      "when there is no such model, element or column, or more than one with the name: " +
      "the message lists the candidates.",
    example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
const kind = analytics.getDataModelColumnOutput({ dataModelId: model.id, element: "Legacy dataset", column: "kind" });
export const columnId = kind.id;`,
  },
  required: ["dataModelId", "element", "column"],
  args: (zod) => ({
    dataModelId: zod.string().describe("Id of the data model."),
    element: zod.string().describe("The name or id of the element."),
    column: zod.string().describe("The name or id of the column."),
  }),
  result: (zod) => ({
    id: zod.string().describe("The platform's id of the column."),
    elementId: zod.string().describe("The platform's id of the element."),
    name: zod
      .string()
      .optional()
      .describe("Its name: its own, or that of the column that it consists of; absent for a calculation without one."),
    formula: zod.string().optional().describe("Its formula."),
  }),
  async answer(context, { dataModelId, element, column }: Args) {
    const key = `contents of the data model ${dataModelId}`;
    const load = () => readById("data model", dataModelId, context.client.dataModels.getSpec(dataModelId));
    let problem: unknown;
    const found = await searchAnswer(context, key, load, (spec) => {
      try {
        return findColumn(spec as unknown as JsonObject, element, column);
      } catch (error) {
        if (!(error instanceof MissingError)) throw error;
        problem = error;
        return undefined;
      }
    });
    if (found === undefined) throw problem;
    return found;
  },
});

interface FoundColumn {
  readonly id: string;
  readonly elementId: string;
  readonly name?: string;
  readonly formula?: string;
}

/** @throws when the model has no such element or column, or more than one of the name. */
function findColumn(spec: JsonObject, element: string, column: string): FoundColumn {
  const { listElements: elementsOf, getColumnName: nameOfColumn } =
    require("../core/model/references") as typeof import("../core/model/references");
  const { filterObjects: objectsIn } = require("../core/model/json") as typeof import("../core/model/json");
  const model = `the data model "${spec.name}"`;
  const table = findOnly("element", model, element, listParts(elementsOf(spec), getName));
  const where = `the element "${table.name ?? table.id}" of ${model}`;
  const { id, name, part } = findOnly("column", where, column, listParts(objectsIn(table.part.columns), nameOfColumn));
  return {
    id,
    elementId: table.id,
    ...(name === undefined ? {} : { name }),
    ...(typeof part.formula === "string" ? { formula: part.formula } : {}),
  };
}

/** There is no such element or column. */
class MissingError extends Error {}

/** An element or a column of a representation. */
interface Part {
  readonly id: string;
  readonly name: string | undefined;
  readonly part: JsonObject;
}

const getName = ({ name }: JsonObject) => (typeof name === "string" ? name : undefined);

const listParts = (parts: readonly JsonObject[], name: (part: JsonObject) => string | undefined): Part[] =>
  parts.flatMap((part) => (typeof part.id === "string" ? [{ id: part.id, name: name(part), part }] : []));

/**
 * The part with this id, or the only one with this name.
 *
 * @throws when there is none, or more than one of the name.
 */
function findOnly(noun: string, where: string, idOrName: string, parts: readonly Part[]): Part {
  const named = parts.filter(({ name }) => isSameName(name as string | undefined, idOrName));
  const found = parts.find(({ id }) => id === idOrName) ?? (named.length === 1 ? named[0] : undefined);
  if (found !== undefined) return found;
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new Error(`${named.length} ${noun}s of ${where} are called "${idOrName}": ${ids}. Give the id of one.`);
  }
  const names = parts.map(({ id, name }) => name ?? id);
  const choice = names.length === 0 ? "It has none." : describeNames(names);
  throw new MissingError(
    `no ${noun} of ${where} has the name or id "${idOrName}".${suggestWord(idOrName, names)} ${choice}`,
  );
}
