import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { sdkRange } from "../../cli/src/project/program";
import { chooseCases } from "../cases";
import { startFront } from "../front";
import {
  buildOrdersTable,
  buildOtherModel,
  buildPage,
  createSmallOrganization,
  edit,
  listAsked,
  listSpecsRead,
  make,
  makeModel,
  readSpec,
  readTree,
  readTreeText,
  startEmpty,
} from "./pull-support";
import { buildSettings, createTemporaryFolder, runInTerminal, runPiped, stabilize } from "./support";

let emulator: Emulator;
let env: Record<string, string>;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
  env = buildSettings(emulator);
});
afterEach(() => emulator.stop());

const cwd = createTemporaryFolder();
let count = 0;
/** A folder that isn't there yet, by its name in `cwd`. */
const createFolder = () => `pulled-${++count}`;

/** Pulls into a folder; what differs from run to run has a name in what was told. */
async function pull(out: string, ...args: string[]) {
  const { code, ...told } = await runPiped(["pull", "--out", out, ...args], { cwd, env });
  const names = { [` in ${out} `]: " in <out> ", [`${out}/`]: "<out>/", [join(cwd, out)]: "<out>", [cwd]: "<cwd>" };
  return { code, stdout: stabilize(told.stdout, names), stderr: stabilize(told.stderr, names) };
}
const joinFolder = (out: string, file: string) => join(cwd, out, file);
const read = (out: string, file: string) => readFileSync(joinFolder(out, file), "utf8");
const change = (out: string, file: string, from: string, to: string) =>
  writeFileSync(joinFolder(out, file), read(out, file).replace(from, to));

