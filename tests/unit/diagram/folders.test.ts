import { type Graph, type GraphGroup, getLook, listNodeInfo, summarizeGraph } from "../../../diagram/src/graph";
import { addFolders } from "../../../diagram/src/graph/folders";
import { buildOverview } from "../../../diagram/src/graph/overview";

/** A graph of models in files. */
function buildGraphOfFiles(files: readonly string[]): Graph {
  const groups = files.map(
    (file): GraphGroup => ({ id: `model:${file}`, kind: "model", name: file.split("/").at(-1)!, file }),
  );
  return { version: 1, title: "T", groups, nodes: [], edges: [] };
}

/** Folders as paths, with how many models stand in each itself. */
function listFolders({ groups }: Graph): Record<string, number> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const listPath = (id: string | undefined): string[] => {
    const group = id === undefined ? undefined : byId.get(id)!;
    return group === undefined ? [] : [...listPath(group.parent), group.name];
  };
  const folders = groups.filter(({ kind }) => kind === "folder");
  return Object.fromEntries(
    folders.map(({ id }) => [
      listPath(id).join(" > "),
      groups.filter(({ kind, parent }) => kind === "model" && parent === id).length,
    ]),
  );
}

const buildFiles = (folder: string, count: number, name = "m") =>
  Array.from({ length: count }, (_, n) => `${folder}/${name}${n}.yaml`);

test("few models stand without folders", () => {
  expect(listFolders(addFolders(buildGraphOfFiles([...buildFiles("a", 6), ...buildFiles("b", 6)])))).toEqual({});
});

test("folders that all have in common, or that hold only another, are left out", () => {
  const graph = buildGraphOfFiles([
    ...buildFiles("models/sales/deep/core", 7),
    ...buildFiles("models/risk", 7),
    ...buildFiles("models/risk/marts", 3),
  ]);
  expect(listFolders(addFolders(graph))).toEqual({ "sales/deep/core": 7, risk: 7, "risk > marts": 3 });
});

test("what all models have in common needs no folder, and platform folders do as well", () => {
  expect(listFolders(addFolders(buildGraphOfFiles(buildFiles("models", 20))))).toEqual({});
  const { groups, ...rest } = buildGraphOfFiles(buildFiles("x", 14));
  const live = groups.map(({ file, ...group }, index) => ({
    ...group,
    folder: index < 5 ? "Acme/Sales" : "Acme/Risk",
  }));
  expect(listFolders(addFolders({ ...rest, groups: live }))).toEqual({ Sales: 5, Risk: 9 });
});

test("too many models in one folder are divided by their first words, or else by the alphabet", () => {
  const words = ["orders_", "visits_", "returns_"].flatMap((word) => buildFiles("models", 50, word));
  expect(listFolders(addFolders(buildGraphOfFiles(words)))).toEqual({ orders: 50, returns: 50, visits: 50 });
  expect(listFolders(addFolders(buildGraphOfFiles(buildFiles("models", 121))))).toEqual({
    "m0.yaml – m39.yaml": 40,
    "m40.yaml – m79.yaml": 40,
    "m80.yaml – m120.yaml": 41,
  });
});

test("workbooks and reports have a shape of their own, and are counted apart, in folders too", () => {
  const { groups, ...rest } = buildGraphOfFiles([...buildFiles("models", 13), ...buildFiles("content", 3)]);
  const documents = ["workbook", "workbook", "report"] as const;
  const graph: Graph = {
    ...rest,
    groups: groups.map((group, index) => (index < 13 ? group : { ...group, document: documents[index - 13]! })),
  };
  const models = buildOverview(graph, "models");
  expect(new Set(models.nodes.map((node) => `${getLook(node).word} ${getLook(node).outline}`))).toEqual(
    new Set(["model plain", "workbook folded", "report folded"]),
  );
  const folders = buildOverview(graph, "folders");
  expect(folders.nodes.map((node) => [node.name, ...listNodeInfo(node, false)])).toEqual([
    ["models", "13 models · 0 elements"],
    ["content", "2 workbooks · 1 report · 0 elements"],
  ]);
  for (const one of [models, folders])
    expect(summarizeGraph(one)).toBe("13 models · 2 workbooks · 1 report · 0 elements");
});
