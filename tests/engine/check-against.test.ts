import { execFileSync } from "node:child_process";
import { chooseCases } from "../cases";
import { describeWithDuckDb } from "../duckdb";
import { type Door, runUp, write } from "./both-doors";
import { runInStack } from "./sales-stack";
import { type Bench, projectYaml, startBench } from "./support";

/** Each is there five times: a value of fewer rows isn't told. */
const rows = [
  "(1, 'AA', date '2026-01-03', 10, 100.0)",
  "(2, 'AA', date '2026-01-09', null, 80.0)",
  "(3, 'UA', date '2026-02-11', -5, 120.0)",
  "(4, 'UA', date '2026-02-12', 30, 60.0)",
  "(5, 'DL', date '2026-02-28', null, 40.0)",
  "(6, 'AA', date '2026-03-01', 7, 90.0)",
];

const writeRows = (some: readonly string[]) => some.flatMap((row) => Array.from({ length: 5 }, () => row)).join(", ");

const flights = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: fl
        kind: table
        name: Flights
        source:
          kind: sql
          connectionId: !ref warehouse
          statement: select * from (values ${writeRows(rows)}) as t (ID, CARRIER, DAY, DELAY, FARE)
        columns:
          - { id: c1, name: Id, formula: "[Custom SQL/ID]" }
          - { id: c2, name: Carrier, formula: "[Custom SQL/CARRIER]" }
          - { id: c3, name: Day, formula: "[Custom SQL/DAY]" }
          - { id: c4, name: Delay, formula: "Zn([Custom SQL/DELAY])" }
          - { id: c5, name: Fare, formula: "[Custom SQL/FARE]" }
          - { id: c6, name: Late, formula: "[Delay] > 5" }
        metrics:
          - { id: m1, name: Delay Sum, formula: "Sum([Delay])" }
          - { id: m2, name: Late Share, formula: "CountIf([Late]) / Count()" }
          - { id: m3, name: Revenue, formula: "Sum([Fare])" }
`;

/** A second model over the first one, by names that the program gives values. */
const reader = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: all
        kind: table
        name: All
        source: { kind: data-model, dataModelId: !ref flights, elementId: !ref "flights#fl" }
        columns:
          - { id: price, name: Price, formula: "[Flights/Fare]" }
        metrics:
          - { id: most, name: Most, formula: "Max([Price])" }
`;

const program = `
const analytics = require("pulumi-analytics");
const { folderId, warehouse } = require("./place.json");
const model = (file, refs) => analytics.specFile("models/" + file + ".yaml", { refs });
const spec = model("flights", { warehouse });
const flights = new analytics.DataModel("flights", { name: "Flights", folderId, spec });
new analytics.DataModel("reader", { name: "Reader", folderId, spec: model("reader", { flights }) });
`;

/** What a change of the model does to its metrics, and to that of the other model. */
interface Case {
  readonly change: (text: string) => string;
  /** Metrics with their values before and after; a text isn't told. */
  readonly moved?: Readonly<Record<string, readonly (number | null)[]>>;
  readonly same?: readonly string[];
  /** Why a metric isn't compared, by its name. */
  readonly notCompared?: Readonly<Record<string, string>>;
  readonly note?: string;
}

const replace = (from: string | RegExp, to: string) => (text: string) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
};

/** Joins each flight with the rows that its carrier has in another table: AA has two. */
const joinCarriers = (text: string) => {
  const parts = text.split(/(?<=name: P\n {4}elements:\n)|(?= {8}columns:)|(?= {8}metrics:)/);
  const [head = "", source = "", columns = "", metrics = ""] = parts;
  const base = source.replace("id: fl", "id: base").replace("name: Flights", "name: Base");
  const names = ["ID", "CARRIER", "DAY", "DELAY", "FARE"];
  const listed = names.map((name) => `          - { id: ${name}, name: ${name}, formula: "[Custom SQL/${name}]" }\n`);
  const joined = `      - id: carriers
        kind: table
        name: Carriers
        source:
          kind: sql
          connectionId: !ref warehouse
          statement: select * from (values ('AA'), ('AA'), ('UA'), ('DL')) as t (CODE)
        columns:
          - { id: code, name: Code, formula: "[Custom SQL/CODE]" }
      - id: fl
        kind: table
        name: Flights
        source:
          kind: join
          joins:
            - left: { kind: table, elementId: base }
              right: { kind: table, elementId: carriers }
              columns: [{ left: "[CARRIER]", right: "[Code]" }]
`;
  return [head, base, "        columns:\n", ...listed, joined, columns.replaceAll("Custom SQL", "Base"), metrics].join(
    "",
  );
};

