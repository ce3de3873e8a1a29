import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  InstallDependenciesRequest,
  type InstallDependenciesResponse,
  LinkRequest,
  type LinkResponse,
  RunPluginRequest,
  RunRequest,
  type RunResponse,
} from "@pulumi/pulumi/proto/language_pb";
import { call, createHostFolder, Empty, type JsonObject, hostTest as test } from "./hosts";
import { formBasicPath, read, waitUntil, writeScript } from "./scratch";

const { scratch, start, infoOf } = createHostFolder("python");
let count = 0;

/** A project folder, which is its own root. */
function createProject(): string {
  const directory = join(scratch, `project${count++}`);
  mkdirSync(directory);
  return directory;
}

/** A virtual environment with a shell script in place of Python. */
function createVirtualenv(folder: string, script: string): string {
  writeScript(join(folder, "bin/python"), `#!/bin/sh\n${script}\n`);
  writeFileSync(join(folder, "pyvenv.cfg"), "");
  return folder;
}

const bare = join(scratch, "bare");

/** Makes a virtual environment without packages. Whether there is a Python. */
function makeBare(): boolean {
  return spawnSync("python3", ["-m", "venv", "--without-pip", bare]).status === 0;
}

async function run(directory: string, options: JsonObject = {}, env = process.env) {
  const { client, output } = await start(directory, "127.0.0.1:1", env);
  const request = new RunRequest()
    .setMonitorAddress("127.0.0.1:2")
    .setProject("models")
    .setStack("dev")
    .setParallel(4)
    .setDryrun(true)
    .setArgsList(["own"])
    .setInfo(infoOf(directory, options).setRootDirectory(directory));
  request.getConfigMap().set("models:folder", "f");
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  return { ...response.toObject(), output };
}

test.each([
  ["venv", {}],
  [".venv", {}],
  ["environments/own", { virtualenv: "environments/own" }],
])("a program runs in the virtual environment %s", async (name, options) => {
  const directory = createProject();
  const script = `shift 3; echo "$@"; echo $PULUMI_CONFIG $VIRTUAL_ENV; command -v python; pwd`;
  const folder = createVirtualenv(join(directory, name), script);
  const { error, output } = await run(directory, options);
  expect(error).toBe("");
  await waitUntil(() => output.stdout.split("\n").length > 4);
  expect(output.stdout.split("\n")).toEqual([
    `--monitor 127.0.0.1:2 --engine 127.0.0.1:1 --project models --root-directory ${directory} --stack dev --pwd ` +
      `${directory} --parallel 4 --dry-run . own`,
    `{"models:folder":"f"} ${folder}`,
    join(folder, "bin/python"),
    directory,
    "",
  ]);
});

test("a virtual environment that the project names and isn't there is told with what makes it", async () => {
  const directory = createProject();
  const folder = join(directory, "venv");
  expect((await run(directory, { virtualenv: "venv" })).error).toBe(
    `There is no virtual environment in ${folder}: run \`python3 -m venv ${folder}\`, install ` +
      "the dependencies, then try again.",
  );
});

test("without a virtual environment, a program runs with python3 of PATH", async () => {
  const bin = join(scratch, "bin");
  writeScript(join(bin, "python3"), "#!/bin/sh\nexit 32\n");
  const { bail } = await run(createProject(), {}, { ...process.env, PATH: formBasicPath(bin) });
  expect(bail).toBe(true);
});

