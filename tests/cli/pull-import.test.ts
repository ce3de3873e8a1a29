import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { testOfAll } from "../cases";
import { createStack, repository, typeChecked } from "../engine/support";
import { createSmallOrganization, listAsked, startEmpty } from "./pull-support";
import { runPiped } from "./support";

// Whatever is missing is built before any test waits for it.

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";
const nodeProject = `name: everything\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n${packages}`;
const yamlProject = `name: everything\nruntime: yaml\n${packages}`;

let emulator: Emulator;
let stack: TemporaryStack;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1 });
  await createSmallOrganization(emulator);
  stack = await createStack({
    files: {},
    texts: { "Pulumi.yaml": nodeProject },
    nodeModules: join(repository, "node_modules"),
    config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
    secrets: { "analytics:clientSecret": emulator.clientSecret },
  });
});
afterEach(async () => {
  await stack?.dispose();
  await emulator?.stop();
});

const listFiles = () => readdirSync(stack.directory).sort();
const listWrites = () => listAsked(emulator).filter((request) => !request.startsWith("GET "));

function pull(...args: string[]): ReturnType<typeof runPiped> {
  return runPiped(["pull", ...args], { cwd: stack.directory, env: { ...stack.environment } });
}

/** The operations of a preview, with how many resources each has. */
async function runPreview(): Promise<Record<string, number>> {
  const { steps } = JSON.parse(await stack.expect(["preview", "--json"], typeChecked)) as {
    steps: { op: string; urn: string }[];
  };
  const counts: Record<string, number> = {};
  for (const { op, urn } of steps) if (!urn.includes("::pulumi:")) counts[op] = (counts[op] ?? 0) + 1;
  return counts;
}

test("--import: the program's first preview shows imports only, and the next one is empty", async () => {
  const { code, stdout } = await pull("--import", "--all");
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("`pulumi up` imports all objects"),
  });
  const models = readFileSync(join(stack.directory, "models.ts"), "utf8");
  expect(models).toContain('import * as analytics from "pulumi-analytics/native";');
  expect(models).toMatch(/specFile\("models\/orders\.yaml"[\s\S]*?\}, \{ \.\.\.kept, import: "[0-9a-f-]{36}" \}\);/);
  for (const file of listFiles().filter((name) => name.endsWith(".ts"))) {
    expect(readFileSync(join(stack.directory, file), "utf8")).not.toMatch(/adopt: \{|requireSecret/);
  }

  emulator.clearRequests();
  const { import: imports = 0, ...others } = await runPreview();
  expect(others).toEqual({});
  expect(imports).toBeGreaterThan(20);
  await stack.expect(["up", "--yes", "--skip-preview"]);
  expect(await stack.expect(["preview", "--expect-no-changes"])).toContain("unchanged");
  expect(listWrites()).toEqual([]);
  expect(await stack.listResources()).toHaveLength(imports);

  // The folder knows its form.
  const again = await pull("--json");
  const { program } = JSON.parse(again.stdout) as { program: { action: string }[] };
  expect(program.filter(({ action }) => action !== "unchanged")).toEqual([]);
});

test("--import-file: a YAML project imports everything, and the code previews empty", async () => {
  await stack.write("Pulumi.yaml", yamlProject);
  const before = listFiles();
  const { code, stdout, stderr } = await pull("--import-file", "import.json");
  expect({ code, stdout, stderr }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/created import\.json: \d+ objects/),
  });
  expect(listFiles()).toEqual([...before, "import.json"].sort());
  const { resources } = JSON.parse(readFileSync(join(stack.directory, "import.json"), "utf8"));
  expect(new Set(resources.map(({ name }: { name: string }) => name)).size).toBe(resources.length);

  emulator.clearRequests();
  await stack.expect(["import", "--file", "import.json", "--out", "code.yaml", "--yes", "--skip-preview"]);
  await stack.write("Pulumi.yaml", yamlProject + readFileSync(join(stack.directory, "code.yaml"), "utf8"));
  await stack.expect(["preview", "--expect-no-changes"]);
  expect(await stack.listResources()).toHaveLength(resources.length);
  expect(listWrites()).toEqual([]);
});

testOfAll(
  "in a YAML project, its own program gets what the stack doesn't have, and the next preview is empty",
  async () => {
    const writeOwn = (more = "") => `${yamlProject}resources:
  mine:
    type: analytics:Folder
    properties: { name: Mine, parentId: ${emulator.seeded.folders.models} }
${more}`;
    await stack.write("Pulumi.yaml", writeOwn());
    await stack.expect(["up", "--yes", "--skip-preview"]);
    const { code, stdout } = await pull("--all");
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(
      /\n\nCopy the resources of pulled\.yaml into Pulumi\.yaml\.\n`pulumi up` imports all objects and writes nothing/,
    );
    expect(listFiles().filter((name) => /\.ts$|^tsconfig/.test(name))).toEqual([]);

    const [, pulled = ""] = readFileSync(join(stack.directory, "pulled.yaml"), "utf8").split("\nresources:\n");
    await stack.write("Pulumi.yaml", writeOwn(pulled));
    emulator.clearRequests();
    expect(await stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/= \d\d imported/);
    await stack.expect(["preview", "--expect-no-changes"]);
    expect(listWrites()).toEqual([]);
    const again = JSON.parse((await pull("--all", "--json")).stdout) as { program: object[] };
    expect(again.program).toEqual([{ path: "pulled.yaml", action: "unchanged" }]);

    await pull("--import-file", "import.json");
    expect(JSON.parse(readFileSync(join(stack.directory, "import.json"), "utf8"))).toEqual({ resources: [] });
  },
);

test("usage errors", async () => {
  expect(await pull("--import-file", "import.json", "--out", "other")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--import-file writes one file. Remove --out, --layout and --import."),
  });
  expect(await pull("--import", "orders.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Remove --all, --out, --layout, --import and --import-file."),
  });
  await stack.configure(
    {},
    {
      "analytics:profiles": JSON.stringify({
        emea: { baseUrl: emulator.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret },
      }),
    },
  );
  expect(await pull("--import", "--profile", "emea")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Pulumi imports objects with the provider's own settings"),
  });
});
