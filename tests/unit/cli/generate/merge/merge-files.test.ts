import fs, { chmodSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../../../../provider/src/core/model";
import { buildColumn, buildModel, listColumns, MergeBench } from "./bench";

let bench: MergeBench;
beforeEach(() => {
  bench = new MergeBench();
});
afterEach(() => {
  jest.restoreAllMocks();
  bench.dispose();
});

const id = buildColumn("id", { description: "Key." });
const amount = buildColumn("amount", { description: "In cents." });
const models = [buildModel([id, amount])];
const news = [buildModel([id, { ...amount, description: "Net." }, buildColumn("paid")])];
const readColumns = (path: string) => listColumns(bench.readForm(path));

function move(from: string, to: string) {
  const place = join(bench.folder, "models", to);
  mkdirSync(dirname(place), { recursive: true });
  renameSync(join(bench.folder, "models", from), place);
}

/** Runs until nothing is left to do, and returns the first run's only file. */
function runTwice(...of: Parameters<MergeBench["run"]>) {
  const [file] = bench.run(...of).files;
  const after = bench.readAll();
  bench.run(...of);
  expect(bench.readAll()).toEqual(after);
  return file!;
}

describe("a file that a person", () => {
  beforeEach(() => void bench.run(models));

  test("moved and renamed is found by its contents", () => {
    move("orders.yaml", "sales/shop orders.yaml");
    expect(runTwice(news)).toMatchObject({ path: "sales/shop orders.yaml", action: "update" });
    expect(readColumns("sales/shop orders.yaml")).toMatchObject({ amount: { description: "Net." }, paid: {} });
    expect(Object.keys(bench.readAll())).not.toContain("orders.yaml");
  });

  test("deleted stays deleted, until the record goes too", () => {
    bench.remove("orders.yaml");
    expect(runTwice(news)).toMatchObject({
      action: "unchanged",
      kept: [expect.stringContaining("delete .analytics/generated/orders.json")],
    });
    bench.remove(".analytics/generated/orders.json");
    expect(runTwice(news)).toMatchObject({ action: "create" });
  });

  test("split by includes is changed where its parts are", () => {
    const columns = /^( *)columns:\n([\s\S]*)$/m.exec(bench.read("orders.yaml"))!;
    bench.write("_shared/columns.yaml", `# All of them.\n${columns[2]!.replace(/^ +/gm, "")}`);
    bench.edit("orders.yaml", columns[0], `${columns[1]}columns: !include _shared/columns.yaml\n`);
    const own = bench.read("orders.yaml");
    expect(runTwice(news)).toMatchObject({ action: "update" });
    expect(bench.read("orders.yaml")).toBe(own);
    expect(bench.read("_shared/columns.yaml")).toMatch(/^# All of them\.\n- .*id: id[\s\S]*Net\.[\s\S]*paid/);

    bench.edit("orders.yaml", /columns: !include.*/, "columns:\n          - !include _shared/columns.yaml");
    runTwice([
      buildModel([
        { ...id, hidden: true },
        { ...amount, description: "Net." },
      ]),
    ]);
    expect(readColumns("orders.yaml")).toEqual({
      id: { ...id, hidden: true },
      amount: { ...amount, description: "Net." },
    });
  });

  test("made JSON of, with CRLF, or without an end of line is changed in its own ways", () => {
    bench.write("orders.json", `${JSON.stringify(bench.readForm("orders.yaml"), null, 4)}`);
    bench.remove("orders.yaml");
    expect(runTwice(news)).toMatchObject({ path: "orders.json", action: "update" });
    expect(JSON.parse(bench.read("orders.json"))).toMatchObject({
      pages: [{ elements: [{ columns: { length: 3 } }] }],
    });
    expect(bench.read("orders.json")).toMatch(/^\{\n {4}"schemaVersion"/);
  });

  test("keeps with CRLF stays so, generated comments too", () => {
    bench.write("orders.yaml", bench.read("orders.yaml").replaceAll("\n", "\r\n"));
    const path = ["pages", 0, "elements", 0, "columns", 1];
    runTwice([
      buildModel([id, { ...amount, description: "Net." }], {}, { comments: [{ path, text: "growth: skipped" }] }),
    ]);
    expect(bench.read("orders.yaml")).not.toMatch(/[^\r]\n/);
    expect(bench.read("orders.yaml")).toContain("# growth: skipped\r\n");
    runTwice([buildModel([id, { ...amount, description: "Net." }])]);
    expect(bench.read("orders.yaml")).not.toContain("growth");
  });

  test("made read-only is left, and so is one that can't be parsed; others are written", () => {
    const other = { ...buildModel([id]), name: "returns" };
    chmodSync(join(bench.folder, "models/orders.yaml"), 0o444);
    expect(bench.run([...news, other]).files).toMatchObject([
      { action: "left", problem: expect.stringContaining("orders.yaml: is read-only.") },
      { path: "returns.yaml", action: "create" },
    ]);
    chmodSync(join(bench.folder, "models/orders.yaml"), 0o644);
    bench.write("orders.yaml", "pages: [\n");
    expect(bench.run([...news, other]).files).toMatchObject([
      { action: "left", problem: expect.stringMatching(/^orders\.yaml:\d+/) },
      { action: "unchanged" },
    ]);
    expect(bench.read("orders.yaml")).toBe("pages: [\n");
  });

  test("split over two models is merged in both", () => {
    const buildTable = (name: string) =>
      buildModel([id, amount], {
        id: name,
        name,
        source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SHOP", "MAIN", name] },
      });
    const buildTwo = (change = {}) => {
      const [a, b] = ["first", "second"].map(
        (name) => (buildTable(name).spec.pages as { elements: object[] }[])[0]!.elements[0]!,
      );
      const spec = { schemaVersion: 1, pages: [{ id: "main", name: "Main", elements: [a, { ...b, ...change }] }] };
      return [{ name: "shop", spec: spec as never, comments: [], was: [], tables: {} }];
    };
    bench.run(buildTwo(), { source: "dbt two" });
    const second = /^ {6}- id: second[\s\S]*$/m.exec(bench.read("shop.yaml"))![0];
    bench.edit("shop.yaml", second, "");
    bench.write("other.yaml", `schemaVersion: 1\npages:\n  - id: other\n    elements:\n${second}`);
    const [file] = bench.run(buildTwo({ description: "New." }), { source: "dbt two" }).files;
    expect(file).toMatchObject({
      path: "shop.yaml",
      action: "update",
      changes: [expect.stringMatching(/^other.yaml: .*New/)],
    });
    expect(bench.read("other.yaml")).toContain("description: New.");
    expect(bench.read("shop.yaml")).not.toContain("second");
  });
});

describe("a first run over files that people wrote", () => {
  const own = `# Ours.
pages:
  - id: p1
    name: Sales
    elements:
      - id: t1
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SHOP, MAIN, ORDERS] }
        columns:
          - { id: c1, formula: "[ORDERS/ID]", description: Our key. }
          - { id: c2, name: Margin, formula: "[Amount] * 2" }
`;

  test("leaves them without the decision adopt", () => {
    bench.write("orders.yaml", own);
    expect(bench.run(models).files).toMatchObject([
      { action: "left", problem: expect.stringContaining("--decide adopt") },
    ]);
    expect(bench.readAll()).toEqual({ "orders.yaml": own });
  });

  test.each([false, true])(
    "names one of another table, and writes nothing into it, with the decision adopt %s",
    (adopt) => {
      const other = own.replace("id: t1", "id: orders").replace("[SHOP, MAIN, ORDERS]", "[SALES, PUBLIC, ORDERS]");
      bench.write("orders.yaml", other);
      const [file] = bench.run(models, { adopt }).files;
      expect(file).toMatchObject({
        action: "left",
        problem: expect.stringContaining("reads from SALES.PUBLIC.ORDERS"),
      });
      expect(file?.problem).not.toContain("--decide adopt");
      expect(bench.readAll()).toEqual({ "orders.yaml": other });
    },
  );

  test("leaves one of the same name in a folder below, which programs would take for the same model", () => {
    bench.write("sales/Orders.yml", own);
    const problem = expect.stringContaining("sales/Orders.yml exists");
    expect(bench.run(models).files).toMatchObject([{ action: "left", problem }]);
    expect(bench.readAll()).toEqual({ "sales/Orders.yml": own });
  });

  test("adds what they lack with the decision adopt, and loses nothing", () => {
    bench.write("orders.yaml", own.replace("id: p1", "id: main").replace("id: t1", "id: orders"));
    runTwice(models, { adopt: true });
    const text = bench.read("orders.yaml");
    expect(text).toMatch(/^# Ours\.\n/);
    expect(text).toContain("name: Sales");
    expect(readColumns("orders.yaml")).toEqual({
      c1: { id: "c1", name: "ID", formula: "[ORDERS/ID]", description: "Our key." },
      c2: { id: "c2", name: "Margin", formula: "[Amount] * 2" },
      amount,
    });
    expect(runTwice(news)).toMatchObject({ action: "update", conflicts: [] });
  });
});

describe("records", () => {
  test("that are damaged stop their model alone, and nothing is lost with the decision adopt", () => {
    const other = { ...buildModel([id]), name: "returns" };
    bench.run([...models, other]);
    bench.edit("orders.yaml", "In cents.", "In euros.");
    bench.write(".analytics/generated/orders.json", '{"version": 1, "spe');
    expect(bench.run([...news, other]).files).toMatchObject([
      { action: "left", problem: expect.stringContaining(".analytics/generated/orders.json: damaged") },
      { action: "unchanged" },
    ]);
    bench.run([...news, other], { adopt: true });
    expect(readColumns("orders.yaml")).toMatchObject({ amount: { description: "In euros." }, paid: {} });
  });

  test("of another source or another selection don't count as gone", () => {
    bench.run(models);
    bench.run([{ ...buildModel([id]), name: "returns" }], { isWhole: false });
    bench.run([{ ...buildModel([id]), name: "clicks" }], { source: "dbt web" });
    expect(Object.keys(bench.readAll())).toContain("orders.yaml");
    expect(bench.run(news, { source: "dbt web", isWhole: false }).files).toMatchObject([
      { action: "left", problem: expect.stringContaining("generated from dbt shop") },
    ]);
  });
});

describe("a model that is gone in the source", () => {
  const returns = { ...buildModel([id]), name: "returns" };
  beforeEach(() => void bench.run([...models, returns]));

  test("goes with its record", () => {
    expect(bench.run([returns]).files).toMatchObject([
      { action: "unchanged" },
      { path: "orders.yaml", action: "remove" },
    ]);
    expect(Object.keys(bench.readAll()).sort()).toEqual([".analytics/generated/returns.json", "returns.yaml"]);
  });

  test.each([
    ["was edited", () => bench.edit("orders.yaml", "In cents.", "In euros."), "was edited"],
    ["has a comment", () => bench.edit("orders.yaml", /^/, "# Ours.\n"), "was edited"],
    [
      "is used",
      () =>
        bench.write(
          "more.yaml",
          "pages: [{ id: p, elements: [{ id: e, kind: table, source: " +
            "{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#orders } }] }]\n",
        ),
      "more.yaml uses it",
    ],
  ])("stays if it %s", (_, edit, problem) => {
    edit();
    expect(bench.run([returns]).files[1]).toMatchObject({ action: "left", problem: expect.stringContaining(problem) });
    expect(Object.keys(bench.readAll())).toContain("orders.yaml");
  });
});

describe("a run that is stopped", () => {
  const buildTwo = (list: typeof models) => [...list, { ...list[0]!, name: "returns" }];

  /** Stops a run at its nth rename, as if the process had been killed there. */
  function stopAtRename(place: MergeBench, nth: number, list: typeof models): boolean {
    let count = 0;
    for (const name of ["renameSync", "writeFileSync", "rmSync"] as const) {
      const real = fs[name] as (...args: unknown[]) => unknown;
      jest.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
        if (name === "renameSync") count += 1;
        if (count >= nth) throw new Error("killed");
        return real(...args) as never;
      });
    }
    try {
      place.run(list);
      return false;
    } catch {
      return true;
    } finally {
      jest.restoreAllMocks();
    }
  }

  test("at any of its writes is completed by the next run, with what people changed before and since", () => {
    for (let nth = 1; ; nth++) {
      const place = new MergeBench();
      try {
        place.run(buildTwo(models));
        place.edit("orders.yaml", "Key.", "Our key.");
        const isKilled = stopAtRename(place, nth, buildTwo(news));
        place.edit("returns.yaml", "Key.", "Their key.");
        place.run(buildTwo(news));
        for (const [path, description] of [
          ["orders.yaml", "Our key."],
          ["returns.yaml", "Their key."],
        ] as const) {
          expect(listColumns(place.readForm(path))).toMatchObject({
            id: { description },
            amount: { description: "Net." },
            paid: {},
          });
        }
        expect(place.run(buildTwo(news)).files.map(({ action }) => action)).toEqual(["unchanged", "unchanged"]);
        expect(Object.keys(place.readAll()).filter((path) => path.endsWith("draft"))).toEqual([]);
        if (!isKilled) return;
        expect(nth).toBeLessThan(10);
      } finally {
        place.dispose();
      }
    }
  });
});

test("a dry run writes nothing, and says what would change", () => {
  bench.run(models);
  const before = bench.readAll();
  expect(bench.run(news, { dryRun: true }).files).toMatchObject([
    {
      action: "update",
      changes: [
        "page Main › table orders › column amount: description `In cents.` → `Net.`",
        expect.stringContaining("column paid added"),
      ],
    },
  ]);
  expect(bench.readAll()).toEqual(before);
});

test("what a person's formula goes through stays: a relationship, and the table that it leads to", () => {
  const bench = new MergeBench();
  const customers: JsonObject = {
    id: "customers",
    kind: "table",
    name: "Customers",
    source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SHOP", "MAIN", "CUSTOMERS"] },
    columns: [{ id: "segment", name: "Segment", formula: "[CUSTOMERS/SEGMENT]" }],
  };
  const relationships = [{ id: "customer", name: "Customer", targetElementId: "customers", keys: [] }];
  const build = (more: JsonObject, others: readonly JsonObject[]) => {
    const model = buildModel([buildColumn("amount")], more);
    const [page] = model.spec.pages as JsonObject[];
    const pages = [{ ...page!, elements: [...(page!.elements as JsonObject[]), ...others] }];
    return { ...model, spec: { ...model.spec, pages } };
  };
  try {
    bench.run([build({ relationships }, [customers])]);
    bench.edit(
      "orders.yaml",
      "        relationships:",
      '          - { id: own, formula: "[Orders/Customer/Segment]" }\n$&',
    );
    const { files } = bench.run([build({}, [])]);
    expect(files[0]!.kept).toEqual([
      "relationship orders.customer is gone in the source, but is used",
      "element customers is gone in the source, but is used",
    ]);
    expect(bench.read("orders.yaml")).toContain("targetElementId: customers");
    expect(bench.readForm("orders.yaml")).toMatchObject({ pages: [{ elements: [{}, { id: "customers" }] }] });
  } finally {
    bench.dispose();
  }
});
