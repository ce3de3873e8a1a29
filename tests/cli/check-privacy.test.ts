import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Random } from "../../emulator/src/generate/random";
import { parseSpec } from "../../provider/src/core/model";
import { chooseCases } from "../cases";
import { describeWithDuckDb } from "../duckdb";
import { attack } from "../unit/core/checks/attacker";
import { signIn } from "../unit/emulator/support";
import { writeFiles } from "../workbook-folder";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const fewest = 5;

interface Person {
  readonly email: string;
  readonly region: string;
  readonly city: string;
  readonly plan: string;
  /** No sum or difference of several is another one. */
  readonly amount: number;
}

/** People of regions with cities in them, of which some have few. */
function createPeople(seed: number): Person[] {
  const random = new Random(seed);
  const draw = (count: number) => Math.floor(random.drawNext() ** 2 * count);
  return Array.from({ length: 40 }, (_, index) => {
    const region = `r${draw(3)}`;
    return {
      email: `planted-${seed}-${index}@acme.example`,
      region,
      city: `${region}c${draw(4)}`,
      plan: `p${draw(4)}`,
      amount: 1000 + Math.floor(random.drawNext() * 1e9) / 1000,
    };
  });
}

const writeModel = (connectionId: string, people: readonly Person[], formula: string, more = "") => {
  const rows = people.map(
    ({ email, region, city, plan, amount }) => `('${email}', '${region}', '${city}', '${plan}', ${amount}::double)`,
  );
  const statement = `select * from (values ${rows.join(", ")}) as t (EMAIL, REGION, CITY, PLAN, AMOUNT)`;
  const columns = ["Email", "Region", "City", "Plan", "Amount"].map(
    (name) =>
      `          - { id: ${name.toLowerCase()}, name: ${name}, formula: "[Custom SQL/${name.toUpperCase()}]" }\n`,
  );
  return `name: People
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: t
        kind: table
        name: T
        source: { kind: sql, connectionId: ${connectionId}, statement: ${JSON.stringify(statement)} }
        columns:
${columns.join("")}        metrics:
          - { id: revenue, name: Revenue, formula: "${formula}" }
${more}`;
};

