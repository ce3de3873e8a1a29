import { type ExportSchedule, isSameExport } from "../../../core/api";
import { isObject } from "../../../core/json";
import type { Properties } from "../../../core/values";
import type { LifecycleContext } from "../context";
import type { Declaration } from "../define";
import { type DataOf, type Fields, rulesOf } from "../fields";
import { idPairs } from "../ids";
import { bodyOf, inputsOf, withoutEmpty } from "./body";
import type { ScheduledDocument } from "./document";
import { noRecipients, type outputs } from "./fields";
import { suspensionAction, suspensionWarning } from "./suspension";

export type Outputs = DataOf<typeof outputs>;

type Calls = Pick<
  Declaration<Fields, typeof outputs>,
  "idForms" | "describe" | "ids" | "find" | "origin" | "create" | "read" | "reconcile" | "mock" | "delete"
>;

/** The calls of a kind that exports a document: there is none for one schedule, so reads share the list of the document. */
export function scheduleCalls<Own extends Fields>(
  { name, key, noun, wire, documents, schedules }: ScheduledDocument<Own>,
  fields: Fields,
): Calls {
  const { complete } = rulesOf(fields);
  const { idForms, partsOf } = idPairs(name, `<${key}>/<schedule id>`);
  const documentOf = (inputs: Properties) => inputs[key] as string;
  const idOf = (inputs: Properties, id: string) => `${documentOf(inputs)}/${id}`;
  const describe = (inputs: Properties) => `schedule "${inputs.title}" of the ${noun} ${documentOf(inputs)}`;
  const outputsOf = ({ isSuspended, ownerId }: ExportSchedule): Outputs => ({ isSuspended, ownerId });

  async function look({ client }: LifecycleContext, id: string): Promise<ExportSchedule | undefined> {
    const [documentId, scheduleId] = partsOf(id);
    const all = await schedules(client).of(documentId);
    return all.find(({ scheduledNotificationId }) => scheduledNotificationId === scheduleId);
  }

  function warn({ log }: LifecycleContext, inputs: Properties, found: ExportSchedule): void {
    const warning = suspensionWarning(describe(inputs), inputs, found);
    if (warning !== undefined) log(warning);
  }

  return {
    idForms,
    describe,

    async ids(client) {
      const all = (await documents(client)).map(async (documentId) =>
        (await schedules(client).of(documentId)).map(
          ({ scheduledNotificationId }) => `${documentId}/${scheduledNotificationId}`,
        ),
      );
      return (await Promise.all(all)).flat();
    },

    async find({ client }, inputs) {
      const body = bodyOf(complete(inputs), wire);
      const same = (await schedules(client).of(documentOf(inputs))).filter((found) => isSameExport(found, body));
      return same.map(({ scheduledNotificationId }) => idOf(inputs, scheduledNotificationId));
    },

    async origin(context, id) {
      const found = await look(context, id);
      return found && { at: found.createdAt, by: found.createdBy };
    },

    async create({ client, createOptions, checkpoint }, inputs) {
      if (inputs.targets === undefined) throw new Error(`There is no ${describe(inputs)} to adopt. ${noRecipients}`);
      const body = bodyOf(complete(inputs), wire);
      const made = await schedules(client).create(documentOf(inputs), body, createOptions);
      const id = idOf(inputs, made.scheduledNotificationId);
      if (!inputs.isPaused) return { id, outputs: outputsOf(made) };
      // A create can't pause.
      checkpoint(id, { inputs: { ...inputs, isPaused: false }, outputs: outputsOf(made) });
      const paused = await schedules(client).update(...partsOf(id), { ...body, suspensionAction: "pause" });
      return { id, outputs: outputsOf(paused) };
    },

    async read(context, id, known) {
      const found = await look(context, id);
      if (found === undefined) return undefined;
      const { isSuspended } = found;
      const there = { [key]: partsOf(id)[0], ...inputsOf(found, wire) };
      if (known === undefined)
        return { inputs: { ...withoutEmpty(there), isPaused: isSuspended }, outputs: outputsOf(found) };
      warn(context, known.inputs, found);
      // Only a declared pause that somebody ended counts as drift: nothing is resumed unless the program says so.
      const isPaused = known.inputs.isPaused && isSuspended;
      return {
        inputs: { ...there, condition: shownCondition(there.condition, known.inputs.condition), isPaused },
        outputs: outputsOf(found),
      };
    },

    async reconcile(context, id, olds, news, changed) {
      if (changed.size === 0) return olds.outputs as Outputs;
      const body = { ...bodyOf(complete(news, changed), wire), suspensionAction: suspensionAction(news, changed) };
      const found = await schedules(context.client).update(...partsOf(id), body);
      warn(context, news, found);
      return outputsOf(found);
    },

    mock: (id, inputs) => ({
      id: idOf(inputs, id),
      outputs: { isSuspended: inputs.isPaused === true, ownerId: "owner" },
    }),

    async delete({ client }, id) {
      await schedules(client).delete(...partsOf(id));
    },
  };
}

/** The form that answers have for the parts of a condition isn't documented: one of the declared type counts as declared. */
function shownCondition(found: unknown, declared: unknown): unknown {
  const typeOf = (condition: unknown) => (isObject(condition) ? condition.type : undefined);
  return declared !== undefined && typeOf(found) === typeOf(declared) ? declared : found;
}
