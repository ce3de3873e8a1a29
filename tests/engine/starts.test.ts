import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { buildSettings, runPiped } from "../cli/support";
import { door } from "../door";
import { buildSales } from "../unit/emulator/workbook/sales";
import { createStack, repository, typeChecked } from "./support";

/**
 * The packages of a program, without the repository's TypeScript if it isn't wanted: Node looks for packages beside
 * what a link leads to, so that those which load it are copies.
 */
function installPackages(root: string, { typescript }: { typescript: boolean }): string {
  const from = join(repository, "node_modules");
  const to = join(root, "node_modules");
  if (typescript) {
    symlinkSync(from, to);
    return to;
  }
  mkdirSync(join(to, "@pulumi"), { recursive: true });
  const own = ["@pulumi", "typescript", "pulumi-analytics"];
  for (const name of readdirSync(from)) {
    if (!name.startsWith(".") && !own.includes(name)) symlinkSync(join(from, name), join(to, name));
  }
  cpSync(join(from, "@pulumi/pulumi"), join(to, "@pulumi/pulumi"), { recursive: true });
  for (const path of ["package.json", "dist"]) {
    cpSync(join(repository, "provider", path), join(to, "pulumi-analytics", path), { recursive: true });
  }
  return to;
}

const web = { compilerOptions: { module: "esnext", moduleResolution: "bundler", verbatimModuleSyntax: true } };

const workbookType = "pulumi-nodejs:dynamic/analytics:Workbook";

interface Start {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether TypeScript is installed. */
  readonly typescript: boolean;
}

const starts: readonly Start[] = [
  { title: "an empty folder", files: {}, typescript: true },
  {
    title: "a folder with the provider's packages, and no compiler but the SDK's",
    files: { "package.json": '{ "dependencies": { "pulumi-analytics": "*", "@pulumi/pulumi": "*" } }' },
    typescript: false,
  },
  {
    title: "another program's package, with an entry and a configuration of its own",
    files: { "package.json": '{ "name": "web", "main": "src/app.js" }', "tsconfig.json": JSON.stringify(web) },
    typescript: true,
  },
];

// Written for the dynamic provider.
(door === "plugin" ? describe.skip : describe)("what is pulled into", () => {
  let emulator: Emulator;
  let root: string;
  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1 });
    const { connections, folders } = emulator.seeded;
    const contents = buildSales(connections.warehouse);
    const table = contents.elements.find((element: { kind: string }) => element.kind === "table") as {
      columns: object[];
    };
    // The platform takes it, and `up` doesn't.
    table.columns.push({ id: "loop", name: "Loop", formula: "[Loop] + 1" });
    await emulator.ui.request("POST", "/v2/workbooks", { name: "Turnover", folderId: folders.sales, contents });
    root = mkdtempSync(join(tmpdir(), "pulumi-analytics-start-"));
  });
  afterEach(async () => {
    await emulator.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test.each(chooseCases(starts))(
    "$title is adopted by the first `up`, without a write",
    async ({ files, typescript }) => {
      const modules = installPackages(root, { typescript });
      const folder = join(root, "acme");
      mkdirSync(folder);
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      const pulled = await runPiped(["pull", "--all"], { cwd: folder, env: buildSettings(emulator) });
      expect(pulled).toMatchObject({ code: 0, stderr: "" });
      // What the last lines tell to run.
      const [, told = ""] = /^`pulumi (up.*)` adopts all objects and writes nothing/m.exec(pulled.stdout) ?? [];
      const added = typescript ? await runPiped(["init"], { cwd: folder, env: {} }) : { stdout: "" };
      const [, pack = ""] = /pulumi preview (.*)\n$/.exec(added.stdout) ?? [];
      expect(pack).toBe(typescript ? "--policy-pack policy-pack" : "");
      const up = `${told} ${pack}`.trim().split(" ");
      expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
        dependencies: { "@pulumi/pulumi": expect.any(String), "pulumi-analytics": expect.any(String) },
        devDependencies: { typescript: expect.any(String), "@types/node": expect.any(String) },
      });

      const stack = await createStack({
        files: Object.fromEntries(readdirSync(folder).map((name) => [name, join(folder, name)])),
        texts: { "package.json": readFileSync(join(folder, "package.json"), "utf8") },
        nodeModules: modules,
        config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
        secrets: { "analytics:clientSecret": emulator.clientSecret },
      });
      try {
        // What else the last lines tell to run.
        const settings = [...pulled.stdout.matchAll(/^ {2}pulumi (config set --path .*)$/gm)].map(([, args]) => args!);
        expect(settings).toEqual(["config set --path analytics:workbookRules.circular-formula warning"]);
        for (const setting of settings) await stack.expect(setting.split(" "));
        emulator.clearRequests();
        const applied = await stack.expect([...up, "--yes", "--skip-preview"], typeChecked);
        expect(applied.includes("acme@v1.0.0 (local: policy-pack)")).toBe(typescript);
        expect((await stack.listResources()).length).toBeGreaterThan(10);
        expect(await stack.listResources()).toContainEqual(expect.objectContaining({ type: workbookType }));
        await stack.expect(["preview", "--expect-no-changes"]);
        const writes = emulator.requests().filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token");
        expect(writes).toEqual([]);
      } finally {
        await stack.dispose();
      }
    },
  );
});
