import { type Emulator, startEmulator } from "analytics-emulator";
import { testOfAll } from "../cases";
import { runPreview, runUp, write } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

/**
 * The resources of a test, whose provider `settings.json` names; `emea` and `same` are of the organizations of the
 * test.
 */
const program = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const { emea, apac, same, used, folderId, connectionId,
  guarded } = JSON.parse(require("fs").readFileSync("settings.json", "utf8"));
const provider = (name, settings) => new analytics.Provider(name, { ...settings, profiles: { far: apac } });
const providers = { emea: provider("emea", emea), same: provider("same", same), apac: provider("apac", apac) };
const options = used === undefined ? {} : { provider: providers[used] };
new analytics.Tag("tag", { name: "Production", color: "grass" }, options);
new analytics.Tag("far", { name: "Far", color: "plum", profile: "far" }, { provider: providers[used ?? "same"] });
new analytics.DataModel("model", { name: "Orders", folderId, spec: { pages: [{ id: "p", name: "P", elements: [{
  id: "facts", kind: "table", name: "Facts", columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
  source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
}] }] } }, options);
if (guarded) new analytics.Workspace("guarded", { name: "Guarded" }, guarded === "moves" ? options : {});
`;

// One story, told in order.
describe("a resource gets an explicit provider", () => {
  let bench: Bench;
  let emea: Emulator;
  let apac: Emulator;
  beforeAll(async () => {
    [emea, apac] = await Promise.all([startEmulator({ seed: 2 }), startEmulator({ seed: 3 })]);
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
    await write(bench, "plugin", program);
  });
  afterAll(async () => {
    await bench?.dispose();
    await Promise.all([emea?.stop(), apac?.stop()]);
  });

  const buildSettings = ({ url, clientId, clientSecret }: Emulator) => ({ baseUrl: url, clientId, clientSecret });
  const use = (used?: "emea" | "same", guarded?: "stays" | "moves") => {
    const { seeded } = used === "emea" ? emea : bench.emulator;
    const settings = {
      ...{ emea: buildSettings(emea), apac: buildSettings(apac), same: buildSettings(bench.emulator) },
      ...{ used, guarded, folderId: seeded.folders.models, connectionId: seeded.connections.warehouse },
    };
    return bench.stack.write("settings.json", JSON.stringify(settings));
  };
  const readId = async (name: string) =>
    (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id as string;
  const isHolding = (emulator: Emulator, id: string) => JSON.stringify(emulator.snapshot()).includes(`"${id}"`);

  test("of the same organization: nothing changes", async () => {
    await use();
    await runUp(bench);
    const id = await readId("tag");
    await use("same");
    await runUp(bench, "--expect-no-changes");
    expect(await readId("tag")).toBe(id);
  });

  test("of another organization: it is replaced, and the preview says so", async () => {
    const before = [await readId("tag"), await readId("model")];
    await use("emea");
    const steps = await runPreview(bench);
    expect(steps.filter((step) => step.startsWith("replace")).sort()).toEqual(["replace model", "replace tag"]);
    const shown = await bench.stack.expect(["preview", "--diff"]);
    expect(shown).not.toMatch(/<null>|__/);
    bench.emulator.clearRequests();
    await runUp(bench);
    const [tag, model] = before;
    expect(bench.writes().sort()).toEqual([`DELETE /v2/files/${model}`, `DELETE /v2/tags/${tag}`]);
    for (const name of ["tag", "model"]) expect(isHolding(emea, await readId(name))).toBe(true);
    await runUp(bench, "--refresh", "--expect-no-changes");
  });

  test("a profile that is the same in both providers stays in its organization", async () => {
    expect(isHolding(apac, await readId("far"))).toBe(true);
    expect(apac.snapshot().tags.map(({ name }) => name)).toEqual(["Far"]);
  });

  testOfAll("an object whose delete needs consent is not replaced: the preview says how to allow it", async () => {
    await use("emea", "stays");
    await runUp(bench);
    await use("emea", "moves");
    const { code, stdout } = await bench.stack.run(["preview"]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/changing provider would delete it and create another\..* set allowDelete: true/);
    await use("emea");
    const { resources } = JSON.parse(await bench.stack.expect(["stack", "export"])).deployment;
    const { urn } = resources.find((resource: { urn: string }) => resource.urn.endsWith("::guarded"));
    await bench.stack.expect(["state", "delete", "--yes", urn]);
  });

  testOfAll("where the state was written with neither client, a refresh tells; then it is replaced", async () => {
    const exported = JSON.parse(await bench.stack.expect(["stack", "export", "--show-secrets"]));
    const tag = exported.deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith("::tag"));
    tag.outputs.__state = { ...tag.outputs.__state, client: "another", organization: undefined };
    await bench.stack.write("exported.json", JSON.stringify(exported));
    await bench.stack.expect(["stack", "import", "--file", "exported.json"]);
    await use("same");
    const { code, stdout } = await bench.stack.run(["preview"]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(
      /tag "Production" .*: resources of this program change their provider, .* Run `pulumi refresh`/,
    );

    await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    const id = await readId("tag");
    await runUp(bench);
    expect(isHolding(emea, id)).toBe(false);
    expect(isHolding(bench.emulator, await readId("tag"))).toBe(true);
  });
});