describeWithDuckDb("what checks tell of people", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
  });
  afterAll(() => emulator.stop());

  const prepare = (files: Record<string, string>) => {
    const cwd = createFolderWith(base, { ...files, ".gitignore": ".home\n" });
    mkdirSync(join(cwd, ".home"));
    return { cwd, env: { ...buildSettings(emulator), PULUMI_HOME: join(cwd, ".home") } };
  };

  const questions: readonly [by: string, read: (person: Person) => string][] = [
    ["[Region]", ({ region }) => region],
    ["[City]", ({ city }) => city],
    ["[Plan]", ({ plan }) => plan],
    ["[Email]", ({ email }) => email],
    ["[Region] & [Plan]", ({ region, plan }) => region + plan],
  ];

  // `unit/core/checks/told-numbers` has many people more.
  test.each(chooseCases([1, 2, 3]))("five questions about a change give nobody's value: %i", async (seed) => {
    const people = createPeople(seed);
    const write = (formula: string) => writeModel(emulator.seeded.connections.warehouse, people, formula);
    const { cwd, env } = prepare({ "people.yaml": write("Sum([Amount])") });
    const runGit = (...args: string[]) => execFileSync("git", args, { cwd });
    runGit("init", "--quiet", "--initial-branch", "main");
    runGit("add", ".");
    runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
    writeFiles(cwd, { "people.yaml": write("Sum([Amount]) * 2") });
    const args = ["check", "--against", "git:main", ...questions.flatMap(([by]) => ["--by", by])];
    const runs = await Promise.all(
      ["text", "markdown", "json"].map((format) => runPiped([...args, "--format", format], { cwd, env })),
    );
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).not.toContain("planted");
    }
    const { numbers } = JSON.parse(runs[2]!.stdout) as {
      numbers: { by: string | null; changes: { group: string; before: number }[] }[];
    };
    const told = numbers.flatMap(({ by, changes }) => {
      const read = questions.find(([one]) => one === by)?.[1] ?? (() => "");
      return changes.map(({ group, before }) => {
        const members = people.map((person) => (read(person) === group ? 1 : 0) as number);
        // What is told is what the table has.
        const sum = people.reduce((all, { amount }, index) => all + members[index]! * amount, 0);
        expect(before / sum).toBeCloseTo(1, 9);
        return members;
      });
    });
    expect(told.length).toBeGreaterThan(3);
    expect(attack(told, people.length, fewest)).toBeUndefined();
  });

  test.each(chooseCases([4, 5]))("the chosen grouping gives nobody's value, nor do golden files: %i", async (seed) => {
    const people = createPeople(seed);
    const [first] = people;
    const write = (formula: string) => writeModel(emulator.seeded.connections.warehouse, people, formula);
    const golden = ["region", "plan"].map(
      (column) => `  - { table: t, golden: { metric: revenue, by: "[${column}]", file: ${column}.csv } }\n`,
    );
    const { cwd, env } = prepare({
      "people.yaml": write("Sum([Amount])"),
      "people.checks.yaml": `checks:\n${golden.join("")}`,
    });
    const runGit = (...args: string[]) => execFileSync("git", args, { cwd });
    runGit("init", "--quiet", "--initial-branch", "main");
    runGit("add", ".");
    runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
    writeFiles(cwd, { "people.yaml": write(`SumIf([Amount], [Region] != \\"${first!.region}\\")`) });
    const { stdout } = await runPiped(["check", "--against", "git:main", "--json"], { cwd, env });
    const read = (person: Person, by: string) =>
      person[by.replaceAll(/[[\]]/g, "").toLowerCase() as "region" | "city" | "plan"];
    const { numbers } = JSON.parse(stdout) as {
      numbers: { by: string | null; changes: { group: string }[] }[];
    };
    const told = numbers.flatMap(({ by, changes }) =>
      changes.map(({ group }) => people.map((one) => (by === null || read(one, by) === group ? 1 : 0))),
    );
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(numbers.map(({ by }) => by)).size).toBeLessThanOrEqual(2);
    expect(attack(told, people.length, fewest)).toBeUndefined();
    expect(stdout).not.toContain("planted");
    const api = await signIn(emulator);
    const { body } = await api.post("/v2/dataModels/spec", {
      ...(parseSpec(write("Sum([Amount])")) as object),
      folderId: emulator.seeded.folders.models,
    });
    await runPiped(["check", "--approve", "--yes"], { cwd, env });
    await api.delete(`/v2/files/${(body as { dataModelId: string }).dataModelId}`);
    const written = ["region", "plan"].flatMap((column) => {
      const path = join(cwd, `${column}.csv`);
      const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").slice(1) : [];
      return lines.map((line) => people.map((one) => (read(one, column) === line.split(",")[0] ? 1 : 0)));
    });
    expect(attack(written, people.length, fewest)).toBeUndefined();
  });

  test("no format of checks tells a group of few rows, nor its key", async () => {
    const people = createPeople(9);
    const model = writeModel(emulator.seeded.connections.warehouse, people, "Sum([Amount])");
    const api = await signIn(emulator);
    const { body } = await api.post("/v2/dataModels/spec", {
      ...(parseSpec(model) as object),
      folderId: emulator.seeded.folders.models,
    });
    const checks = `checks:
  - { table: t, golden: { metric: revenue, by: "[Email]", file: empty.csv } }
  - { table: t, golden: { metric: revenue, by: "[City]", file: empty.csv } }
  - { table: t, metric: { revenue: { between: [0, 1] } } }
  - { table: t, metric: { revenue: { between: [0, 1], where: '[Email] = "${people[0]!.email}"', name: one } } }
  - { table: t, metric: { revenue: { between: [0, 1], where: '[Email] != "${people[0]!.email}"', name: others } } }
  - { table: t, metric: { revenue: { between: [0, 1], where: '[Region] = "${people[0]!.region}"', name: region } } }
`;
    const { cwd, env } = prepare({
      "people.yaml": model,
      "people.checks.yaml": checks,
      "empty.csv": "group,revenue\n",
    });
    const written = ["text", "markdown", "json", "junit", "sarif", "github"];
    const runs = await Promise.all(written.map((format) => runPiped(["check", "--format", format], { cwd, env })));
    // Two models of one name would be a question.
    await api.delete(`/v2/files/${(body as { dataModelId: string }).dataModelId}`);
    const whole = people.reduce((sum, { amount }) => sum + amount, 0);
    for (const { code, stdout } of runs) {
      expect(code).toBe(1);
      expect(stdout).not.toContain("planted");
      const plain = stdout.replaceAll(",", "");
      for (const { amount } of people) {
        for (const value of [amount, whole - amount]) expect(plain).not.toContain(value.toFixed(2).slice(0, -1));
      }
      expect(plain).toContain(whole.toFixed(2).slice(0, -1));
    }
  });

  /** Metrics that leave out one person, or are of one alone. */
  const writeApart = (people: readonly Person[], factor: number) => {
    const { email } = people[0]!;
    const formulas = [
      `SumIf([Amount], [Email] != '${email}') * ${factor}`,
      `SumIf([Amount], [Email] = '${email}') * ${factor}`,
      `Sum(If([Email] = '${email}', [Amount], 0)) * ${factor}`,
    ];
    const metrics = formulas.map((formula, at) => `          - { id: m${at}, name: M${at}, formula: "${formula}" }\n`);
    return writeModel(emulator.seeded.connections.warehouse, people, `Sum([Amount]) * ${factor}`, metrics.join(""));
  };

  test("no format tells two metrics that differ in one person, nor one of a single person", async () => {
    const people = createPeople(11);
    const whole = people.reduce((sum, { amount }) => sum + amount, 0);
    const { amount } = people[0]!;
    const golden = ["revenue", "m0", "m1"].map(
      (of) => `  - { table: t, golden: { metric: ${of}, file: ${of}.csv } }\n`,
    );
    const { cwd, env } = prepare({
      "people.yaml": writeApart(people, 1),
      "people.checks.yaml": `checks:
  - { table: t, metric: { revenue: { between: [0, 1] }, m0: { between: [0, 1] }, m1: { between: [0, 1] } } }
  - { table: t, metric: { m2: { between: [0, 1] } } }
${golden.join("")}`,
      ...Object.fromEntries(["revenue", "m0", "m1"].map((of) => [`${of}.csv`, "value\n1\n"])),
    });
    const runGit = (...args: string[]) => execFileSync("git", args, { cwd });
    runGit("init", "--quiet", "--initial-branch", "main");
    runGit("add", ".");
    runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
    const api = await signIn(emulator);
    const { body } = await api.post("/v2/dataModels/spec", {
      ...(parseSpec(writeApart(people, 1)) as object),
      folderId: emulator.seeded.folders.models,
    });
    const checked = ["text", "markdown", "json", "junit", "sarif", "github"].map((format) => ["--format", format]);
    const runs = await Promise.all(checked.map((args) => runPiped(["check", ...args], { cwd, env })));
    await runPiped(["check", "--approve", "--yes"], { cwd, env });
    await api.delete(`/v2/files/${(body as { dataModelId: string }).dataModelId}`);
    writeFiles(cwd, { "people.yaml": writeApart(people, 2) });
    const against = ["text", "markdown", "json"].map((format) => ["--against", "git:main", "--format", format]);
    const compared = await Promise.all(against.map((args) => runPiped(["check", ...args], { cwd, env })));
    const files = ["revenue", "m0", "m1"].map((of) => readFileSync(join(cwd, `${of}.csv`), "utf8"));
    expect(compared.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const { stdout } of [...runs, ...compared]) {
      const plain = stdout.replaceAll(",", "");
      expect(plain).toContain(whole.toFixed(2).slice(0, -1));
      for (const hidden of [amount, whole - amount, 2 * amount, 2 * (whole - amount)])
        expect(plain).not.toContain(hidden.toFixed(2).slice(0, -1));
    }
    expect(files.map((text) => text.split("\n")[1] === "1")).toEqual([false, true, true]);
    expect(compared[0]!.stdout).toContain("Against main: 4 metrics move, 0 stay the same.");
    expect(compared[0]!.stdout).toContain(
      "people#T: M0, M1 and M2 differ: their values aren't told, since from them a value of fewer than 5 rows could " +
        "be worked out.",
    );
  });
});
