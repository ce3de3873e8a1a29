import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import { describeWithDuckDb } from "../duckdb";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runInTerminal, runPiped } from "./support";

const base = createTemporaryFolder();
const planted = "planted-93ab";

/** Six orders of each name, of which one has a line break, and one of a single person. */
const names = ["'north, \"upper\"'", "''", "null", "' b'", "'1.0'"];
const rows = [
  ...names.flatMap((name, index) =>
    Array.from({ length: 6 }, (_, at) => `(${name}, ${index}.25, timestamp '2026-0${1 + (at % 2)}-15', 'a\nb')`),
  ),
  `('${planted}', 5, timestamp '2026-01-15', 'a\nb')`,
];
const statement = `select * from (values ${rows.join(", ")}) as t (NAME, AMOUNT, MADE, BROKEN)`;

const writeModel = (connectionId: string) => `name: Orders
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: orders
        kind: table
        name: Orders
        source: { kind: sql, connectionId: ${connectionId}, statement: ${JSON.stringify(statement)} }
        columns:
          - { id: name, name: Name, formula: "[Custom SQL/NAME]" }
          - { id: amount, name: Amount, formula: "[Custom SQL/AMOUNT]" }
          - { id: made, name: Made, formula: "[Custom SQL/MADE]" }
          - { id: broken, name: Broken, formula: "[Custom SQL/BROKEN]" }
        metrics:
          - { id: revenue, name: Revenue, formula: "Sum([Amount])" }
          - { id: first, name: First, formula: "Min([Name])" }
`;

