import { buildColumn, buildModel, listColumns, MergeBench } from "./bench";

let bench: MergeBench;
beforeEach(() => {
  bench = new MergeBench();
});
afterEach(() => bench.dispose());

const id = buildColumn("id", { description: "Key." });
const amount = buildColumn("amount", { description: "In cents." });
const status = buildColumn("status", { description: "Where it is." });
const readColumns = () => listColumns(bench.readForm("orders.yaml"));
const all = [id, amount, status];

function startWith(columns = all) {
  const { files } = bench.run([buildModel(columns)]);
  expect(files).toMatchObject([{ path: "orders.yaml", action: "create" }]);
}

/** A run that leaves nothing to do for another one. */
function runTwice(...of: Parameters<MergeBench["run"]>) {
  const report = bench.run(...of);
  const after = bench.readAll();
  const again = bench.run(...of);
  expect(again.files.map(({ action }) => action)).not.toContain("update");
  expect(bench.readAll()).toEqual(after);
  return report.files[0]!;
}

describe("the merge, row by row", () => {
  test("nothing changed: nothing is written", () => {
    startWith();
    expect(runTwice([buildModel(all)])).toMatchObject({ action: "unchanged", changes: [], conflicts: [] });
  });

  test("only the person changed a field: it stays", () => {
    startWith();
    bench.edit("orders.yaml", "In cents.", "In euros.");
    expect(runTwice([buildModel(all)])).toMatchObject({ action: "unchanged", conflicts: [] });
    expect(readColumns().amount).toMatchObject({ description: "In euros." });
  });

  test("only the source changed a field: it is taken, and comments stay", () => {
    startWith();
    bench.edit("orders.yaml", /^( *)- \{? *id: amount/m, "$1# Ours.\n$&");
    const file = runTwice([buildModel([id, { ...amount, description: "Net." }, status])]);
    expect(file).toMatchObject({
      action: "update",
      changes: ["page Main › table orders › column amount: description `In cents.` → `Net.`"],
    });
    expect(readColumns().amount).toMatchObject({ description: "Net." });
    expect(bench.read("orders.yaml")).toContain("# Ours.");
  });

  test("both changed a field alike", () => {
    startWith();
    bench.edit("orders.yaml", "In cents.", "Net.");
    const file = runTwice([buildModel([id, { ...amount, description: "Net." }, status])]);
    expect(file).toMatchObject({ action: "unchanged", conflicts: [] });
  });

  test("both changed a field: the person's stays and both are told; prefer takes the source's", () => {
    startWith();
    bench.edit("orders.yaml", "In cents.", "In euros.");
    const news = [buildModel([id, { ...amount, description: "Net." }, status])];
    const conflict = "page Main › table orders › column amount: description `In euros.` → `Net.`";
    expect(bench.run(news, { dryRun: true, prefer: "next" }).files[0]).toMatchObject({ action: "update" });
    expect(bench.run(news).files[0]).toMatchObject({ action: "unchanged", conflicts: [conflict] });
    expect(readColumns().amount).toMatchObject({ description: "In euros." });
    // It was told: the next run knows that the person wanted it.
    expect(bench.run(news).files[0]).toMatchObject({ action: "unchanged", conflicts: [] });
    const later = [buildModel([id, { ...amount, description: "Gross." }, status])];
    expect(bench.run(later, { prefer: "next" }).files[0]).toMatchObject({ action: "update" });
    expect(readColumns().amount).toMatchObject({ description: "Gross." });
  });

  test("the source removed what nobody edited or uses: it goes", () => {
    startWith();
    expect(runTwice([buildModel([id, amount])])).toMatchObject({
      action: "update",
      changes: ["page Main › table orders › column status removed"],
      kept: [],
    });
    expect(Object.keys(readColumns())).toEqual(["id", "amount"]);
  });

  test("the source removed what a person edited: it stays, and is told", () => {
    startWith();
    bench.edit("orders.yaml", "Where it is.", "Open or paid.");
    const file = runTwice([buildModel([id, amount])]);
    expect(file).toMatchObject({
      action: "unchanged",
      conflicts: ["page Main › table orders › column status removed"],
    });
    expect(readColumns().status).toMatchObject({ description: "Open or paid." });
  });

  test.each([
    ["a formula", '- { id: open, name: Open, formula: "[STATUS] = \\"open\\"" }'],
    ["a sort", undefined],
  ])("the source removed what %s of a person uses: it stays, and is told", (_, column) => {
    startWith();
    if (column === undefined)
      bench.edit("orders.yaml", /^( *)columns:/m, "$1sort: [{ columnId: status, direction: ascending }]\n$&");
    else bench.edit("orders.yaml", /^( *)- .*id: id\b/m, `$1${column}\n$&`);
    const { files } = bench.run([buildModel([id, amount])]);
    expect(files[0]).toMatchObject({ kept: ["column orders.status is gone in the source, but is used"] });
    expect(readColumns().status).toEqual(status);
    const after = bench.readAll();
    bench.run([buildModel([id, amount])]);
    expect(bench.readAll()).toEqual(after);
  });

  test("the source added something: at its place there", () => {
    startWith();
    runTwice([buildModel([id, buildColumn("paid"), amount, status])]);
    expect(Object.keys(readColumns())).toEqual(["id", "paid", "amount", "status"]);
  });

  test("a person added something: it stays", () => {
    startWith();
    bench.edit(
      "orders.yaml",
      /^( *)- .*id: amount/m,
      '$1- { id: margin, name: Margin, formula: "[AMOUNT] * 0.2" } # ours\n$&',
    );
    runTwice([buildModel([id, { ...amount, description: "Net." }, status, buildColumn("paid")])]);
    expect(Object.keys(readColumns())).toEqual(["id", "margin", "amount", "status", "paid"]);
    expect(bench.read("orders.yaml")).toContain("# ours");
  });

  test("a person deleted something: it stays deleted, even if it changes or was away for a while", () => {
    startWith();
    bench.edit("orders.yaml", /^ *- .*id: status[\s\S]*?(?=^ *- |$(?![\s\S]))/m, "");
    expect(Object.keys(readColumns())).toEqual(["id", "amount"]);
    runTwice([buildModel([id, amount, { ...status, description: "Other." }])]);
    runTwice([buildModel([id, amount])]);
    runTwice([buildModel(all)], { prefer: "next" });
    expect(Object.keys(readColumns())).toEqual(["id", "amount"]);
    // Written again by hand, it is merged as before.
    bench.edit(
      "orders.yaml",
      /^( *)- .*id: amount/m,
      '$1- { id: status, name: STATUS, formula: "[ORDERS/STATUS]" }\n$&',
    );
    runTwice([buildModel([id, amount, { ...status, hidden: true }])]);
    expect(readColumns().status).toMatchObject({ hidden: true });
  });

  test("a field that a person deleted stays deleted", () => {
    startWith();
    bench.edit("orders.yaml", / *description: In cents\.,?\n?/, "");
    runTwice([buildModel([id, { ...amount, description: "Net." }, status])]);
    expect(readColumns().amount).not.toHaveProperty("description");
  });

  test("a person's order stays, and so do other ids and left out ones", () => {
    startWith();
    bench.edit("orders.yaml", /^( *)- .*id: amount[\s\S]*?(?=^ *- )/m, "");
    bench.edit(
      "orders.yaml",
      /^( *)- .*id: id\b/m,
      '$1- { id: amount_net, name: AMOUNT, formula: "[ORDERS/AMOUNT]", description: In cents. }\n$&',
    );
    runTwice([buildModel([id, { ...amount, description: "Net." }, status])]);
    expect(Object.keys(readColumns())).toEqual(["amount_net", "id", "status"]);
    expect(readColumns().amount_net).toMatchObject({ description: "Net." });

    bench.edit("orders.yaml", "id: amount_net, ", "");
    runTwice([buildModel([id, { ...amount, description: "Gross." }, status])]);
    expect(bench.read("orders.yaml")).toMatch(/- \{ name: AMOUNT, .*description: Gross\. \}/);
  });
});

describe("a part whose id the file leaves out", () => {
  test("is referred to by the id that it has then", () => {
    const customer = { ...buildColumn("cust"), name: "Customer No" };
    startWith([id, customer]);
    bench.edit("orders.yaml", /id: cust, /, "");
    runTwice([buildModel([id, customer], { uniqueKeys: [["cust"]], summary: ["cust"] })]);
    const text = bench.read("orders.yaml");
    expect(text).toMatch(/- \{ name: Customer No/);
    expect(text).toMatch(/summary: \[customer_no\]/);
  });
});

describe("a rename in the source", () => {
  const news = { ...buildColumn("total"), description: "In cents." };

  test("that it tells keeps the column's identity, and a person's edits", () => {
    startWith();
    bench.edit("orders.yaml", /^( *)(- .*)name: AMOUNT/m, "$1# ours\n$1$2name: Money");
    const was = [{ path: ["pages", 0, "elements", 0, "columns", 1], was: "amount" }];
    runTwice([buildModel([id, news, status], {}, { was })]);
    expect(readColumns().total).toEqual({ ...news, name: "Money", aliases: ["amount"] });
    expect(Object.keys(readColumns())).toEqual(["id", "total", "status"]);
    expect(bench.read("orders.yaml")).toContain("# ours");
  });

  test("that it doesn't tell is asked for, and nothing is written", () => {
    startWith();
    const before = bench.readAll();
    const models = [buildModel([id, news, status])];
    expect(bench.run(models).files[0]).toMatchObject({
      action: "left",
      problem: expect.stringContaining("--decide renamed:orders.amount=total, or `was: amount`"),
    });
    expect(bench.readAll()).toEqual(before);
    runTwice(models, { renamed: ["orders.amount=total"] });
    expect(readColumns().total).toMatchObject({ aliases: ["amount"] });
  });

  test("that is none is one column gone and one new", () => {
    startWith();
    runTwice([buildModel([id, news, status])], { removed: ["orders.amount"] });
    expect(readColumns().total).toEqual(news);
  });
});

describe("comments of the generator", () => {
  const path = ["pages", 0, "elements", 0, "columns", 1];

  test("come and go with the run, and a person's stay", () => {
    startWith();
    bench.edit("orders.yaml", /^( *)- .*id: amount/m, "$1# Ours.\n$&");
    runTwice([buildModel(all, {}, { comments: [{ path, text: "growth: offset_window\nisn't translated" }] })]);
    expect(bench.read("orders.yaml")).toMatch(
      /# Ours\.\n *# growth: offset_window\n *# isn't translated\n *- .*id: amount/,
    );
    runTwice([buildModel(all, {}, { comments: [{ path, text: "growth: skipped" }] })]);
    expect(bench.read("orders.yaml")).toMatch(/# Ours\.\n *# growth: skipped\n *- /);
    bench.edit("orders.yaml", / *# growth: skipped\n/, "");
    runTwice([buildModel(all, {}, { comments: [{ path, text: "growth: skipped" }] })]);
    expect(bench.read("orders.yaml")).not.toContain("growth");
    runTwice([buildModel(all)]);
    expect(bench.read("orders.yaml")).toContain("# Ours.");
  });
});
