import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  type AnalyticsClient,
  collect,
  type DataModel,
  type DataModelRepresentation,
  describeChoice,
  FolderTree,
  findFiles,
  getPlatformPath,
  isExact,
  mayName,
} from "pulumi-analytics-internal/core/api";
import { isObject, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { isSameName, suggestWord } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { type DocumentFile, readDocumentFile } from "../documents/read-files";
import { hasAddress } from "../platform/documents";
import { readFolders } from "../platform/models";
import type { FileSide, ModelSide } from "./side";

/** A side of a comparison with its contents. */
export interface ReadSide {
  /** What people call it. */
  readonly title: string;
  /** The same for programs. */
  readonly json: object;
  readonly spec: JsonObject;
  /** What the platform knows of it besides; undefined for a file. */
  readonly model: DataModelRepresentation | undefined;
}

/** @throws UsageError when the file can't be read, or holds neither a data model nor a workbook. */
export function readFileSide(cwd: string, { path }: FileSide): ReadSide {
  const { path: title, form, isWorkbook } = read(cwd, path);
  if (isWorkbook && isObject(form)) return { title, json: { file: title }, spec: form, model: undefined };
  if (!isObject(form) || !Array.isArray(form.pages)) {
    throw new UsageError(`${path}: not a data model: \`pages\` is missing or not a list.`);
  }
  return { title, json: { file: title }, spec: form, model: undefined };
}

function read(cwd: string, path: string): DocumentFile {
  if (!existsSync(resolve(cwd, path))) {
    throw new UsageError(
      `${path}: no such file. Name a data model of the platform by its id, or as live:Folder/Name (see --help).`,
    );
  }
  return readDocumentFile(cwd, path);
}

/** @throws UsageError when there is no such model or tag; ApiError when the platform refuses. */
export async function readModelSide(client: AnalyticsClient, side: ModelSide): Promise<ReadSide> {
  const id = await findId(client, side);
  const documentVersion = await resolveVersion(client, id, side.version);
  const model = await client.dataModels.getSpec(id, { documentVersion });
  const place = side.profile === undefined ? "" : ` of ${side.profile}`;
  const tag = typeof side.version === "string" ? ` (${side.version})` : "";
  return {
    title: `data model "${model.name}"${place}, version ${model.documentVersion}${tag}`,
    json: { dataModelId: id, documentVersion: model.documentVersion, url: model.url, profile: side.profile },
    spec: { schemaVersion: model.schemaVersion, pages: model.pages as Json },
    model,
  };
}

async function findId(client: AnalyticsClient, { model: { by, value } }: ModelSide): Promise<string> {
  if (by === "id") return value;
  const models = (await collect(client.dataModels.list())).filter(({ isArchived }) => !isArchived);
  const near = models.filter((model) => (by === "url" ? hasAddress(model, value) : mayName(value, model)));
  const [first] = near;
  if (first !== undefined && near.length === 1 && (by === "url" || !isExact(value))) return first.dataModelId;
  if (by === "path" && first !== undefined) return findIdByPath(client, value, near);
  if (first !== undefined)
    throw new UsageError(`${value}: ${near.length} data models have this name: ${formatIds(near)}. Use an id instead.`);
  const hint = by === "path" ? suggestWord(value, models.map(getPlatformPath)) : "";
  throw new UsageError(`${value}: no such data model, or these credentials can't read it.${hint}`);
}

/** The one of several models whose path is written so; a slash of the platform's path may be part of a name. */
async function findIdByPath(client: AnalyticsClient, path: string, near: readonly DataModel[]): Promise<string> {
  const tree = new FolderTree(await readFolders(client));
  const files = await Promise.all(near.map(({ dataModelId }) => client.files.get(dataModelId)));
  const found = findFiles(path, files, tree);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  if (only === undefined) {
    const paths = files.map((file) => tree.writeFilePath(file)).join(", ");
    throw new UsageError(`${path}: no such data model. A slash in a name is written \\/. There are: ${paths}.`);
  }
  throw new UsageError(`${path}: ${found.length} data models have this name: ${describeChoice(found, tree)}`);
}

const formatIds = (models: readonly DataModel[]) => models.map(({ dataModelId }) => dataModelId).join(", ");

async function resolveVersion(
  client: AnalyticsClient,
  id: string,
  version: ModelSide["version"],
): Promise<number | undefined> {
  if (typeof version !== "string") return version;
  const tags = await collect(client.dataModels.listTags(id));
  const tag = tags.find(({ name }) => isSameName(name, version));
  if (tag !== undefined) return tag.version;
  const names = tags.map(({ name }) => name);
  const known = names.length === 0 ? "It has no tags." : `Its tags: ${names.join(", ")}.`;
  throw new UsageError(`${id}@${version}: the data model has no such tag. ${known} A number is a version.`);
}