describe("a small organization", () => {
  test("becomes YAML files and a program", async () => {
    await createSmallOrganization(emulator);
    const { code, stdout, stderr } = await runPiped(["pull", "--out", "organization"], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatchSnapshot("told");
    // By the version of Node.
    const written = readTreeText(join(cwd, "organization")).replace(sdkRange, "<sdk>");
    expect(written).toMatchSnapshot("written");
    expect(listAsked(emulator).filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(Object.values(readTree(join(cwd, "organization"))).join()).not.toContain("hush");
  });

  test("is told as JSON", async () => {
    await createSmallOrganization(emulator);
    const { code, stdout } = await runPiped(["pull", "--out", "as-json", "--json"], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toMatchSnapshot();
  });

  test("is told in color in a terminal", async () => {
    const { orders } = await createSmallOrganization(emulator);
    await pull("in-color");
    await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
    change("in-color", "models/models-orders.yaml", "name: Paid", "name: Was paid");
    const { code, screen } = await runInTerminal(["pull", "--out", "in-color"], { cwd, env });
    expect(code).toBe(0);
    expect(screen).toMatchSnapshot();
  });

  test("--dry-run says the same and writes nothing", async () => {
    await createSmallOrganization(emulator);
    const { code, stdout } = await pull("never", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatchSnapshot();
    expect(readTreeText(join(cwd, "never"))).toBe("");
  });
});

describe("into a folder that has a package", () => {
  test("what it lacks is added; a configuration of another program stays, and ours has another name", async () => {
    const out = createFolder();
    mkdirSync(join(cwd, out));
    const [manifest, tsconfig] = ['{\n    "name": "web",\n    "main": "app.js"\n}\n', '{ "extends": "./base.json" }\n'];
    writeFileSync(joinFolder(out, "package.json"), manifest);
    writeFileSync(joinFolder(out, "tsconfig.json"), tsconfig);
    const dry = await pull(out, "--dry-run");
    expect(dry.stdout).toContain("would update <out>/package.json\n  @pulumi/pulumi added\n");
    expect(read(out, "package.json")).toBe(manifest);
    const { stdout } = await pull(out);
    expect(stdout).toContain(
      "updated <out>/package.json\n  @pulumi/pulumi added\n  pulumi-analytics added\n  " +
        "typescript added\n  @types/node added\n",
    );
    expect(stdout).toContain(`Run \`npm install\` in <out> first.\n`);
    expect(read(out, "tsconfig.json")).toBe(tsconfig);
    expect(read(out, "Pulumi.yaml")).toContain("    tsconfig: tsconfig.pulumi.json\nmain: index.ts\n");
    expect(read(out, "tsconfig.pulumi.json")).toContain('"skipLibCheck": true');
    // From then on it is the user's.
    writeFileSync(joinFolder(out, "package.json"), manifest);
    expect((await pull(out)).stdout).not.toContain("package.json");
  });

  test("init adds a CI file and a policy pack, where they are missing", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    writeFileSync(joinFolder(out, ".gitlab-ci.yml"), "");
    const addMissing = () => runPiped(["init"], { cwd: join(cwd, out), env });
    expect((await addMissing()).stderr).toContain("kept    .gitlab-ci.yml\n");
    rmSync(joinFolder(out, ".gitlab-ci.yml"));
    await addMissing();
    expect(read(out, ".github/workflows/analytics.yml")).toContain("  POLICY_PACK: policy-pack\n");
    mkdirSync(joinFolder(out, ".git"));
    writeFileSync(joinFolder(out, ".git/config"), "[remote]\n  url = https://gitlab.com/acme/models\n");
    const { stdout } = await addMissing();
    expect(JSON.parse(read(out, "package.json")).devDependencies).toMatchObject({
      "@pulumi/policy": expect.any(String),
      "pulumi-analytics-policies": expect.any(String),
    });
    expect(read(out, ".gitlab-ci.yml")).toContain("  POLICY_PACK: policy-pack\n");
    expect(read(out, ".gitlab-ci.yml")).toContain("- node_modules/.bin/pulumi-analytics fmt --check\n");
    expect(read(out, "policy-pack/index.js")).toContain("policies: starterPolicies({");
    expect(stdout).toContain("  pulumi preview --policy-pack policy-pack\n");
    writeFileSync(joinFolder(out, "policy-pack/index.js"), "// mine");
    await addMissing();
    expect(read(out, "policy-pack/index.js")).toBe("// mine");
    const checked = await runPiped(["fmt", "--check", "models"], { cwd: join(cwd, out), env });
    expect(checked.code).toBe(0);
  });

  test("the checks of the CI file pass without models", async () => {
    const out = createFolder();
    await pull(out);
    await runPiped(["init"], { cwd: join(cwd, out), env });
    const workflow = read(out, ".github/workflows/analytics.yml");
    const checks = [...workflow.matchAll(/run: npx --no-install pulumi-analytics ((?:validate|fmt).*)$/gm)].map(
      ([, args = ""]) => args,
    );
    expect(checks).toHaveLength(2);
    for (const check of checks) {
      expect({ check, ...(await runPiped(check.split(" "), { cwd: join(cwd, out), env })) }).toMatchObject({ code: 0 });
    }
  });

  test("of ECMAScript modules, it is refused, and nothing is written", async () => {
    const out = createFolder();
    mkdirSync(join(cwd, out));
    writeFileSync(joinFolder(out, "package.json"), '{ "type": "module" }');
    expect(await pull(out)).toMatchObject({
      code: 2,
      stderr:
        'error: package.json has `"type": "module"`, with which Pulumi can\'t load index.ts. Pull into ' +
        "another folder: --out <dir>.\n",
    });
    expect(Object.keys(readTree(join(cwd, out)))).toEqual(["package.json"]);
  });

  test("of a workspace of pnpm, the report says how pnpm finds it", async () => {
    const root = createFolder();
    mkdirSync(join(cwd, root));
    writeFileSync(joinFolder(root, "pnpm-workspace.yaml"), "packages: []\n");
    const { stdout } = await pull(`${root}/acme`);
    expect(stdout).toContain(
      `Run \`pnpm install\` in <out> first.\nIf ${root}/pnpm-workspace.yaml doesn't list the folder, add ` +
        "it, or run `pnpm install --ignore-workspace`.\n",
    );
  });
});

describe("pulled again", () => {
  test("nothing changed is nothing read and nothing written", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    const before = readTree(join(cwd, out));
    const listTimes = () => Object.keys(before).map((file) => statSync(joinFolder(out, file)).mtimeMs);
    const times = listTimes();
    emulator.clearRequests();
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "3 models: 3 unchanged.\n" });
    expect(listSpecsRead(emulator)).toEqual([]);
    expect(readTree(join(cwd, out))).toEqual(before);
    expect(listTimes()).toEqual(times);
  });

  test("the user's ids, comments and layout stay; only what changed is read and written", async () => {
    const { orders, revenue } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    const file = "models/orders.yaml";
    change(
      out,
      file,
      "          - { id: amount,",
      "          # What the customer pays.\n          - { id: paid_amount,",
    );
    change(out, file, "      - id: orders\n", "      - id: fact_orders   # one row each\n");
    change(out, "models/revenue-by-month.yaml", "!ref orders#orders", "!ref orders#fact_orders");

    await edit(emulator, orders, ({ pages }) => {
      const [table] = pages[0]!.elements;
      table!.columns[0]!.formula = "[ORDERS/AMOUNT] * 2";
      table!.columns.push({ id: "new", name: "Amount before", formula: "[ORDERS/AMOUNT]" });
      pages[0]!.elements.push(
        buildOrdersTable(emulator, "Lakehouse orders", ["ID"], {
          source: {
            kind: "warehouse-table",
            connectionId: emulator.seeded.connections.lakehouse,
            path: ["main", "web", "events"],
          },
          columns: [{ id: "id", name: "ID", formula: "[events/id]" }],
        }) as never,
      );
    });
    const others = readTree(join(cwd, out));
    emulator.clearRequests();
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(read(out, file)).toMatchSnapshot("written");
    // The edited ones to know their ids, and one once more as it was when its file was last pulled.
    expect(listSpecsRead(emulator).sort()).toEqual([orders, orders, revenue].sort());
    const after = readTree(join(cwd, out));
    const changed = Object.keys(after).filter((path) => after[path] !== others[path]);
    expect(changed).toEqual([".pulumi-analytics/pull.json", "connections.ts", "models.ts", "models/orders.yaml"]);

    emulator.clearRequests();
    expect(await pull(out)).toMatchObject({ code: 0, stdout: "3 models: 3 unchanged.\n" });
    expect(listSpecsRead(emulator)).toEqual([]);
  });

  test("renames, moves and new namesakes change no other name", async () => {
    const { orders, elsewhere } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    const files = Object.keys(readTree(join(cwd, out)));
    await emulator.ui.changeFile(orders, { name: "Purchases", parentId: emulator.seeded.folders.models });
    await emulator.ui.changeFile(elsewhere, { description: "The other orders" });
    await emulator.ui.request("POST", "/v2/tags", { name: "production", color: "plum" });
    const newcomer = await makeModel(emulator, "Orders", [
      buildPage("Orders", buildOrdersTable(emulator, "Orders", ["ID"])),
    ]);
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(read(out, "models.ts")).toMatchSnapshot("models.ts");
    expect(read(out, "tags.ts")).toContain('new analytics.Tag("production-tag", {\n  name: "production",');
    expect(Object.keys(readTree(join(cwd, out)))).toEqual([...files, "models/sales-orders.yaml"].sort());
    expect(JSON.parse(read(out, ".pulumi-analytics/pull.json")).models[newcomer].name).toBe("sales-orders");
  });

  test("a file that was changed here and there is a conflict, and stays", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    change(out, "models/orders.yaml", "[ORDERS/AMOUNT]", "[ORDERS/AMOUNT] / 100");
    expect(await pull(out)).toMatchObject({ code: 0, stdout: expect.stringContaining("edited here") });
    await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
    const before = readTree(join(cwd, out));
    const { code, stdout } = await pull(out);
    expect(code).toBe(1);
    expect(stdout).toMatchSnapshot("told");
    expect(readTree(join(cwd, out))).toEqual(before);
    // Once it was put on the platform, or taken from there, there is none any more.
    await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] / 100");
    expect(await pull(out)).toMatchObject({ code: 0, stdout: "3 models: 3 unchanged.\n" });
  });

  test("a file no pull has written is left alone, unless it says what the platform has", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    rmSync(joinFolder(out, ".pulumi-analytics"), { recursive: true });
    change(out, "models/orders.yaml", "[ORDERS/AMOUNT]", "[ORDERS/AMOUNT] / 100");
    const kept = read(out, "models/orders.yaml");
    const { code, stdout } = await pull(out);
    expect(code).toBe(1);
    expect(stdout.replaceAll(orders, "<orders>")).toMatchSnapshot("told");
    expect(read(out, "models/orders.yaml")).toBe(kept);
  });

  test("an edited file of the program is left alone, and what it lacks is told", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    change(out, "tags.ts", 'color: "amber"', "color: 'amber', description: 'Mine'");
    change(out, "index.ts", 'import "./tags";\n', "");
    const kept = read(out, "tags.ts");
    await emulator.ui.request("POST", "/v2/tags", { name: "Preview", color: "plum" });
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(read(out, "tags.ts")).toBe(kept);
    const json = JSON.parse((await pull(out, "--json")).stdout);
    expect(json.program.filter(({ action }: { action: string }) => action === "kept")).toMatchSnapshot("as JSON");
  });

  test("somebody's formatter and version control's line breaks are no edits", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    const formatText = (text: string) =>
      text.replaceAll('"', "'").replaceAll("\n  ", "\n    ").replaceAll(";\n", "\n").replaceAll("\n", "\r\n");
    for (const file of ["tags.ts", "credentials.ts"]) writeFileSync(joinFolder(out, file), formatText(read(out, file)));
    writeFileSync(joinFolder(out, "models/orders.yaml"), read(out, "models/orders.yaml").replaceAll("\n", "\r\n"));
    const [before, credentials] = [read(out, "models/orders.yaml"), read(out, "credentials.ts")];
    emulator.clearRequests();
    expect(await pull(out)).toMatchObject({ code: 0, stdout: "3 models: 3 unchanged.\n" });
    expect(listSpecsRead(emulator)).toEqual([]);

    await emulator.ui.request("POST", "/v2/tags", { name: "Preview", color: "plum" });
    await emulator.ui.changeFormula(orders, "Orders", "Amount", "1");
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot();
    expect(read(out, "tags.ts")).toContain('new analytics.Tag("preview"');
    expect(read(out, "credentials.ts")).toBe(credentials);
    expect(read(out, "models/orders.yaml")).toBe(before.replace('"[ORDERS/AMOUNT]"', '"1"'));
  });

  test("a model that is gone is told until its file is deleted; what refers to it goes on by its id", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    await emulator.ui.deleteFile(orders);
    const { code, stdout } = await pull(out);
    expect({ code, stdout: stdout.replaceAll(orders, "<orders>") }).toMatchSnapshot("told");
    expect(read(out, "models.ts").replaceAll(orders, "<orders>")).toMatchSnapshot("models.ts");
    expect((await pull(out)).code).toBe(1);
    rmSync(joinFolder(out, "models/orders.yaml"));
    expect(await pull(out)).toMatchObject({ code: 0, stdout: expect.not.stringContaining("gone") });
  });

  test("a file that was deleted is written anew, with the ids it had", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    change(out, "models/orders.yaml", "id: amount", "id: paid_amount");
    await pull(out);
    const { ".pulumi-analytics/pull.json": _, ...before } = readTree(join(cwd, out));
    rmSync(joinFolder(out, "models/orders.yaml"));
    expect(await pull(out)).toMatchObject({ code: 0, stdout: expect.stringContaining("created") });
    expect(readTree(join(cwd, out))).toMatchObject(before);
  });
});

