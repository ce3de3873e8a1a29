import { defineKind } from "../define";
import type { DataOf, InputFields } from "../fields";
import type { Kind } from "../kind";
import { toRequestAttachments } from "./answer";
import { type Outputs, scheduleCalls } from "./calls";
import type { ScheduledDocument } from "./document";
import { common, findTargetProblems, noRecipients, outputs, toList } from "./fields";

export { exportFormat, onePdf } from "./fields";

/**
 * The kind of resource that exports a document at set times; its id is `<document id>/<schedule id>`. Answers have
 * other names than requests and are full of defaults, so only what is declared is compared.
 *
 * @example See `kinds/workbook-schedule.ts`.
 */
export function defineExportSchedule<const Own extends InputFields>(
  of: ScheduledDocument<Own>,
): Kind<DataOf<typeof common> & DataOf<Own>, Outputs> {
  const { name, docs, needs, problems } = of;
  const fields: InputFields = { ...of.fields, ...common };
  const { ids, adoption, ...calls } = scheduleCalls(of, fields);
  return defineKind<InputFields, typeof outputs>({
    name,
    docs,
    needs: {
      ...needs,
      permission: 'an account type with "Schedule exports"; to change a schedule, its owner or an Admin',
    },
    fields,
    outputs,
    writing: { sendsAll: true },
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
  }) as unknown as Kind<DataOf<typeof common> & DataOf<Own>, Outputs>;
}
