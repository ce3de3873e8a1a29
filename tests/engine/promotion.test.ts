import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { testOfAll } from "../cases";
import { createStack, repository } from "./support";

const guide = readFileSync(join(repository, "docs/guides/promotion.md"), "utf8");
const listBlocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);
const [program = "", mappingProgram = ""] = listBlocks("ts");
const [yamlProgram = "", modelFile = ""] = listBlocks("yaml");
const [shownChange = ""] = /^data model "Orders".*$/m.exec(guide) ?? [];

const environments = ["dev", "prod"] as const;
type Environment = (typeof environments)[number];

/** What the guide's table says of each environment. */
const settings = Object.fromEntries(
  environments.map((environment, column) => [
    environment,
    Object.fromEntries(
      [...guide.matchAll(/^\| `(connection|database|folder|tag)` \| `([^`]*)` \| `([^`]*)` \|$/gm)].map((row) => [
        row[1]!,
        row[column + 2]!,
      ]),
    ),
  ]),
) as Record<Environment, Record<"connection" | "database" | "folder" | "tag", string>>;

const projectFile = "name: promotion\nruntime:\n  name: nodejs\n  options:\n    typescript: true\nmain: index.ts\n";
const before = "If([ORDERS/PAID], [Amount], 0)";
const after = "If([ORDERS/PAID], [Amount] * 0.9, 0)";