describe("what can't be pulled", () => {
  test("one refused and one broken answer stop no other; the next pull fetches them", async () => {
    const { orders, elsewhere } = await createSmallOrganization(emulator);
    emulator.addFault({ fault: "status", status: 403, body: "json", path: `/v2/dataModels/${orders}/spec` });
    emulator.addFault({ fault: "invalid-json", path: `/v2/dataModels/${elsewhere}/spec` });
    emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/api-credentials" });
    const out = createFolder();
    const { code, stdout } = await pull(out);
    expect({ code, stdout: stdout.replaceAll(/requestId [\w-]+/g, "requestId <id>") }).toMatchSnapshot("told");
    expect(Object.keys(readTree(join(cwd, out)))).not.toContain("credentials.ts");
    expect(read(out, "models/revenue-by-month.yaml")).toContain(`dataModelId: ${orders}\n`);
    emulator.removeFault();
    emulator.clearRequests();
    expect(await pull(out)).toMatchObject({ code: 0 });
    expect(listSpecsRead(emulator).sort()).toEqual([orders, elsewhere].sort());
    expect(Object.keys(readTree(join(cwd, out)))).toContain("credentials.ts");
  });

  test.each([100_000, 150, 60])("a model nested %d deep stops no other", async (depth) => {
    const { orders } = await createSmallOrganization(emulator);
    const spec = await readSpec(emulator, orders);
    const nested = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const text = JSON.stringify(spec).replace('"columns":', `"more":${nested},"columns":`);
    const headers = { "content-type": "application/json" };
    const front = await startFront(emulator.url, ({ path }) =>
      path === `/v2/dataModels/${orders}/spec` ? { status: 200, headers, text } : undefined,
    );
    const out = createFolder();
    const run = await runPiped(["pull", "--out", out], { cwd, env: { ...env, ANALYTICS_BASE_URL: front.url } });
    await front.stop();
    expect(run.stderr).not.toContain("bug");
    expect(Object.keys(readTree(join(cwd, out)))).toContain("models/revenue-by-month.yaml");
    if (depth > 200) expect(run.stdout + run.stderr).toContain("the answer is nested deeper than 200 levels");
  });

  test("models that refer to each other: one of them by its id", async () => {
    const first = await makeModel(emulator, "First", [buildPage("A", buildOrdersTable(emulator, "A", ["Amount"]))]);
    const second = await makeModel(emulator, "Second", [
      buildPage("B", buildOrdersTable(emulator, "B", ["Amount"], { source: await buildOtherModel(emulator, first) })),
    ]);
    const third = await makeModel(emulator, "Third", [
      buildPage("C", buildOrdersTable(emulator, "C", ["Amount"], { source: await buildOtherModel(emulator, second) })),
    ]);
    const source = await buildOtherModel(emulator, third);
    await edit(emulator, first, ({ pages }) => {
      pages[0]!.elements[0]!.source = source;
    });
    const out = createFolder();
    expect(await pull(out)).toMatchObject({ code: 0 });
    const sources = ["first", "second", "third"].map(
      (name) => /dataModelId: (.*)/.exec(read(out, `models/${name}.yaml`))?.[1],
    );
    expect(sources).toEqual(["!ref third", "!ref first", second]);
    expect(read(out, "models.ts")).toMatchSnapshot();
  });

  test("what the provider would refuse is left out of the program, and told", async () => {
    emulator.configure({ unknownFields: "keep" });
    const table = buildOrdersTable(emulator, "Orders", ["Amount"]);
    (table.columns as Record<string, unknown>[])[0]!.fromat = { kind: "number" };
    await makeModel(emulator, "Misspelt", [buildPage("A", table)]);
    const out = createFolder();
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(read(out, "models.ts")).toMatchSnapshot("models.ts");
  });
});

