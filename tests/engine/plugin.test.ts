import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases, testOfAll } from "../cases";
import { type Bench, startBench } from "./support";

// Whatever is missing is built before any test waits for it.

const writeTable = (id: string, source: string) => `schemaVersion: 1
name: Model ${id}
pages:
  - id: p
    name: P
    elements:
      - id: ${id}
        kind: table
        name: ${id}
        source: ${source}
        columns:
          - { id: amount, name: Amount, formula: "[${source.includes("data-model") ? "orders" : "ORDERS"}/Amount]" }
${source.includes("data-model") ? "          - !include ../_shared/more.yaml\n" : ""}`;

/**
 * Everything that is the plugin's alone, in a program without a line of code: a folder of models, an inline model, a
 * second organization.
 */
const writeProgram = (formula: string) => `name: yaml
runtime: yaml
packages:
  analytics: ./node_modules/pulumi-analytics/plugin
config:
  folderId: { type: string }
  connectionId: { type: string }
  emeaUrl: { type: string }
  emeaId: { type: string }
  emeaSecret: { type: string, secret: true }
  planted: { type: string, secret: true }
resources:
  models:
    type: analytics:DataModelDirectory
    properties:
      path: models
      folderId: \${folderId}
      ownerId: \${finance.members[0]}
      refs: { warehouse: "\${connectionId}" }
      allowDelete: true
  inline:
    type: analytics:DataModel
    properties:
      name: Inline
      folderId: \${folderId}
      spec:
        pages:
          - id: p
            name: P
            elements:
              - id: top
                kind: table
                name: Top
                source: { kind: data-model, dataModelId: "\${models.ids[\\"orders\\"]}",
                  elementId: "\${models.elementIds[\\"orders\\"][\\"orders\\"]}" }
                columns:
                  - { id: amount, name: Amount, formula: "${formula}" }
                  - { id: masked, name: Masked, formula: "\${planted}" }
  emea:
    type: pulumi:providers:analytics
    properties:
      profile: emea
      profiles: { emea: { baseUrl: "\${emeaUrl}", clientId: "\${emeaId}", clientSecret: "\${emeaSecret}" } }
  theirs:
    type: analytics:Tag
    properties: { name: Theirs, color: plum }
    options: { provider: "\${emea}" }
variables:
  finance:
    fn::invoke: { function: "analytics:getTeam", arguments: { name: Finance } }
  folders:
    fn::invoke: { function: "analytics:listFolders" }
outputs:
  members: \${finance.members}
  folders: \${folders.items}
  top: \${inline.elementIds["top"]}
`;

