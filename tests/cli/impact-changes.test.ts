import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import { signIn } from "../unit/emulator/support";
import {
  areas,
  chart,
  createSales,
  describeModel,
  describeWorkbook,
  installPulumi,
  orders,
  project,
  type Sales,
  table,
} from "./impact-project";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let emulator: Emulator;
let sales: Sales;

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  sales = await createSales(emulator);
});
afterAll(() => emulator.stop());

const form = JSON.stringify(parseSpec(orders));

/** A project whose model was deployed as `project` has it, with other files now. */
function createDeployed(more: Record<string, string>) {
  const cwd = createFolderWith(base, { ...project, ...more });
  const states = [describeModel(sales, { spec: form }), describeWorkbook(sales)];
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
  const run = (...args: string[]) => runPiped(["impact", "--against", "state:", ...args], { cwd, env });
  return { cwd, run, read: async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout) };
}

/** Without the variables of a hook that runs the tests: they name the repository of the project. */
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
const runGit = (cwd: string, ...args: string[]) => {
  const author = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  return execFileSync("git", [...author, ...args], { cwd, encoding: "utf8", env: ownEnv });
};

/** A repository whose first commit has some files. */
function createRepository(files: Record<string, string>): string {
  const cwd = createFolderWith(base, files);
  runGit(cwd, "init", "-q", "-b", "main");
  runGit(cwd, "add", "-A");
  runGit(cwd, "commit", "-qm", "first");
  return cwd;
}

const listNames = (list: { name: string; file?: string }[]) => list.map(({ name, file }) => file ?? name);

