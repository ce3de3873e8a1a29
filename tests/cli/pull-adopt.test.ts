import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { testOfAll } from "../cases";
import { createStack, repository, typeChecked } from "../engine/support";
import {
  buildOrdersTable,
  buildOtherModel,
  buildPage,
  createSmallOrganization,
  createWholeOrganization,
  listAsked,
  listSpecsRead,
  makeModel,
  startEmpty,
} from "./pull-support";
import { runPiped } from "./support";

const projectYaml = "name: everything\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n";

/** A project that is configured for an emulator, with nothing in it yet. */
function createProjectFor({ url, clientId, clientSecret }: Emulator, profile?: string): Promise<TemporaryStack> {
  const settings = { baseUrl: url, clientId, clientSecret };
  return createStack({
    files: {},
    texts: { "Pulumi.yaml": projectYaml },
    nodeModules: `${repository}/node_modules`,
    config: profile === undefined ? { "analytics:baseUrl": url, "analytics:clientId": clientId } : {},
    secrets:
      profile === undefined
        ? { "analytics:clientSecret": clientSecret }
        : { "analytics:profiles": JSON.stringify({ [profile]: settings }) },
  });
}

const listWrites = (emulator: Emulator) => listAsked(emulator).filter((request) => !request.startsWith("GET "));

interface Told {
  readonly secrets: readonly { readonly key: string }[];
  readonly models: readonly { readonly action: string }[];
  readonly program: readonly { readonly action: string }[];
  readonly leftOut: readonly unknown[];
  readonly errors?: readonly { readonly file: string; readonly rule: string; readonly of: string }[];
}

