import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasGo } from "pulumi-cli";
import { applyTwice, type RunningEmulator, useStack } from "./emulator";
import { hasProgram, run, writeNodeAlone } from "./files";
import type { FileServer } from "./plugin";
import { goModule, nameGoBundle } from "./sdks";

/** What a trial needs to know. */
export interface Trial {
  readonly version: string;
  /** The folder of the artifacts. */
  readonly artifacts: string;
  /** An empty folder of the trial's own. */
  readonly scratch: string;
  readonly emulator: RunningEmulator;
  /** A server of the artifacts. */
  readonly server: FileServer;
}

const typescript = `import * as analytics from "pulumi-analytics";

const folder = new analytics.Folder("models", { name: "Models" });
new analytics.DataModel("orders", {
  name: "Orders",
  folderId: folder.id,
  spec: "pages: [{ id: p, name: P, elements: [] }]",
});
new analytics.Tag("production", { name: "From npm", color: "grass" });
`;

/** Installs the published packages into an empty project. */
export async function installPackages(project: string, tarballs: readonly string[]): Promise<void> {
  await mkdir(project, { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
  const tools = ["@pulumi/policy@^1.13.0", "typescript@^5.9.0", "@types/node@^20"];
  const quickly = ["--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...quickly, ...tarballs, ...tools], { cwd: project });
}

/** Uses the tarballs that are installed in a project: program, policy pack, command, and the package that draws. */
export async function tryNpm({ emulator, scratch }: Trial, project: string): Promise<string> {
  const nodeModules = join(project, "node_modules");
  const command = join(nodeModules, ".bin/pulumi-analytics");
  const texts = { "Pulumi.yaml": "name: npm\nruntime: nodejs\n", "index.ts": typescript };
  const pack = join(nodeModules, "pulumi-analytics-policies");
  const applied = await useStack(emulator, { texts, nodeModules }, (stack) =>
    applyTwice(stack, 3, "--policy-pack", pack),
  );
  const element = "{ id: t, kind: table, name: Orders, columns: [] }";
  await writeFile(join(scratch, "model.yaml"), `pages: [{ id: p, name: P, elements: [${element}] }]\n`);
  // A package is found from the folder where the command runs.
  await symlink(nodeModules, join(scratch, "node_modules"));
  return `${applied}; ${(await run(command, ["draw", "model.yaml", "--out", "m.svg"], { cwd: scratch })).trim()}`;
}

const yaml = `name: yaml
runtime: yaml
resources:
  production: { type: "analytics:Tag", properties: { name: From YAML, color: grass } }
  models: { type: "analytics:Folder", properties: { name: YAML } }
`;

/**
 * Installs the plugin from a server by its name and version, and uses it in a YAML program. Without `--checksum`: CLI
 * 3.250 leaves the last bytes out of its sum when the server tells the length, and refuses right archives.
 */
export async function tryPlugin({ emulator, version, scratch, server }: Trial): Promise<string> {
  return useStack(emulator, { texts: { "Pulumi.yaml": yaml } }, async (stack, cli) => {
    const env = await writeNodeAlone(scratch, dirname(cli.command));
    const plugin = ["resource", "analytics", version];
    await stack.expect(["plugin", "install", ...plugin, "--server", server.url], env);
    Object.assign(stack.environment, env);
    return `Node.js alone on PATH: ${await applyTwice(stack, 2)}`;
  });
}

const writePythonProgram = (name: string) => `import pulumi
import pulumi_analytics as analytics

analytics.Tag("production", name="From ${name}", color="grass")
folder = analytics.Folder("models", name="${name}")
pulumi.export("folder", folder.id)
`;

/**
 * Has the engine itself download the plugin that an SDK names, from the server of the artifacts in place of the
 * release's files.
 */
const downloadFrom = ({ server }: Trial) => ({
  PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
  PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^github://=${server.url}`,
});

/** Installs the wheel, or the source distribution, into a virtual environment and applies a program with it. */
export async function tryPython(trial: Trial, file: string): Promise<string> {
  const texts = {
    "Pulumi.yaml": "name: python\nruntime: { name: python, options: { virtualenv: venv } }\n",
    "__main__.py": writePythonProgram(file),
  };
  return useStack(trial.emulator, { texts }, async (stack, cli) => {
    const venv = join(stack.directory, "venv");
    await run("python3", ["-m", "venv", venv]);
    await run(join(venv, "bin/python"), ["-m", "pip", "install", "--quiet", join(trial.artifacts, file)]);
    const env = await writeNodeAlone(trial.scratch, dirname(cli.command), "/usr/bin", "/bin");
    Object.assign(stack.environment, env, downloadFrom(trial));
    return `without npm packages: ${await applyTwice(stack, 2)}`;
  });
}

/** A program that runs itself as a Pulumi program, so that no language host for Go is needed. */
const go = `package main

import (
	"context"
	"fmt"
	"os"

	"${goModule.path}/analytics"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	program := func(ctx *pulumi.Context) error {
		_, err := analytics.NewTag(ctx, "production", &analytics.TagArgs{
			Name: pulumi.String("From Go"), Color: pulumi.String("grass"),
		})
		return err
	}
	ctx := context.Background()
	stack, err := auto.UpsertStackInlineSource(ctx, "trial", "go", program)
	if err == nil {
		var result auto.UpResult
		result, err = stack.Up(ctx)
		if err == nil {
			fmt.Println((*result.Summary.ResourceChanges)["create"])
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
`;

/** Gets the module by its tag, as \`go get\` does from the repository, and applies a program with it. */
export async function tryGo(trial: Trial): Promise<string> {
  const { version, artifacts, scratch, emulator } = trial;
  const repository = join(scratch, "repository.git");
  await run("git", ["clone", "--quiet", "--bare", join(artifacts, nameGoBundle(version)), repository]);
  const project = join(scratch, "project");
  await mkdir(project);
  await writeFile(join(project, "main.go"), go);
  const address = `https://${goModule.path.replace(`/${goModule.folder}`, "")}`;
  const env = {
    GOFLAGS: "-mod=mod",
    GOWORK: "off",
    GOPRIVATE: goModule.path,
    GOMODCACHE: join(scratch, "modules"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.file://${repository}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
  };
  await run("go", ["mod", "init", "trial"], { cwd: project, env });
  await run("go", ["get", `${goModule.path}@v${version}`], { cwd: project, env });
  await run("go", ["build", "-trimpath", "-o", "trial", "."], { cwd: project, env });
  return useStack(emulator, { texts: { "Pulumi.yaml": "name: unused\nruntime: go\n" } }, async (stack, cli) => {
    const { url, clientId, clientSecret } = emulator;
    const said = await run(join(project, "trial"), [], {
      cwd: project,
      env: {
        ...stack.environment,
        ...(await writeNodeAlone(scratch, dirname(cli.command))),
        ...downloadFrom(trial),
        ANALYTICS_BASE_URL: url,
        ANALYTICS_CLIENT_ID: clientId,
        ANALYTICS_CLIENT_SECRET: clientSecret,
      },
    });
    if (said.trim() !== "2") throw new Error(`not the stack and a tag, but: ${said}`);
    return "go get by the tag, automation API: 1 created";
  });
}

/** Whether programs in a language can be tried on this machine: the reason if not. */
export async function findObstacle(language: "python" | "go"): Promise<string | undefined> {
  if (language === "go") return (await hasGo()) ? undefined : "no Go";
  return (await hasProgram("python3", "-m", "venv", "--help")) ? undefined : "no python3 with venv";
}