test("a column that the files rename breaks what reads it, since the last deployment", async () => {
  const { run } = createDeployed({ "models/orders.yaml": orders.replace("name: Region", "name: Area") });
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout.replaceAll(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"1 destructive change since the stack's state: 3 of 8 documents read it.
  orders#Fact Orders.Region (column) renamed to Area: 3 documents

Breaks now (1)
  By hand (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › All: column Region
    <url>

Breaks in own files (2)
  areas (data model, models/areas.yaml)
    P › Areas: column Area · models/areas.yaml:14:47
  Deployed (workbook, workbooks/sales, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Overview › By Area: column Area (axis) · workbooks/sales/elements/chart.yaml:5:36
    Overview › Orders: column Where · workbooks/sales/elements/orders.yaml:10:15
    <url>
"
`);
  expect((await run("--check")).code).toBe(1);
  const markdown = await run("--format", "markdown");
  expect(markdown.stdout).toContain("\n  - `orders#Fact Orders.Region (column) renamed to Area: 3 documents`\n");
});

test("what a change mends itself is no break, and several changes are told apart", async () => {
  const { read } = createDeployed({
    "models/orders.yaml": orders
      .replace("name: Region", "name: Area")
      .replace('          - { id: amount, name: Amount, formula: "[FACTS/AMOUNT]" }\n', ""),
    "models/areas.yaml": project["models/areas.yaml"].replace("Orders/Region", "Orders/Area"),
    "workbooks/sales/elements/orders.yaml": table.replace("Orders/Region", "Orders/Area"),
  });
  const found = await read();
  expect(found.changes).toEqual([
    { text: "orders#Fact Orders.Region", is: "column", becomes: "renamed to Area", documents: 1 },
    { text: "orders#Fact Orders.Amount", is: "column", becomes: "removed", documents: 1 },
  ]);
  expect(listNames(found.breaksNow)).toEqual(["By hand"]);
  expect(listNames(found.inFiles)).toEqual(["workbooks/sales"]);
  expect(found.inFiles[0].places).toEqual([
    expect.objectContaining({ how: "column Amount", line: 12, by: ["orders#Fact Orders.Amount"] }),
  ]);
});

test("without ids, a column with the same formula and another name counts as renamed", async () => {
  const writeWithout = (name: string) =>
    orders
      .replace("{ id: region, name: Region,", `{ name: ${name},`)
      .replace("{ id: amount, name: Amount,", "{ name: Amount,");
  const cwd = createRepository({ "orders.yaml": writeWithout("Region") });
  writeFileSync(join(cwd, "orders.yaml"), writeWithout("Area"));
  const { stdout } = await runPiped(["impact", "--against", "git:HEAD"], { cwd });
  expect(stdout).toContain("orders#Fact Orders.Region (column) renamed to Area: nothing reads it");
});

test("another name of an element breaks formulas that name it, but none that has the new name", async () => {
  const { read } = createDeployed({
    "models/orders.yaml": orders.replace("name: Fact Orders", "name: All Orders"),
    "models/areas.yaml": project["models/areas.yaml"].replace("Fact Orders/", "All Orders/"),
  });
  const found = await read();
  expect(found.changes).toEqual([
    { text: "orders#Fact Orders", is: "element", becomes: "renamed to All Orders", documents: 2 },
  ]);
  expect(listNames(found.breaksNow)).toEqual(["By hand"]);
  expect(listNames(found.inFiles)).toEqual(["workbooks/sales"]);
  expect(found.inFiles[0].places.map(({ how }: { how: string }) => how)).toEqual(["column Where", "column Amount"]);
});

test("a model that is gone breaks all that reads it; one that is new, moved or of another format nothing", async () => {
  const { cwd, read, run } = createDeployed({});
  const none = await run("--check");
  expect(none.code).toBe(0);
  expect(none.stdout).toBe("Nothing that documents could read goes away since the stack's state.\n");
  mkdirSync(join(cwd, "models/more"));
  renameSync(join(cwd, "models/orders.yaml"), join(cwd, "models/more/orders.yaml"));
  const moved = await read();
  expect([moved.changes, moved.notes]).toEqual([[], ["models/orders.yaml is models/more/orders.yaml now."]]);
  rmSync(join(cwd, "models/more/orders.yaml"));
  const gone = await read();
  expect(gone.changes).toEqual([{ text: "orders", is: "data model", becomes: "removed", documents: 3 }]);
  expect(listNames(gone.breaksNow)).toEqual(["By hand"]);
  expect(listNames(gone.inFiles)).toEqual(["models/areas.yaml", "workbooks/sales"]);
  // A file that can't be read isn't gone.
  writeFileSync(join(cwd, "models/orders.yaml"), "pages: [elements\n");
  const broken = await read();
  expect([broken.changes, broken.unreadableFiles.length]).toEqual([[], 1]);
});

test("--against compares with a commit, in folders below and in worktrees", async () => {
  const files = Object.fromEntries(Object.entries(project).map(([path, text]) => [`bi/${path}`, text]));
  const top = createRepository(files);
  const cwd = join(top, "bi");
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(sales), describeWorkbook(sales)]) };
  const read = async (folder: string, ...args: string[]) =>
    JSON.parse((await runPiped(["impact", "--json", ...args], { cwd: folder, env })).stdout);
  /** In a hook of git's, which says by variables what its repository is. */
  const readInHook = async (folder: string, ...args: string[]) => {
    const gitDir = runGit(folder, "rev-parse", "--absolute-git-dir").trim();
    const hook = { ...env, GIT_DIR: gitDir, GIT_INDEX_FILE: join(gitDir, "index"), GIT_PREFIX: "bi/" };
    return JSON.parse((await runPiped(["impact", "--json", ...args], { cwd: folder, env: hook })).stdout);
  };
  const same = await read(cwd, "--against", "git:main");
  expect([same.changes, same.unreadableFiles, same.notes]).toEqual([[], [], []]);
  runGit(top, "worktree", "add", "-q", "../side", "-b", "side");
  const side = join(top, "../side/bi");
  for (const folder of [cwd, side]) {
    writeFileSync(join(folder, "models/orders.yaml"), orders.replace(/ +- \{ id: region.*\n/, ""));
    const status = runGit(folder, "status", "--porcelain");
    const found = await read(folder, "--against", "git:main");
    expect(found.changes).toEqual([
      { text: "orders#Fact Orders.Region", is: "column", becomes: "removed", documents: folder === cwd ? 3 : 2 },
    ]);
    expect(listNames(found.inFiles)).toEqual(["models/areas.yaml", "workbooks/sales"]);
    expect(await readInHook(folder, "--against", "git:main")).toEqual(found);
    expect(runGit(folder, "status", "--porcelain")).toBe(status);
  }
  // Renamed, in another format, and deleted since that commit.
  rmSync(join(cwd, "models/orders.yaml"));
  writeFileSync(join(cwd, "models/orders.json"), form);
  renameSync(join(cwd, "models/areas.yaml"), join(cwd, "models/regions.yaml"));
  const moved = await read(cwd, "models", "--against", "git:main");
  expect([moved.changes, moved.notes]).toEqual([
    [],
    [
      "models/orders.yaml is models/orders.json now.",
      "models/areas.yaml is models/regions.yaml now.",
      "!ref areas: no data model that is known here. Files that read from it may break, too.",
    ],
  ]);
  rmSync(join(cwd, "models/orders.json"));
  const gone = await read(cwd, "--against", "git:main");
  expect(gone.changes).toEqual([{ text: "orders", is: "data model", becomes: "removed", documents: 3 }]);
  expect(listNames(gone.breaksNow)).toEqual(["By hand"]);
});

test("files and folders say whose changes count, and one model compares with one document", async () => {
  const { cwd } = createDeployed({
    "models/orders.yaml": orders.replace("name: Region", "name: Area"),
    "models/areas.yaml": project["models/areas.yaml"].replace("name: Area,", "name: Zone,"),
    "before/areas.yaml": project["models/areas.yaml"],
    "before/first.yaml": orders,
    "before/other.yaml": orders.replace("fact_orders", "other"),
  });
  const env = installPulumi(cwd, [describeModel(sales, { spec: form })]);
  const ask = async (...args: string[]) => {
    const { code, stdout } = await runPiped(["impact", ...args, "--offline", "--json"], { cwd, env });
    const { changes, error } = JSON.parse(stdout);
    return code === 0 ? changes.map(({ text }: { text: string }) => text) : error.message;
  };
  const region = "orders#Fact Orders.Region";
  expect(await ask("models", "--against", "state:")).toEqual([region]);
  expect(await ask("orders", "--against", "state:orders")).toEqual([region]);
  expect(await ask("--against", "before/areas.yaml")).toEqual(["areas#Areas.Area"]);
  expect(await ask("orders", "--against", "before/first.yaml")).toEqual([region]);
  expect(await ask("models", "--against", "before/other.yaml")).toContain("can't tell which model it was");
  expect(await ask("models/areas.yaml", "--against", "state:")).toContain("no stack's state has data models");
  runGit(cwd, "init", "-q", "-b", "main");
  runGit(cwd, "add", "-A");
  runGit(cwd, "commit", "-qm", "first");
  writeFileSync(join(cwd, "models/orders.yaml"), orders.replace("name: Region", "name: Place"));
  writeFileSync(join(cwd, "models/areas.yaml"), project["models/areas.yaml"]);
  expect(await ask("--against", "git:main")).toEqual(["areas#Areas.Zone", "orders#Fact Orders.Area"]);
  expect(await ask("models/areas.yaml", "--against", "git:main")).toEqual(["areas#Areas.Zone"]);
  expect(await ask("--against", "git:main:models/orders.yaml")).toEqual(["orders#Fact Orders.Area"]);
  rmSync(join(cwd, "models/areas.yaml"));
  expect(await ask("models/areas.yaml", "--against", "git:main")).toEqual(["areas"]);
  expect(await ask("orders#fact_orders", "--against", "git:main")).toContain("name whole files or folders");
  expect(await ask("--against", "live:Sales")).toContain("pulumi-analytics diff");
});

test("a renamed file is the document that it was, whichever of its names is asked for", async () => {
  const cwd = createRepository(project);
  const states = [describeModel(sales, { spec: form }), describeWorkbook(sales)];
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
  const ask = (...args: string[]) => runPiped([...args], { cwd, env });
  renameSync(join(cwd, "models/orders.yaml"), join(cwd, "models/facts.yaml"));
  const note = "models/orders.yaml is models/facts.yaml now.";
  for (const against of ["git:main", "state:"]) {
    for (const names of [[], ["models/facts.yaml"], ["facts"], ["models/orders.yaml"]]) {
      const checked = await ask("check", ...names, "--against", against, "--json");
      expect(JSON.parse(checked.stdout)).toMatchObject({ numbers: [], notCompared: [], notes: [note] });
      expect(await ask("impact", ...names, "--against", against, "--check")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Nothing that documents could read goes away"),
      });
    }
    for (const name of ["models/facts.yaml", "facts", "models/orders.yaml"]) {
      expect(await ask("diff", against, name)).toMatchObject({ code: 0, stderr: `${note}\n` });
      expect(await ask("diff", name, against)).toMatchObject({ code: 0, stderr: `${note}\n` });
    }
    expect(await ask("diff", against, "nothing.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing.yaml"),
    });
  }
  // What is gone from the file is asked for by comparing.
  writeFileSync(join(cwd, "models/facts.yaml"), orders.replace(/ +- \{ id: region.*\n/, ""));
  const { stdout } = await ask("diff", "git:main", "facts");
  const [, command = ""] = /npx pulumi-analytics (impact .*)$/m.exec(stdout) ?? [];
  expect(command).toBe("impact models/facts.yaml --against git:main");
  expect((await ask(...command.split(" "))).stdout).toContain("facts#Fact Orders.Region (column) removed");
  writeFileSync(join(cwd, "models/facts.yaml"), orders);
  // A copy of what is still there is new, though it is like it.
  runGit(cwd, "add", "-A");
  runGit(cwd, "commit", "-qm", "renamed");
  writeFileSync(join(cwd, "models/copy.yaml"), orders);
  expect((await ask("diff", "git:main", "models/copy.yaml")).stdout).toContain("1 document: 1 added");
  expect((await ask("diff", "git:main", "workbooks/sales/pages/overview.yaml")).code).toBe(0);
});

