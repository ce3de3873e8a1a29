import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { testOfAll } from "../cases";
import { door } from "../door";
import { createStack, projectYaml, repository } from "./support";

const { dependencies, version } = require("../../provider/package.json") as {
  dependencies: Record<string, string>;
  version: string;
};

// The plugin is found by a line in Pulumi.yaml, wherever the classes come from.
(door === "plugin" ? describe.skip : describe)("a program whose library depends on the provider", () => {
  let emulator: Emulator;
  let folder: string;
  let modules: string;
  let stack: TemporaryStack;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1 });
    folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-library-")));
    modules = join(folder, "node_modules");
    mkdirSync(modules);
    for (const name of ["@pulumi", ...Object.keys(dependencies)]) {
      symlinkSync(join(repository, "node_modules", name), join(modules, name));
    }
    write("acme-models/package.json", '{ "name": "acme-models", "version": "1.0.0" }');
    write(
      "acme-models/index.js",
      'exports.tag = () => new (require("pulumi-analytics").Tag)("t", { name: "T", color: "plum" });',
    );
    install("acme-models/node_modules/pulumi-analytics", version);
    stack = await createStack({
      files: {},
      texts: { "Pulumi.yaml": projectYaml, "index.js": 'require("acme-models").tag();' },
      nodeModules: modules,
      config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
      secrets: { "analytics:clientSecret": emulator.clientSecret },
    });
  });
  afterEach(async () => {
    await stack.dispose();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  function write(path: string, text: string): void {
    mkdirSync(join(modules, path, ".."), { recursive: true });
    writeFileSync(join(modules, path), text);
  }

  /** Puts a copy of the package somewhere, with a version of its own. */
  function install(path: string, as: string): void {
    cpSync(join(repository, "provider/dist"), join(modules, path, "dist"), { recursive: true });
    const manifest = readFileSync(join(repository, "provider/package.json"), "utf8");
    writeFileSync(
      join(modules, path, "package.json"),
      manifest.replace(`"version": "${version}"`, `"version": "${as}"`),
    );
  }

  /** How a preview ends, and its diagnostics. */
  async function runPreview(): Promise<{ code: number; text: string }> {
    const { code, stdout } = await stack.run(["preview"]);
    return { code, text: stdout.split("Diagnostics:")[1] ?? "" };
  }

  test("is told in one line what to add", async () => {
    const { code, text } = await runPreview();
    expect(code).not.toBe(0);
    const lines = text.split("\n").filter((line) => line.includes("pulumi-analytics is not installed"));
    expect(lines).toEqual([
      expect.stringContaining(
        `Add "pulumi-analytics": "${version}" to the dependencies in the program's package.json, and install.`,
      ),
    ]);
    expect(text).not.toContain("Cannot find module");
  });

  test("with another version of its own is told once, and goes on", async () => {
    install("pulumi-analytics", "0.0.1");
    const { code, text } = await runPreview();
    expect(code).toBe(0);
    const told = `Two versions of pulumi-analytics: Pulumi runs 0.0.1, from the program's folder, and`;
    expect(text.split(told)).toHaveLength(2);
    expect(text).toContain(`declares resources with ${version}. Set one version for both`);
  });

  testOfAll("with the same version of its own is told nothing", async () => {
    install("pulumi-analytics", version);
    const { code, text } = await runPreview();
    expect(code).toBe(0);
    expect(text).not.toContain("Two versions");
  });
});
