import * as z from "zod";
import {
  type AnalyticsClient,
  ApiError,
  composeId,
  isOfMaterialization,
  type MaterializationSchedule,
  type MaterializedDocument,
} from "../core/api";
import { declareComposedIds, defineKind, field, output, reference, text, timeFields } from "./declare";

interface Place {
  readonly dataModelId?: string;
  readonly workbookId?: string;
  readonly elementId?: string;
  readonly elementName?: string;
}

const { idForms, partsOf } = declareComposedIds(
  "MaterializationSchedule",
  ["dataModels/<dataModelId>/<schedule id>", "workbooks/<workbookId>/<schedule id>"],
  ([type, id, sheetId, ...others]): [document: MaterializedDocument, sheetId: string] | undefined =>
    (type === "dataModels" || type === "workbooks") && id && sheetId && others.length === 0
      ? [{ type, id }, sheetId]
      : undefined,
);

/**
 * `/v2/dataModels/{dataModelId}/materializationSchedules` and `/v2/workbooks/{workbookId}/materialization-schedules`.
 */
export const materializationSchedule = defineKind({
  name: "MaterializationSchedule",
  docs: {
    description: `A schedule that writes an element of a data model or workbook to the warehouse.

The operations that create, change and delete schedules are in beta, and their description isn't published. Where the
platform lacks them, a write fails and the message says so. Configure the schedule in the product then, and adopt it
with \`adopt: true\`: a schedule that equals the declaration needs no write.

The code representation of a document contains its schedules too. Declare a schedule in one of the two places only. An
update of a data model that removes elements can delete the schedules of all its elements: the next \`up\` after a
refresh creates them again.

\`adopt: true\` finds the schedule of the element.`,
    endpoints: [
      "POST|GET /v2/dataModels/{dataModelId}/materializationSchedules",
      "PATCH|DELETE /v2/dataModels/{dataModelId}/materializationSchedules/{sheetId}",
      "POST|GET /v2/workbooks/{workbookId}/materialization-schedules",
      "PATCH|DELETE /v2/workbooks/{workbookId}/materialization-schedules/{sheetId}",
    ],
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
new analytics.MaterializationSchedule("events", {
  workbookId: report.id,
  elementName: "Events",
  cronSpec: "0 5 * * *",
  timezone: "Europe/Berlin",
});`,
  },
  adoption: {
    idForms,
    async find({ client }, inputs) {
      const document = getDocument(inputs);
      const element = await findElement(client, inputs);
      const all = await client.materializationSchedules.of(document);
      return all.filter((found) => isOfMaterialization(element, found)).map((found) => composeId(document, found));
    },
    async origin({ client }, id) {
      const found = await look(client, id);
      return found && { at: found.configuredAt };
    },
  },
  needs: {
    permission: "write access on the connection, and an account type that may materialize",
    lookups: ["data model", "workbook"],
  },
  deletion: { isFirst: true },
  fields: {
    dataModelId: {
      ...reference("DataModel", "Id of the data model. Give this or `workbookId`.", { replaces: true }),
      type: text.optional(),
    },
    workbookId: field(text.optional(), "Id of the workbook. Give this or `dataModelId`.", { replaces: true }),
    elementId: field(text.optional(), "The platform's id of the element. Give this or `elementName`.", {
      replaces: true,
    }),
    elementName: field(text.optional(), "The name of the element, unique in the document. Give this or `elementId`.", {
      replaces: true,
    }),
    ...timeFields,
  },
  outputs: {
    isPaused: output(z.boolean(), "Whether the schedule is paused in the product."),
  },

  describe,

  review: {
    problems: (inputs) => [
      ...checkExclusive(inputs, "dataModelId", "workbookId"),
      ...checkExclusive(inputs, "elementId", "elementName"),
    ],
  },

  async create({ client, madeId }, inputs) {
    const { cronSpec, timezone } = inputs;
    const document = getDocument(inputs);
    const element = await findElement(client, inputs);
    const made = await client.materializationSchedules
      .create(document, element, { cronSpec, timezone }, madeId)
      // The document is there: its elements were just read.
      .catch(addHint("create", inputs, async () => true));
    return { id: composeId(document, made), outputs: { isPaused: made.paused ?? false } };
  },

  async read({ client }, id, known) {
    const found = await look(client, id);
    if (found === undefined) return undefined;
    const [document] = partsOf(id);
    const declaredId = known?.inputs.elementId;
    // Where the list has no id of the element, its name identifies it.
    const element =
      declaredId === undefined ? { elementName: found.elementName } : { elementId: found.elementId ?? declaredId };
    const place = document.type === "workbooks" ? { workbookId: document.id } : { dataModelId: document.id };
    const { cronSpec = "", timezone = "" } = found.schedule ?? {};
    return { inputs: { ...place, ...element, cronSpec, timezone }, outputs: { isPaused: found.paused ?? false } };
  },

  writing: { sendsAll: true },

  async update({ client }, id, _change, { news }) {
    const { cronSpec, timezone } = news;
    await client.materializationSchedules
      .update(...partsOf(id), { cronSpec, timezone })
      .catch(addHint("change", news, async () => (await look(client, id)) !== undefined));
    return undefined;
  },

  mock: (id, inputs) => ({ id: composeId(getDocument(inputs), { sheetId: id }), outputs: { isPaused: false } }),

  async delete({ client }, id, { inputs }) {
    const isThere = async () => (await look(client, id)) !== undefined;
    await client.materializationSchedules.delete(...partsOf(id)).catch(addHint("delete", inputs, isThere));
  },
});

function describe({ dataModelId, workbookId, elementId, elementName }: Place): string {
  const document = workbookId === undefined ? `data model ${dataModelId}` : `workbook ${workbookId}`;
  return `materialization schedule of the element ${elementName ?? elementId} of the ${document}`;
}

function checkExclusive(inputs: Place, one: keyof Place, other: keyof Place): string[] {
  const isValid = (inputs[one] === undefined) !== (inputs[other] === undefined);
  return isValid ? [] : [`${one}: give either ${one} or ${other}.`];
}

function getDocument({ dataModelId, workbookId = "" }: Place): MaterializedDocument {
  return dataModelId === undefined ? { type: "workbooks", id: workbookId } : { type: "dataModels", id: dataModelId };
}

function findElement(client: AnalyticsClient, inputs: Place) {
  const { elementId: id, elementName: name } = inputs;
  return client.materializationSchedules.element(getDocument(inputs), { id, name });
}

async function look(client: AnalyticsClient, id: string): Promise<MaterializationSchedule | undefined> {
  const [document, sheetId] = partsOf(id);
  return (await client.materializationSchedules.of(document)).find((found) => found.sheetId === sheetId);
}

/**
 * Says of a write that failed because the platform lacks the operation what to do instead. It answers then as if there
 * were no such object, which isn't so.
 */
function addHint(verb: string, inputs: Place, isThere: () => Promise<boolean>) {
  return async (error: unknown): Promise<never> => {
    const isMissing = error instanceof ApiError && !error.fromProxy && [404, 405, 501].includes(error.status ?? 0);
    if (!isMissing || !(await isThere())) throw error;
    throw new Error(
      `The platform has no operation to ${verb} the ${describe(inputs)} (${error.status}), and nothing was written. ` +
        "Configure the declared schedule in the product, then adopt it with adopt: true; " +
        "or remove this resource and set the schedule in the document's representation.",
    );
  };
}