describe("only a part", () => {
  test("of a folder: its models and what belongs to them; more than before is told with its number", async () => {
    const { elsewhere } = await createSmallOrganization(emulator);
    const out = createFolder();
    const { code, stdout } = await pull(out, "live:Acme/Models/Sales");
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(listSpecsRead(emulator)).not.toContain(elsewhere);
    expect(read(out, "tags.ts")).not.toContain("Staging");

    const all = "all data models of the organization, and what belongs to them: ";
    const dry = await pull(out, "--dry-run");
    const wider = await pull(out);
    const text = Object.entries(readTree(join(cwd, out))).flatMap(([path, one]) => (path.endsWith(".ts") ? [one] : []));
    const count = `${text.join("\n").match(/new analytics\.\w+\(/g)?.length} resources. For fewer, `;
    expect(dry.stdout).toMatch(
      new RegExp(`^would declare ${all}${count}name folders or documents: \`pulumi-analytics`),
    );
    expect(wider.stdout).toMatch(
      new RegExp(`^declares ${all}${count}restore the folder, and name folders or documents:`),
    );
    expect((await pull(out, "--all")).stdout).toMatch(/^declares the whole organization: \d+ resources\. /);
    expect((await pull(out)).stdout).not.toContain("declares ");
  });

  test("what was pulled in part is named as in a pull of the whole", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out, "live:Acme/Models/Sales");
    await pull(out);
    const whole = createFolder();
    await pull(whole);
    expect(readTreeText(join(cwd, out)).replaceAll(out, "<out>")).toBe(
      readTreeText(join(cwd, whole)).replaceAll(whole, "<out>"),
    );

    // A narrower pull takes nothing away.
    const before = readTree(join(cwd, out));
    expect(await pull(out, orders)).toMatchObject({ code: 0, stdout: "1 model: 1 unchanged.\n" });
    expect(readTree(join(cwd, out))).toEqual(before);
  });

  test("of a folder whose path may mean two: an error with the ids; a slash in a name is written \\/", async () => {
    const { workspaceId: slash } = await make(emulator, "/v2/workspaces", { name: "P/L" });
    const { workspaceId: parent } = await make(emulator, "/v2/workspaces", { name: "P" });
    const { id: inside } = await make(emulator, "/v2/files", { type: "folder", name: "L", parentId: parent as string });
    const places = { First: slash, Second: inside };
    for (const [name, folderId] of Object.entries(places)) {
      await makeModel(emulator, name, [buildPage("A", buildOrdersTable(emulator, "Orders", ["Amount"]))], { folderId });
    }
    expect(await pull(createFolder(), "live:P/L")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `live:P/L: 2 folders have this path: ${slash} (P\\/L), ${inside} (P/L). Give the id of one, or ` +
          "write a slash in a name as \\/.",
      ),
    });
    for (const [folder, model, path] of [
      ["live:P\\/L", "first", "p-l"],
      [slash, "first", "p-l"],
      [inside, "second", "p/l"],
    ] as const) {
      const out = createFolder();
      expect(await pull(out, folder as string, "--layout", "folders")).toMatchObject({ code: 0 });
      const models = Object.keys(readTree(join(cwd, out))).filter((file) => file.startsWith("models/"));
      expect(models).toEqual([`models/${path}/${model}.yaml`]);
    }
  });

  test("what isn't pulled is referred to by its id", async () => {
    const { orders, revenue } = await createSmallOrganization(emulator);
    const out = createFolder();
    expect(await pull(out, revenue)).toMatchObject({ code: 0 });
    const element = (await readSpec(emulator, orders)).pages[0]?.elements[0]?.id;
    expect(read(out, "models/revenue-by-month.yaml")).toContain(
      `dataModelId: ${orders}\n          elementId: ${element}\n`,
    );
    expect(Object.keys(readTree(join(cwd, out)))).toEqual([
      ".gitignore",
      ".pulumi-analytics/pull.json",
      ".vscode/settings.json",
      "Pulumi.yaml",
      "folders.ts",
      "index.ts",
      "models.ts",
      "models/revenue-by-month.yaml",
      "options.ts",
      "package.json",
      "tsconfig.json",
    ]);
  });
});

