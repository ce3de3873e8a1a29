import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { type AnalyticsClient, collect, readIdentity } from "pulumi-analytics-internal/core/api";
import { formatChanges, type JsonObject } from "pulumi-analytics-internal/core/model";
import { joinLayout, readNoun, WorkbookForms } from "pulumi-analytics-internal/core/workbook";
import { type Context, defineCommand, type Outcome, UsageError } from "../command";
import { writeFiles } from "../command/files";
import { findWorkbookAround } from "../documents/find-files";
import { type DocumentFile, readDocumentFile } from "../documents/read-files";
import { editWorkbookFiles } from "../documents/write-workbook";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { findKnownFiles } from "../pull/known-workbook";
import { mergeWorkbook } from "../pull/workbooks";

interface Options extends ProfileOptions {
  readonly watch?: boolean;
}

/** What the names of copies begin with, by which a later run finds those that a killed one left. */
const prefix = "[edit] ";

/** Milliseconds between two looks at the copy. */
const pause = 2000;

/** `edit`: a copy of a workbook's files in the product, and what is done to it back in the files. */
export const edit = defineCommand<Options>({
  name: "edit",

  define(command: Command) {
    command
      .description(
        "Edit a workbook's files in the product: a copy in your own folder, whose changes go into the files.",
      )
      .argument("<file>", "the file or folder of a workbook or report")
      .option("--watch", "write changes into the files while you make them, not only at the end");
    addProfileOptions(command).addHelpText(
      "after",
      `
The command creates a copy in the home folder of the owner of the credentials, prints its address, and waits for Ctrl-C.
Then it writes the changes that were published in the copy into the files, as \`pull --update\` does, and deletes the
copy. The workbook itself isn't touched. The command names a copy that a killed run left.

With --json, one line for each step: {copy, url, leftOver}, then {changes, files}.

Examples:
  $ pulumi-analytics edit workbooks/sales --watch
  $ pulumi-analytics edit workbooks/sales.yaml`,
    );
  },

  async run(context, [path = ""], options): Promise<Outcome> {
    const { cwd, signal } = context;
    const place = findWorkbookAround(cwd, path) ?? path;
    const file = readWorkbook(cwd, place);
    const known = await findKnownFiles(context, file, options);
    // What is to be done after Ctrl-C still has to be sent.
    const calls = new AbortController();
    const profile = options.profile ?? known.profile;
    const client = await context.client(
      { ...options, ...(profile === undefined ? {} : { profile }) },
      { signal: calls.signal },
    );
    const noun = readNoun(file.form as JsonObject);
    const documents = client[`${noun}Contents`];
    const { folderId, leftOver } = await findHome(client, noun);
    const contents = joinLayout(new WorkbookForms(file.form, known.refs).declared as unknown as JsonObject);
    const name = `${prefix}${file.path}`;
    const copy = await documents.create({ name, folderId, contents });
    try {
      const { contents: first, documentVersion, url } = await documents.read(copy);
      const notes = leftOver.map((left) => `A killed run left ${left.name} (${left.id}): delete it in the product.`);
      context.tell({
        json: { copy, url, leftOver },
        text: [`Edit the copy: ${url}`, "Publish what you want to keep, then press Ctrl-C.", ...notes].join("\n"),
      });
      let base = first as JsonObject;
      let version = documentVersion;
      const bring = async () => {
        const server = await documents.read(copy);
        if (server.documentVersion === version) return;
        const now = server.contents as JsonObject;
        bringIn(context, place, { refs: known.refs, base, now });
        [base, version] = [now, server.documentVersion];
      };
      while (!signal.aborted) {
        await setTimeout(pause, undefined, { signal }).catch(() => undefined);
        if (options.watch && !signal.aborted) await bring();
      }
      await bring();
    } finally {
      await client.files.delete(copy);
    }
    return { json: undefined, text: `Deleted the copy.` };
  },
});

function readWorkbook(cwd: string, path: string): DocumentFile {
  const file = readDocumentFile(cwd, path);
  if (file.isWorkbook) return file;
  throw new UsageError(`${path}: not a workbook. Data models are edited in their files.`);
}

/** The home folder of the credentials' owner, and the copies in it that earlier runs left. */
async function findHome(client: AnalyticsClient, type: "workbook" | "report") {
  const { userId } = await readIdentity(client);
  const { homeFolderId: folderId } = await client.members.get(userId);
  const inside = await collect(client.files.list({ type, parentId: folderId, directChildren: true }));
  const leftOver = inside
    .filter((one) => one.parentId === folderId && one.name.startsWith(prefix) && !one.isArchived)
    .map(({ id, name }) => ({ id, name }));
  return { folderId, leftOver };
}

/** Writes what was changed in the copy into the files. */
function bringIn(
  context: Context,
  place: string,
  { refs, base, now }: { refs: Readonly<Record<string, unknown>>; base: JsonObject; now: JsonObject },
): void {
  const { cwd, console } = context;
  const file = readWorkbook(cwd, place);
  const { form, changes } = mergeWorkbook(file.form, refs, now, { base: { forms: new WorkbookForms(base) } });
  if (changes.length === 0) return;
  const edits = editWorkbookFiles(cwd, file, form);
  writeFiles(cwd, edits);
  const files = edits.map(({ path }) => path);
  const written = files.map((path) => `${console.color.cyan("updated")} ${path}`);
  context.tell({ json: { changes, files }, text: [...formatChanges(changes), ...written].join("\n") });
}
