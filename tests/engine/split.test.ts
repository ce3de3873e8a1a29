import { chooseCases } from "../cases";
import { type Door, types } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

const start = `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config("bench");
const facts = (source, columns) => ({ pages: [{ id: "p", name: "Main",
  elements: [{ id: "facts", kind: "table", name: "Facts", source, columns }] }] });
`;
const staying = `
const folder = new analytics.Folder("folder", { name: "Sales", parentId: config.require("folderId") });
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: folder.id,
  spec: facts({ kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
    [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }]),
});
module.exports = { folderId: folder.id, orders: orders.reference };
`;
/** What moves, with what it reads from: first from the same program, then from the other stack. */
const runLeaving = (folderId: string, orders: string) => `
const books = new analytics.Folder("books", { name: "Books", parentId: ${folderId} });
const tag = new analytics.Tag("tag", { name: "Closed", color: "grass" });
const revenue = new analytics.DataModel("revenue", {
  name: "Revenue",
  folderId: books.id,
  spec: facts({ kind: "data-model", dataModelId: ${orders}.id, elementId: ${orders}.elementId("facts") },
    [{ id: "amount", name: "Amount", formula: "[Facts/Amount]" }]),
});
new analytics.DataModelTag("placed", { dataModelId: revenue.id, tag });
`;
const atOrigin = start + staying + runLeaving("folder.id", "orders");
const atTarget = `${start}
const sales = new pulumi.StackReference("organization/bench/temporary");
const orders = analytics.referencedModel(sales.requireOutput("orders"));
${runLeaving('sales.requireOutput("folderId")', "orders")}`;

describe.each(chooseCases(["dynamic", "plugin"] as const))(
  "a stack is split in two with pulumi state move: %s",
  (door: Door) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
    });
    afterAll(() => bench.dispose());

    /** Writes the program of a project, in this folder or in one below. */
    async function write(folder: "" | "finance/", text: string): Promise<void> {
      const path = folder === "" ? "./node_modules" : "../node_modules";
      const packages =
        door === "plugin" ? `packages:\n  analytics: ${path}/pulumi-analytics/plugin\n` : "# packages:\n";
      // Not in the form that the tests' own change of doors looks for.
      const module = door === "plugin" ? "`pulumi-analytics/native`" : "`pulumi-analytics`";
      const project = folder === "" ? projectYaml : projectYaml.replace("name: bench", "name: finance");
      await bench.stack.write(`${folder}Pulumi.yaml`, project + packages);
      await bench.stack.write(`${folder}index.js`, text.replace('require("pulumi-analytics")', `require(${module})`));
    }

    test("nothing is written, ids stay, and each stack goes on with its part", async () => {
      const { emulator, stack } = bench;
      const runInFinance = (...args: string[]) => stack.expect(["-C", "finance", ...args]);
      await write("", atOrigin);
      await stack.expect(["up", "--yes", "--skip-preview"]);
      const before = await stack.listResources();
      const moving = before.filter(({ urn }) => /::(books|tag|revenue|placed)$/.test(urn));
      expect(moving).toHaveLength(4);
      const seen = emulator.snapshot();
      emulator.clearRequests();

      await write("finance/", "");
      await runInFinance("stack", "init", "temporary");
      await runInFinance(
        ...["config", "set-all"],
        ...[
          "--plaintext",
          `analytics:baseUrl=${emulator.url}`,
          "--plaintext",
          `analytics:clientId=${emulator.clientId}`,
        ],
        ...["--secret", `analytics:clientSecret=${emulator.clientSecret}`],
      );
      const stacks = ["--source", "organization/bench/temporary", "--dest", "organization/finance/temporary"];
      await stack.expect(["state", "move", "--yes", ...stacks, ...moving.map(({ urn }) => urn)]);
      await write("", start + staying);
      await write("finance/", atTarget);
      await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
      const shown = JSON.parse(await runInFinance("preview", "--json", "--show-sames")) as {
        steps: { op: string; urn: string }[];
      };
      const changed = shown.steps
        .filter(({ op }) => op !== "same")
        .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
      expect(changed).toEqual(["read organization/bench/temporary"]);
      await runInFinance("up", "--yes", "--skip-preview");
      expect(bench.writes()).toEqual([]);
      expect(emulator.snapshot()).toEqual(seen);

      const moved = JSON.parse(await runInFinance("stack", "export")).deployment.resources as typeof before;
      const listIds = (resources: typeof before) =>
        resources
          .filter(({ type }) => types[door].test(type))
          .map(({ urn, id }) => [urn.split("::").at(-1), id])
          .sort();
      expect(listIds(moved)).toEqual(listIds(moving));

      await runInFinance("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await write("finance/", atTarget.replace('name: "Books"', 'name: "Closed books"'));
      await runInFinance("up", "--yes", "--skip-preview");
      expect(bench.writes()).toEqual([expect.stringMatching(/^PATCH \/v2\/files\//)]);
      await runInFinance("destroy", "--yes", "--skip-preview");
      await stack.expect(["destroy", "--yes", "--skip-preview"]);
    });
  },
);