describe("--layout folders", () => {
  /** The files of models, and those that the program names. */
  const listFiles = (out: string) => Object.keys(readTree(join(cwd, out))).filter((path) => path.startsWith("models/"));
  const listNamed = (out: string) =>
    [...read(out, "models.ts").matchAll(/specFile\("([^"]+)"/g)].map(([, file]) => file as string).sort();

  test("puts files into folders as on the platform, and moves those of models that are moved there", async () => {
    const { elsewhere } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out, "--layout", "folders");
    expect(listFiles(out)).toHaveLength(3);
    expect(listNamed(out)).toEqual(listFiles(out));
    const before = listFiles(out).find((file) => file.endsWith("models-orders.yaml")) as string;
    expect(read(out, before)).toContain(`$schema=${"../".repeat(before.split("/").length - 1)}node_modules/`);

    change(out, before, "pages:", "# Ours.\npages:");
    await emulator.ui.changeFile(elsewhere, { parentId: emulator.seeded.folders.sales });
    const text = read(out, before);
    expect((await pull(out, "--dry-run")).stdout).toContain(`would move <out>/${before} to `);
    expect(read(out, before)).toBe(text);
    const { code, stdout } = await pull(out);
    const [, after = ""] = /moved <out>\/\S+ to <out>\/(\S+)/.exec(stdout) ?? [];
    expect({ code, after: after.endsWith("/models-orders.yaml") }).toEqual({ code: 0, after: true });
    expect(read(out, after).split("\n").slice(1)).toEqual(text.split("\n").slice(1));
    expect(listFiles(out)).not.toContain(before);
    expect(listNamed(out)).toEqual(listFiles(out));
    expect((await pull(out)).stdout).toBe("3 models: 3 unchanged.\n");
  });

  test("a flat folder changes its layout once; files with includes, and those of an edited program, stay", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    const flat = listFiles(out);
    writeFileSync(joinFolder(out, "models.ts"), `${read(out, "models.ts")}export const mine = 1;\n`);
    await pull(out, "--layout", "folders");
    expect(listFiles(out)).toEqual(flat);

    const folder = createFolder();
    await pull(folder);
    change(folder, "models/orders.yaml", "# yaml", "# As !include says.\n# yaml");
    const { stdout } = await pull(folder, "--layout", "folders");
    expect(stdout.match(/^moved /gm)).toHaveLength(2);
    expect(listFiles(folder)).toContain("models/orders.yaml");
    expect(listNamed(folder)).toEqual(listFiles(folder));
    await pull(folder, "--layout", "flat");
    expect(listFiles(folder)).toEqual(flat);

    // Whose place somebody chose.
    mkdirSync(joinFolder(folder, "models/mine"));
    renameSync(
      joinFolder(folder, "models/revenue-by-month.yaml"),
      joinFolder(folder, "models/mine/revenue-by-month.yaml"),
    );
    change(
      folder,
      ".pulumi-analytics/pull.json",
      '"models/revenue-by-month.yaml"',
      '"models/mine/revenue-by-month.yaml"',
    );
    await pull(folder);
    expect(listFiles(folder)).toContain("models/mine/revenue-by-month.yaml");
    expect(listNamed(folder)).toEqual(listFiles(folder));
  });
});

