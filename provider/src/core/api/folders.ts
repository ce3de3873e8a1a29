import { isSameId } from "./common";
import { type CompleteList, findEntry, type KnownObject, type Provable } from "./complete-list";
import type { DataModels } from "./data-models";
import type { Files } from "./files";
import type { createReports } from "./reports";
import { collect } from "./transport/pages";
import type { Workbooks } from "./workbooks";
import type { workspaces } from "./workspaces";

/** Where folders show: in their own list, and in the paths of what lies in them. */
interface Areas {
  readonly files: Files;
  readonly workspaces: Pick<ReturnType<(typeof workspaces)["open"]>, "list">;
  /** Documents of everybody. */
  readonly documents: readonly [DataModels, Workbooks, ReturnType<typeof createReports>];
}

/** A folder or workspace. */
interface Place {
  readonly id: string;
  readonly urlId: string;
  readonly isArchived?: boolean;
  /** Names, with slashes between. */
  readonly fullPath: string;
}

/** A document that lies in `path`. */
interface Placed {
  readonly path: string;
}

/**
 * Folders, files of type `folder`. Their list shows what its reader may access, administrator or not. But who may
 * access a folder may access those in it, and an administrator sees the paths of all documents: a folder is absent
 * where the one above it is listed, and no document lies in a folder of its name that isn't.
 */
export const createFolders = ({ files, workspaces, documents }: Areas): Provable => {
  const everything: CompleteList = {
    async load() {
      const [folders, areas, ...placed] = await Promise.all([
        collect(files.list({ type: "folder" })),
        collect(workspaces.list()),
        ...documents.map((area) => area.everything.load() as Promise<readonly Placed[]>),
      ]);
      const places: Place[] = [
        ...folders.map(({ id, urlId, isArchived, name, path }) => ({
          id,
          urlId,
          isArchived,
          fullPath: join(path, name),
        })),
        ...areas.map(({ workspaceId, urlId, name }) => ({ id: workspaceId, urlId, fullPath: name })),
      ];
      return [...places, ...placed.flat()];
    },

    find(entries, known) {
      const places = entries.filter((entry): entry is Place => "fullPath" in entry);
      const listed = findEntry(places, ({ id }) => isSameId(id, known.id));
      if (listed === "shown" || listed === "archived") return listed;
      const { name } = known.inputs;
      // What is known by its id alone may be anywhere.
      if (typeof name !== "string") return undefined;
      const paths = new Set(places.filter(({ isArchived }) => !isArchived).map(({ fullPath }) => fullPath));
      const isInside = (entry: object) => "path" in entry && hasUnlistedPart((entry as Placed).path, name, paths);
      if (entries.some(isInside)) return "shown";
      return isParentListed(places, known) ? "absent" : undefined;
    },
  };
  return { isComplete: true, everything, ask: ({ id }) => files.get(id) };
};

const join = (path: string, name: string) => (path === "" ? name : `${path}/${name}`);

/** Whether a path leads through a folder of this name that no list has. */
function hasUnlistedPart(path: string, name: string, listed: ReadonlySet<string>): boolean {
  const [whole, part] = [`/${path}/`, `/${name}/`];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    if (!listed.has(whole.slice(1, at + part.length - 1))) return true;
  }
  return false;
}

function isParentListed(places: readonly Place[], { inputs, outputs }: KnownObject): boolean {
  return places.some(
    ({ id, urlId, isArchived }) => !isArchived && (isSameId(id, inputs.parentId) || urlId === outputs.parentUrlId),
  );
}