test("what is named outside of the project, or left out of it, is compared", async () => {
  const top = createRepository({
    "bi/orders.yaml": orders,
    "other/facts.yaml": orders.replace("fact_orders", "facts"),
  });
  writeFileSync(
    join(top, "other/facts.yaml"),
    orders.replace("fact_orders", "facts").replace("name: Region", "name: Area"),
  );
  const ask = (...args: string[]) => runPiped([...args, "--against", "git:main"], { cwd: join(top, "bi") });
  expect((await ask("impact", "../other/facts.yaml")).stdout).toContain(
    "facts#Fact Orders.Region (column) renamed to Area",
  );
  expect((await ask("check", "../other/facts.yaml")).stdout).toBe(
    "Numbers\n  No metric reads what differs from main.\n",
  );
});

test("what a stack has as several resources of one file isn't compared until one of them is named", async () => {
  const cwd = createFolderWith(base, { ...project, "models/orders.yaml": orders.replace("Sum(", "Max(") });
  const states = [
    describeModel(sales, { spec: form }),
    { ...describeModel(sales, { spec: form }), id: "b", urn: "x::second" },
  ];
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
  const ask = async (against: string) =>
    JSON.parse((await runPiped(["check", "models/orders.yaml", "--against", against, "--json"], { cwd, env })).stdout);
  const { numbers, notCompared } = await ask("state:");
  expect([numbers, notCompared]).toEqual([
    [],
    [{ what: "models/orders.yaml", why: expect.stringContaining("Name one of them: state:orders, state:second") }],
  ]);
  expect((await ask("state:second")).definitions).toHaveLength(1);
});

