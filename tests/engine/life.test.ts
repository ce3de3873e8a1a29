import { testOfAll } from "../cases";
import { door, getType } from "../door";
import { type Bench, projectYaml, startBench } from "./support";

/**
 * What the program declares: arguments with `@name` for the id of another resource, and options with names for
 * resources.
 */
interface Declared {
  kind: string;
  args: Record<string, unknown>;
  options?: Record<string, unknown>;
}

const program = `
const { readFileSync } = require("fs");
const analytics = require("pulumi-analytics");
const made = {};
const resolve = (value) => {
  if (typeof value === "string" && value.startsWith("@")) return made[value.slice(1)].id;
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
};
for (const [name, { kind, args, options = {} }] of Object.entries(JSON.parse(readFileSync("declared.json", "utf8")))) {
  const { parent, deletedWith, ...others } = options;
  made[name] = new analytics[kind](name, resolve(args), {
    ...others,
    ...(parent && { parent: made[parent] }),
    ...(deletedWith && { deletedWith: made[deletedWith] }),
  });
}
`;

// One story, told in order: each test goes on where the one before it ended.
describe("the life of folders, policies and credentials, with the real engine", () => {
  let bench: Bench;
  let declared: Record<string, Declared>;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    const { folders, connections, tenants } = bench.emulator.seeded;
    declared = {
      folder: { kind: "Folder", args: { name: "Folder", parentId: folders.models, description: "d" } },
      red: { kind: "Tag", args: { name: "Red", color: "plum" } },
      green: { kind: "Tag", args: { name: "Green", color: "grass" } },
      swap: {
        kind: "SourceSwapPolicy",
        args: {
          type: "connection",
          name: "Swap",
          fromConnectionId: connections.warehouse,
          swaps: {
            connectionSwaps: [
              { to: { path0: { swapType: "exact", catalogObject: "TEST" }, path1: { swapType: "all" } } },
            ],
          },
        },
      },
      policy: {
        kind: "DeploymentPolicy",
        args: { name: "Policy", versionTagId: "@red", sourceSwapPolicies: ["@swap"] },
      },
      tenant: {
        kind: "DeploymentPolicyTenant",
        args: { deploymentPolicyId: "@policy", tenantOrganizationId: tenants.north },
      },
      document: { kind: "DeploymentPolicyDocument", args: { deploymentPolicyId: "@policy", inodeId: "@folder" } },
      credential: {
        kind: "ApiCredential",
        args: {
          name: "Credential",
          allowlist: ["*.example.com"],
          description: "d",
          credential: { authMethod: "basic", basic: { username: "ann", password: "planted" } },
        },
      },
    };
  });
  afterAll(() => bench.dispose());

  const findState = async (name: string) => {
    const found = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  };
  const readId = async (name: string) => (await findState(name)).id as string;
  const change = (name: string, args: Record<string, unknown>) => Object.assign(declared[name]?.args ?? {}, args);
  const setOption = (name: string, options: Record<string, unknown>) => {
    declared[name] = { ...(declared[name] as Declared), options };
  };
  const declare = () => bench.stack.write("declared.json", JSON.stringify(declared));
  const listLivingPolicies = () => bench.emulator.snapshot().deploymentPolicies.filter(({ isArchived }) => !isArchived);

  /** Runs `up`, and answers the writes it made, sorted, ids left out. */
  async function runUp(...args: string[]): Promise<string[]> {
    await declare();
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
    return listWritten();
  }
  const listWritten = () =>
    bench
      .writes()
      .map((write) => write.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…"))
      .sort();

  test("create makes each once; nothing changed is nothing sent", async () => {
    expect(await runUp()).toEqual([
      "POST /v2/api-credentials",
      "POST /v2/deploymentPolicies",
      "POST /v2/deploymentPolicies/…/files",
      "POST /v2/deploymentPolicies/…/tenants",
      "POST /v2/files",
      "POST /v2/sourceSwapPolicies",
      "POST /v2/tags",
      "POST /v2/tags",
    ]);
    expect(await runUp("--expect-no-changes")).toEqual([]);
    expect(bench.emulator.requests()).toEqual([]);
  });

  test("each field that updates, updates in place", async () => {
    const { folders, connections } = bench.emulator.seeded;
    const before = await Promise.all(["folder", "swap", "policy", "credential"].map(readId));
    change("folder", { name: "Renamed", parentId: folders.sales, description: "e" });
    change("swap", { name: "Other", fromConnectionId: connections.lakehouse, swaps: { connectionSwaps: [] } });
    change("policy", { name: "P", nameInTenant: "T", copyInputTableData: true, sourceSwapPolicies: [] });
    change("credential", {
      name: "C",
      allowlist: ["*"],
      description: "e",
      credential: { authMethod: "bearer", bearer: { token: "planted" } },
    });
    await declare();
    const preview = await bench.stack.expect(["preview", "--diff"]);
    expect(preview).toMatch(/~ 4 to update/);
    expect(preview).not.toMatch(/planted|ann/);
    expect(await runUp()).toEqual([
      "PATCH /v2/api-credentials/…",
      "PATCH /v2/deploymentPolicies/…",
      "PATCH /v2/files/…",
      "PATCH /v2/sourceSwapPolicies/…",
    ]);
    expect(await Promise.all(["folder", "swap", "policy", "credential"].map(readId))).toEqual(before);
    expect(await findState("folder")).toMatchObject({ outputs: { path: "Acme/Models/Sales" } });
    expect(listLivingPolicies()).toMatchObject([{ name: "P", nameInTenant: "T", copyInputTableData: true }]);
  });

  test("each field that replaces: another tag makes another policy, with its tenant and document", async () => {
    const before = await readId("policy");
    change("policy", { versionTagId: "@green" });
    change("tenant", { tenantOrganizationId: bench.emulator.seeded.tenants.south });
    change("document", { inodeId: bench.emulator.seeded.workbooks.sales });
    await runUp();
    expect(await readId("policy")).not.toBe(before);
    expect(listLivingPolicies()).toMatchObject([
      {
        deploymentPolicyId: await readId("policy"),
        tenants: [bench.emulator.seeded.tenants.south],
        files: [bench.emulator.seeded.workbooks.sales],
      },
    ]);
  });

  test("what was changed in the product shows as drift, and is put back", async () => {
    const { ui } = bench.emulator;
    await ui.changeFile(await readId("folder"), { name: "Drifted folder" });
    await ui.request("PATCH", `/v2/sourceSwapPolicies/${await readId("swap")}`, { name: "Drifted swap" });
    await ui.request("PATCH", `/v2/deploymentPolicies/${await readId("policy")}`, { nameInTenant: "Drifted policy" });
    await ui.request("PATCH", `/v2/api-credentials/${await readId("credential")}`, {
      allowlist: ["drifted.example.com"],
    });
    change("folder", { name: "Renamed again" });
    await declare();
    bench.emulator.clearRequests();
    const refused = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain('name: "Renamed" → "Drifted folder"');
    expect(bench.writes()).toEqual([]);
    bench.emulator.clearRequests();
    const drift = await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]);
    for (const what of ["Drifted folder", "Drifted swap", "Drifted policy", "drifted.example.com"]) {
      expect(drift).toContain(what);
    }
    expect(bench.writes()).toEqual([]);
    expect(await runUp()).toEqual([
      "PATCH /v2/api-credentials/…",
      "PATCH /v2/deploymentPolicies/…",
      "PATCH /v2/files/…",
      "PATCH /v2/sourceSwapPolicies/…",
    ]);
  });

  test("what is gone is recreated", async () => {
    const { ui } = bench.emulator;
    const { tenants } = bench.emulator.seeded;
    await ui.deleteFile(await readId("folder"));
    await ui.request("DELETE", `/v2/api-credentials/${await readId("credential")}`);
    await ui.request("DELETE", `/v2/sourceSwapPolicies/${await readId("swap")}`);
    await ui.request("DELETE", `/v2/deploymentPolicies/${await readId("policy")}/tenants/${tenants.south}`);
    await bench.stack.forgetWriteTimes();
    // No list proves that a credential was deleted: somebody has to say so.
    const missing = { ANALYTICS_MISSING_OBJECTS: await readId("credential") };
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"], missing);
    expect(await runUp()).toEqual([
      "POST /v2/api-credentials",
      "POST /v2/deploymentPolicies/…/tenants",
      "POST /v2/files",
      "POST /v2/sourceSwapPolicies",
    ]);
    // An archived policy takes its tenants and documents along, even where it can still be read.
    bench.emulator.configure({ archivedPolicies: "readable" });
    const other = await ui.request("POST", "/v2/deploymentPolicies", { name: "Others" });
    await ui.request("DELETE", `/v2/deploymentPolicies/${await readId("policy")}`);
    await bench.stack.forgetWriteTimes();
    await runUp("--refresh");
    const { deploymentPolicyId: theirs } = other as { deploymentPolicyId: string };
    await ui.request("DELETE", `/v2/deploymentPolicies/${theirs}`);
    expect(listLivingPolicies()).toMatchObject([{ tenants: [tenants.south] }]);
    bench.emulator.configure({ archivedPolicies: "hidden" });
  });

  test("what exists is adopted: as it is, or updated", async () => {
    const { ui } = bench.emulator;
    const { folders, tenants } = bench.emulator.seeded;
    await ui.request("POST", "/v2/files", { type: "folder", name: "Theirs", parentId: folders.models });
    await ui.request("POST", "/v2/deploymentPolicies", { name: "Theirs" });
    await ui.request("POST", `/v2/deploymentPolicies/${await readId("policy")}/tenants`, {
      tenantOrganizationId: tenants.west,
    });
    declared.theirFolder = { kind: "Folder", args: { name: "Theirs", parentId: folders.models, adopt: true } };
    declared.theirPolicy = { kind: "DeploymentPolicy", args: { name: "Theirs", nameInTenant: "Ours", adopt: true } };
    declared.theirTenant = {
      kind: "DeploymentPolicyTenant",
      args: { deploymentPolicyId: "@policy", tenantOrganizationId: tenants.west, adopt: true },
    };
    expect(await runUp()).toEqual(["PATCH /v2/deploymentPolicies/…"]);
    // adopt says nothing any more once it is in the state.
    for (const name of ["theirFolder", "theirPolicy", "theirTenant"]) change(name, { adopt: undefined });
    expect(await runUp("--expect-no-changes")).toEqual([]);
  });

  testOfAll("ignoreChanges, replaceOnChanges, aliases, parent", async () => {
    const before = {
      credential: await readId("credential"),
      swap: await readId("swap"),
      folder: await readId("folder"),
    };
    // A change that is ignored,
    change("credential", { name: "Ignored", description: "ignored" });
    setOption("credential", { ignoreChanges: ["name", "description"] });
    // one that would update in place,
    change("swap", { name: "Replaced" });
    setOption("swap", { replaceOnChanges: ["name"] });
    // and a resource that is called something else, and belongs to another.
    declared.home = { ...(declared.folder as Declared), options: { aliases: [{ name: "folder" }] } };
    delete declared.folder;
    const { theirFolder, ...others } = declared;
    declared = { ...others, theirFolder: theirFolder as Declared };
    setOption("theirFolder", { parent: "home", aliases: [(await findState("theirFolder")).urn] });
    expect(await runUp()).toEqual(["DELETE /v2/sourceSwapPolicies/…", "POST /v2/sourceSwapPolicies"]);
    expect(await readId("credential")).toBe(before.credential);
    expect(await readId("swap")).not.toBe(before.swap);
    expect(await readId("home")).toBe(before.folder);
    expect((await findState("theirFolder")).urn).toContain(
      `analytics:${door === "plugin" ? "index:" : ""}Folder$${getType("Folder")}::`,
    );
  });

  testOfAll("protect, retainOnDelete, deletedWith", async () => {
    const retained = await readId("theirFolder");
    setOption("theirFolder", { ...declared.theirFolder?.options, retainOnDelete: true });
    setOption("tenant", { deletedWith: "policy" });
    setOption("theirTenant", { deletedWith: "policy" });
    setOption("document", { deletedWith: "policy" });
    setOption("credential", { ...declared.credential?.options, protect: true });
    expect(await runUp()).toEqual([]);
    const protectedOne = (await findState("credential")).urn;
    const refused = await bench.stack.run(["destroy", "--yes", "--skip-preview", "--target", protectedOne]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("protect");

    await bench.stack.expect(["state", "unprotect", "--all", "--yes"]);
    bench.emulator.clearRequests();
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    // What was adopted is kept.
    expect(listWritten()).toEqual([
      "DELETE /v2/api-credentials/…",
      "DELETE /v2/deploymentPolicies/…",
      "DELETE /v2/files/…",
      "DELETE /v2/sourceSwapPolicies/…",
      "DELETE /v2/tags/…",
      "DELETE /v2/tags/…",
    ]);
    expect(bench.emulator.snapshot().files.find(({ id }) => id === retained)).toMatchObject({ deletedWith: null });
  });

  // `tests/host` has it of each kind.
  testOfAll("a delete of what is gone already is success", async () => {
    const { ui } = bench.emulator;
    declared = Object.fromEntries(
      Object.entries(declared).map(([name, { kind, args }]) => [name, { kind, args } satisfies Declared]),
    );
    // It was retained, and isn't created a second time.
    change("theirFolder", { adopt: true });
    await runUp();
    await ui.deleteFile(await readId("home"));
    await ui.request("DELETE", `/v2/deploymentPolicies/${await readId("policy")}`);
    for (const [name, path] of [
      ["credential", "api-credentials"],
      ["swap", "sourceSwapPolicies"],
    ] as const) {
      await ui.request("DELETE", `/v2/${path}/${await readId(name)}`);
    }
    // What the policy held is missing with it, as after lost access: somebody has to say that it was deleted.
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"], { ANALYTICS_MISSING_OBJECTS: "deleted" });
    expect(await bench.stack.listResources()).toEqual([]);
  });
});
