import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { assignIds, type Json, type JsonObject, parseSpec } from "../../provider/src/core/model";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { testOfAll } from "../cases";
import { createStack, getCli, projectYaml, repository } from "../engine/support";
import { type Client, signIn } from "../unit/emulator/support";
import {
  buildSettings,
  createFolderWith,
  createTemporaryFolder,
  runInTerminal,
  runPiped,
  runWhole,
  stabilize,
} from "./support";

/** A model as people write it. */
const ordersYaml = `schemaVersion: 1
pages:
  - id: main
    name: Orders
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: paid, name: Paid, formula: "[ORDERS/PAID]" }
          - { name: Net, formula: "[Amount] * 0.8" }
        groupings:
          - { id: by_paid, groupBy: [paid], calculations: [amount] }
      - id: dim_customers
        kind: table
        name: Customers
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, CUSTOMERS] }
        columns:
          - { id: name, name: Name, formula: "[CUSTOMERS/NAME]" }
      - id: priced
        kind: table
        name: Priced
        source:
          kind: join
          joins:
            - left: { kind: table, elementId: fact_orders }
              right: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, PRODUCTS] }
              columns: [{ left: "[Amount]", right: "[PRICE]" }]
        columns:
          - { id: price, name: Price, formula: "[PRODUCTS/PRICE]" }
`;

/** The pages of a file with its placeholders filled. */
function fillPages(yaml: string, values: Record<string, string>): Json {
  const filled = yaml.replaceAll(/!ref (\w+)/g, (_, name: string) => values[name] ?? "");
  return (assignIds(parseSpec(filled)) as JsonObject).pages as Json;
}

interface Column {
  id: string;
  name: string;
  formula: string;
  hidden?: boolean;
}

interface Table {
  columns: Column[];
  groupings?: unknown[];
}

/** An organization with a model that was made from a file. */
class Organization {
  private constructor(
    readonly emulator: Emulator,
    readonly api: Client,
  ) {}

  static async start(seed: number): Promise<Organization> {
    const emulator = await startEmulator({ seed });
    const { warehouse, lakehouse } = emulator.seeded.connections;
    for (const [connectionId, schema] of [
      [warehouse, "ARCHIVE"],
      [lakehouse, "PUBLIC"],
      [lakehouse, "ARCHIVE"],
    ] as const) {
      emulator.addTable({ connectionId, path: ["SALES", schema, "CUSTOMERS"], columns: { NAME: "text" } });
    }
    return new Organization(emulator, await signIn(emulator));
  }

  get values(): Record<string, string> {
    const { warehouse, lakehouse } = this.emulator.seeded.connections;
    return { warehouse, lakehouse };
  }

  async create(name: string, yaml: string): Promise<string> {
    const { status, text, body } = await this.api.post("/v2/dataModels/spec", {
      name,
      folderId: this.emulator.seeded.folders.models,
      schemaVersion: 1,
      pages: fillPages(yaml, this.values),
    });
    if (status !== 200) throw new Error(text);
    return body.dataModelId;
  }

  /** Changes a model as a client would that knows its ids. */
  async change(id: string, edit: (pages: [{ elements: Table[] }]) => void): Promise<void> {
    const { body } = await this.api.get(`/v2/dataModels/${id}/spec`);
    edit(body.pages);
    const { status, text } = await this.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: body.pages });
    if (status !== 200) throw new Error(text);
  }
}

interface Told {
  readonly differs: boolean;
  readonly changes: { readonly text: string }[];
  readonly notes: string[];
  readonly values: Record<string, string>;
}

const listLines = ({ changes }: Told) => changes.map(({ text }) => text);

const folders = createTemporaryFolder();

test("a word that names a folder is all of it, also where one side has a single document", async () => {
  const model = "schemaVersion: 1\npages: [{ id: p, name: P, elements: [] }]\n";
  const sides = { "before/orders.yaml": model, "after/orders.yaml": model, "after/customers.yaml": model };
  const cwd = createFolderWith(folders, sides);
  for (const [a, b] of [["before", "after"] as const, ["./before", "after"] as const]) {
    const { code, stdout } = await runPiped(["diff", a, b], { cwd });
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^2 documents: 1 added, 1 the same\n\n\+ after.customers/),
    ]);
  }
  expect((await runPiped(["diff", "after", "before"], { cwd })).stdout).toContain("1 removed, 1 the same");
});

