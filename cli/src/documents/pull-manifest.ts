import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { describeSchemaError, tryParseJson } from "pulumi-analytics-internal/core/data";
import type { SpecChange } from "pulumi-analytics-internal/core/model";
import * as z from "zod";
import { UsageError } from "../command";
import { FileWriter } from "../command/files";
import { findFolderWith } from "../project/package-place";
import { formatJson } from "../project/program";
import { diffFields } from "./model-changes";
import { type DocumentFile, type DocumentType, getText } from "./read-files";

/** Where a folder that was pulled into keeps what the next pull has to know; to be committed with the rest. */
export const manifestPath = ".pulumi-analytics/pull.json";

/** The shape this release writes. */
const currentVersion = 1;

const texts = z.record(z.string(), z.string());

const elementIdentity = z.looseObject({ id: z.string() }).and(z.record(z.string(), z.union([z.string(), texts])));

const pulledModel = z.object({
  /** Path of its file from the folder, with `/`. */
  file: z.string(),
  /** Its name as a resource and in `!ref`. */
  name: z.string(),
  /** The platform's version that the file last agreed with. */
  version: z.number(),
  /** The version its list told then: as long as it tells the same, there is nothing new to read. */
  listed: z.number(),
  /** Of the file's text when it last agreed with the platform: another one means that somebody edited it. */
  hash: z.string(),
  /** What the platform told of it beside its contents; left out: a file was updated that no pull has written. */
  about: z.object({ name: z.string(), folder: z.string(), description: z.string() }).optional(),
  /** The file's `!ref` names and what they stand for. */
  refs: texts,
  /** Models it refers to by their id, although they are pulled too: neither of a circle can be declared first. */
  circle: z.array(z.string()).optional(),
  /** What reads it, in a line; left out: nothing, or nobody looked. */
  readers: z.string().optional(),
  /** Why the program doesn't declare it. */
  leftOut: z.string().optional(),
  /** The ids in the file and the platform's. */
  ids: z.object({ pages: texts, elements: z.record(z.string(), elementIdentity) }),
});

const pulledWorkbook = z.object({
  /** Its folder, from the output folder, with `/`. */
  file: z.string(),
  /** Its name as a resource. */
  name: z.string(),
  /** The platform's version that the files last agreed with. */
  version: z.number(),
  /** Of all its files. */
  hash: z.string(),
  about: z.object({ name: z.string(), folderId: z.string(), description: z.string() }),
  /** What the platform had, where the files have changes that it lacks: it gives out no earlier version. */
  contents: z.record(z.string(), z.json()).optional(),
  /** The `!ref` names of its files and what they stand for. */
  refs: texts,
});

const manifestSchema = z.object({
  version: z.literal(currentVersion),
  /** The organization all of this is of. */
  organization: z.string(),
  /** The named profile the resources are declared with. */
  profile: z.string().optional(),
  /** Where the files of models are; left out: all in `models`. */
  layout: z.enum(["flat", "folders"]).optional(),
  /** Whether the program is for the plugin and imports its objects, instead of adopting them. */
  imports: z.boolean().optional(),
  /** True once everything was pulled, not only some models and what belongs to them. */
  everything: z.boolean(),
  /** True once people, access, places and data were pulled too. */
  all: z.boolean().optional(),
  /** The names of what isn't a model, by the file that declares it and by id. */
  names: z.record(z.string(), texts),
  /** Hashes of the program's files as they were written: another one means that somebody edited it. */
  program: texts,
  /** The models by id. */
  models: z.record(z.string(), pulledModel),
  /** The workbooks by id. */
  workbooks: z.record(z.string(), pulledWorkbook).optional(),
  /** The reports, likewise. */
  reports: z.record(z.string(), pulledWorkbook).optional(),
});

/** What a pull leaves for the next one. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A model as it was last pulled. */
export type PulledModel = z.infer<typeof pulledModel>;

/** A workbook or report as it was last pulled. */
export type PulledWorkbook = z.infer<typeof pulledWorkbook>;

/** What the platform tells of a document beside its contents; `folder` is a path. */
type About = Readonly<Partial<Record<"name" | "folder" | "folderId" | "description", string | undefined>>>;

/** What has changed of a document beside its contents, as far as it was known. An empty text and none are the same. */
export function diffAbout(before: About, now: About): SpecChange[] {
  const fields = (["name", "folder", "folderId", "description"] as const).filter(
    (field) => before[field] !== undefined,
  );
  return diffFields(fields.map((field) => [field, before[field] || undefined, now[field] || undefined]));
}