test("what others did on main since a branch began is no change of the branch", async () => {
  const cwd = createRepository({ "orders.yaml": orders.replace(/ +- \{ id: region.*\n/, ""), "areas.yaml": areas });
  runGit(cwd, "switch", "-qc", "mine");
  const start = runGit(cwd, "rev-parse", "HEAD").slice(0, 12);
  runGit(cwd, "switch", "-q", "main");
  writeFileSync(join(cwd, "orders.yaml"), orders);
  runGit(cwd, "commit", "-qam", "region");
  runGit(cwd, "switch", "-q", "mine");
  const note = `main has commits that this branch hasn't: compared with ${start}, where it began.`;
  const ask = async (...args: string[]) => (await runPiped(args, { cwd })).stdout;
  for (const ref of ["git:main", "git:main..."]) {
    const same = await ask("impact", "--against", ref);
    expect(same).toContain("Nothing that documents could read goes away since main");
    expect(same).toContain(note);
    const whole = await runPiped(["diff", ref, "."], { cwd });
    expect(whole).toEqual({ code: 0, stdout: "2 documents: 2 the same\n", stderr: `${note}\n` });
    expect(JSON.parse(await ask("check", "--against", ref, "--json"))).toMatchObject({ numbers: [], notes: [note] });
    const drawn = await runPiped(["comment", "--draw", "drawn", "--against", ref], { cwd });
    expect(drawn).toEqual({ code: 0, stdout: "No workbook differs.\n", stderr: `${note}\n` });
  }
  expect(await ask("impact", "--against", "git:main..")).toContain("orders#Fact Orders.Region (column) removed");
  const one = JSON.parse(await ask("diff", "git:main:orders.yaml", "orders.yaml", "--json"));
  expect([one.differs, one.before.address]).toEqual([false, `git:${start}:orders.yaml`]);
  expect(JSON.parse(await ask("diff", "git:main:orders.yaml", "git:mine", "--json")).differs).toBe(true);
});

test("what others did on a main that isn't merged here is told from what the branch did", async () => {
  const cwd = createRepository({ "orders.yaml": orders, "areas.yaml": areas });
  runGit(cwd, "switch", "-qc", "mine");
  writeFileSync(join(cwd, "areas.yaml"), areas.replace("name: Area,", "name: Zone,"));
  runGit(cwd, "commit", "-qam", "main goes on");
  runGit(cwd, "update-ref", "refs/remotes/origin/main", "HEAD");
  const ask = async (ref: string) => (await runPiped(["impact", "--against", ref], { cwd })).stdout;
  const note = "This branch has commits of origin/main that main hasn't: compare with git:origin/main.";
  expect(await ask("git:main")).toContain(note);
  expect(await ask("git:origin/main")).toBe("Nothing that documents could read goes away since origin/main.\n");
});

test("a file that couldn't be read on either side is no pass", async () => {
  const broken = "pages: [elements\n";
  const cwd = createRepository({ "orders.yaml": orders, "areas.yaml": broken });
  const ask = () => runPiped(["impact", "--against", "git:main", "--check"], { cwd });
  expect(await ask()).toMatchObject({ code: 3, stdout: expect.stringContaining("areas.yaml at main: not compared: ") });
  writeFileSync(join(cwd, "areas.yaml"), areas);
  expect((await ask()).code).toBe(3);
  runGit(cwd, "commit", "-qam", "mended");
  expect((await ask()).code).toBe(0);
  writeFileSync(join(cwd, "areas.yaml"), broken);
  expect((await ask()).code).toBe(3);
});

test("models in a submodule are read at its commit, and one that isn't there is no answer", async () => {
  const models = createRepository({ "orders.yaml": orders });
  const top = createRepository({ "areas.yaml": areas });
  const allow = ["-c", "protocol.file.allow=always"];
  runGit(top, ...allow, "submodule", "--quiet", "add", models, "models");
  runGit(top, "commit", "-qm", "models");
  writeFileSync(join(top, "models/orders.yaml"), orders.replace("name: Region", "name: Area"));
  const ask = (cwd: string, ...paths: string[]) =>
    runPiped(["impact", ...paths, "--against", "git:main", "--check"], { cwd });
  for (const paths of [[], ["models"], ["models/orders.yaml"]]) {
    const { code, stdout } = await ask(top, ...paths);
    expect([code, stdout]).toEqual([1, expect.stringContaining("orders#Fact Orders.Region (column) renamed to Area")]);
  }
  const clone = createFolderWith(base, {});
  runGit(clone, "clone", "-q", top, ".");
  const missing = await ask(clone, "models");
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("git submodule update --init models")]);
  expect((await ask(clone)).stdout).toContain(
    "models is a submodule that isn't checked out: it counts on neither side.",
  );
  runGit(clone, ...allow, "submodule", "--quiet", "update", "--init", "models");
  writeFileSync(join(clone, "models/orders.yaml"), orders.replace("name: Region", "name: Area"));
  expect((await ask(clone, "models")).code).toBe(1);
  const commit = runGit(clone, "-C", "models", "rev-parse", "HEAD").trim();
  rmSync(join(clone, ".git/modules/models/objects"), { recursive: true });
  mkdirSync(join(clone, ".git/modules/models/objects"));
  const { code, stderr } = await ask(clone, "models");
  expect([code, stderr]).toEqual([2, expect.stringContaining(`git -C models fetch origin ${commit}`)]);
});