describe("diff", () => {
  const folder = createTemporaryFolder();
  let home: Organization;
  let partner: Organization;
  let orders: string;

  beforeAll(async () => {
    home = await Organization.start(1);
    partner = await Organization.start(2);
    orders = await home.create("Orders", ordersYaml);
    writeFileSync(join(folder, "orders.yaml"), ordersYaml);
  });

  afterAll(async () => {
    await home?.emulator.stop();
    await partner?.emulator.stop();
  });

  const buildOptions = () => ({ cwd: folder, env: buildSettings(home.emulator) });
  const listNames = () => ({
    [orders]: "<orders>",
    [home.values.warehouse as string]: "<warehouse>",
    [folder]: "<folder>",
  });
  const runDiff = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPiped(["diff", ...args], buildOptions());
    return { code, stdout: stabilize(stdout, listNames()), stderr: stabilize(stderr, listNames()) };
  };
  const runJson = async (...args: string[]): Promise<Told> =>
    JSON.parse((await runPiped(["diff", ...args, "--json"], buildOptions())).stdout) as Told;

  test("a file and what was made of it mean the same", async () => {
    expect(await runDiff("orders.yaml", orders)).toEqual({
      code: 0,
      stderr: "",
      stdout: `--- orders.yaml
+++ data model "Orders", version 1

The contents are the same.

Notes
  !ref warehouse is <warehouse>
`,
    });
    expect((await runDiff(orders, "orders.yaml")).code).toBe(0);
    expect(await runJson("orders.yaml", orders)).toMatchObject({
      before: { file: "orders.yaml" },
      after: { dataModelId: orders, documentVersion: 1 },
      differs: false,
      changes: [],
      values: { warehouse: home.values.warehouse },
    });
  });

  describe("of a model that was changed", () => {
    let changed: string;
    beforeAll(async () => {
      changed = await home.create("Changed", ordersYaml);
      await home.change(changed, ([{ elements }]) => {
        const [orders, customers, priced] = elements as [Table, Table, Table];
        const [amount, , net] = orders.columns as [Column, Column, Column];
        const tax = { id: "x", name: "Tax \u001b[31m`red`", formula: "[Amount] * 0.2" };
        orders.columns = [amount, { ...net, formula: "[Amount] * 0.5" }, tax];
        orders.groupings = [];
        customers.columns = customers.columns.map((column) => ({ ...column, hidden: true }));
        priced.columns = [];
      });
    });
    const listNamesHere = () => ({ ...listNames(), [changed]: "<changed>" });

    test("in a terminal: what is gone red, what is new green, what is other yellow", async () => {
      const { code, screen } = await runInTerminal(["diff", "orders.yaml", changed], buildOptions());
      expect(stabilize(screen, listNamesHere())).toMatchSnapshot();
      expect(code).toBe(1);
    });

    test("piped, as Markdown and as JSON; as JSON twice the same", async () => {
      const text = await runDiff("orders.yaml", changed);
      expect(text).toMatchSnapshot();
      const markdown = await runDiff("orders.yaml", changed, "--format", "markdown");
      expect(markdown.stdout).toMatchSnapshot();
      expect(markdown.code).toBe(1);
      const { stdout, code } = await runDiff("orders.yaml", changed, "--json");
      expect(stabilize(stdout, listNamesHere()).replace(/data-model\/[\w-]+/, "data-model/<url id>")).toMatchSnapshot();
      expect(code).toBe(1);
      expect((await runDiff("orders.yaml", changed, "--format", "json")).stdout).toBe(stdout);
    });

    test("the other way round, additions are removals", async () => {
      const there = listLines(await runJson("orders.yaml", changed));
      const back = listLines(await runJson(changed, "orders.yaml"));
      expect(there.filter((line) => / removed/.test(line))).toHaveLength(3);
      expect(back.filter((line) => / removed/.test(line))).toHaveLength(1);
      expect(back).toContain("page Orders › table fact_orders › column paid added: `[ORDERS/PAID]`");
    });

    test("parts that don't count", async () => {
      const ignored = ["pages/*/elements/fact_orders", "**/hidden", "pages/main/elements/priced/columns"];
      expect(await runJson("orders.yaml", changed, ...ignored.flatMap((path) => ["--ignore", path]))).toMatchObject({
        differs: false,
      });
      expect(listLines(await runJson("orders.yaml", changed, "--ignore", "pages/*/elements/fact_orders"))).toHaveLength(
        2,
      );
    });

    test("a part that no model can have is named", async () => {
      const { stdout } = await runDiff("orders.yaml", changed, "--ignore", "**/descripton");
      expect(stdout).toContain(
        '--ignore "**/descripton" probably ignores nothing, because "descripton" is not a known field ' +
          'of **. Did you mean "description"?',
      );
      expect((await runDiff("orders.yaml", changed, "--ignore", "**/hidden")).stdout).not.toContain("--ignore");
    });

    test("two models of one organization, in ids made from their names", async () => {
      expect(await runDiff(orders, changed)).toMatchSnapshot();
    });
  });

  test("something destructive is marked as such", async () => {
    writeFileSync(join(folder, "without.yaml"), ordersYaml.replace(/ {10}- \{ id: paid.*\n/, ""));
    const { screen } = await runInTerminal(["diff", "orders.yaml", "without.yaml"], buildOptions());
    expect(screen).toMatchSnapshot();
    expect((await runDiff("orders.yaml", "without.yaml", "--format", "markdown")).stdout).toMatchSnapshot();
  });

  test("a placeholder stands for one thing: where the platform has two, one is a difference", async () => {
    const id = await home.create(
      "Mixed",
      ordersYaml.replace("!ref warehouse, path: [SALES, PUBLIC, CUS", "!ref lakehouse, path: [SALES, PUBLIC, CUS"),
    );
    const told = await runJson("orders.yaml", id);
    expect(listLines(told)).toEqual([
      `page Orders › table dim_customers: source.connectionId !ref warehouse → \`${home.values.lakehouse}\``,
    ]);
    expect(told.values).toEqual({ warehouse: home.values.warehouse });
  });

  test("two versions, by number and by tag", async () => {
    const id = await home.create("Versions", ordersYaml);
    await home.api.post("/v2/tags", { name: "Production", color: "grass" });
    await home.api.post("/v2/dataModels/tag", { dataModelId: id, tag: "Production" });
    await home.emulator.ui.changeFormula(id, "Orders", "Net", "[Amount]");
    expect(await runDiff(`${id}@Production`, id)).toEqual({
      code: 1,
      stderr: "",
      stdout: `--- data model "Versions", version 1 (Production)
+++ data model "Versions", version 2

1 column changed

Contents
  ~ page Orders › table orders › column net: formula \`[Amount] * 0.8\` → \`[Amount]\`
`,
    });
    expect((await runDiff(`${id}@1`, `live:Acme/Models/Versions@latest`)).code).toBe(1);
    expect((await runDiff(`${id}@1`, `${id}@Production`)).code).toBe(0);
    expect((await runDiff("orders.yaml", `${id}@1`)).code).toBe(0);
    const wrong = await runDiff(`${id}@Prod`, id);
    expect({ code: wrong.code, stderr: wrong.stderr.replaceAll(id, "<id>") }).toMatchInlineSnapshot(`
{
  "code": 2,
  "stderr": "error: <id>@Prod: the data model has no such tag. Its tags: Production. A number is a version.
",
}
`);
    expect((await runDiff(`${id}@9`, id)).code).toBe(2);
  });

  test("ids that changed from version to version", async () => {
    const id = await home.create("Reassigned", ordersYaml);
    home.emulator.configure({ reassignIdsOnPut: "elements" });
    await home.change(id, () => {});
    home.emulator.configure({ reassignIdsOnPut: false });
    expect(await runJson(`${id}@1`, id)).toMatchObject({
      differs: false,
      notes: ["new ids on the platform: element orders, element customers, element priced"],
    });
  });

  test("a model by its address and by its path", async () => {
    const { body } = await home.api.get(`/v2/dataModels/${orders}`);
    expect((await runDiff("orders.yaml", body.url)).code).toBe(0);
    expect((await runDiff("orders.yaml", `${body.url}/page?x=1#y`)).code).toBe(0);
    expect((await runDiff("orders.yaml", "live:Acme/Models/Orders")).code).toBe(0);
    expect((await runDiff("orders.yaml", `live:${orders}`)).code).toBe(0);
    await home.create("Twice", ordersYaml);
    await home.create("Twice", ordersYaml);
    const twice = await runDiff("orders.yaml", "live:Acme/Models/Twice");
    expect(twice.stderr.replaceAll(/[\da-f-]{36}/g, "<id>")).toMatchInlineSnapshot(`
"error: Acme/Models/Twice: 2 data models have this name: <id> (Acme/Models/Twice), <id> (Acme/Models/Twice). Give the id of one.
"
`);
    const unknown = await runDiff("orders.yaml", "live:Acme/Models/Order");
    expect(unknown).toMatchInlineSnapshot(`
{
  "code": 2,
  "stderr": "error: Acme/Models/Order: no such data model, or these credentials can't read it. Did you mean "Acme/Models/Orders"?
",
  "stdout": "",
}
`);
  });

  test("a model by its path, where a slash may be part of a name", async () => {
    const id = await home.create("A/B", ordersYaml);
    expect((await runDiff("orders.yaml", "live:Acme/Models/A/B")).code).toBe(0);
    const { body } = await home.api.post("/v2/files", {
      type: "folder",
      name: "A",
      parentId: home.emulator.seeded.folders.models,
    });
    const other = await home.create("B", ordersYaml);
    await home.api.patch(`/v2/files/${other}`, { parentId: body.id });
    await home.change(other, ([{ elements }]) => {
      elements.pop();
    });
    expect((await runDiff("orders.yaml", "live:Acme/Models/A\\/B")).code).toBe(0);
    const both = await runDiff("orders.yaml", "live:Acme/Models/A/B");
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining(`${id} (Acme/Models/A\\/B)`) });
    expect(both.stderr).toContain(`${other} (Acme/Models/A/B). Give the id of one, or write a slash in a name as \\/.`);
    expect(await runDiff("orders.yaml", "live:Acme\\/Models/Orders")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There are: Acme/Models/Orders."),
    });
  });

  test("what can't be compared", async () => {
    writeFileSync(join(folder, "list.yaml"), "- 1\n");
    writeFileSync(join(folder, "broken.yaml"), "pages: [\n");
    expect([
      await runDiff("nowhere.yaml", "orders.yaml"),
      await runDiff("list.yaml", "orders.yaml"),
      await runDiff("broken.yaml", "orders.yaml"),
      await runDiff("live:", "orders.yaml").then((run) => ({
        ...run,
        stderr: run.stderr.replaceAll(/[\da-f-]{36}/g, "<id>"),
      })),
      await runDiff("orders.yaml"),
      await runDiff("orders.yaml", "elsewhere:1"),
      await runPiped(["diff", "orders.yaml", orders], { cwd: folder }).then(({ code, stdout, stderr }) => ({
        code,
        stdout,
        stderr,
      })),
    ]).toMatchSnapshot();
  });

  test("two files: renamed ids are told as such, many of them in one line", async () => {
    writeFileSync(
      join(folder, "renamed.yaml"),
      ordersYaml.replace("{ id: amount,", "{ id: value,").replace("[amount]", "[value]"),
    );
    expect(listLines(await runJson("orders.yaml", "renamed.yaml"))).toEqual([
      "page Orders › table fact_orders › column value: id `amount` → `value`",
    ]);
    const all = ordersYaml.replaceAll(/\b(amount|paid|dim_customers|name|priced|price|by_paid)\b(?=[,\]\n])/g, "my_$1");
    writeFileSync(join(folder, "all-renamed.yaml"), all);
    expect(await runDiff("orders.yaml", "all-renamed.yaml")).toMatchSnapshot();
  });

  test("files without a common id, such as one saved from the platform, are matched by their contents", async () => {
    const { text } = await home.api.get(`/v2/dataModels/${orders}/spec`);
    writeFileSync(join(folder, "saved.json"), text);
    expect(await runDiff("orders.yaml", "saved.json")).toEqual({
      code: 0,
      stderr: "",
      stdout: `--- orders.yaml
+++ saved.json

The contents are the same.

Notes
  !ref warehouse is <warehouse>
  the two models have no id in common; matched by contents
`,
    });
    expect((await runDiff("saved.json", "orders.yaml")).code).toBe(0);
    expect((await runDiff("saved.json", orders)).code).toBe(0);
    writeFileSync(
      join(folder, "filled.yaml"),
      ordersYaml.replaceAll("!ref warehouse", home.values.warehouse as string),
    );
    expect((await runDiff("orders.yaml", "filled.yaml")).code).toBe(0);
  });

  test("two files that both have placeholders compare them by name", async () => {
    writeFileSync(join(folder, "other.yaml"), ordersYaml.replace("!ref warehouse", "!ref lake"));
    expect(listLines(await runJson("orders.yaml", "other.yaml"))).toEqual([
      "page Orders › table fact_orders: source.connectionId !ref warehouse → !ref lake",
    ]);
  });

  test("a file outside the folder, and one whose name looks like something else", async () => {
    writeFileSync(join(folder, "live:orders"), readFileSync(join(folder, "orders.yaml")));
    expect((await runDiff("./live:orders", "orders.yaml")).code).toBe(0);
    expect((await runDiff(join(folder, "orders.yaml"), "orders.yaml")).code).toBe(0);
  });

  test("Ctrl-C while the platform is slow", async () => {
    home.emulator.addFault({ id: "slow", fault: "delay", ms: 20_000, path: "/v2/dataModels/*/spec" });
    let pid = 0;
    const run = runPiped(["diff", "orders.yaml", orders], { ...buildOptions(), started: (started) => (pid = started) });
    while (!home.emulator.requests().some(({ path, status }) => path.endsWith("/spec") && status === null)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.kill(pid, "SIGINT");
    const { code, stdout, stderr } = await run;
    home.emulator.removeFault("slow");
    expect({ code, stdout, stderr }).toEqual({
      code: 130,
      stdout: "",
      stderr: "error: stopped. All files are complete. Run the same command again to continue.\n",
    });
  });

  describe("two organizations", () => {
    let stack: TemporaryStack;
    let env: Record<string, string>;
    beforeAll(async () => {
      const { command, env: own } = await getCli();
      const { url, clientId, clientSecret } = partner.emulator;
      stack = await createStack({
        files: {},
        texts: { "Pulumi.yaml": projectYaml },
        nodeModules: join(repository, "node_modules"),
        config: { "analytics:baseUrl": home.emulator.url, "analytics:clientId": home.emulator.clientId },
        secrets: {
          "analytics:clientSecret": home.emulator.clientSecret,
          "analytics:profiles": JSON.stringify({ partner: { baseUrl: url, clientId, clientSecret } }),
        },
      });
      const path = [...(isAbsolute(command) ? [dirname(command)] : []), process.env.PATH ?? ""].join(delimiter);
      env = { ...own, PATH: path, ...stack.environment };
      writeFileSync(join(stack.directory, "orders.yaml"), ordersYaml);
    });
    afterAll(() => stack?.dispose());

    testOfAll("ids that differ by nature don't count, but where they don't differ alike", async () => {
      const yaml = ordersYaml.replace("PUBLIC, CUSTOMERS", "ARCHIVE, CUSTOMERS").replace("[Amount] * 0.8", "[Amount]");
      const id = await partner.create("Orders (theirs)", yaml);
      const removeNoise = (text: string) =>
        stabilize(text, {
          ...listNames(),
          [id]: "<theirs>",
          [partner.values.warehouse as string]: "<their warehouse>",
        });
      const args = ["diff", "live:Acme/Models/Orders", "partner:Acme/Models/Orders (theirs)"];
      const { code, stdout, stderr } = await runPiped(args, { cwd: stack.directory, env });
      expect({ code, stderr, stdout: removeNoise(stdout) }).toMatchSnapshot();
      const { stdout: markdown } = await runPiped([...args, "--format", "markdown"], { cwd: stack.directory, env });
      expect(removeNoise(markdown)).toMatchSnapshot();
      const file = await runPiped(["diff", "orders.yaml", `partner:${id}`], { cwd: stack.directory, env });
      expect(removeNoise(file.stdout)).toMatchSnapshot();
    });

    testOfAll("no secret is told", async () => {
      const { stdout, stderr } = await runWhole(["diff", "partner:nothing", "orders.yaml"], {
        cwd: stack.directory,
        env: { ...env, ANALYTICS_BASE_URL: home.emulator.url },
      });
      expect(stderr).toMatch(
        new RegExp(
          `^Organization [\\da-f-]{36} \\(${partner.emulator.url}\\) as Ada Admin, from profile partner of stack ` +
            `temporary; ANALYTICS_BASE_URL \\(${home.emulator.url}\\) isn't used\\n`,
        ),
      );
      expect(stdout + stderr).not.toContain(partner.emulator.clientSecret);
      expect(stderr).toContain("404");
    });
  });
});
