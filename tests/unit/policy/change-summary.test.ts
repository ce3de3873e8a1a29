import { changeSummary } from "../../../provider/src/kinds/data-model/review/changes";
import { unknown } from "./support";

type Model = Parameters<typeof changeSummary>[0];

const buildColumn = (id: string, formula: string) => ({ id, name: id, formula });
const buildModel = (columns: object[], more: Partial<Model> = {}): Model => ({
  name: "Orders",
  folderId: "f-1",
  spec: JSON.stringify({
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          {
            id: "facts",
            kind: "table",
            source: { kind: "warehouse-table", connectionId: "c-1", path: ["A", "B", "C"] },
            columns,
          },
        ],
      },
    ],
  }),
  ...more,
});

const before = buildModel([buildColumn("amount", "[C/AMOUNT]"), buildColumn("double", "[amount] * 2")]);
const after = buildModel([buildColumn("double", "[C/AMOUNT] * 2")]);

test("what an update takes from parts that stay, and who depended on it", () => {
  expect(changeSummary(after, before)).toEqual({
    removes: [{ where: "page Main › table facts › column amount", usedBy: ["table facts › column double"] }],
    gone: ["column amount of C removed"],
  });
});

test("a name that others still use is taken from them", () => {
  const renameColumn = (formula: string) =>
    buildModel([{ id: "amount", name: "value", formula: "[C/AMOUNT]" }, buildColumn("double", formula)]);
  expect(changeSummary(renameColumn("[amount] * 2"), before)).toEqual({
    removes: [
      {
        where: "the name `amount` of page Main › table facts › column amount",
        usedBy: ["table facts › column double"],
      },
    ],
    gone: ["column amount of C renamed to value"],
  });
  expect(changeSummary(renameColumn("[value] * 2"), before)).toMatchObject({ removes: [] });
  const hidden = { ...renameColumn("[amount] * 2"), confidential: true };
  expect(changeSummary(hidden, before)).toEqual({
    removes: [{ where: "the name of a column", usedBy: ["others"] }],
    gone: ["a column renamed"],
  });
});

test("nobody depended on a part that goes with its users; one that only has another id doesn't go", () => {
  expect(changeSummary(buildModel([buildColumn("amount", "[C/AMOUNT]")]), before)).toEqual({
    removes: [],
    gone: ["column double of C removed"],
  });
  expect(changeSummary(buildModel([]), before)).toEqual({
    removes: [],
    gone: ["column amount of C removed", "column double of C removed"],
  });
  expect(
    changeSummary(
      buildModel([
        { ...buildColumn("value", "[C/AMOUNT]"), name: "amount", aliases: ["amount"] },
        buildColumn("double", "[amount] * 2"),
      ]),
      before,
    ),
  ).toBeUndefined();
  expect(changeSummary(before, before)).toBeUndefined();
});

test("nothing is told while a representation isn't known", () => {
  expect(changeSummary({ ...after, spec: unknown }, before)).toBeUndefined();
});

test("of a confidential model no name is told: a summary is no secret", () => {
  const expected = { removes: [{ where: "a column", usedBy: ["others"] }], gone: ["a column removed"] };
  expect(changeSummary({ ...after, confidential: true }, before)).toEqual(expected);
  expect(changeSummary({ ...after }, { ...before, confidential: true })).toEqual(expected);
});

describe("a metric, a relationship and a control count as names", () => {
  const parts = {
    metric: { metrics: [{ id: "total", name: "Total", formula: "Sum([amount])" }] },
    relationship: {
      relationships: [
        {
          id: "customer",
          name: "Customer",
          targetElementId: "people",
          keys: [{ sourceColumnId: "amount", targetColumnId: "key" }],
        },
      ],
    },
    control: {},
  };
  const uses = { metric: "[Metrics/Total]", relationship: "[Facts/Customer/key]", control: "[Choice]" };
  const removed = {
    metric: { metrics: [] },
    relationship: { relationships: [] },
    control: { control: [] },
  };
  const renamed = {
    metric: { metrics: [{ ...parts.metric.metrics[0], name: "Sum" }] },
    relationship: { relationships: [{ ...parts.relationship.relationships[0], name: "Buyer" }] },
    control: { control: [{ id: "choice", kind: "control", controlId: "Other", controlType: "text", mode: "equals" }] },
  };
  const source = { kind: "warehouse-table", connectionId: "c-1", path: ["A", "B", "C"] };
  const choice = { id: "choice", kind: "control", controlId: "Choice", controlType: "text", mode: "equals" };
  const declare = (kind: keyof typeof uses, change: object = {}) => {
    const { control = [choice], ...own } = { ...parts[kind], ...change } as { control?: object[] };
    const columns = [buildColumn("amount", "[C/AMOUNT]"), buildColumn("use", uses[kind])];
    const facts = { id: "facts", kind: "table", name: "Facts", source, columns, ...own };
    const people = { id: "people", kind: "table", name: "People", source, columns: [buildColumn("key", "[C/KEY]")] };
    const pages = [{ id: "main", name: "Main", elements: [facts, people, ...control] }];
    return { ...before, spec: JSON.stringify({ pages }) };
  };

  test.each(["metric", "relationship", "control"] as const)("%s: removed or renamed while it is used", (kind) => {
    const old = declare(kind);
    const usedBy = ["table facts › column use"];
    expect(changeSummary(declare(kind, removed[kind]), old)).toMatchObject({ removes: [{ usedBy }] });
    expect(changeSummary(declare(kind, renamed[kind]), old)).toMatchObject({ removes: [{ usedBy }] });
    expect(changeSummary(old, old)).toBeUndefined();
  });
});