test("a Python without the SDK says what to install", async () => {
  if (!makeBare()) return console.log("skipped: there is no Python");
  const { error, output } = await run(createProject(), { virtualenv: bare });
  expect(error).toBe("Program exited with non-zero exit code: 1");
  await waitUntil(() => output.stderr.endsWith("\n"));
  expect(output.stderr).toMatch(/^The package pulumi isn't installed for \S+: install .*-m pip install -r \S+`, then /);
});

test("Cancel ends the running program without a traceback", async () => {
  if (!makeBare()) return console.log("skipped: there is no Python");
  const directory = createProject();
  mkdirSync(join(directory, "pulumi/runtime"), { recursive: true });
  writeFileSync(join(directory, "pulumi/__init__.py"), "from . import runtime\nclass RunError(Exception): pass\n");
  const runtime = "configure = print\nasync def run_in_stack(program): program()\n";
  writeFileSync(join(directory, "pulumi/runtime/__init__.py"), runtime);
  writeFileSync(join(directory, "pulumi/runtime/settings.py"), "def Settings(**settings): return 'running'\n");
  writeFileSync(join(directory, "__main__.py"), "import time\ntime.sleep(60)\n");
  const { client, output } = await start(directory);
  const request = new RunRequest().setInfo(infoOf(directory, { virtualenv: bare }).setRootDirectory(directory));
  const response = call<RunResponse>((callback) => client.run(request, callback));
  await waitUntil(() => output.stdout === "running\n");
  await call((callback) => client.cancel(new Empty(), callback));
  expect((await response).getError()).toBe("Program was ended by SIGINT");
  expect(output.stderr).toBe("");
});

test("dependencies are installed by pip of the virtual environment, which is made first", async () => {
  const directory = createProject();
  writeFileSync(join(directory, "requirements.txt"), "pulumi\n");
  const bin = join(directory, "bin");
  const making =
    "mkdir -p $3/bin && touch $3/pyvenv.cfg && printf '#!/bin/sh\\necho pip: \"$@\"\\n' > " +
    "$3/bin/python && chmod +x $3/bin/python";
  writeScript(join(bin, "python3"), `#!/bin/sh\n${making}\n`);
  const { client } = await start(directory, "127.0.0.1:1", { ...process.env, PATH: formBasicPath(bin) });
  const info = infoOf(directory, { virtualenv: "venv" }).setRootDirectory(directory);
  let seen = "";
  const responses = client.installDependencies(new InstallDependenciesRequest().setInfo(info));
  for await (const response of responses as AsyncIterable<InstallDependenciesResponse>) {
    seen += Buffer.concat([response.getStdout_asU8(), response.getStderr_asU8()]);
  }
  expect(seen).toBe("pip: -m pip install -r requirements.txt\n");
});

describe("a generated SDK", () => {
  async function link(directory: string): Promise<string> {
    mkdirSync(join(directory, "sdks/analytics"), { recursive: true });
    writeFileSync(join(directory, "sdks/analytics/pyproject.toml"), '[project]\n  name = "pulumi_analytics"\n');
    const { client } = await start(directory);
    const request = new LinkRequest()
      .setInfo(infoOf(directory))
      .setPackagesList([new LinkRequest.LinkDependency().setPath("sdks/analytics")]);
    return (await call<LinkResponse>((callback) => client.link(request, callback))).getImportInstructions();
  }

  test("becomes a requirement, once", async () => {
    const directory = createProject();
    writeFileSync(join(directory, "requirements.txt"), "pulumi");
    expect(await link(directory)).toContain("import pulumi_analytics as analytics\n");
    await link(directory);
    expect(read(join(directory, "requirements.txt"))).toBe("pulumi\nsdks/analytics\n");
  });

  test("is a step for the user where there is only a pyproject.toml", async () => {
    const directory = createProject();
    writeFileSync(join(directory, "pyproject.toml"), "[project]\n");
    expect(await link(directory)).toMatch(/^Add sdks\/analytics to the dependencies in pyproject\.toml\.\n/);
  });
});

test("plugins written in Python are refused", async () => {
  const { client } = await start(createProject());
  const request = new RunPluginRequest().setKind("analyzer").setInfo(infoOf(scratch));
  const ended = new Promise((_, reject) => client.runPlugin(request).on("error", reject).resume());
  await expect(ended).rejects.toThrow("runs no analyzer plugins: install the official Pulumi CLI.");
});
