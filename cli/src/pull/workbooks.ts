import { join, relative } from "node:path";
import {
  type AnalyticsClient,
  InvalidIdError,
  isAboutOneThing,
  type WorkbookRepresentation,
} from "pulumi-analytics-internal/core/api";
import { type Json, type JsonObject, listPlaceholderNames, type SpecChange } from "pulumi-analytics-internal/core/spec";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import {
  diffWorkbooks,
  mergeStoredWorkbook,
  preserveWorkbookAuthoring,
  readLayoutAsRows,
  WorkbookForms,
} from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import type { FileWriter } from "../command/files";
import { type DocumentFile, readDocumentFile } from "../documents/read-files";
import type { WorkbookBase } from "../documents/states";
import { createWorkbookFiles, editWorkbookFiles, type FileEdit } from "../documents/write-workbook";
import type { CodedDocument } from "../platform/documents";
import { Names } from "../text/names";
import { hashText, type Manifest, type PulledWorkbook } from "./manifest";
import type { ModelOutcome } from "./model-batch";
import { insertNames, type References } from "./references";
import { insertKnownValues, nameOwnedIds } from "./workbook-references";

/** What the pulls of workbooks and reports have in common. */
export interface WorkbooksPull {
  readonly client: AnalyticsClient;
  readonly folder: FileWriter;
  readonly cwd: string;
  readonly manifest: Manifest;
  readonly references: References;
}

/** Brings the folders of workbooks and reports up to date. What can't be read or understood stops no other. */
export async function pullWorkbooks(
  pull: WorkbooksPull,
  documents: readonly CodedDocument[],
  step: () => void,
): Promise<ModelOutcome[]> {
  const outcomes: ModelOutcome[] = [];
  for (const document of documents) {
    outcomes.push(await pullWorkbook(pull, document));
    step();
  }
  return outcomes;
}

async function pullWorkbook(pull: WorkbooksPull, document: CodedDocument): Promise<ModelOutcome> {
  const { client, manifest } = pull;
  const { noun, id, name: title } = document;
  const known = getOwnValue(manifest[`${noun}s`] ?? {}, id);
  const given = known?.file ?? `${noun}s/${nameWorkbook(pull, document)}`;
  const file = findOwn(pull, noun, given) ?? given;
  const told = { id, title, file };
  try {
    const server = await client[`${noun}Contents`].read(id);
    const own = readOwn(pull, noun, file);
    if (own === undefined) return { ...told, action: "created", ...create(pull, noun, server, file) };
    if (known === undefined) {
      return { ...told, action: "conflict", why: "exists, and was not written by a pull. Move it." };
    }
    return { ...told, ...updateOwn(pull, noun, server, known, { file, own }) };
  } catch (error) {
    if (!isAboutOneThing(error) && !(error instanceof UsageError) && !(error instanceof InvalidIdError)) throw error;
    return { ...told, action: "failed", why: error.message };
  }
}

function nameWorkbook({ manifest }: WorkbooksPull, { noun, id: given, name, path }: CodedDocument): string {
  const known = Object.entries(manifest[`${noun}s`] ?? {}).map(([id, pulled]) => [id, pulled.name]);
  return new Names(Object.fromEntries(known)).give(given, [name, `${path.split("/").at(-1)} ${name}`]);
}

/** The folder or file of a workbook or report, whichever is there: people make one of the other. */
function findOwn({ folder }: WorkbooksPull, noun: CodedNoun, given: string): string | undefined {
  const base = dropExtension(given);
  if (folder.read(`${base}/${noun}.yaml`) !== undefined) return base;
  return [".yaml", ".yml", ".json"]
    .map((extension) => `${base}${extension}`)
    .find((path) => folder.read(path) !== undefined);
}

/** `workbooks/sales` of its folder or file. */
export const dropExtension = (file: string) => file.replace(/\.(ya?ml|json)$/, "");

function readOwn(pull: WorkbooksPull, noun: CodedNoun, file: string): DocumentFile | undefined {
  const { folder, cwd } = pull;
  if (findOwn(pull, noun, file) === undefined) return undefined;
  return readDocumentFile(cwd, relative(cwd, join(folder.folder, file)));
}

