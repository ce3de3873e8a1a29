import { type File, FolderTree, parsePath } from "pulumi-analytics-internal/core/api";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { PulledModel } from "../../documents/pull-manifest";
import { quote, toIdentifier } from "../../text/writers/typescript";
import type { ListedModel } from "../organization";
import {
  buildAdoption,
  createReaderCalls,
  declareObject,
  getBase,
  listRefs,
  omitEmpty,
  type Scene,
  writeId,
} from "./scene";

/** Where models refer to: `connections.warehouse` is the value of `!ref warehouse`. */
export function declareConnections(scene: Scene): void {
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
}

/**
 * The folders that models lie in, or all of them. Those that the program doesn't declare, such as people's own folders,
 * are constants.
 */
export function declareFolders(scene: Scene): void {
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
    const called = [folder.name, `${parent?.name ?? ""} ${folder.name}`, `${folder.name} folder`];
    if (!isInWorkspace(folder, tree)) {
      file.addConstant(id, toIdentifier(names.give(id, called)), tree.writeFilePath(folder));
      return;
    }
    const title = tree.writeFilePath(folder);
    const args = {
      name: folder.name,
      parentId: writeId(scene, file, folder.parentId),
      description: omitEmpty(folder.description),
    };
    declareObject(scene, file, { kind: "Folder", id, called, title, comments: [quote(title)], args });
  };
  for (const id of folders.keys()) declare(id);
}

function isInWorkspace(folder: File, tree: FolderTree<File>): boolean {
  return folder.type === "folder" && tree.listFolders(folder).some(({ type }) => type === "workspace");
}

/** The models, in dependency order. */
export function declareModels(scene: Scene): void {
  const { organization, manifest } = scene;
  const file = scene.file("models", ["Data models, in dependency order. Their contents are in the folder `models`."]);
  const listed = new Map(organization.models.map((model) => [model.id, model]));
  const byName = new Map(Object.entries(manifest.models).map(([id, { name }]) => [name, id]));
  const callReader = createReaderCalls(scene, file);

  const declare = (model: ListedModel, pulled: PulledModel): void => {
    const { id, title } = model;
    file.declare({
      kind: "DataModel",
      id,
      name: pulled.name,
      identifier: toIdentifier(pulled.name),
      title,
      comments: [...describeReaders(pulled), ...describeCycle(pulled, manifest.models)],
      args: {
        name: title,
        folderId: writeId(scene, file, model.folderId),
        description: omitEmpty(model.description),
        spec: callReader({ reader: "specFile", path: pulled.file, refs: pulled.refs, checked }),
        ...buildAdoption(scene, id),
      },
    });
  };

  const seen = new Set<string>();
  const visit = (id: string): void => {
    const [model, pulled] = [listed.get(id), getOwnValue(manifest.models, id)];
    if (model === undefined || pulled === undefined || seen.has(id)) return;
    seen.add(id);
    for (const [ref] of listRefs(pulled.refs)) {
      const other = byName.get(getBase(ref));
      if (other !== undefined) visit(other);
    }
    if (pulled.leftOut === undefined) declare(model, pulled);
    else file.leave({ kind: "DataModel", title: model.title, why: `${pulled.file}: ${pulled.leftOut}` });
  };
  const inOrder = Object.entries(manifest.models).sort(([a], [b]) => comparePlaces(listed.get(a), listed.get(b)));
  for (const [id] of inOrder) visit(id);
}

/** What is in a file was looked through when it was pulled. */
const checked = JSON.stringify({ schemaVersion: 1, pages: [] });

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
