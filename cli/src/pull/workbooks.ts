import { join, relative } from "node:path";
import {
  type AnalyticsClient,
  InvalidIdError,
  isAboutOneThing,
  type WorkbookRepresentation,
} from "pulumi-analytics-internal/core/api";
import { type JsonObject, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { getOwnValue, quoteArgument } from "pulumi-analytics-internal/core/text";
import { type CodedNoun, dropBaseGroupings, readLayoutAsRows } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { type FileWriter, writeFiles } from "../command/files";
import { dropExtension } from "../documents/names";
import { hashText, type Manifest, type PulledWorkbook } from "../documents/pull-manifest";
import { insertNames, type References } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import { mergeWorkbook } from "../documents/workbook";
import { createWorkbookFiles, editWorkbookFiles } from "../documents/write-workbook";
import type { NamedCoded } from "../platform/documents";
import { findPackagePath } from "../project/package-place";
import { Names } from "../text/names";
import type { ModelOutcome } from "./model-batch";
import { nameOwnedIds } from "./workbook-references";

/** What the pulls of workbooks and reports have in common. */
export interface WorkbooksPull {
  readonly client: AnalyticsClient;
  readonly folder: FileWriter;
  readonly documents: DocumentSet;
  readonly manifest: Manifest;
  readonly references: References;
  /** Called after files were written. */
  readonly written: () => void;
}

/** Brings the folders of workbooks and reports up to date. What can't be read or understood stops no other. */
export async function pullWorkbooks(
  pull: WorkbooksPull,
  documents: readonly NamedCoded[],
  step: () => void,
): Promise<ModelOutcome[]> {
  const outcomes: ModelOutcome[] = [];
  for (const document of documents) {
    outcomes.push(await pullWorkbook(pull, document));
    pull.written();
    step();
  }
  return outcomes;
}

async function pullWorkbook(pull: WorkbooksPull, document: NamedCoded): Promise<ModelOutcome> {
  const { client, manifest, folder } = pull;
  const { noun, id, name: title } = document;
  const known = getOwnValue(manifest[`${noun}s`] ?? {}, id);
  const given = known?.file ?? `${noun}s/${nameWorkbook(pull, document)}`;
  const own = findOwn(folder, noun, given);
  const told = { id, title, file: own ?? given };
  try {
    const place = { noun, file: told.file, server: await client[`${noun}Contents`].get(id) };
    if (own === undefined) {
      create(pull, place);
      return { ...told, action: "created" };
    }
    if (known === undefined) {
      return { ...told, action: "conflict", why: "exists, and was not written by a pull. Move it." };
    }
    return { ...told, ...updateOwn(pull, place, known) };
  } catch (error) {
    if (!isAboutOneThing(error) && !(error instanceof UsageError) && !(error instanceof InvalidIdError)) throw error;
    return { ...told, action: "failed", why: error.message };
  }
}

function nameWorkbook({ manifest }: WorkbooksPull, { noun, id: given, name, path }: NamedCoded): string {
  const known = Object.entries(manifest[`${noun}s`] ?? {}).map(([id, pulled]) => [id, pulled.name]);
  return new Names(Object.fromEntries(known)).give(given, [name, `${path.split("/").at(-1)} ${name}`]);
}

/** The folder or file of a workbook or report, whichever is there: people make one of the other. */
function findOwn(folder: FileWriter, noun: CodedNoun, given: string): string | undefined {
  const base = dropExtension(given);
  if (folder.read(`${base}/${noun}.yaml`) !== undefined) return base;
  return [".yaml", ".yml", ".json"]
    .map((extension) => `${base}${extension}`)
    .find((path) => folder.read(path) !== undefined);
}

/** What the platform has of a workbook or report, and its folder or file here. */
interface PulledDocument {
  readonly noun: CodedNoun;
  readonly server: WorkbookRepresentation;
  readonly file: string;
}

function create(pull: WorkbooksPull, place: PulledDocument): void {
  const { folder, manifest, references } = pull;
  const isDeclared = (model: string) => {
    const known = getOwnValue(manifest.models, model);
    return known !== undefined && known.leftOut === undefined;
  };
  const readable = readLayoutAsRows(dropBaseGroupings(place.server.contents as JsonObject));
  const named = insertNames(readable, references, { mayRefer: isDeclared });
  const taken = new Set(listPlaceholderNames(named).map((name) => name.split("#", 1)[0]!));
  const owned = nameOwnedIds(named, taken);
  const form = owned.form as JsonObject;
  const files = createWorkbookFiles(form, place.file, findPackagePath(folder.folder));
  folder.apply(Array.from(files, ([path, after]) => ({ path: `${place.file}/${path}`, after })));
  const refs = listPlaceholderNames(form).map((name) => [
    name,
    getOwnValue(owned.refs, name) ?? references.getValue(name) ?? "",
  ]);
  remember(pull, place, Object.fromEntries(refs));
}

/** What has changed on the platform, brought into the files, unless they were changed too. */
function updateOwn(
  pull: WorkbooksPull,
  place: PulledDocument,
  known: PulledWorkbook,
): Pick<ModelOutcome, "action" | "changes" | "why"> {
  const { contents, documentVersion: version } = place.server;
  const own = readOwn(pull, place.file);
  const { form, changes } = mergeWorkbook(own.form, known.refs, contents as JsonObject);
  if (changes.length > 0 && hashWorkbook(pull, place.file) !== known.hash) {
    if (known.version === version) return { action: "edited", changes };
    const why =
      `changed in these files, and on the platform since version ${known.version} (it is at version ${version}). ` +
      `To use the platform's version: pulumi-analytics pull ${quoteArgument(own.file)}`;
    return { action: "conflict", changes, why };
  }
  if (changes.length > 0)
    writeFiles(pull.documents.cwd, editWorkbookFiles(pull.documents.cwd, own, form), { dryRun: pull.folder.isDryRun });
  remember(pull, place, known.refs);
  return { action: changes.length === 0 ? "unchanged" : "updated", changes };
}

function remember(pull: WorkbooksPull, { noun, server, file }: PulledDocument, refs: PulledWorkbook["refs"]): void {
  const { name: title, folderId, description, documentVersion: version, id } = server;
  const about = { name: title, folderId, description: description ?? "" };
  const name = dropExtension(file).split("/").at(-1)!;
  const hash = hashWorkbook(pull, file);
  pull.manifest[`${noun}s`] = {
    ...pull.manifest[`${noun}s`],
    [id]: { file, name, version, hash, about, refs: { ...refs } },
  };
}

const readOwn = ({ documents, folder }: WorkbooksPull, file: string) => documents.readFile(join(folder.folder, file));

/** One hash of all files of a workbook. */
function hashWorkbook(pull: WorkbooksPull, file: string): string {
  if (pull.folder.isDryRun) return hashText("");
  const own = readOwn(pull, file);
  const texts = Array.from(own.texts, ([path, text]) => `${relative(own.file, path)}\n${text}`);
  return hashText(texts.sort().join("\n"));
}
