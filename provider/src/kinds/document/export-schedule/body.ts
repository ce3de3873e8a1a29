import type { ExportSchedule, NewExportSchedule } from "../../../core/api";
import type { Properties } from "../../../core/engine";
import type { CodedNoun } from "../../../core/model";
import { pickRequestParts, toRequestAttachments, toRequestCondition, toRequestFormat, toRequestSource } from "./answer";

/** The names that requests and answers have for what one sort of document has of its own. */
export interface Wire {
  readonly variant: string;
  readonly settings: string;
  /** The part of the document that an attachment contains; undefined: always the whole document. */
  readonly source: string | undefined;
}

export const nameWire = ({ noun, hasParts }: { readonly noun: CodedNoun; readonly hasParts?: true }): Wire => ({
  variant: `${noun}Variant`,
  settings: `${noun}Settings`,
  source: hasParts && `${noun}ExportSource`,
});

type Attachment = { readonly format: unknown; readonly source?: unknown };

/**
 * The body of a create or an update.
 *
 * @param inputs with the values for omitted fields; what has no value is not sent, and the platform keeps it or fills
 * it in.
 */
export function buildBody(inputs: Properties, wire: Wire): NewExportSchedule {
  const { targets, description, cronSpec, timezone, mergeAttachments, zipAttachments, controlValues } = inputs;
  const configV2 = {
    title: inputs.title as string,
    messageBody: inputs.message,
    exportAttachments: toRequestAttachments(inputs.attachments as Attachment[]).map(
      ({ format, source = { type: "all" } }) => ({
        formatOptions: format,
        ...(wire.source && { [wire.source]: source }),
      }),
    ),
    exportName: inputs.exportName as string | undefined,
    includeLink: inputs.includeLink,
    runAsRecipient: inputs.runAsRecipient,
    attachmentSettings: { mergeAttachments, zipAttachments },
    conditionOptions: inputs.condition,
    [wire.variant]: inputs.variant,
    ...(controlValues === undefined ? {} : { [wire.settings]: { controlValues } }),
    formatting: inputs.formatting,
  };
  return {
    ...(targets === undefined ? {} : { target: targets as object[] }),
    ...(description === undefined ? {} : { description: (description as string) || null }),
    schedule: { cronSpec: cronSpec as string, timezone: timezone as string },
    configV2,
  };
}

/** A schedule of the platform as a declaration, in the form of requests: answers have another. */
export function readInputs({ schedule, configV2 }: ExportSchedule, wire: Wire): Properties {
  const { attachmentSettings: settings } = configV2;
  return {
    ...schedule,
    title: configV2.title,
    message: configV2.messageBody,
    exportName: configV2.notificationName || undefined,
    attachments: (configV2.notificationAttachments ?? []).map((attachment) => ({
      format: toRequestFormat(attachment.formatOptions),
      ...(wire.source && { source: toRequestSource(attachment[wire.source]) }),
    })),
    includeLink: configV2.includeLink ?? false,
    runAsRecipient: configV2.runAsRecipient ?? false,
    mergeAttachments: settings?.mergePdfAttachments ?? false,
    zipAttachments: settings?.zipAttachments ?? false,
    condition: toRequestCondition(configV2.conditionOptions ?? undefined),
    variant: pickRequestParts(configV2[wire.variant], ["tagId", "bookmarkId"]),
    formatting: configV2.formatting ?? undefined,
  };
}

/** Without empty objects, which the platform returns for parts that aren't set. */
export function dropEmpty(inputs: Properties): Properties {
  const isEmpty = (value: unknown) =>
    typeof value === "object" && !Array.isArray(value) && Object.keys(value ?? {}).length === 0;
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)));
}