/** Of a folder nothing was pulled into yet. */
export function createManifest(organization: string): Manifest {
  return { version: currentVersion, organization, everything: false, names: {}, program: {}, models: {} };
}

/** Tells one text from another; version control may have changed its line breaks. */
export function hashText(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex").slice(0, 32);
}

/** One hash of all files of a workbook, or that of a model's file. */
export function hashDocument({ type, file, texts }: Pick<DocumentFile, "type" | "file" | "texts">): string {
  if (type === "data model") return hashText(getText({ file, texts }));
  const all = Array.from(texts, ([path, text]) => `${relative(file, path)}\n${text}`);
  return hashText(all.sort().join("\n"));
}

/**
 * The manifest of a folder; undefined when there is none.
 *
 * @throws UsageError when it can't be understood, with a hint.
 */
export function readManifest(folder: FileWriter): Manifest | undefined {
  const text = folder.read(manifestPath);
  if (text === undefined) return undefined;
  const path = join(folder.folder, manifestPath);
  const json = tryParseJson(text);
  const version = (json as { version?: unknown } | undefined)?.version;
  if (typeof version === "number" && version > currentVersion) {
    throw new UsageError(`${path} was written by a newer release (version ${version}). Upgrade pulumi-analytics.`);
  }
  const manifest = manifestSchema.safeParse(json);
  if (manifest.success) return manifest.data;
  const why = json === undefined ? "not JSON" : describeSchemaError(manifest.error);
  const fix =
    "Restore it from your version control, or delete it to start again: the files stay, and names and ids are " +
    "assigned again.";
  throw new UsageError(`${path} is invalid: ${why}. ${fix}`);
}

/** Writes the manifest: the same contents always give the same text, in an order that suits reviews. */
export function writeManifest(folder: FileWriter, manifest: Manifest): void {
  const sortByKey = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  const sortFields = <T extends object>({ shape }: z.ZodObject, value: T) =>
    Object.fromEntries(Object.keys(shape).map((field) => [field, value[field as keyof T]])) as T;
  const sortDocuments = <T extends PulledModel | PulledWorkbook>(
    schema: z.ZodObject,
    all: Readonly<Record<string, T>>,
  ) => Object.entries(all).map(([id, one]) => [id, sortFields(schema, { ...one, refs: sortByKey(one.refs) })] as const);
  const sortCoded = (pulled: Manifest["workbooks"]) =>
    pulled && Object.fromEntries(sortDocuments(pulledWorkbook, sortByKey(pulled)));
  const models = sortDocuments(pulledModel, manifest.models).sort(([, a], [, b]) => (a.file < b.file ? -1 : 1));
  const names = Object.entries(sortByKey(manifest.names)).map(([scope, given]) => [scope, sortByKey(given)]);
  const ordered = sortFields(manifestSchema, {
    ...manifest,
    names: Object.fromEntries(names),
    program: sortByKey(manifest.program),
    models: Object.fromEntries(models),
    workbooks: sortCoded(manifest.workbooks),
    reports: sortCoded(manifest.reports),
  });
  folder.write(manifestPath, formatJson(ordered));
}

/** A folder that was pulled into. */
export interface PulledFolder {
  readonly folder: FileWriter;
  readonly manifest: Manifest;
}

/** The nearest folder, from this one up, that was pulled into. */
export function findPulledFolder(from: string): PulledFolder | undefined {
  const place = findFolderWith(from, manifestPath);
  if (place === undefined) return undefined;
  const folder = new FileWriter(place, ".");
  const manifest = readManifest(folder);
  return manifest && { folder, manifest };
}

/** What the manifest has of the documents of a type, by their ids. */
export function getPulled(
  manifest: Manifest,
  type: DocumentType,
): Readonly<Record<string, PulledModel | PulledWorkbook>> {
  return (type === "data model" ? manifest.models : manifest[`${type}s`]) ?? {};
}

/** A data model, workbook or report as it was pulled. */
export interface PulledDocument {
  readonly id: string;
  /** The absolute path of its file or folder. */
  readonly file: string;
  readonly refs: Readonly<Record<string, string>>;
  /** On the platform, where that is known. */
  readonly name: string | undefined;
}

/** The documents of the nearest folder, from this one up, that was pulled into; none where there is no such folder. */
export function listPulled(from: string): PulledDocument[] {
  const pulled = findPulledFolder(from);
  if (pulled === undefined) return [];
  const { folder, manifest } = pulled;
  const all = { ...manifest.models, ...manifest.workbooks, ...manifest.reports };
  return Object.entries<PulledModel | PulledWorkbook>(all).map(([id, { file, refs, about }]) => {
    return { id, file: join(folder.folder, file), refs, name: about?.name };
  });
}