describe("a pull that ends early", () => {
  async function createTwentyModels(): Promise<void> {
    const first = await makeModel(emulator, "Model 0", [buildPage("P", buildOrdersTable(emulator, "T", ["Amount"]))]);
    const source = await buildOtherModel(emulator, first);
    for (let n = 1; n < 20; n++) {
      const fields = n % 3 === 0 ? { source } : {};
      await makeModel(emulator, `Model ${n}`, [buildPage("P", buildOrdersTable(emulator, "T", ["Amount"], fields))]);
    }
  }

  /** What is there must be whole, and the manifest must know it. */
  function expectWhole(out: string): string[] {
    const files = readTree(join(cwd, out));
    const known = JSON.parse(files[".pulumi-analytics/pull.json"] ?? '{"models":{}}').models as Record<
      string,
      { file: string }
    >;
    const written = Object.keys(files).filter((path) => path.startsWith("models/"));
    expect(
      Object.values(known)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(written);
    for (const path of written) expect(files[path]).toMatch(/formula: "\[ORDERS\/AMOUNT\]" }\n$/);
    expect(Object.keys(files).filter((path) => path.endsWith(".draft"))).toEqual([]);
    return Object.keys(known);
  }

  const signals = chooseCases(["SIGINT", "SIGKILL", "SIGTERM"] as const, 2);
  test.each(signals)("by %s goes on where it ended", async (signal) => {
    await createTwentyModels();
    const [out, whole] = [createFolder(), createFolder()];
    await pull(whole);
    emulator.clearRequests();
    // The last ones never come.
    emulator.addFault({
      fault: "delay",
      ms: 60_000,
      path: "/v2/dataModels/*/spec",
      nth: [12, 13, 14, 15, 16, 17, 18, 19, 20],
    });
    let pid = 0;
    const running = runPiped(["pull", "--out", out], { cwd, env, started: (id) => (pid = id) });
    await waitUntil(() => listSpecsRead(emulator).length >= 12 && listWritten(out).length >= 11);
    process.kill(pid, signal);
    const { code, stdout, stderr } = await running;
    emulator.removeFault();
    if (signal !== "SIGKILL") {
      expect({ code, stdout, stderr }).toEqual({
        code: 130,
        stdout: "",
        stderr: expect.stringMatching(/^error: stopped\./),
      });
      const known = expectWhole(out);
      expect(known.length).toBeGreaterThanOrEqual(11);
      emulator.clearRequests();
      expect(await pull(out)).toMatchObject({ code: 0 });
      expect(listSpecsRead(emulator).filter((id) => known.includes(id))).toEqual([]);
    } else {
      expect(await pull(out)).toMatchObject({ code: 0 });
    }
    expect(readTreeText(join(cwd, out)).replaceAll(out, "<out>")).toBe(
      readTreeText(join(cwd, whole)).replaceAll(whole, "<out>"),
    );
  });

  const listWritten = (out: string) => {
    try {
      return Object.keys(readTree(join(cwd, out))).filter((path) => path.startsWith("models/"));
    } catch {
      return [];
    }
  };

  test("by a platform that fails for good keeps what it has", async () => {
    await createTwentyModels();
    const out = createFolder();
    emulator.addFault({
      fault: "status",
      status: 401,
      path: "/v2/dataModels/*/spec",
      nth: Array.from({ length: 40 }, (_, n) => n + 11),
    });
    const { code, stdout, stderr } = await pull(out);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^error: GET \/v2\/dataModels\/.*: 401/);
    const known = expectWhole(out);
    expect(known.length).toBeGreaterThan(0);
    emulator.removeFault();
    emulator.clearRequests();
    expect(await pull(out)).toMatchObject({ code: 0 });
    expect(listSpecsRead(emulator)).toHaveLength(20 - known.length);
  });

  test("limits and faults on the way change nothing about the result", async () => {
    await createTwentyModels();
    const [out, whole] = [createFolder(), createFolder()];
    await pull(whole);
    emulator.configure({ latencyMs: 5, requestsPerSecond: 40 });
    emulator.addFault({ fault: "reset-before", path: "/v2/dataModels/**", probability: 0.1, seed: 5 });
    emulator.addFault({ fault: "status", status: 503, path: "/v2/**", probability: 0.1, seed: 7 });
    expect(await pull(out)).toMatchObject({ code: 0 });
    expect(readTreeText(join(cwd, out)).replaceAll(out, "<out>")).toBe(
      readTreeText(join(cwd, whole)).replaceAll(whole, "<out>"),
    );
  });
});

