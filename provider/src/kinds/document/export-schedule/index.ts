import type { CodedNoun } from "../../../core/model";
import { type DataOf, defineKind, type InputField, type InputFields, type Kind, reference } from "../../declare";
import { documentKinds } from "../fields";
import { toRequestAttachments } from "./answer";
import { type Outputs, scheduleCalls } from "./calls";
import type { ScheduledDocument } from "./document";
import { common, findTargetProblems, noRecipients, outputs, toList } from "./fields";

export { attachmentFormat, onePdf, taggedVersion } from "./fields";

type Inputs<Noun extends CodedNoun, Own extends InputFields> = Record<`${Noun}Id`, string> &
  DataOf<Own> &
  DataOf<typeof common>;

const describeSchedules = (noun: CodedNoun) => `

The platform never returns recipients and descriptions, so a change made to them in the product isn't seen. An adopted
or imported schedule keeps them until the program declares some. Every update sends the whole declaration. The platform
fills in defaults, so the provider compares only what is declared.

The platform suspends a schedule whose exports fail. The provider then warns on every refresh and sets \`isSuspended\`,
but doesn't resume the schedule: fix the cause, then change \`resumeTriggers\`.

\`adopt: true\` finds a schedule by its titles and time in the ${noun}.`;

/**
 * The kind of resource that exports a document at set times; its id is `<document id>/<schedule id>`. Answers have
 * other names than requests and are full of defaults, so only what is declared is compared.
 *
 * @see `kinds/workbook-schedule.ts`
 */
export function defineExportSchedule<const Noun extends CodedNoun, const Own extends InputFields>(
  of: ScheduledDocument<Noun, Own>,
): Kind<Inputs<Noun, Own>, Outputs> {
  const { name, noun, summary, example, probes, problems } = of;
  const id: InputField = reference(documentKinds[noun].kind, `Id of the ${noun}.`, { replaces: true });
  const fields: InputFields = { [`${noun}Id`]: id, ...of.fields, ...common };
  const { ids, adoption, ...calls } = scheduleCalls(of, fields);
  const path = `/v2/${noun}s/{${noun}Id}/schedules`;
  return defineKind<InputFields, typeof outputs>({
    name,
    area: `${noun}Schedules`,
    docs: {
      description: summary + describeSchedules(noun),
      endpoints: [`POST|GET ${path}`, `PATCH|DELETE ${path}/{scheduleId}`],
      example,
    },
    needs: {
      permission: 'an account type with "Schedule exports"; to change a schedule, its owner or an Admin',
      lookups: [noun],
      ...(probes && { probes }),
    },
    fields,
    outputs,
    writing: { sendsAll: true, later: ["isPaused"] },
    review: {
      normalized: (inputs) => {
        const { attachments } = inputs as { attachments?: unknown };
        return Array.isArray(attachments) ? { ...inputs, attachments: toRequestAttachments(attachments) } : inputs;
      },
      problems: (inputs, context) => [
        ...(inputs.targets === undefined && context.isNew && !inputs.adopt ? [noRecipients] : []),
        ...findTargetProblems(inputs.targets),
        ...(problems?.(inputs, context) ?? []),
      ],
    },

    secrets: { texts: ({ targets }) => toList(targets).flatMap(({ webhookUrl }) => webhookUrl ?? []) },

    pull: {
      file: "schedules",
      about:
        "Export schedules. The platform doesn't show their recipients, and keeps them: " +
        "declare `targets` to change them.",
      called: ["title"],
      ids,
    },

    adoption: {
      ...adoption,
      notComparable: () => "targets, description and controlValues can't be compared and count as declared",
    },

    ...calls,
  }) as unknown as Kind<Inputs<Noun, Own>, Outputs>;
}