// One story, told in order.
describe("the guide to promotion", () => {
  const emulators = {} as Record<Environment, Emulator>;
  const stacks = {} as Record<Environment, TemporaryStack>;

  beforeAll(async () => {
    for (const [index, environment] of environments.entries()) {
      const emulator = await startEmulator({ seed: index + 1 });
      emulators[environment] = emulator;
      if (environment === "prod") await prepareProduction(emulator);
      const texts = { "index.ts": program, "models/orders.yaml": modelFile };
      stacks[environment] = await createProject(environment, texts, settings[environment]);
    }
  });
  afterAll(async () => {
    for (const environment of environments) {
      await stacks[environment]?.dispose();
      await emulators[environment]?.stop();
    }
  });

  const createProject = (
    environment: Environment,
    texts: Record<string, string>,
    config: Record<string, string>,
  ): Promise<TemporaryStack> => {
    const { url, clientId, clientSecret } = emulators[environment];
    return createStack({
      files: {},
      texts: { "Pulumi.yaml": projectFile, ...texts },
      nodeModules: join(repository, "node_modules"),
      config: { "analytics:baseUrl": url, "analytics:clientId": clientId, ...config },
      secrets: { "analytics:clientSecret": clientSecret },
    });
  };

  /** Another connection and database than in development. */
  async function prepareProduction(emulator: Emulator): Promise<void> {
    const { connection, database } = settings.prod;
    const { connectionId } = (await emulator.ui.request("POST", "/connections", {
      name: connection,
      type: "snowflake",
    })) as { connectionId: string };
    const columns = { AMOUNT: "number", PAID: "boolean" } as const;
    emulator.addTable({ connectionId, path: [database, "PUBLIC", "ORDERS"], columns });
  }

  const runUp = (environment: Environment, ...args: string[]) =>
    stacks[environment].expect(["up", "--yes", "--skip-preview", ...args]);

  /** The same commit, checked out for each environment. */
  const writeCommit = (text: string) =>
    environments.forEach((environment) => {
      writeFileSync(join(stacks[environment].directory, "models/orders.yaml"), text);
    });

  /** What readers of an environment have: the formula of the latest version, and the number of the tagged one. */
  async function readState(environment: Environment) {
    const id = await readModelId(environment);
    const versions = emulators[environment].snapshot().dataModelVersions.filter((v) => v.dataModelId === id);
    const table = versions.at(-1)!.pages[0]!.elements[0]!;
    const column = table.kind === "table" ? table.columns.find(({ name }) => name === "Revenue") : undefined;
    const outputs = await stacks[environment].readOutputs();
    const { orders: tagged } = outputs.taggedVersions as { orders: number };
    return { formula: column?.formula, columnId: column?.id, latest: versions.length, tagged };
  }

  async function readModelId(environment: Environment): Promise<string> {
    const found = (await stacks[environment].listResources()).find(({ urn }) => /DataModel::.*orders$/.test(urn));
    return found?.id ?? "";
  }

  const formStored = (formula: string) => formula.replace("[ORDERS/PAID]", "[ORDERS/Paid]");

  test("the same files have other connections, paths, folders and tags in each environment", async () => {
    for (const environment of environments) await runUp(environment);
    for (const environment of environments) {
      const { tags, files, dataModelVersions } = emulators[environment].snapshot();
      const { tag, folder, database } = settings[environment];
      expect(tags.map(({ name }) => name)).toEqual([tag]);
      const model = files.find(({ name }) => name === "Orders")!;
      expect(files.find(({ id }) => id === model.parentId)?.name).toBe(folder.split("/").at(-1));
      expect(JSON.stringify(dataModelVersions)).toContain(`"path":["${database}","PUBLIC","ORDERS"]`);
      expect(await readState(environment)).toMatchObject({ formula: formStored(before), latest: 1, tagged: 1 });
    }
  });

  test("a change goes to dev first, then with the same files to prod, and moves the tag there", async () => {
    emulators.prod.clearRequests();
    const { columnId } = await readState("prod");
    writeCommit(modelFile.replace(before, after));
    await runUp("dev");
    expect(await readState("dev")).toMatchObject({ formula: formStored(after), latest: 2, tagged: 2 });
    expect(emulators.prod.requests()).toEqual([]);

    expect(await stacks.prod.expect(["preview"])).toContain(shownChange);
    await runUp("prod");
    expect(await readState("prod")).toEqual({ formula: formStored(after), columnId, latest: 2, tagged: 2 });
  });

  test("a rollback moves the tag and writes no model", async () => {
    await stacks.prod.expect(["config", "set", "--path", "versions.orders", "1"]);
    emulators.prod.clearRequests();
    await runUp("prod");
    expect(await readState("prod")).toMatchObject({ formula: formStored(after), latest: 2, tagged: 1 });
    expect(listWrites("prod")).toEqual(["POST /v2/dataModels/tag"]);
  });

  const listWrites = (environment: Environment) =>
    emulators[environment]
      .requests()
      .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
      .map(({ method, path }) => `${method} ${path}`);

  testOfAll("a reverted file is a new version with the same ids, and the tag moves to it", async () => {
    const { columnId } = await readState("prod");
    await stacks.prod.expect(["config", "rm", "versions"]);
    writeCommit(modelFile);
    await runUp("prod");
    expect(await readState("prod")).toEqual({ formula: formStored(before), columnId, latest: 3, tagged: 3 });
  });

  /** A stack of its own with another program of the guide. */
  async function apply(environment: Environment, text: string, config: Record<string, string> = {}): Promise<void> {
    const stack = await createProject(environment, { "index.ts": text }, config);
    try {
      await stack.expect(["up", "--yes", "--skip-preview"]);
    } finally {
      await stack.dispose();
    }
  }

  testOfAll("a tag with other connections moves with its mapping", async () => {
    await emulators.dev.ui.request("POST", "/connections", { name: settings.prod.connection, type: "snowflake" });
    const orders = await readModelId("dev");
    await apply("dev", mappingProgram, { orders, ordersVersion: "1" });
    const { dataModels, tags } = emulators.dev.snapshot();
    const production = tags.find(({ name }) => name === "Production")!;
    const model = dataModels.find(({ documentId }) => documentId === orders);
    expect(JSON.stringify(model)).toContain(production.versionTagId);
  });

  test("the program in YAML previews the same change, moves the tag with it, and moves it back", async () => {
    const config = { ...settings.dev, folder: settings.prod.folder, tag: "Candidate" };
    const stack = await createProject("dev", { "Pulumi.yaml": yamlProgram, "models/orders.yaml": modelFile }, config);
    const write = (path: string, text: string) => writeFileSync(join(stack.directory, path), text);
    try {
      await stack.expect(["up", "--yes", "--skip-preview"]);
      write("models/orders.yaml", modelFile.replace(before, after));
      expect(await stack.expect(["preview"])).toContain(shownChange);
      await stack.expect(["up", "--yes", "--skip-preview"]);
      expect(await stack.readOutputs()).toEqual({ taggedVersions: { orders: 2 } });
      write("Pulumi.yaml", yamlProgram.replace(/documents: (.*?\])/, "documents: $1, versions: { orders: 1 }"));
      await stack.expect(["up", "--yes", "--skip-preview"]);
      expect(await stack.readOutputs()).toEqual({ taggedVersions: { orders: 1 } });
    } finally {
      await stack.dispose();
    }
  });
});
