import * as z from "zod";
import {
  type AnalyticsClient,
  composeId,
  type DocumentElement,
  isMissingOperation,
  isNotFound,
  isOfMaterialization,
  type MaterializationSchedule,
  type MaterializedDocument,
  unmatchedCode,
} from "../core/api";
import { declareComposedIds, defineKind, field, output, reference, text, timeFields } from "./declare";

interface ScheduledSheet {
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

/** Lists of a document, and writes by the element. */
export const materializationSchedule = defineKind({
  name: "MaterializationSchedule",
  area: "materializationSchedules",
  docs: {
    description: `A schedule that writes an element of a data model or workbook to the warehouse.

An element has at most one schedule. A create starts a first run at once. After a delete, the platform removes the
tables of the element from the warehouse.

The operations that create, change and delete schedules are in beta. In an organization without them a write fails and
the message says so: ask the platform's support for the beta, or configure the schedule in the product and adopt it with
\`adopt: true\`. A schedule that equals the declaration, \`timezone\` included, needs no write.

The code representation of a document contains its schedules too. Declare a schedule in one of the two places only. An
update of a data model that removes elements can delete the schedules of all its elements. The preview names them, and
the update sets those of the other elements again, which starts a run of each.

\`adopt: true\` finds the schedule of the element. An import takes the id of the schedule or of the element.`,
    endpoints: [
      "POST|PATCH|DELETE /v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules",
      "GET /v2/dataModels/{dataModelId}/materializationSchedules",
      "POST|PATCH|DELETE /v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules",
      "GET /v2/workbooks/{workbookId}/materialization-schedules",
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
    keyForms: ["dataModels/<dataModelId>", "workbooks/<workbookId>"].flatMap((document) => [
      `${document}/id/<elementId>`,
      `${document}/name/<elementName>`,
    ]),
    async ownId(client, id) {
      const [document, elementId] = partsOf(id);
      const found = await findSchedule(client, id, { elementId });
      return found === undefined ? id : composeId(document, found);
    },
    async find({ client }, inputs) {
      const document = getDocument(inputs);
      const element = await findElement(client, inputs);
      const all = await client.materializationSchedules.readAll(document);
      return all.filter((found) => isOfMaterialization(element, found)).map((found) => composeId(document, found));
    },
  },
  needs: {
    permission: 'write access enabled on the connection, and an account type with "Schedule materializations"',
    lookups: ["data model", "workbook"],
  },
  deletion: { isFirst: true },
  fields: {
    dataModelId: {
      ...reference("DataModel", "Id of the data model. Give this or `workbookId`.", { replaces: true }),
      type: text.optional(),
    },
    workbookId: field(text.optional(), "Id of the workbook. Give this or `dataModelId`.", {
      replaces: true,
      ref: { kind: "Workbook" },
    }),
    elementId: field(text.optional(), "The platform's id of the element. Give this or `elementName`.", {
      replaces: true,
    }),
    elementName: field(text.optional(), "The name of the element, unique in the document. Give this or `elementId`.", {
      replaces: true,
    }),
    cronSpec: timeFields.cronSpec,
    timezone: {
      ...timeFields.timezone,
      type: timeFields.timezone.type.optional(),
      description: `${timeFields.timezone.description} Left out: the time zone of the organization at the last write.`,
    },
  },
  outputs: {
    isPaused: output(z.boolean(), "Whether the schedule is paused in the product."),
    sheetId: output(z.string(), "The platform's id of the schedule, by which a run is started.", { changesWith: [] }),
  },

  describe,

  review: {
    problems: (inputs) => [
      ...checkExclusive(inputs, "dataModelId", "workbookId"),
      ...checkExclusive(inputs, "elementId", "elementName"),
    ],
    partOf: ({ dataModelId }) => dataModelId,
    previewMessages(news, olds) {
      if (olds !== undefined && describe(olds) === describe(news)) return [];
      const when = news.adopt ? "where there is no schedule to adopt, its create" : "its create";
      return [`${describe(news)}: ${when} starts a run at once, which writes the element to the warehouse`];
    },
  },

  async create({ client, madeId }, inputs) {
    const { cronSpec, timezone } = inputs;
    const document = getDocument(inputs);
    const element = await findElement(client, inputs);
    const made = await client.materializationSchedules
      .create(document, element, { cronSpec, timezone }, madeId)
      // The document is there: its elements were just read.
      .catch(addHint("create", inputs, async () => true));
    return { id: composeId(document, made), outputs: toOutputs(made) };
  },

  async read({ client }, id, known) {
    const found = await findSchedule(client, id, known?.inputs);
    if (found === undefined) return undefined;
    const [document] = partsOf(id);
    const declaredId = known?.inputs.elementId;
    // Where the list has no id of the element, its name identifies it.
    const element =
      declaredId === undefined ? { elementName: found.elementName } : { elementId: found.elementId ?? declaredId };
    const place = document.type === "workbooks" ? { workbookId: document.id } : { dataModelId: document.id };
    const { cronSpec = "", timezone = null } = found.schedule ?? {};
    return { inputs: { ...place, ...element, cronSpec, timezone }, outputs: toOutputs(found) };
  },

  writing: { sendsAll: true },

  async update({ client }, id, _change, { news }) {
    const { cronSpec, timezone } = news;
    const [document] = partsOf(id);
    const elementId = await findElementId(client, id, news);
    if (elementId === undefined) throw new Error(`${describe(news)} (${id}): its element is gone. ${recreate}`);
    const written = await client.materializationSchedules
      .update(document, elementId, { cronSpec, timezone })
      .catch(addHint("change", news, async () => (await findSchedule(client, id, news)) !== undefined));
    return toOutputs(written);
  },

  hint: (error) =>
    error.method === "PATCH" && isNotFound(error) ? `The element has no schedule. ${recreate}` : undefined,

  mock: (sheetId, inputs) => ({
    id: composeId(getDocument(inputs), { sheetId }),
    outputs: { isPaused: false, sheetId },
  }),

  async delete({ client }, id, { inputs }) {
    const [document] = partsOf(id);
    const elementId = await findElementId(client, id, inputs);
    // Its schedule went with it.
    if (elementId === undefined) return;
    const isThere = async () => (await findSchedule(client, id, inputs)) !== undefined;
    await client.materializationSchedules.delete(document, elementId).catch(addHint("delete", inputs, isThere));
  },
});

const recreate = "Run `pulumi refresh`, then `pulumi up` to recreate it.";

const toOutputs = ({ sheetId, paused: isPaused = false }: MaterializationSchedule) => ({ isPaused, sheetId });

function describe({ dataModelId, workbookId, elementId, elementName }: ScheduledSheet): string {
  const document = workbookId === undefined ? `data model ${dataModelId}` : `workbook ${workbookId}`;
  return `materialization schedule of the element ${elementName ?? elementId} of the ${document}`;
}

function checkExclusive(inputs: ScheduledSheet, one: keyof ScheduledSheet, other: keyof ScheduledSheet): string[] {
  const isValid = (inputs[one] === undefined) !== (inputs[other] === undefined);
  return isValid ? [] : [`${one}: give either ${one} or ${other}.`];
}

function getDocument({ dataModelId, workbookId = "" }: ScheduledSheet): MaterializedDocument {
  return dataModelId === undefined ? { type: "workbooks", id: workbookId } : { type: "dataModels", id: dataModelId };
}

function findElement(client: AnalyticsClient, inputs: ScheduledSheet): Promise<DocumentElement> {
  const { elementId: id, elementName: name } = inputs;
  return client.materializationSchedules.getElement(getDocument(inputs), { id, name });
}

/** The schedule with an id. A schedule that someone configured again has another id: then that of the element. */
async function findSchedule(
  client: AnalyticsClient,
  id: string,
  { elementId, elementName }: ScheduledSheet = {},
): Promise<MaterializationSchedule | undefined> {
  const [document, sheetId] = partsOf(id);
  const { materializationSchedules } = client;
  const all = await materializationSchedules.readAll(document);
  const found = all.find((one) => one.sheetId === sheetId);
  if (found !== undefined || all.length === 0 || (elementId ?? elementName) === undefined) return found;
  const element = await materializationSchedules.findElement(document, { id: elementId, name: elementName });
  return element && all.find((one) => isOfMaterialization(element, one));
}

/** The id of the element, by which a schedule is written; undefined: the element is gone. */
async function findElementId(client: AnalyticsClient, id: string, inputs: ScheduledSheet): Promise<string | undefined> {
  if (inputs.elementId !== undefined) return inputs.elementId;
  const { elementId, elementName: name = inputs.elementName } = (await findSchedule(client, id, inputs)) ?? {};
  const [document] = partsOf(id);
  return elementId ?? (await client.materializationSchedules.findElement(document, { name }))?.elementId;
}

/**
 * Says of a write that failed because the organization lacks the operation what to do instead. Its answer is a 404, as
 * if there were no such object, which isn't so.
 */
function addHint(verb: string, inputs: ScheduledSheet, isThere: () => Promise<boolean>) {
  return async (error: unknown): Promise<never> => {
    if (!isMissingOperation(error) || (error.code !== unmatchedCode && !(await isThere()))) throw error;
    const reason = [error.status, error.code].filter((part) => part !== undefined).join(" ");
    throw new Error(
      `This organization lacks the beta operation to ${verb} the ${describe(inputs)} (${reason}), and nothing was ` +
        "written. Ask the platform's support to enable the API of materialization schedules. Or configure the " +
        "declared schedule in the product, then adopt it with adopt: true; or remove this resource and set the " +
        "schedule in the document's representation.",
    );
  };
}
