import { parse } from "node:path/posix";
import {
  type AnalyticsClient,
  collect,
  type DataModel,
  isForbidden,
  readUnless,
  readUnlessGone,
} from "pulumi-analytics-internal/core/api";
import { isObject, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { readNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { translate } from "../documents/compare";
import { listRootedModelFiles } from "../documents/find-files";
import { readDocumentFile } from "../documents/read-files";
import type { StateModel } from "../documents/states";
import { chooseModels, type ModelChoice, readFolders } from "../platform/models";
import type { DrawnModel } from "./graph";
import { convertToDrawn } from "./workbook";

/** What is to be drawn, and the names of what it depends on. */
export interface Input {
  readonly models: readonly DrawnModel[];
  /** Names of connections and of models that aren't drawn, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The models and workbooks of files and folders.
 *
 * @throws UsageError when something can't be read or is no model, SpecSyntaxError when it is no YAML or JSON.
 */
export function readFileModels(cwd: string, paths: readonly string[]): DrawnModel[] {
  const files = listRootedModelFiles(cwd, paths).map(({ path, root }) => readDocumentFile(cwd, path, root));
  const names = files.map(({ path }) => parse(path).name);
  return files.map(({ path, form, isWorkbook }, index): DrawnModel => {
    const name = names[index]!;
    const isTaken = names.indexOf(name) !== names.lastIndexOf(name);
    const key = isTaken ? path.slice(0, path.length - parse(path).ext.length) : name;
    if (isWorkbook && isObject(form)) {
      const title = `${readText(form.name) ?? name} (${readNoun(form)})`;
      return { key: `workbook ${key}`, title, file: path, isReader: true, spec: convertToDrawn(form) };
    }
    const model = requireModel(form, path);
    return {
      key,
      title: readText(model.name) ?? name,
      file: path,
      dataModelId: readText(model.dataModelId),
      spec: form,
    };
  });
}

const readText = (value: Json | undefined) => (typeof value === "string" ? value : undefined);

function requireModel(form: Json, path: string): JsonObject {
  if (isObject(form) && Array.isArray(form.pages)) return form;
  throw new UsageError(
    `${path}: not a data model: it has no list \`pages\`. Remove it from the command, or begin its name with \`_\`.`,
  );
}

/** The models of the platform; five are read at once. */
export async function readPlatformModels(
  client: AnalyticsClient,
  choice: ModelChoice,
  { console }: Pick<Context, "console">,
): Promise<Input> {
  const [listed, connections] = await Promise.all([collect(client.dataModels.list()), listConnectionNames(client)]);
  const living = listed.filter(({ isArchived }) => !isArchived);
  const chosen = await pickModels(client, living, choice);
  const models = await console.showProgress("Reading data models", chosen.length, (step) =>
    Promise.all(
      chosen.map(async ({ dataModelId, name, path }): Promise<DrawnModel | undefined> => {
        const spec = (await readUnlessGone(client.dataModels.getSpec(dataModelId))) as Json | undefined;
        step();
        if (spec === undefined) console.note(`${name} (${dataModelId}) was deleted during the run and is not drawn.`);
        return spec === undefined ? undefined : { key: dataModelId, title: name, dataModelId, folder: path, spec };
      }),
    ),
  );
  const names = new Map([...connections, ...living.map(({ dataModelId, name }) => [dataModelId, name] as const)]);
  return { models: models.filter((model) => model !== undefined), names };
}

/** The chosen ones of models; only a choice by folder needs to know where each is. */
async function pickModels(client: AnalyticsClient, models: readonly DataModel[], choice: ModelChoice) {
  const isByFolder = choice.folder !== undefined;
  const [folders, files] = isByFolder
    ? await Promise.all([readFolders(client), collect(client.files.list({ type: "data-model" }))])
    : [[], []];
  const parents = new Map(files.map(({ id, parentId }) => [id, parentId]));
  const placed = models.map((model) => {
    return { ...model, folderPath: model.path, folderId: parents.get(model.dataModelId) ?? "" };
  });
  return chooseModels(placed, choice, folders);
}

/**
 * A model of the platform in the words of a file of it: in the file's ids and with its `!ref`s, so that only what
 * changed in meaning differs.
 */
export function translateToFile(
  file: DrawnModel,
  live: DrawnModel,
  states: ReadonlyMap<string, StateModel>,
): DrawnModel {
  const state = states.get(String(live.dataModelId));
  const { own, ids } = translate(file.spec, live.spec as JsonObject, { state });
  const aliases = new Map(Object.entries(ids.elements).map(([element, { id }]) => [id, element]));
  return { ...live, key: file.key, file: file.file, spec: own, aliases };
}

/** Connections by id; a picture can do without their names, where nobody may list them. */
async function listConnectionNames(client: AnalyticsClient): Promise<(readonly [id: string, name: string])[]> {
  const connections = (await readUnless(isForbidden, collect(client.connections.list()))) ?? [];
  return connections.map(({ connectionId, name }) => [connectionId, name] as const);
}
