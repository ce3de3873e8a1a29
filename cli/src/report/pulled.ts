/** What `pull --json` did, in a pull request. */

import { join } from "node:path";
import { formatCount } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import type { Line, Section } from "./index";

const changes = z.array(z.object({ text: z.string() })).default([]);

const texts = z.array(z.string()).default([]);

/** What both forms of the answer say of a document. */
const common = {
  title: z.string(),
  file: z.string(),
  changes,
  about: changes,
  contested: changes,
  files: texts,
  updatedBy: z.string().optional(),
  updatedAt: z.string().optional(),
};

/** A file that was updated. */
const update = z
  .object({ ...common, action: z.string(), restored: texts })
  .transform(({ action, restored, ...one }) => ({
    ...one,
    ...{ files: [...one.files, ...restored], isContested: action === "conflict", why: undefined },
  }));

/** A document of a folder that was pulled into. */
const outcome = z
  .object({ ...common, action: z.string(), movedTo: z.string().optional(), why: z.string().optional() })
  .transform(({ action, movedTo, why, ...one }) => ({
    ...one,
    changes: action === "created" ? [{ text: "is new" }] : action === "edited" ? [] : one.changes,
    // A workbook that is new is a folder.
    made: action === "created" || movedTo !== undefined ? [one.file, movedTo ?? one.file] : [],
    isContested: action === "conflict",
    why: action === "failed" ? why : undefined,
  }));

const failed = z.object({ file: z.string(), why: z.string() }).transform(({ file, why }) => ({
  ...{ file, why, title: file, changes: [], about: [], contested: [], files: [], isContested: false },
  ...{ updatedBy: undefined, updatedAt: undefined },
}));

const ofFiles = z
  .object({ updates: z.array(z.union([update, failed])) })
  .transform(({ updates }) => ({ documents: updates, program: [], gone: [], lacking: [], folder: ".", unread: [] }));

const ofFolder = z
  .object({
    folder: z.string(),
    dryRun: z.literal(false),
    models: z.array(outcome),
    workbooks: z.array(outcome).default([]),
    reports: z.array(outcome).default([]),
    program: z.array(z.object({ path: z.string(), action: z.string(), changes: texts, missing: texts })),
    gone: z.array(z.object({ file: z.string() })),
    unreadable: z.array(z.object({ what: z.string(), why: z.string() })),
  })
  .transform(({ folder, models, workbooks, reports, program, gone, unreadable }) => ({
    documents: [...models, ...workbooks, ...reports].map(({ made, ...one }) => ({
      ...one,
      files: [...one.files, ...made.map((path) => join(folder, path))],
    })),
    program: program.filter(({ action }) => action === "create" || action === "update"),
    gone: gone.map(({ file }) => file),
    lacking: program.flatMap(({ path, missing }) => (missing.length > 0 ? [{ path, missing }] : [])),
    folder,
    unread: unreadable.map(({ what, why }) => `${what}: ${why}`),
  }));

/** The answer of `pull`, with or without documents. */
export const pulledSchema = z.union([ofFiles, ofFolder]);

export type Pulled = z.infer<typeof pulledSchema>;
type PulledDocument = Pulled["documents"][number];

/** Changes of one document that are listed. */
const most = 12;

/** The documents that brought something into files, those that are contested, and what nobody knows. */
export const sortPulled = ({ documents, unread }: Pulled) => ({
  brought: documents.filter(({ files, isContested }) => files.length > 0 && !isContested),
  contested: documents.filter(({ isContested }) => isContested),
  unread: [...documents.flatMap(({ file, why }) => (why === undefined ? [] : `${file}: ${why}`)), ...unread],
});

/** What was changed by whom and when, what is contested, and what couldn't be read. */
export function describePulled(pulled: Pulled): Section[] {
  const { brought, contested, unread } = sortPulled(pulled);
  const describe = (one: PulledDocument, what: PulledDocument["changes"]): Line => ({
    text: `${one.file}${describeLastChange(one)}`,
    lines: what.map(({ text }) => text),
    most,
  });
  const declared = pulled.documents.filter(({ about, files }) => about.length > 0 && files.length === 0);
  return [
    {
      title: "Changed in the product",
      lines: [
        ...brought.map((one) => describe(one, [...one.about, ...one.changes])),
        ...pulled.program.map(({ path, changes: lines }): Line => ({ text: path, lines, most })),
      ],
    },
    {
      title: "Contested, and not in the files",
      lines: contested.map((one) => describe(one, one.contested.length > 0 ? one.contested : one.changes)),
    },
    { title: "Declared by the program, and not in the files", lines: declared.map((one) => describe(one, one.about)) },
    {
      title: "Missing in the program",
      lines: pulled.lacking.map(({ path, missing }) => ({ text: path, lines: missing })),
    },
    { title: "Deleted in the product", lines: pulled.gone },
    { title: "Not read", lines: unread },
  ];
}

/** The platform knows who changed a document last, not who changed which part. */
const describeLastChange = ({ title, updatedBy, updatedAt }: PulledDocument) =>
  `: ${title}${updatedBy === undefined ? "" : `, last changed by ${updatedBy} at ${updatedAt}`}`;

/** @example describePulledCounts(pulled) // "2 documents changed in the product, and 1 is contested." */
export function describePulledCounts(pulled: Pulled): string {
  const { brought, contested } = sortPulled(pulled);
  const rest =
    contested.length === 0 ? "" : `, and ${contested.length} ${contested.length === 1 ? "is" : "are"} contested`;
  return `${formatCount(brought.length, "document")} changed in the product${rest}.`;
}