async function runPullInto(stack: TemporaryStack, ...args: string[]): Promise<Told> {
  const options = { cwd: stack.directory, env: { ...stack.environment } };
  const { code, stdout, stderr } = await runPiped(["pull", "--json", ...args], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Told;
}

const setSecrets = (stack: TemporaryStack, { secrets }: Told) =>
  stack.configure({}, Object.fromEntries(secrets.map(({ key }) => [key, "whatever it is"])));

/** With the three of the small organization; `npm run test:all` takes more. */
const models = process.env.CASES === "all" ? 300 : 20;

describe(`an organization of ${models} models and 40 datasets, with the real engine`, () => {
  let emulator: Emulator;
  let stack: TemporaryStack;

  beforeAll(async () => {
    emulator = await startEmpty({ seed: 1, logBodies: false });
    await buildLargeOrganization(emulator);
    stack = await createProjectFor(emulator);
  });
  afterAll(async () => {
    await stack?.dispose();
    await emulator?.stop();
  });

  test("is pulled, and adopted without a write", async () => {
    emulator.clearRequests();
    const told = await runPullInto(stack);
    expect(told.models).toHaveLength(models);
    expect(told.models.filter(({ action }) => action !== "created")).toEqual([]);
    expect(told.leftOut).toEqual([]);
    expect(listSpecsRead(emulator)).toHaveLength(models);
    expect(listWrites(emulator)).toEqual([]);

    // Some have a formula with a column that the model they read from lacks: a pull says what lets an update pass.
    const { errors = [] } = told;
    expect(errors).toContainEqual(expect.objectContaining({ file: "models/model-10.yaml", of: "model" }));
    expect([...new Set(errors.map(({ rule }) => rule))]).toEqual(["missing-column"]);
    const again = await runPiped(["pull"], { cwd: stack.directory, env: { ...stack.environment } });
    expect(again.stdout).toContain("error models/model-10.yaml:17:47: `[ORDERS/PAID]`: model orders, element orders");
    expect(again.stdout).toContain(
      "has no column `PAID` [missing-column]\n" +
        "The platform has these, and `pulumi up` stops at them. Correct the files, or let the stack accept them:\n" +
        "  pulumi config set --path analytics:rules.missing-column warning\n",
    );
    await stack.expect(["config", "set", "--path", "analytics:rules.missing-column", "warning"]);

    await setSecrets(stack, told);
    await stack.expect(["up", "--yes", "--skip-preview"], typeChecked);
    expect(listWrites(emulator)).toEqual([]);
    const kinds = new Map<string, number>();
    for (const { type } of await stack.listResources()) {
      const kind = type.replace("pulumi-nodejs:dynamic/analytics:", "");
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(kinds)).toEqual({
      ApiCredential: 5,
      DataModel: models,
      DataModelTag: 1 + Math.ceil((models - 3) / 10),
      DeploymentPolicy: 1,
      DeploymentPolicyDocument: 3,
      DeploymentPolicyTenant: 1,
      Folder: 12,
      SourceSwapPolicy: 1,
      Tag: 2,
      WorkbookTag: 1,
    });
  });

  test("and there is nothing more to do, for the next preview and for the next pull", async () => {
    emulator.clearRequests();
    await stack.expect(["preview", "--expect-no-changes"]);
    const told = await runPullInto(stack);
    expect(told.models.filter(({ action }) => action !== "unchanged")).toEqual([]);
    expect(told.program.filter(({ action }) => action !== "unchanged")).toEqual([]);
    expect(listSpecsRead(emulator)).toEqual([]);
    expect(listWrites(emulator)).toEqual([]);
  });
});

testOfAll("another organization, whose platform answers otherwise, is adopted through its profile", async () => {
  const emulator = await startEmpty({
    seed: 3,
    specDefaults: "written",
    schemaVersionReturned: "string",
    warehouseColumnIds: "inode",
    emptyDescription: "omit",
    cursors: "opaque",
    grantInodeIds: "url",
    connectionGrants: "generic",
    connectorHeaderValues: "returned",
    connectorConfigPatch: "reset",
  });
  const stack = await createProjectFor(emulator, "partner");
  try {
    await createWholeOrganization(emulator);
    const told = await runPullInto(stack, "--all", "--profile", "partner");
    const access = readFileSync(join(stack.directory, "access.ts"), "utf8");
    for (const name of ["places.peopleWorkspace", "folders.plans", "models.orders", "warehouse.shop"]) {
      expect(access).toContain(`inodeId: ${name}.id`);
    }
    await setSecrets(stack, told);
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview"], typeChecked);
    expect(listWrites(emulator)).toEqual([]);
    const profiles = (await stack.listResources()).map(({ inputs }) => inputs?.profile);
    expect(new Set(profiles)).toEqual(new Set(["partner"]));
    // The manifest remembers which one it is.
    expect((await runPullInto(stack)).program.filter(({ action }) => action !== "unchanged")).toEqual([]);
  } finally {
    await stack.dispose();
    await emulator.stop();
  }
});

/** Names that aren't only letters. */
const odd = [
  "../../escaped",
  "CON",
  "nul\u0000l",
  "line\nbreak */",
  '"; process.exit(7); "',
  "\u202Eevil",
  "class",
  "__proto__",
  "売上",
  " ",
];

/**
 * The small organization and more models in ten folders: alone, on others, in a circle, joined, with all that tables
 * have.
 */
async function buildLargeOrganization(emulator: Emulator): Promise<void> {
  const { orders } = await createSmallOrganization(emulator);
  const { folders, tables } = emulator.seeded;
  const post = (path: string, body: object) =>
    emulator.ui.request("POST", path, body) as Promise<Record<string, string>>;
  for (let n = 0; n < 40; n++) {
    await post("/datasets", {
      name: `Dataset ${n}`,
      parentId: folders.sales,
      sources: [{ type: "table", inodeId: tables.orders }],
    });
  }
  const places = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      post("/v2/files", { type: "folder", name: `Team ${n}`, parentId: folders.sales }),
    ),
  );
  const base = await buildOtherModel(emulator, orders);
  const made: string[] = [];
  for (let n = 0; n < models - 3; n++) {
    const source =
      n % 3 === 1 ? base : n % 3 === 2 ? await buildOtherModel(emulator, made.at(-1) as string) : undefined;
    const id = await makeModel(
      emulator,
      // Every third shares its name with others.
      n < odd.length ? (odd[n] as string) : n % 3 === 0 ? "Sales" : `Model ${n}`,
      [
        buildPage("Main", buildRichTable(emulator, source)),
        buildPage("More", buildOrdersTable(emulator, `Orders ${n}`, ["ID"])),
      ],
      { folderId: places[n % places.length]?.id, description: n % 5 === 0 ? `Number ${n}` : undefined },
    );
    made.push(id);
    if (n % 10 === 0) await post("/v2/dataModels/tag", { dataModelId: id, tag: "Production", dataModelVersion: 1 });
  }
  // The first depends on the last but one, which depends on the one before it, and so on.
  const [first, second, third] = made.slice(0, 3) as [string, string, string];
  const spec = (await emulator.ui.request("GET", `/v2/dataModels/${second}/spec`)) as {
    pages: { elements: object[] }[];
  };
  Object.assign(spec.pages[0]!.elements[0]!, { source: await buildOtherModel(emulator, third) });
  await emulator.ui.request("PUT", `/v2/dataModels/${second}/spec`, { schemaVersion: 1, pages: spec.pages });
  expect(first).not.toBe(second);
}

/** A table with parts of every kind. */
function buildRichTable(emulator: Emulator, source?: object): Record<string, unknown> {
  return buildOrdersTable(emulator, "Orders", ["Amount", "Ordered at", "Paid"], {
    ...(source && { source }),
    metrics: [{ id: "m", name: "Revenue", formula: "Sum([Amount])" }],
    folders: [{ id: "f", name: "Dates", items: ["c1"] }],
    filters: [{ id: "x", kind: "list", columnId: "c2", values: [true] }],
    groupings: [
      { id: "g", groupBy: ["c1"], calculations: ["c0"], sort: [{ columnId: "c1", direction: "descending" }] },
    ],
    order: ["f", "c0", "c2"],
  });
}
