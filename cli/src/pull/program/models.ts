import { type File, FolderTree, parsePath } from "pulumi-analytics-internal/core/api";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { toIdentifier } from "../../text/names";
import { Call, type Fields, type Value } from "../../text/typescript";
import type { PulledModel } from "../manifest";
import type { ListedModel } from "../organization";
import type { ProgramFile } from "./file";
import { buildAdoption, omitEmpty, type Scene } from "./scene";

/** Where models refer to: `connections.warehouse` is the value of `!ref warehouse`. */
export function declareConnections(scene: Scene): ProgramFile {
  const { organization, manifest } = scene;
  const file = scene.file("connections", [
    "Connections to warehouses: the values of `!ref warehouse` and so on in the model files.",
  ]);
  const inModels = Object.values(manifest.models).flatMap(({ refs }) => Object.values(refs));
  const inPolicies = JSON.stringify(organization.sourceSwapPolicies ?? []);
  const used = organization.connections.filter(
    ({ connectionId: id }) => inModels.includes(id) || inPolicies.includes(JSON.stringify(id)),
  );
  for (const { connectionId: id, name } of used) {
    if (scene.has(id)) continue;
    const given = manifest.names.connections?.[id];
    if (given !== undefined) file.addConstant(id, toIdentifier(given), name);
  }
  return file;
}

/**
 * The folders that models lie in, or all of them. Those that the program doesn't declare, such as people's own folders,
 * are constants.
 */
export function declareFolders(scene: Scene): ProgramFile {
  const { organization, manifest } = scene;
  const { folders } = organization;
  const tree = new FolderTree(folders.values());
  const file = scene.file("folders", [manifest.all ? "Folders." : "Folders that contain models."]);
  const names = scene.names("folders");
  const inModels = organization.models.filter(({ id }) => Object.hasOwn(manifest.models, id));
  const used = new Set([
    ...inModels.map(({ folderId }) => folderId),
    ...(manifest.all ? [...folders.values()].filter((one) => isInWorkspace(one, tree)).map(({ id }) => id) : []),
  ]);
  const declare = (id: string): void => {
    const folder = folders.get(id);
    if (folder === undefined || !used.delete(id)) return;
    const parent = folders.get(folder.parentId);
    if (parent) declare(parent.id);
    if (scene.has(id)) return;
    const name = names.give(id, [folder.name, `${parent?.name ?? ""} ${folder.name}`, `${folder.name} folder`]);
    const identifier = toIdentifier(name);
    if (!isInWorkspace(folder, tree)) {
      file.addConstant(id, identifier, tree.writeFilePath(folder));
      return;
    }
    file.declare({
      kind: "Folder",
      id,
      name,
      identifier,
      title: tree.writeFilePath(folder),
      comments: [tree.writeFilePath(folder)],
      args: {
        name: folder.name,
        parentId: scene.idFrom(file, folder.parentId) ?? folder.parentId,
        description: omitEmpty(folder.description),
        ...buildAdoption(scene, id),
      },
    });
  };
  for (const id of folders.keys()) declare(id);
  return file;
}

function isInWorkspace(folder: File, tree: FolderTree<File>): boolean {
  return folder.type === "folder" && tree.listFolders(folder).some(({ type }) => type === "workspace");
}

/** The models, in dependency order. */
export function declareModels(scene: Scene): ProgramFile {
  const { organization, manifest } = scene;
  const file = scene.file("models", ["Data models, in dependency order. Their contents are in the folder `models`."]);
  const listed = new Map(organization.models.map((model) => [model.id, model]));
  const byName = new Map(Object.entries(manifest.models).map(([id, { name }]) => [name, id]));

  const declare = (id: string, model: ListedModel, pulled: PulledModel): void => {
    const refs: Record<string, Value> = {};
    for (const [ref, value] of listRefs(pulled)) {
      const base = getBase(ref);
      const other = byName.get(base);
      const named = scene.idFrom(file, value) ?? (other && file.referToResource(file, other, value));
      if (named) refs[base] = named;
      // What isn't declared here is given as it is.
      else refs[ref] = value;
    }
    file.declare({
      kind: "DataModel",
      id,
      name: pulled.name,
      identifier: toIdentifier(pulled.name),
      title: model.title,
      comments: [...describeReaders(pulled), ...describeCycle(pulled, manifest.models)],
      args: buildArgs(model, pulled, refs),
    });
  };
  const buildArgs = (model: ListedModel, pulled: PulledModel, refs: Record<string, Value>): Fields => ({
    name: model.title,
    folderId: scene.idFrom(file, model.folderId) ?? model.folderId,
    description: omitEmpty(model.description),
    spec: new Call("analytics.specFile", pulled.file, Object.keys(refs).length === 0 ? undefined : { refs }, checked),
    ...buildAdoption(scene, model.id),
  });

  const seen = new Set<string>();
  const visit = (id: string): void => {
    const [model, pulled] = [listed.get(id), getOwnValue(manifest.models, id)];
    if (model === undefined || pulled === undefined || seen.has(id)) return;
    seen.add(id);
    for (const [ref] of listRefs(pulled)) {
      const other = byName.get(getBase(ref));
      if (other !== undefined) visit(other);
    }
    if (pulled.leftOut === undefined) declare(id, model, pulled);
    else file.leave({ kind: "DataModel", title: model.title, why: `${pulled.file}: ${pulled.leftOut}` });
  };
  const inOrder = Object.entries(manifest.models).sort(([a], [b]) => comparePlaces(listed.get(a), listed.get(b)));
  for (const [id] of inOrder) visit(id);
  return file;
}

/** What is in a file was looked through when it was pulled. */
const checked = JSON.stringify({ schemaVersion: 1, pages: [] });

/** The names of a file, always in the same order: a model comes before its elements. */
const listRefs = ({ refs }: PulledModel) => Object.entries(refs).sort(([a], [b]) => (a < b ? -1 : 1));

/** `orders` of `orders#fact_orders`. */
const getBase = (ref: string) => ref.split("#", 1)[0] as string;

function describeCycle({ file, circle = [] }: PulledModel, models: Readonly<Record<string, PulledModel>>): string[] {
  return circle.map((id) => {
    const other = getOwnValue(models, id)?.file ?? id;
    return `${file} names ${other} by its id, because they refer to each other and one must be declared first.`;
  });
}

const describeReaders = ({ readers }: PulledModel) => (readers === undefined ? [] : [`Read by: ${readers}`]);

/** Neighbors on the platform are neighbors in the file. */
function comparePlaces(a: ListedModel | undefined, b: ListedModel | undefined): number {
  const [left, right] = [a, b].map((model) =>
    model === undefined ? "" : [parsePath(model.path).join("/"), model.title, model.id].join("\u0000"),
  );
  return left! < right! ? -1 : 1;
}
