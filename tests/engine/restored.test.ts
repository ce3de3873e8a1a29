import { chooseCases } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

const writeProgram = (restore: boolean) => `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const folder = new analytics.Folder("folder", { name: "Finance",
  parentId: config.require("folderId")${restore ? ", restore: true" : ""} });
new analytics.DataModel("model", { name: "Orders of finance", folderId: folder.id, restoreDeleted: true,
  spec: { pages: [{ id: "p", name: "Main", elements: [{
  id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
}] }] } });
new analytics.Workbook("workbook", { name: "Sales of finance", folderId: folder.id, restoreDeleted: true, contents: {
  schemaVersion: 1, kind: "workbook", pages: [{ id: "p", name: "Main" }],
  elements: [{ id: "note", kind: "text", body: "Numbers of finance" }],
  layout: { p: [{ rows: 3, of: ["note"] }] },
} });
`;

const documents = ["DataModel", "Workbook"];
const cases = chooseCases([false, true]);

describe.each(cases)("a folder that was deleted with its model and workbook (restore: %s)", (restore) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(restore) } });
  });
  afterAll(() => bench.dispose());

  const readId = async (kind: string) =>
    (await bench.stack.listResources()).find(({ type }) => type.endsWith(kind))?.id ?? "";

  test.each(chooseCases(restore ? (["archived", "not-found"] as const) : (["not-found", "archived"] as const)))(
    "both are restored into the declared folder (%s)",
    async (deleted) => {
      const { emulator, stack } = bench;
      emulator.configure({ deletedFiles: deleted });
      await stack.expect(["up", "--yes", "--skip-preview"]);
      const folder = await readId("Folder");
      const ids = await Promise.all(documents.map(readId));
      await emulator.ui.deleteFile(folder);

      await stack.expect(["refresh", "--yes", "--skip-preview"]);
      await stack.expect(["up", "--yes", "--skip-preview"]);
      expect(await Promise.all(documents.map(readId))).toEqual(ids);
      expect((await readId("Folder")) === folder).toBe(restore);
      const parentId = await readId("Folder");
      for (const one of ids) {
        const file = emulator.snapshot().files.find(({ id }) => id === one);
        expect(file).toMatchObject({ deletedWith: null, parentId });
      }
      await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    },
  );
});
