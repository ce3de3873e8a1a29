import { type AnalyticsClient, collect, type ExportSchedule, isSameExport } from "../../../core/api";
import { isObject } from "../../../core/data";
import type { Properties } from "../../../core/engine";
import type { CodedNoun } from "../../../core/model";
import {
  type Adoption,
  createRules,
  type DataOf,
  type Declaration,
  declareIdPairs,
  type InputFields,
  type LifecycleContext,
  type Pull,
} from "../../declare";
import { buildBody, dropEmpty, nameWire, readInputs } from "./body";
import type { ScheduledDocument } from "./document";
import { noRecipients, type outputs } from "./fields";
import { chooseSuspensionAction, warnSuspension } from "./suspension";

export type Outputs = DataOf<typeof outputs>;

type Inputs = DataOf<InputFields>;

interface Calls
  extends Pick<
    Declaration<InputFields, typeof outputs>,
    "describe" | "create" | "read" | "reconcile" | "mock" | "delete"
  > {
  readonly ids: Pull["ids"];
  readonly adoption: Adoption<Inputs, Outputs>;
}

/**
 * The calls of a kind that exports a document: there is none for one schedule, so reads share the list of the document.
 */
export function scheduleCalls(of: ScheduledDocument<CodedNoun, InputFields>, fields: InputFields): Calls {
  const { name, noun } = of;
  const { complete } = createRules(fields);
  const wire = nameWire(of);
  const key = `${noun}Id`;
  const getSchedules = (client: AnalyticsClient) => client[`${noun}Schedules`];
  const { idForms, partsOf } = declareIdPairs(name, `<${key}>/<schedule id>`);
  const getDocument = (inputs: Properties) => inputs[key] as string;
  const composeId = (inputs: Properties, id: string) => `${getDocument(inputs)}/${id}`;
  const describe = (inputs: Properties) => `schedule "${inputs.title}" of the ${noun} ${getDocument(inputs)}`;
  const readOutputs = ({ isSuspended, ownerId }: ExportSchedule): Outputs => ({ isSuspended, ownerId });

  async function findSchedule({ client }: LifecycleContext, id: string): Promise<ExportSchedule | undefined> {
    const [documentId, scheduleId] = partsOf(id);
    const all = await getSchedules(client).readAll(documentId);
    return all.find(({ scheduledNotificationId }) => scheduledNotificationId === scheduleId);
  }

  function warn({ log }: LifecycleContext, inputs: Properties, found: ExportSchedule): void {
    const warning = warnSuspension(describe(inputs), inputs, found);
    if (warning !== undefined) log(warning);
  }

  return {
    describe,

    async ids(client) {
      const all = (await listDocuments(client, noun)).map(async (documentId) =>
        (await getSchedules(client).readAll(documentId)).map(
          ({ scheduledNotificationId }) => `${documentId}/${scheduledNotificationId}`,
        ),
      );
      return (await Promise.all(all)).flat();
    },

    adoption: {
      idForms,
      async find({ client }, inputs) {
        const body = buildBody(complete(inputs), wire);
        const same = (await getSchedules(client).readAll(getDocument(inputs))).filter((found) =>
          isSameExport(found, body),
        );
        return same.map(({ scheduledNotificationId }) => composeId(inputs, scheduledNotificationId));
      },

      creator: async (context, id) => (await findSchedule(context, id))?.createdBy,
    },

    async create({ client, madeId, checkpoint }, inputs) {
      if (inputs.targets === undefined) throw new Error(`There is no ${describe(inputs)} to adopt. ${noRecipients}`);
      const body = buildBody(complete(inputs), wire);
      const made = await getSchedules(client).create(getDocument(inputs), body, madeId);
      const id = composeId(inputs, made.scheduledNotificationId);
      if (!inputs.isPaused) return { id, outputs: readOutputs(made) };
      // A create can't pause.
      checkpoint(id, { inputs: { ...inputs, isPaused: false }, outputs: readOutputs(made) });
      const paused = await getSchedules(client).update(...partsOf(id), { ...body, suspensionAction: "pause" });
      return { id, outputs: readOutputs(paused) };
    },

    async read(context, id, known) {
      const found = await findSchedule(context, id);
      if (found === undefined) return undefined;
      const { isSuspended } = found;
      const there = { [key]: partsOf(id)[0], ...readInputs(found, wire) };
      if (known === undefined)
        return { inputs: { ...dropEmpty(there), isPaused: isSuspended }, outputs: readOutputs(found) };
      warn(context, known.inputs, found);
      // Only a declared pause that somebody ended counts as drift: nothing is resumed unless the program says so.
      const isPaused = known.inputs.isPaused && isSuspended;
      return {
        inputs: { ...there, condition: readCondition(there.condition, known.inputs.condition), isPaused },
        outputs: readOutputs(found),
      };
    },

    async reconcile(context, id, olds, news, changed) {
      if (changed.size === 0) return olds.outputs as Outputs;
      const body = {
        ...buildBody(complete(news, changed), wire),
        suspensionAction: chooseSuspensionAction(news, changed),
      };
      const found = await getSchedules(context.client).update(...partsOf(id), body);
      warn(context, news, found);
      return readOutputs(found);
    },

    mock: (id, inputs) => ({
      id: composeId(inputs, id),
      outputs: { isSuspended: inputs.isPaused === true, ownerId: "owner" },
    }),

    async delete({ client }, id) {
      await getSchedules(client).delete(...partsOf(id));
    },
  };
}

async function listDocuments({ workbooks, reports }: AnalyticsClient, noun: CodedNoun): Promise<string[]> {
  const filterLiving = <Entry extends { isArchived?: boolean | undefined }>(all: Entry[]) =>
    all.filter(({ isArchived }) => !isArchived);
  return noun === "workbook"
    ? filterLiving(await collect(workbooks.list())).map(({ workbookId }) => workbookId)
    : filterLiving(await collect(reports.list())).map(({ reportId }) => reportId);
}

/**
 * The form that answers have for the parts of a condition isn't documented: one of the declared type counts as
 * declared.
 */
function readCondition(found: unknown, declared: unknown): unknown {
  const getType = (condition: unknown) => (isObject(condition) ? condition.type : undefined);
  return declared !== undefined && getType(found) === getType(declared) ? declared : found;
}