// One story, told in order.
describe("a YAML program", () => {
  let bench: Bench;
  let emea: Emulator;
  const planted = '"planted" & [orders/Amount]';

  beforeAll(async () => {
    emea = await startEmulator({ seed: 2 });
    bench = await startBench({
      texts: {
        "Pulumi.yaml": writeProgram("[orders/Amount]"),
        "models/orders.yaml": writeTable(
          "orders",
          "{ kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }",
        ),
        "models/_shared/more.yaml": '{ id: more, name: More, formula: "[orders/Amount] + 1" }\n',
        "models/sub/revenue.yaml": writeTable(
          "revenue",
          "{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#orders }",
        ),
      },
      config: { emeaUrl: emea.url, emeaId: emea.clientId },
    });
    await bench.stack.configure({}, { emeaSecret: emea.clientSecret, planted });
  });
  afterAll(async () => {
    await bench?.dispose();
    await emea?.stop();
  });

  const printed: string[] = [];
  const runAndPrint = async (...args: string[]) => {
    const text = await bench.stack.expect(args);
    printed.push(text);
    return text;
  };
  /** The lines of a diff about a resource, from its URN on. */
  const listLines = (text: string, name: string) => {
    const [, rest = ""] = text.split(`::${name}]\n`);
    return rest.split(/\n {4}\S|\nResources:|\n\s*pulumi:/, 1)[0]!.split("\n");
  };

  test("a folder of models, an inline one that reads another, and a foreign tag are created once", async () => {
    expect(await runAndPrint("preview", "--diff")).toMatch(/\+ 7 to create/);
    expect(bench.writes()).toEqual([]);
    await runAndPrint("up", "--yes", "--skip-preview", "--diff");
    const { files, teams } = bench.emulator.snapshot();
    const owner = teams.find(({ name }) => name === "Finance")?.members[0];
    const owned = files.filter(({ type, ownerId }) => type === "data-model" && ownerId === owner);
    const handedOver = owned.map(({ id }) => `PATCH /v2/files/${id}`);
    expect(handedOver).toHaveLength(2);
    expect(bench.writes().sort()).toEqual([...handedOver.sort(), ...Array(3).fill("POST /v2/dataModels/spec")]);
    // Only what an input comes from: otherwise the engine would replace a model with anything that its references lead
    // to.
    const resources = (await bench.stack.listResources()) as { urn: string; propertyDependencies?: unknown }[];
    const registered = resources.filter(({ urn }) => urn.includes("DataModelDirectory$"));
    const [orders] = registered.filter(({ urn }) => urn.endsWith("orders")).map(({ urn }) => urn);
    const revenue = registered.find(({ urn }) => urn.endsWith("revenue"));
    expect(revenue?.propertyDependencies).toMatchObject({ refs: [orders], folderId: [], spec: [] });
    expect(emea.snapshot().tags.map(({ name }) => name)).toContain("Theirs");
    expect(bench.emulator.snapshot().tags.map(({ name }) => name)).not.toContain("Theirs");
    const versions = JSON.stringify(bench.emulator.snapshot().dataModelVersions);
    expect(versions).toContain("planted");
  });

  test("nothing changed: nothing is sent, and the state is small and has no secret in clear", async () => {
    bench.emulator.clearRequests();
    await runAndPrint("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(bench.writes()).toEqual([]);
    printed.push(await bench.stack.readState());
    const { members, top, folders } = await bench.stack.readOutputs();
    expect(members).toBeInstanceOf(Array);
    expect((folders as unknown[]).length).toBeGreaterThan(1);
    expect(typeof top).toBe("string");
  });

  test("a changed formula is a few readable lines; that of a model with a secret says no more than that", async () => {
    await bench.stack.write(
      "models/orders.yaml",
      writeTable(
        "orders",
        "{ kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }",
      ).replace("[ORDERS/Amount]", "[ORDERS/Amount] * 2"),
    );
    await bench.stack.write("Pulumi.yaml", writeProgram("[orders/Amount] * 3"));
    const preview = await runAndPrint("preview", "--diff");
    expect(preview).toMatch(/~ 2 to update/);
    const lines = listLines(preview, "models-orders");
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.join("\n")).toContain("column amount › formula");
    expect(lines.join("\n")).toContain("`[ORDERS/Amount]` → `[ORDERS/Amount] * 2`");
    expect(listLines(preview, "inline").length).toBeLessThanOrEqual(15);
    expect(await runAndPrint("preview")).toContain("[diff: ~spec]");
    await runAndPrint("up", "--yes", "--skip-preview", "--diff");
  });

  test("drift is a few readable lines, and gone after the next up", async () => {
    const orders = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::models-orders"));
    await bench.emulator.ui.changeFormula(orders?.id as string, "orders", "Amount", "[ORDERS/Id]");
    const refreshed = await runAndPrint("refresh", "--yes", "--skip-preview", "--diff");
    const lines = listLines(refreshed, "models-orders");
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.join("\n")).toContain("→ `[ORDERS/Id]`");
    expect(await runAndPrint("up", "--yes", "--skip-preview", "--diff")).toMatch(/~ 1 updated/);
    await runAndPrint("up", "--yes", "--skip-preview", "--expect-no-changes");
  });

  // `yaml-programs` and `ownership` have the move alone.
  testOfAll(
    "a model that moves into the directory stays the object it is; if still declared, it is another",
    async () => {
      const source = "{ kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }";
      const declareModel = (name: string) => `
  ${name}:
    type: analytics:DataModel
    properties:
      name: Model ${name}
      folderId: \${folderId}
      spec: { fn::fileAsset: ${name}.yaml }
      refs: { warehouse: "\${connectionId}" }`;
      const declare = (...names: string[]) =>
        bench.stack.write(
          "Pulumi.yaml",
          writeProgram("[orders/Amount] * 3").replace("\n  inline:", `${names.map(declareModel).join("")}\n  inline:`),
        );
      const readId = async (name: string) =>
        (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id;
      for (const name of ["early", "late"]) await bench.stack.write(`${name}.yaml`, writeTable(name, source));
      await declare("early", "late");
      await runAndPrint("up", "--yes", "--skip-preview");
      const id = await readId("early");

      await declare("late");
      await bench.stack.write("models/early.yaml", writeTable("early", source));
      expect(await runAndPrint("preview")).not.toMatch(/to (create|delete)/);
      await runAndPrint("up", "--yes", "--skip-preview");
      expect(await readId("models-early")).toBe(id);

      // The directory comes after it, so that its model is known to be declared.
      await bench.stack.write("models/late.yaml", writeTable("late", source));
      const both = writeProgram("[orders/Amount] * 3").replace("\n  inline:", `${declareModel("late")}\n  inline:`);
      await bench.stack.write(
        "Pulumi.yaml",
        both.replace("      allowDelete: true", `      allowDelete: true\n    options: { dependsOn: ["\${late}"] }`),
      );
      await runAndPrint("up", "--yes", "--skip-preview");
      expect(await readId("models-late")).not.toBe(await readId("late"));

      for (const name of ["early", "late"]) await rm(join(bench.stack.directory, `models/${name}.yaml`));
      await declare();
      expect(await runAndPrint("up", "--yes", "--skip-preview")).toMatch(/- 3 deleted/);
    },
  );

  test("pulumi do lists and reads objects", async () => {
    // This command knows no stack: its settings are those of the environment.
    const { url, clientId, clientSecret, seeded } = bench.emulator;
    const environment = {
      ANALYTICS_BASE_URL: url,
      ANALYTICS_CLIENT_ID: clientId,
      ANALYTICS_CLIENT_SECRET: clientSecret,
    };
    expect(await bench.stack.expect(["do", "analytics:Folder", "list"], environment)).toContain(seeded.folders.models);
    // Newer ones print it as progress.
    const read = await bench.stack.run(["do", "analytics:Folder", "read", seeded.folders.models], environment);
    expect(read.stdout + read.stderr).toContain("Models");
  });

  test("a column that another file uses is missed before anything is registered", async () => {
    const source = "{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#orders }";
    const text = writeTable("revenue", source).replace("[orders/Amount]", "[orders/Amnt]");
    await bench.stack.write("models/sub/revenue.yaml", text);
    bench.emulator.clearRequests();
    const { code, stdout } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(
      /models\/sub\/revenue\.yaml:\d+:\d+: error: .*`\[orders\/Amnt\]`: model orders, element orders has no column `Amnt`/,
    );
    expect(bench.writes().filter((write) => write.includes("dataModels"))).toEqual([]);

    await bench.stack.configure({ "analytics:rules": '{"missing-column":"warning"}' });
    expect(await bench.stack.expect(["preview"])).toMatch(
      /models\/sub\/revenue\.yaml:\d+:\d+: warning: .*has no column `Amnt`/,
    );
    await bench.stack.unset("analytics:rules");
    await bench.stack.write("models/sub/revenue.yaml", writeTable("revenue", source));
  });

  // `ownership` has what a taint and a replacement do.
  testOfAll(
    "a tag that a taint or replaceOnChanges replaces is deleted first, if program or plugin say so",
    async () => {
      const text = writeProgram("[orders/Amount]");
      const writeWithTag = (properties: string, options = "") =>
        bench.stack.write(
          "Pulumi.yaml",
          text
            .replace("color: plum }", `color: plum${properties} }`)
            .replace(`provider: "\${emea}" }`, `provider: "\${emea}"${options} }`),
        );
      const findTag = async () => (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::theirs"))!;
      const first = await findTag();
      await bench.stack.expect(["state", "taint", "--yes", first.urn]);
      const { code, stdout } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
      printed.push(stdout);
      expect(code).not.toBe(0);
      expect(stdout).toMatch(
        /`pulumi state taint`, `--replace`\), give the resource the option deleteBeforeReplace: true/,
      );
      await writeWithTag("", ", deleteBeforeReplace: true");
      await runAndPrint("up", "--yes", "--skip-preview");
      const second = await findTag();
      expect(second.id).not.toBe(first.id);

      await writeWithTag(", description: Other", ", replaceOnChanges: [description]");
      await runAndPrint("up", "--yes", "--skip-preview");
      expect((await findTag()).id).not.toBe(second.id);
      await bench.stack.write("Pulumi.yaml", text);
      await runAndPrint("up", "--yes", "--skip-preview");
    },
  );

  test("a part of spec in ignoreChanges is refused, with ignorePaths as the hint; without it all is well", async () => {
    const inline = "\n  inline:\n    type: analytics:DataModel\n";
    const text = writeProgram("[orders/Amount]");
    for (const path of chooseCases(["spec.pages[0].name", "spec.pages"])) {
      const options = `    options: { ignoreChanges: ["${path}"] }\n`;
      await bench.stack.write("Pulumi.yaml", text.replace(inline, `${inline}${options}`));
      const { code, stdout } = await bench.stack.run(["preview"]);
      printed.push(stdout);
      expect(code).not.toBe(0);
      expect(stdout).toMatch(/ignoreChanges.*Use the argument ignorePaths/);
    }
    await bench.stack.write("Pulumi.yaml", text);
    await runAndPrint("up", "--yes", "--skip-preview", "--refresh");
  });

  testOfAll("the whole spec in ignoreChanges stays with its values, which the program does not name", async () => {
    const inline = "\n  inline:\n    type: analytics:DataModel\n";
    const changed = writeProgram("[orders/Amount] * 9").replace(`formula: "\${planted}"`, `formula: "[orders/Amount]"`);
    await bench.stack.write(
      "Pulumi.yaml",
      changed.replace(inline, `${inline}    options: { ignoreChanges: [spec] }\n`),
    );
    await runAndPrint("up", "--yes", "--skip-preview", "--expect-no-changes");
    await bench.stack.write("Pulumi.yaml", writeProgram("[orders/Amount]"));
  });

  testOfAll("what gets a new name and another provider of the same organization stays the object it is", async () => {
    const text = writeProgram("[orders/Amount]");
    const tag = text.slice(text.indexOf("  theirs:"), text.indexOf("variables:"));
    const moved = `${text.slice(text.indexOf("  emea:"), text.indexOf("  theirs:")).replace("emea:", "again:")}${tag}`
      .replace("theirs:", "moved:")
      .replace("color: plum", "color: plum, adopt: true")
      .replace(`provider: "\${emea}"`, `provider: "\${again}"`);
    const readId = async (name: string) =>
      (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id;
    const id = await readId("theirs");

    await bench.stack.write("Pulumi.yaml", text.replace("variables:", `${moved}variables:`));
    const { code, stdout } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    printed.push(stdout);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(
      /is the object of another resource that the program declares: .*::theirs\. Nothing was written/,
    );

    await bench.stack.write("Pulumi.yaml", text.replace(tag, moved));
    expect(await runAndPrint("up", "--yes", "--skip-preview")).toMatch(
      /kept tag "Theirs" .* on the platform: urn:.*::moved holds/,
    );
    expect(await readId("moved")).toBe(id);
    expect(emea.snapshot().tags).toContainEqual(expect.objectContaining({ versionTagId: id, name: "Theirs" }));
    await runAndPrint("up", "--yes", "--skip-preview", "--expect-no-changes");
  });

  test("what was printed and kept has no secret, and no packed text", async () => {
    await runAndPrint("destroy", "--yes", "--skip-preview", "--diff");
    for (const text of printed) {
      expect(text).not.toContain("planted");
      expect(text).not.toContain(emea.clientSecret);
      expect(text).not.toContain(bench.emulator.clientSecret);
    }
    // The state has them, no screen does.
    for (const text of printed.filter((one) => !one.startsWith("{"))) expect(text).not.toMatch(/__packed|1:[\w+/]{40}/);
  });
});