describe("names that mean harm", () => {
  const names = [
    "../../escaped",
    "..",
    "/etc/cron.d/evil",
    "C:\\Windows\\evil",
    "nul\u0000l.yaml",
    "CON",
    "aux.txt",
    ".git",
    "_private",
    "x".repeat(300),
    "מכירות \u202Elmay.eno",
    "line\nbreak\u2028*/ process.exit(7); /*",
    '"; process.exit(7); "',
    "`$" + "{process.exit(7)}`",
    "__proto__",
    "constructor",
    "class",
    "Caf\u00e9",
    "Cafe\u0301",
    "CAFÉ",
    "🚀",
    " ",
  ];

  test("stay in the folder, in their files, and in their quotes", async () => {
    const post = (path: string, body: Record<string, unknown>) => make(emulator, path, body);
    const { folders, workbooks } = emulator.seeded;
    for (const name of names) {
      const { id } = await post("/v2/files", { type: "folder", name, parentId: folders.sales });
      const { connectionId } = await post("/connections", { name });
      const source = { kind: "warehouse-table", connectionId, path: [name, "ORDERS"] };
      emulator.addTable({ connectionId: connectionId!, path: [name, "ORDERS"] });
      const table = buildOrdersTable(emulator, name, [name], { source, description: name });
      await makeModel(emulator, name, [buildPage(name, table)], { folderId: id, description: name });
      const { versionTagId } = await post("/v2/tags", { name, color: "plum", description: name });
      await post("/v2/workbooks/tag", { workbookId: workbooks.sales, tag: name });
      await post("/v2/deploymentPolicies", { name, nameInTenant: `${name}!`, versionTagId });
      const credential = { authMethod: "basic", basic: { username: name, password: "hush" } };
      await post("/v2/api-credentials", { name, allowlist: ["*"], description: name, credential });
    }
    mkdirSync(join(cwd, "hostile/inner"), { recursive: true });
    const { code, stdout } = await runPiped(["pull", "--out", "hostile/inner/out"], { cwd, env });
    expect({ code, stdout }).toMatchSnapshot("told");
    expect(Object.keys(readTree(join(cwd, "hostile"))).every((path) => path.startsWith("inner/out/"))).toBe(true);
    const files = readTree(join(cwd, "hostile/inner/out"));
    expect(Object.keys(files).filter((path) => path.startsWith("models/"))).toMatchSnapshot("files");
    expect(files["models.ts"]).toMatchSnapshot("models.ts");
    expect(files["credentials.ts"]).toMatchSnapshot("credentials.ts");
    expect(await runPiped(["pull", "--out", "hostile/inner/out"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: `${names.length} models: ${names.length} unchanged.\n`,
    });
  });

  test("with an unpaired surrogate can't be transported: what has such a name is not declared", async () => {
    const half = "half \ud83d";
    const { id } = await make(emulator, "/v2/files", {
      type: "folder",
      name: half,
      parentId: emulator.seeded.folders.sales,
    });
    await makeModel(emulator, "Whole", [buildPage("p", buildOrdersTable(emulator, "Orders", ["ID"]))], {
      folderId: id,
    });
    await makeModel(emulator, half, [buildPage("p", buildOrdersTable(emulator, "Orders", ["ID"]))]);
    const out = createFolder();
    const { code, stdout } = await pull(out);
    expect(code).toBe(0);
    const why = String.raw`name: contains an unpaired surrogate (\ud83d), which Pulumi can't transport`;
    expect(stdout).toContain(String.raw`not declared Folder "Acme/Models/Sales/half \ud83d": ${why}`);
    expect(stdout).toContain(String.raw`not declared DataModel "half \ud83d": models/half.yaml: ${why}`);
    expect(read(out, "models.ts")).toContain(`folderId: "${id}"`);
    expect(read(out, "models.ts")).not.toContain('new analytics.DataModel("half');
  });

  test("a link in the folder leads nobody out of it", async () => {
    await createSmallOrganization(emulator);
    mkdirSync(join(cwd, "linked"));
    mkdirSync(join(cwd, "outside"));
    symlinkSync(join(cwd, "outside"), join(cwd, "linked/models"));
    const { code, stderr } = await pull("linked");
    expect(code).toBe(2);
    expect(stderr).toContain("is outside");
    expect(readTree(join(cwd, "outside"))).toEqual({});
  });

  test("a manifest that somebody bent leads nobody out either", async () => {
    await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    change(out, ".pulumi-analytics/pull.json", '"models/orders.yaml"', '"../../escaped.yaml"');
    const { code, stderr } = await pull(out);
    expect({ code, stderr }).toMatchSnapshot();
  });
});

describe("usage error", () => {
  test.each([
    [["live:Acme/Model"]],
    [["git:main:models/orders.yaml"]],
    [["00000000-0000-4000-8000-000000000000", "--json"]],
    [["Acme"]],
    [["tests.yaml", "live:Orders"]],
  ])("%j", async (args) => {
    await makeModel(emulator, "Orders", [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]);
    const { code, stdout, stderr } = await runPiped(["pull", ...args], { cwd: join(cwd, createFolder()), env });
    expect({ code, stdout, stderr }).toMatchSnapshot();
  });

  test("another organization into the same folder", async () => {
    const out = createFolder();
    await pull(out);
    const other = await startEmpty({ seed: 2 });
    try {
      const { code, stderr } = await runPiped(["pull", "--out", out], { cwd, env: buildSettings(other) });
      expect({ code, stderr: stabilize(stderr, { [join(cwd, out)]: "<out>" }) }).toMatchSnapshot();
    } finally {
      await other.stop();
    }
  });

  test.each([
    ["no JSON", "<<<<<<< ours\n"],
    ["of a newer release", '{ "version": 2 }'],
    ["of another shape", '{ "version": 1, "models": [] }'],
  ])("a manifest that is %s", async (_, text) => {
    const out = createFolder();
    mkdirSync(joinFolder(out, ".pulumi-analytics"), { recursive: true });
    writeFileSync(joinFolder(out, ".pulumi-analytics/pull.json"), text);
    const { code, stderr } = await pull(out);
    expect({ code, stderr }).toMatchSnapshot();
  });

  test("a model's file that is no YAML any more is told, and stays", async () => {
    const { orders } = await createSmallOrganization(emulator);
    const out = createFolder();
    await pull(out);
    appendFileSync(joinFolder(out, "models/orders.yaml"), "  - }\n");
    await emulator.ui.changeFormula(orders, "Orders", "Amount", "1");
    const { code, stdout } = await pull(out);
    expect({ code, stdout }).toMatchSnapshot();
  });
});

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