function create(
  pull: WorkbooksPull,
  noun: CodedNoun,
  server: WorkbookRepresentation,
  file: string,
): Record<string, never> {
  const { folder, manifest, references } = pull;
  const isDeclared = (model: string) => {
    const known = getOwnValue(manifest.models, model);
    return known !== undefined && known.leftOut === undefined;
  };
  const readable = readLayoutAsRows(server.contents as JsonObject);
  const named = insertNames(readable, references, { mayRefer: isDeclared });
  const taken = new Set(listPlaceholderNames(named).map((name) => name.split("#", 1)[0]!));
  const owned = nameOwnedIds(named, taken);
  const form = owned.form as JsonObject;
  for (const [path, text] of createWorkbookFiles(form)) folder.write(`${file}/${path}`, text);
  const refs = listPlaceholderNames(form).map((name) => [
    name,
    getOwnValue(owned.refs, name) ?? references.getValue(name) ?? "",
  ]);
  remember(pull, noun, server, file, Object.fromEntries(refs));
  return {};
}

/** What has changed on the platform, brought into the files, unless they were changed too. */
function updateOwn(
  pull: WorkbooksPull,
  noun: CodedNoun,
  server: WorkbookRepresentation,
  known: PulledWorkbook,
  { file, own }: { readonly file: string; readonly own: DocumentFile },
): Pick<ModelOutcome, "action" | "changes" | "why"> {
  const { form, changes } = mergeWorkbook(own.form, known.refs, server.contents as JsonObject);
  if (changes.length === 0) {
    remember(pull, noun, server, file, known.refs);
    return { action: "unchanged", changes };
  }
  if (hashWorkbook(pull, file) !== known.hash) {
    if (known.version === server.documentVersion) return { action: "edited", changes };
    const why =
      `changed in these files, and on the platform since version ${known.version} (it is at version ` +
      `${server.documentVersion}). To use the platform's version: pulumi-analytics pull --update ${own.path}`;
    return { action: "conflict", changes, why };
  }
  const edits = editWorkbookFiles(pull.cwd, own, form);
  writeEdits(pull.folder, edits, (path) => relative(pull.folder.folder, join(pull.cwd, path)));
  remember(pull, noun, server, file, known.refs);
  return { action: "updated", changes };
}

/** Writes what became of files. @param place the path of a file from the writer's folder. */
export function writeEdits(folder: FileWriter, edits: readonly FileEdit[], place: (path: string) => string): void {
  for (const { path, after } of edits) {
    if (after === undefined) folder.remove(place(path));
    else folder.write(place(path), after);
  }
}

function remember(
  pull: WorkbooksPull,
  noun: CodedNoun,
  server: WorkbookRepresentation,
  file: string,
  refs: Readonly<Record<string, string>>,
): void {
  const { name: title, folderId, description, documentVersion: version, id } = server;
  const about = { name: title, folderId, description: description ?? "" };
  const name = dropExtension(file).split("/").at(-1)!;
  const hash = hashWorkbook(pull, file);
  pull.manifest[`${noun}s`] = {
    ...pull.manifest[`${noun}s`],
    [id]: { file, name, version, hash, about, refs: { ...refs } },
  };
}

/** One hash of all files of a workbook. */
function hashWorkbook(pull: WorkbooksPull, file: string): string {
  const texts: string[] = [];
  if (!pull.folder.isDryRun) {
    const { cwd, folder } = pull;
    const path = relative(cwd, join(folder.folder, file));
    const root = file === dropExtension(file) ? path : undefined;
    readDocumentFile(cwd, path, root, (at, text) => texts.push(`${relative(path, at)}\n${text}`));
  }
  return hashText(texts.sort().join("\n"));
}

/** A user's workbook, merged with what the platform has. */
export interface WorkbookMerge {
  readonly form: JsonObject;
  /** From the files to the platform. */
  readonly changes: readonly SpecChange[];
  /** Whether the platform has all that the files say. */
  readonly isThere: boolean;
}

/**
 * Merges a user's workbook with what changed on the platform since the two agreed; without a base, all that differs
 * changed there. What only the files changed stays.
 */
export function mergeWorkbook(
  own: Json,
  refs: Readonly<Record<string, unknown>>,
  received: JsonObject,
  { base, ignorePaths }: { base?: WorkbookBase | undefined; ignorePaths?: readonly string[] | undefined } = {},
): WorkbookMerge {
  const mine = new WorkbookForms(own, refs);
  const merge = mergeStoredWorkbook(mine, base?.forms ?? mine, received, {
    baseline: base?.baseline,
    ignorePaths,
  });
  if (!merge.isBehind) return { form: own as JsonObject, changes: [], isThere: merge.isThere };
  const merged = preserveWorkbookAuthoring(mine, merge.merged, received);
  const form = insertKnownValues(merged, refs) as JsonObject;
  const changes = diffWorkbooks(
    mine.declared as unknown as JsonObject,
    new WorkbookForms(form, refs).declared as unknown as JsonObject,
  );
  return { form, changes, isThere: merge.isThere };
}
