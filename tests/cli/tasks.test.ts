import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { load } from "js-yaml";
import { parseSpec } from "../../provider/src/core/model";
import { describeWithDuckDb } from "../duckdb";
import { repository } from "../repository";
import { signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const tasks = join(repository, "bench/tasks");
const names = readdirSync(tasks, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** What the head of a task says. */
interface Task {
  /** What `validate` reports before: rule and place. */
  readonly validate: readonly string[];
  /** What `check` says before. */
  readonly check?: "failed";
  /** All that `diff` reports from before to after. */
  readonly changes: readonly string[];
  /** All files that differ. */
  readonly files: readonly string[];
}

function readTask(name: string): Task {
  const [, head = "", words = ""] = readFileSync(join(tasks, name, "task.md"), "utf8").split(/^---$/m);
  expect(words).toMatch(/^\n\n# \w.+\n\n\S.+\n$/);
  return load(head) as Task;
}

async function runJson(args: readonly string[], cwd: string, env?: Record<string, string>) {
  const { stdout, stderr } = await runPiped([...args, "--json"], { cwd, env });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The files of one side, by their path in it. */
const readFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[relative(folder, path), readFileSync(path, "utf8")]] : [];
    }),
  );

test("there are twenty tasks", () => {
  expect(names).toHaveLength(20);
});

test.each(names)(
  "%s: before is as the task says, after is without a mistake, and nothing else differs",
  async (name) => {
    const folder = join(tasks, name);
    const { validate, changes, files } = readTask(name);
    const before = await runJson(["validate"], join(folder, "before"));
    const found = (before.findings as { rule: string; file: string; line: number }[]).map(
      ({ rule, file, line }) => `${rule} ${file}:${line}`,
    );
    expect(found).toEqual(validate);
    expect(await runJson(["validate"], join(folder, "after"))).toMatchObject({ errors: 0, warnings: 0 });
    const told = await runJson(["diff", "before", "after"], folder);
    const documents: { changes: { text: string }[] }[] = told.documents ?? [told];
    const added = ((told.added ?? []) as { file: string }[]).map(({ file }) => file.replace(/^after\//, "added "));
    expect(told.removed ?? []).toEqual([]);
    expect([...added, ...documents.flatMap((one) => one.changes.map(({ text }) => text))]).toEqual(changes);
    const [old, now] = [readFiles(join(folder, "before")), readFiles(join(folder, "after"))];
    const all = [...new Set([...old.keys(), ...now.keys()])];
    expect(all.filter((path) => old.get(path) !== now.get(path)).sort()).toEqual(files);
  },
);

const calculated = names.filter((name) => readFileSync(join(tasks, name, "task.md"), "utf8").includes("\ncheck: "));

describeWithDuckDb("tasks with tests of formulas", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
  });
  afterAll(() => emulator.stop());

  const base = createTemporaryFolder();

  /** The status of all tests of one side, with the model of `before` on the platform. */
  async function check(name: string, side: "before" | "after"): Promise<string[]> {
    const cwd = createFolderWith(base, {});
    cpSync(join(tasks, name, side), cwd, { recursive: true });
    const { connections, folders } = emulator.seeded;
    const path = join(cwd, "models/orders.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("!ref warehouse", connections.warehouse));
    mkdirSync(join(cwd, ".home"));
    const api = await signIn(emulator);
    const model = { ...(parseSpec(readFileSync(path, "utf8")) as object), folderId: folders.models };
    const { dataModelId } = (await api.post("/v2/dataModels/spec", model)).body as { dataModelId: string };
    const env = { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") };
    const { checks } = (await runJson(["check"], cwd, env)) as { checks: { status: string }[] };
    await api.delete(`/v2/files/${dataModelId}`);
    return checks.map(({ status }) => status);
  }

  test.each(calculated)("%s: check fails before, and passes after", async (name) => {
    expect(await check(name, "before")).toEqual([readTask(name).check]);
    expect(await check(name, "after")).toEqual(["passed"]);
  });

  test("some tasks have them", () => {
    expect(calculated.length).toBeGreaterThanOrEqual(3);
  });
});