describeWithDuckDb("golden files that are approved", () => {
  let emulator: Emulator;
  let api: Client;
  beforeAll(async () => {
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
    api = await signIn(emulator);
    const { connections, folders } = emulator.seeded;
    const spec = parseSpec(writeModel(connections.warehouse)) as object;
    const { status, text } = await api.post("/v2/dataModels/spec", {
      ...spec,
      folderId: folders.models,
    });
    if (status !== 200) throw new Error(text);
  });
  afterAll(() => emulator.stop());

  const prepare = (golden: readonly string[], files: Record<string, string> = {}) => {
    const checks = golden.map((one) => `  - { table: orders, golden: { ${one} } }\n`).join("");
    const cwd = createFolderWith(base, {
      "models/orders.yaml": writeModel(emulator.seeded.connections.warehouse),
      "models/orders.checks.yaml": `checks:\n${checks}`,
      ...files,
    });
    mkdirSync(join(cwd, ".home"));
    const env = { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") };
    const check = (...args: readonly string[]) => runPiped(["check", ...args], { cwd, env });
    return { cwd, env, check, read: (file: string) => readFileSync(join(cwd, "models", file), "utf8") };
  };

  test("are written and renewed with what the platform says, and pass then", async () => {
    const byMonth = `metric: revenue, by: 'DateTrunc("month", [Made])', file: months.csv`;
    const { cwd, check, read } = prepare([byMonth, "metric: revenue, file: whole.csv"], {
      "models/whole.csv": "what it was\n12\n",
    });
    const missing = await check();
    expect(missing).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^not run .*months.csv: there is no such file. Write it .*\n(.|\n)*12 → 72.5/),
    });
    const { code, stdout, stderr } = await check("--approve", "--yes");
    expect(stderr).toContain("\n  12 → 72.5\n");
    expect({ code, stdout }).toMatchInlineSnapshot(`
     {
       "code": 0,
       "stdout": "passed models/orders.checks.yaml:2:22: orders: golden revenue: approved (months.csv)
     passed models/orders.checks.yaml:3:22: orders: golden revenue: approved (whole.csv)

     2 checks: 2 passed, 0 failed, 0 warnings, 0 not run
     ",
     }
    `);
    expect([read("months.csv"), read("whole.csv")]).toMatchInlineSnapshot(`
     [
       "Made,revenue
     2026-01-01,38.75
     2026-02-01,33.75
     ",
       "what it was
     72.5
     ",
     ]
    `);
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 checks: 2 passed"),
    });
    // What passes isn't written again.
    writeFileSync(join(cwd, "models/whole.csv"), read("whole.csv").replace("what it was", "kept"));
    const again = JSON.parse((await check("--approve", "--yes", "--json")).stdout);
    expect({
      written: again.written,
      head: read("whole.csv").split("\n")[0],
    }).toEqual({ written: [], head: "kept" });
  });

  test("are written only once somebody has seen what moved", async () => {
    const { cwd, env, read } = prepare(["metric: revenue, file: whole.csv"], { "models/whole.csv": "revenue\n12\n" });
    const ask = (type: string) =>
      runInTerminal(["check", "--approve"], { cwd, env, answers: [{ when: "Write 1 golden file?", type }] });
    const no = await ask("n\r");
    expect({ code: no.code, golden: read("whole.csv") }).toEqual({ code: 1, golden: "revenue\n12\n" });
    const yes = await ask("y\r");
    expect(yes.asked.join()).toContain("12 → 72.5");
    expect({ code: yes.code, golden: read("whole.csv") }).toEqual({ code: 0, golden: "revenue\n72.5\n" });
  });

  test("stop their own check alone where they are those of another one", async () => {
    const byName = `metric: revenue, by: 'If([Name] = "${planted}", "1.0", [Name])', file: names.csv`;
    const golden = ["metric: revenue, file: whole.csv", byName, "metric: revenue, file: good.csv"];
    const list = async (whole: string, names: string) => {
      const { code, stdout } = await prepare(golden, {
        "models/whole.csv": whole,
        "models/names.csv": names,
        "models/good.csv": "revenue\n72.5\n",
      }).check();
      return [code, ...stdout.split("\n").slice(0, 2)];
    };
    const columns = "the file has a column for the group and one for the value. Quote what has a comma";
    expect(await list("first\n72.5\n", "Made,revenue\na,1\n")).toEqual([
      3,
      expect.stringContaining(
        "whole.csv: line 1: `first` is another metric than `revenue`. Name the file of this check",
      ),
      expect.stringContaining("names.csv: line 1: `Made` isn't what the check groups by"),
    ]);
    expect(await list("revenue\n72.5,1\n", "name,revenue,of\na,1,2\n")).toEqual([
      3,
      expect.stringContaining("whole.csv: line 2: 2 columns, but the file has one column, for the value."),
      expect.stringContaining(`names.csv: line 1: 3 columns, but ${columns}`),
    ]);
    expect(await list("revenue\n72.5\n7\n", "name,revenue\na,1\nb,1,2\n")).toEqual([
      3,
      expect.stringContaining("whole.csv: line 3: there is another value"),
      expect.stringContaining(`names.csv: line 3: 3 columns, but ${columns}`),
    ]);
    expect((await list("Revenue\n72.5\n", "name,REVENUE\n"))[0]).toBe(1);
    // What is the file of another check isn't written over.
    const other = prepare(["metric: revenue, file: whole.csv"], { "models/whole.csv": "first\n72.5\n" });
    const { code, stdout } = await other.check("--approve", "--yes");
    expect([code, stdout]).toEqual([3, expect.stringContaining("another metric")]);
    expect(other.read("whole.csv")).toBe("first\n72.5\n");
  });

  test("have every group in a spelling that is read back", async () => {
    const { check, read } = prepare([
      `metric: revenue, by: 'If([Name] = "${planted}", "1.0", [Name])', file: names.csv`,
    ]);
    expect((await check("--approve", "--yes")).code).toBe(0);
    expect(read("names.csv")).toMatchInlineSnapshot(`
     ""If([Name] = ""planted-93ab"", ""1.0"", [Name])",revenue
     ,13.5
     "",7.5
     " b",19.5
     1.0,30.5
     "north, ""upper""",1.5
     "
    `);
    expect((await check()).code).toBe(0);
  });

  test("have nothing of few rows, no text of a row, and nothing that can't be read back", async () => {
    const { cwd, check } = prepare([
      "metric: revenue, by: '[Name]', file: few.csv",
      "metric: first, file: text.csv",
      "metric: revenue, by: '[Broken]', file: broken.csv",
    ]);
    const { code, stdout } = await check("--approve", "--yes");
    expect({ code, stdout }).toMatchInlineSnapshot(`
     {
       "code": 1,
       "stdout": "failed models/orders.checks.yaml:2:22: orders: golden revenue: 6 differences in 6 groups (few.csv)
       (null): none → 13.5
        b: none → 19.5
       1.0: none → 25.5
       north, "upper": none → 1.5
       … and 2 groups aren't told, since from them a group of fewer than 5 rows could be worked out
       not written: 2 groups aren't told, since from them a group of fewer than 5 rows could be worked out. Group by something coarser.
     failed models/orders.checks.yaml:3:22: orders: golden first: 1 difference in 1 group (text.csv)
       none → a text, which isn't shown
       not written: its value is a text, which a row has. Check another metric.
     failed models/orders.checks.yaml:4:22: orders: golden revenue: 1 difference in 1 group (broken.csv)
       a b: none → 72.5
       not written: a group has a line break, or two are spelled alike. Group by another formula.

     3 checks: 0 passed, 3 failed, 0 warnings, 0 not run
     ",
     }
    `);
    expect(["few.csv", "text.csv", "broken.csv"].map((file) => existsSync(join(cwd, "models", file)))).toEqual([
      false,
      false,
      false,
    ]);
    for (const format of ["text", "markdown", "json", "junit", "sarif", "github"]) {
      const told = await check("--approve", "--yes", "--format", format);
      expect(told.stdout).not.toContain(planted);
    }
  });

  test("aren't written without an answer, outside the project, or for two checks that differ", async () => {
    const whole = "metric: revenue, file: whole.csv";
    const { cwd, check } = prepare([whole]);
    expect(await check("--approve")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/none → 72.5(.|\n)*Use --yes to write/),
    });
    expect(await check("--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes answers --approve"),
    });
    expect((await check("--approve", "--against", "git:main")).stderr).toContain("Leave out --against");
    expect(existsSync(join(cwd, "models/whole.csv"))).toBe(false);
    const outside = prepare(["metric: revenue, file: ../../whole.csv"]);
    expect((await outside.check("--approve", "--yes")).stderr).toContain("is outside the project");
    const two = prepare([whole, `metric: revenue, by: 'DateTrunc("month", [Made])', file: whole.csv`]);
    expect((await two.check("--approve", "--yes")).stderr).toContain("two checks differ");
  });
});
