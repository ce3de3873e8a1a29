import { type Bench, projectYaml, startBench } from "./support";

const secrets = {
  modelName: "Planted Merger Plans",
  description: "planted layoffs",
  folderName: "Planted Board",
  header: "planted key",
};

// Everything is a config secret; each is used for nothing but a name, a description or a part of an input.
const program = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const folder = new analytics.Folder("folder", { name: config.requireSecret("folderName"),
  parentId: config.require("folderId") });
const model = new analytics.DataModel("model", {
  name: config.requireSecret("modelName"),
  description: config.requireSecret("description"),
  folderId: config.require("folderId"),
  adopt: true,
  deletion: "retain",
  spec: { pages: [{ id: "main", name: "Main", elements: [] }] },
});
new analytics.ApiConnector("call", {
  name: "Call",
  params: {
    method: "GET",
    url: "https://api.example.com",
    headers: [{ key: "X-Key", mode: "static", value: config.requireSecret("header") }],
  },
});
exports.url = model.url;
exports.path = folder.path;
exports.version = model.documentVersion;
`;

describe("a secret name and description", () => {
  let bench: Bench;
  let said = "";

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    await bench.stack.configure({}, secrets);
  });
  afterAll(() => bench.dispose());

  async function run(args: string[], outcome: "passes" | "fails" = "passes"): Promise<string> {
    const { code, stdout, stderr } = await bench.stack.run(args);
    if ((code === 0) !== (outcome === "passes")) throw new Error(`${args[0]} ended with ${code}:\n${stdout}${stderr}`);
    said += stdout + stderr;
    return stdout + stderr;
  }

  test("reach the platform, and stay out of messages, state, addresses and outputs", async () => {
    const { models: folderId } = bench.emulator.seeded.folders;
    // What is adopted is told.
    const model = { name: secrets.modelName, folderId, schemaVersion: 1, pages: [] };
    await bench.emulator.ui.request("POST", "/v2/dataModels/spec", model);
    expect(await run(["up", "--yes", "--diff"])).toContain("[secret]");
    const [stored] = bench.emulator.snapshot().dataModels;
    const files = bench.emulator.snapshot().files;
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining([secrets.modelName, secrets.folderName]));
    expect(stored).toBeDefined();

    // The platform repeats the name in its refusal.
    bench.emulator.addFault({ fault: "status", status: 400, method: "PATCH", times: 9 });
    await bench.stack.configure({}, { description: "planted second" });
    await run(["up", "--yes", "--skip-preview", "--diff"], "fails");
    bench.emulator.removeFault();
    await run(["up", "--yes", "--skip-preview", "--diff"]);
    await run(["refresh", "--yes", "--diff"]);
    await run(["preview", "--diff", "--expect-no-changes"]);

    const state = await run(["stack", "export"]);
    const outputs = JSON.parse((await bench.stack.run(["stack", "output", "--json"])).stdout) as Record<
      string,
      unknown
    >;
    expect(outputs).toMatchObject({ url: "[secret]", path: "Acme/Models", version: expect.any(Number) });
    // What the host is told stays with the state: a destroy gets nothing else.
    expect(state).toContain('"secretInputs"');
    const call = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::call"));
    expect(call?.outputs?.__state).toMatchObject({ secretInputs: ["params"] });
    expect(await run(["destroy", "--yes"])).toContain('data model "[secret]"');
    expect(said.split("\n").filter((line) => /planted/i.test(line))).toEqual([]);
  });
});