test("what can't be compared is a clear error", async () => {
  const cwd = createRepository({ "models/orders.yaml": orders });
  runGit(cwd, "branch", "other");
  runGit(cwd, "update-ref", "refs/remotes/origin/trunk", "HEAD");
  const fail = async (folder: string, ...args: string[]) => {
    const { code, stderr } = await runPiped(["impact", ...args], { cwd: folder });
    return [code, stderr];
  };
  expect(await fail(cwd, "--against", "git:nowhere")).toEqual([
    2,
    expect.stringContaining("git:nowhere: no branch, tag or commit of this repository. In a shallow clone, as CI"),
  ]);
  expect(await fail(cwd, "--against", "git:trunk")).toEqual([
    2,
    expect.stringContaining("Did you mean `origin/trunk`?"),
  ]);
  expect(await fail(cwd, "--against", "git:--all")).toEqual([2, expect.stringContaining("git:--all: no branch")]);
  const outside = createFolderWith(base, { "orders.yaml": orders });
  expect(await fail(outside, "--against", "git:main")).toEqual([
    2,
    expect.stringContaining("git:main: the folder is not in a git repository."),
  ]);
  expect(await fail(cwd, outside, "--against", "git:main")).toEqual([
    2,
    expect.stringContaining("is outside of the git repository"),
  ]);
  expect(await fail(cwd, "--against", "state:")).toEqual([
    2,
    expect.stringContaining("state: no stack's state has data models"),
  ]);
});