const cases: Readonly<Record<string, Case>> = {
  "a column's formula": {
    change: replace("Zn([Custom SQL/DELAY])", "Coalesce([Custom SQL/DELAY], -1)"),
    moved: { "Delay Sum": [210, 200] },
    same: ["Late Share"],
  },
  "a condition": { change: replace("[Delay] > 5", "[Delay] >= 0"), moved: { "Late Share": [0.5, 5 / 6] } },
  "a metric": { change: replace("Sum([Fare])", "Sum([Fare]) * 2"), moved: { Revenue: [2450, 4900] } },
  "a statement": {
    change: replace(writeRows(rows), writeRows(rows.slice(0, 5))),
    moved: { "Delay Sum": [210, 175], "Late Share": [0.5, 0.4], Revenue: [2450, 2000] },
    same: ["Most"],
  },
  "a filter": {
    change: replace(
      "        metrics:",
      "        filters: [{ id: f, kind: list, columnId: c2, mode: include, values: [AA] }]\n        metrics:",
    ),
    moved: { "Delay Sum": [210, 85], "Late Share": [0.5, 2 / 3], Revenue: [2450, 1350], Most: [120, 100] },
  },
  "a column's name": {
    change: (text) => replace("name: Fare", "name: Price")(replace("Sum([Fare])", "Sum([Price])")(text)),
    same: ["Revenue"],
    notCompared: { Most: "" },
  },
  "a column that nothing reads": { change: replace(/.*id: c1,.*\n/, "") },
  "a column that a metric reads": { change: replace(/.*id: c6,.*\n/, ""), notCompared: { "Late Share": "Late" } },
  "a new metric": {
    change: (text) => `${text}          - { id: m4, name: N, formula: Count() }\n`,
    moved: { N: [null, 30] },
  },
  "a metric that is removed": { change: replace(/.*id: m2,.*\n/, ""), moved: { "Late Share": [0.5, null] } },
  "a metric's name": {
    change: replace("name: Revenue", "name: Turnover"),
    note: "flights: the metric Revenue is Turnover now, and the same.",
  },
  "a column's type": {
    change: replace('"[Custom SQL/FARE]"', '"Text([Custom SQL/FARE])"'),
    moved: { Most: [] },
    notCompared: { Revenue: "" },
  },
  "another id of a table": { change: replace("id: fl\n", "id: flown\n") },
  "another id of a table, and a formula in it": {
    change: (text) => replace("id: fl\n", "id: flown\n")(replace("[Custom SQL/FARE]", "[Custom SQL/FARE] * 2")(text)),
    moved: { Revenue: [2450, 4900], Most: [120, 240] },
  },
  "what is shown": {
    change: replace(
      '"Sum([Fare])"',
      '"Sum([Fare])", description: Money, format: { kind: number, formatString: "$,.2f" }',
    ),
  },
  "a join that has more rows": {
    change: joinCarriers,
    note: "flights#Flights has 45 rows, and had 30: its join changed",
    moved: { "Delay Sum": [210, 295], "Late Share": [0.5, 5 / 9], Revenue: [2450, 3800] },
    same: ["Most"],
  },
};

/** What is compared with; others read the platform's model through its name. */
const addresses = [["git:main"], ["state:"], ["flights", "live:Flights"]] as const;

