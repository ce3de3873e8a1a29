import type { Graph, GraphGroup } from "./graph";
import { groupItems } from "./view";

/** Up to how many models nobody needs folders. */
const few = 12;
/** Up to how many models side by side can still be told apart, and how many a part of a larger folder has. */
const most = 120;
const part = 60;

/**
 * A graph whose models stand in the folders of their files, without those that all have in common. A folder of too many
 * models is divided by their names, as a phone book is.
 */
export function addFolders(graph: Graph): Graph {
  const models = graph.groups.filter(({ kind }) => kind === "model");
  if (models.length <= few) return graph;
  const folders = new Folders(models);
  const placed = new Map(models.map((model) => [model.id, folders.getId(model)]));
  const inside = graph.groups.map((group) => {
    const parent = placed.get(group.id);
    return parent === undefined ? group : { ...group, parent };
  });
  const divided = [
    ...groupItems(
      inside.filter(({ kind }) => kind === "model"),
      ({ parent }) => parent,
    ).values(),
  ].flatMap((siblings) => (siblings.length > most ? splitModels(siblings) : []));
  const partOf = new Map(divided.flatMap(({ folder, members }) => members.map(({ id }) => [id, folder.id] as const)));
  return {
    ...graph,
    groups: [
      ...folders.all,
      ...divided.map(({ folder }) => folder),
      ...inside.map((group) => (partOf.has(group.id) ? { ...group, parent: partOf.get(group.id)! } : group)),
    ],
  };
}

/** The folders of models; one that holds nothing but another folder is one with it. */
class Folders {
  readonly all: readonly GraphGroup[];
  readonly #idOf = new Map<string, string>();

  constructor(models: readonly GraphGroup[]) {
    const paths = [...new Set(models.map(getFolderPath))].map(splitPath);
    const [first = []] = paths;
    const differs = first.findIndex((step, index) => paths.some((path) => path[index] !== step));
    const common = differs < 0 ? first.length : differs;
    const held = new Set(paths.map((path) => path.join("/")));
    const children = groupItems(
      new Set(
        paths.flatMap((path) => path.slice(common).map((_, index) => path.slice(0, common + index + 1).join("/"))),
      ),
      (path) => splitPath(path).slice(0, -1).join("/"),
    );
    const all: GraphGroup[] = [];
    const add = (parent: string | undefined, folder: string, name: string): void => {
      const below = children.get(folder) ?? [];
      if (below.length === 1 && !held.has(folder)) {
        add(parent, below[0]!, `${name}/${splitPath(below[0]!).at(-1)}`);
        return;
      }
      const id = `folder:${folder}`;
      this.#idOf.set(folder, id);
      all.push({ id, kind: "folder", name, ...(parent === undefined ? {} : { parent }) });
      for (const child of below) add(id, child, splitPath(child).at(-1)!);
    };
    for (const folder of children.get(first.slice(0, common).join("/")) ?? [])
      add(undefined, folder, splitPath(folder).at(-1)!);
    this.all = all;
  }

  getId(model: GraphGroup): string | undefined {
    return this.#idOf.get(splitPath(getFolderPath(model)).join("/"));
  }
}

const getFolderPath = ({ file, folder }: GraphGroup) =>
  folder ?? file?.slice(0, Math.max(0, file.lastIndexOf("/"))) ?? "";

const splitPath = (path: string) => path.split("/").filter((step) => step !== "" && step !== ".");

interface Part {
  readonly folder: GraphGroup;
  readonly members: readonly GraphGroup[];
}

/** Models by the first word of their names; where that doesn't divide them, by the alphabet. */
function splitModels(models: readonly GraphGroup[]): Part[] {
  const sorted = models.toSorted(compareNames());
  const words = [...groupItems(sorted, ({ name }) => /^[^\s_./-]*/.exec(name)![0].toLowerCase()).values()];
  const areWords = words.length > 2 && words.length <= most && words.every(({ length }) => length <= most);
  const parts = Math.ceil(sorted.length / part);
  const members = areWords
    ? words
    : Array.from({ length: parts }, (_, nth) =>
        sorted.slice((nth * sorted.length) / parts, ((nth + 1) * sorted.length) / parts),
      );
  const namePart = (first: GraphGroup, last: GraphGroup) =>
    areWords ? /^[^\s_./-]*/.exec(first.name)![0] || "…" : `${first.name} – ${last.name}`;
  return members.map((inside, nth): Part => {
    const [first, last] = [inside[0]!, inside.at(-1)!];
    const parent = first.parent === undefined ? {} : { parent: first.parent };
    const id = `folder:${first.parent ?? ""}#${nth}`;
    return { folder: { id, kind: "folder", name: namePart(first, last), ...parent }, members: inside };
  });
}

/** `Orders 2` before `Orders 10`, whatever the language of the machine. */
const compareNames = () => {
  // Made where models are sorted: it takes longer than a command that draws nothing.
  const { compare } = new Intl.Collator("en", { numeric: true });
  return (a: GraphGroup, b: GraphGroup) => compare(a.name, b.name);
};