test.each(["main", "origin/main", "HEAD~1"])(
  "a shallow clone of a branch: what the message of git:%s says helps",
  async (ref) => {
    const origin = createRepository({ "models/orders.yaml": orders });
    runGit(origin, "branch", "-M", "main");
    runGit(origin, "checkout", "-q", "-b", "work");
    runGit(origin, "commit", "-q", "--allow-empty", "-m", "work");
    const cwd = createFolderWith(base, {});
    runGit(cwd, "clone", "-q", "--depth", "1", "--branch", "work", `file://${origin}`, ".");
    const run = () => runPiped(["impact", "--against", `git:${ref}`], { cwd });
    const { code, stderr } = await run();
    expect(code).toBe(2);
    const [, command = ""] = /fetch it first: git (.+)\.$/m.exec(stderr) ?? [];
    runGit(cwd, ...command.split(" "));
    expect((await run()).code).toBe(0);
  },
);

test("a program's own model and a secret form are named, as nothing is known of their changes", async () => {
  const cwd = createFolderWith(base, { ...project, "models/orders.yaml": chart });
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
  const built = { ...describeModel(sales), id: "b", inputs: { name: "Built", spec: form } };
  const states = [describeModel(sales, { spec: secret }), built];
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
  const { stdout } = await runPiped(["impact", "--against", "state:"], { cwd, env });
  expect(stdout).toContain("has no file: what changes in the program isn't known here.");
  expect(stdout).toContain("the state holds its last form as a secret.");
});

test("a model that changes itself still breaks by another, and its file counts, not the platform's form", async () => {
  const { dataModelId, elementId } = sales;
  const source = { kind: "data-model", dataModelId, elementId };
  const columns = [{ id: "area", name: "Area", formula: "[Fact Orders/Region]" }];
  const pages = [{ id: "p", name: "P", elements: [{ id: "areas", kind: "table", name: "Areas", source, columns }] }];
  const body = { name: "Areas", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages };
  const id = (await (await signIn(emulator)).post("/v2/dataModels/spec", body)).body.dataModelId;
  const before = project["models/areas.yaml"].replace("name: Area,", "name: Old,");
  const spec = JSON.stringify(parseSpec(before));
  const areas = { ...describeModel(sales, { name: "Areas", file: "models/areas.yaml", spec }), id };
  const find = async (text: string) => {
    const files = { ...project, "models/orders.yaml": orders.replace("name: Region", "name: Zone") };
    const cwd = createFolderWith(base, { ...files, "models/areas.yaml": text });
    const states = [describeModel(sales, { spec: form }), areas, describeWorkbook(sales)];
    const env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
    const found = JSON.parse((await runPiped(["impact", "--against", "state:", "--json"], { cwd, env })).stdout);
    return [...listNames(found.breaksNow), ...listNames(found.inFiles)];
  };
  expect(await find(project["models/areas.yaml"])).toEqual(["By hand", "models/areas.yaml", "workbooks/sales"]);
  const mended = project["models/areas.yaml"].replace("Orders/Region", "Orders/Zone");
  expect(await find(mended)).toEqual(["By hand", "workbooks/sales"]);
});