/** One of some in turn; `npm run test:all` takes all. */
const chooseInTurn = <Item>(all: readonly Item[], index: number): readonly Item[] =>
  chooseCases([...all.slice(index % all.length), ...all.slice(0, index % all.length)]);

interface Told {
  readonly notes: readonly string[];
  readonly numbers: readonly {
    readonly metric: string;
    readonly by: string | null;
    readonly changed: number;
    readonly changes: readonly { readonly before: number | null; readonly after: number | null }[];
    readonly reason?: string;
  }[];
}

/** The answer as a {@link Case} has it; each metric is there once. */
function summarize({ numbers }: Pick<Told, "numbers">) {
  const whole = numbers.filter(({ by }) => by === null);
  expect(new Set(whole.map(({ metric }) => metric)).size).toBe(whole.length);
  const moved = whole.filter(({ changed }) => changed > 0);
  const open = whole.filter(({ reason }) => reason !== undefined);
  return {
    moved: Object.fromEntries(moved.map(({ metric, changes: [one] }) => [metric, one ? [one.before, one.after] : []])),
    same: new Set(whole.filter((one) => !moved.includes(one) && !open.includes(one)).map(({ metric }) => metric)),
    notCompared: Object.fromEntries(open.map(({ metric, reason }) => [metric, reason])),
  };
}

describeWithDuckDb("numbers before and after a change of deployed models", () => {
  describe.each(["dynamic", "plugin"] as const)("through %s", (door: Door) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench({
        texts: { "Pulumi.yaml": projectYaml, "models/flights.yaml": flights, "models/reader.yaml": reader },
      });
      const { folders, connections } = bench.emulator.seeded;
      bench.emulator.configure({ tokenRequestsPerSecond: null });
      await bench.stack.write(
        "place.json",
        JSON.stringify({ folderId: folders.models, warehouse: connections.warehouse }),
      );
      await write(bench, door, program);
      await runUp(bench);
      const runGit = (...args: string[]) => execFileSync("git", args, { cwd: bench.stack.directory });
      runGit("init", "--quiet", "--initial-branch", "main");
      runGit("add", "models");
      runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
    });
    afterAll(() => bench?.dispose());

    test("what reads a column is found by the column's name and by its id", async () => {
      await bench.stack.write("models/flights.yaml", flights);
      for (const part of ["Flights.Fare", "fl.c5", "fl.Fare"]) {
        const { code, stdout } = await runInStack(bench, "impact", `flights#${part}`, "--check", "--json");
        const { inFiles } = JSON.parse(stdout) as { readonly inFiles: readonly { readonly name: string }[] };
        // The model's own metrics read it, too.
        expect([part, code, inFiles.map(({ name }) => name)]).toEqual([part, 1, ["Flights", "Reader"]]);
      }
    });

    // The plugin's state differs in its form alone.
    const own = Object.entries(cases);
    const chosen = door === "dynamic" ? own : chooseCases(own);
    test.each(chosen)("%s moves what reads it, and nothing else", async (name, one) => {
      const { change, moved = {}, same = [], notCompared = {}, note } = one;
      await bench.stack.write("models/flights.yaml", change(flights));
      for (const args of name === own[0]![0]
        ? addresses
        : chooseInTurn(
            addresses,
            own.findIndex(([other]) => other === name),
          )) {
        const asked = [...args.slice(0, -1), "--against", args.at(-1)!, "--json"];
        const { code, stdout, stderr } = await runInStack(bench, "check", ...asked);
        expect({ args, stderr }).toEqual({ args, stderr: "" });
        const { notes, ...answer } = JSON.parse(stdout) as Told;
        const told = summarize(answer);
        expect(notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
        const expected = { moved, same: new Set(same), notCompared: Object.keys(notCompared) };
        expect({ ...told, notCompared: Object.keys(told.notCompared) }).toEqual(expected);
        for (const [metric, why] of Object.entries(notCompared)) expect(told.notCompared[metric]).toContain(why);
        expect(code).toBe(Object.keys(notCompared).length > 0 ? 3 : 0);
      }
    });
  });
});
