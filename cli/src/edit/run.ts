import { setTimeout } from "node:timers/promises";
import { type AnalyticsClient, collect } from "pulumi-analytics-internal/core/api";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import { formatChanges, type JsonObject } from "pulumi-analytics-internal/core/model";
import { type CodedNoun, joinLayout, WorkbookForms } from "pulumi-analytics-internal/core/workbook";
import { type Context, type Outcome, UsageError } from "../command";
import { formatPath, writeFiles } from "../command/files";
import { type FileAddress, formatAddress } from "../documents/address";
import type { Document } from "../documents/document";
import { createReferences, findKnown, mapValues } from "../documents/known";
import { DocumentSet, parseAddresses } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { addEditorSettings } from "../project/editor";

interface Options extends ProfileOptions {
  readonly watch?: boolean;
}

/** What the names of copies begin with, by which a later run finds those that a killed one left. */
const prefix = "[edit] ";

/** Milliseconds between two looks at the copy. */
const pause = 2000;

/** Keeps a copy in the product until Ctrl-C, and writes its changes into the files. */
export async function run(context: Context, [path = ""]: readonly string[], options: Options): Promise<Outcome> {
  const { signal } = context;
  const documents = new DocumentSet(context, options);
  const { address, id } = await findPlace(documents, path);
  const workbook = await readWorkbook(documents, address);
  const known = await findKnown(documents, workbook, id);
  const refs = mapValues(workbook, known, createReferences(known));
  // What is to be done after Ctrl-C still has to be sent.
  const calls = new AbortController();
  const profile = options.profile ?? known.profile;
  const client = await context.client(
    { ...options, ...(profile === undefined ? {} : { profile }) },
    { signal: calls.signal },
  );
  const noun = workbook.type as CodedNoun;
  const copies = client[`${noun}Contents`];
  const { folderId, leftOver } = await findHome(client, noun);
  const contents = joinLayout(new WorkbookForms(workbook.contents, refs).declared as unknown as JsonObject);
  const name = `${prefix}${workbook.file!.file}`;
  const copy = await copies.create({ name, folderId, contents });
  try {
    const { contents: first, documentVersion, url } = await copies.get(copy);
    const notes = leftOver.map((left) => `A killed run left ${left.name} (${left.id}): delete it in the product.`);
    context.tell({
      json: { copy, url, leftOver },
      text: [`Edit the copy: ${url}`, "Publish what you want to keep, then press Ctrl-C.", ...notes].join("\n"),
    });
    let base = first as JsonObject;
    let version = documentVersion;
    const bring = async () => {
      const server = await copies.get(copy);
      if (server.documentVersion === version) return;
      const now = server.contents as JsonObject;
      bringIn(context, await readWorkbook(documents, address), { refs, base, now });
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
}

const accepted = {
  origins: ["files", "state"],
  instead: "The changes go into files: name these, or the state:… of a resource that has some.",
} as const;

/** The file or folder that a document has, and its id where that is known. */
async function findPlace(
  documents: DocumentSet,
  text: string,
): Promise<{ readonly address: FileAddress; readonly id?: string }> {
  const [address] = parseAddresses([text], accepted);
  if (address?.from !== "state") return { address: address! };
  const { state, type } = await documents.readOne(address);
  if (state?.file === undefined) {
    throw new UsageError(`${text}: the program builds this ${type}, so that there is no file for the changes.`);
  }
  return { address: { from: "files", by: "path", value: formatPath(documents.cwd, state.file) }, id: state.id };
}

async function readWorkbook(documents: DocumentSet, address: FileAddress): Promise<Document> {
  const document = await documents.readOne(address);
  if (document.type !== "data model") return document;
  throw new UsageError(`${formatAddress(address)}: not a workbook. Data models are edited in their files.`);
}

/** The home folder of the credentials' owner, and the copies in it that earlier runs left. */
async function findHome(client: AnalyticsClient, type: "workbook" | "report") {
  const { userId } = await client.readOwner();
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
  workbook: Document,
  { refs, base, now }: { refs: Readonly<Record<string, unknown>>; base: JsonObject; now: JsonObject },
): void {
  const { cwd, console } = context;
  const { form, changes } = workbook.merge({ ...workbook, contents: now }, { refs, base: { form: base } });
  if (changes.length === 0) return;
  const edits = workbook.edit(cwd, form);
  writeFiles(cwd, edits);
  if (edits.some(({ before }) => before === undefined)) addEditorSettings(cwd, findProjectFolder(cwd) ?? cwd);
  const files = edits.map(({ path }) => path);
  const written = files.map((path) => `${console.color.cyan("updated")} ${path}`);
  context.tell({ json: { changes, files }, text: [...formatChanges(changes), ...written].join("\n") });
}
