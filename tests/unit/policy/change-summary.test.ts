import { changeSummary } from "../../../provider/src/kinds/data-model/review/changes";
import { unknown } from "./support";

type Model = Parameters<typeof changeSummary>[0];

const column = (id: string, formula: string) => ({ id, name: id, formula });
const model = (columns: object[], more: Partial<Model> = {}): Model => ({
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

const before = model([column("amount", "[C/AMOUNT]"), column("double", "[amount] * 2")]);
const after = model([column("double", "[C/AMOUNT] * 2")]);

test("what an update takes from parts that stay, and who depended on it", () => {
  expect(changeSummary(after, before)).toEqual({
    removes: [{ where: "page Main › table facts › column amount", usedBy: ["table facts › column double"] }],
  });
});

test("a name that others still use is taken from them", () => {
  const renamed = (formula: string) =>
    model([{ id: "amount", name: "value", formula: "[C/AMOUNT]" }, column("double", formula)]);
  expect(changeSummary(renamed("[amount] * 2"), before)).toEqual({
    removes: [
      {
        where: "the name `amount` of page Main › table facts › column amount",
        usedBy: ["table facts › column double"],
      },
    ],
  });
  expect(changeSummary(renamed("[value] * 2"), before)).toBeUndefined();
  const hidden = { ...renamed("[amount] * 2"), confidential: true };
  expect(changeSummary(hidden, before)).toEqual({ removes: [{ where: "the name of a column", usedBy: ["others"] }] });
});

test("nothing is told of a part that nobody depended on, goes with its users, or only has another id", () => {
  expect(changeSummary(model([column("amount", "[C/AMOUNT]")]), before)).toBeUndefined();
  expect(changeSummary(model([]), before)).toBeUndefined();
  expect(
    changeSummary(
      model([{ ...column("value", "[C/AMOUNT]"), aliases: ["amount"] }, column("double", "[value] * 2")]),
      before,
    ),
  ).toBeUndefined();
  expect(changeSummary(before, before)).toBeUndefined();
});

test("nothing is told while a representation isn't known", () => {
  expect(changeSummary({ ...after, spec: unknown }, before)).toBeUndefined();
});

test("of a confidential model no name is told: a summary is no secret", () => {
  const expected = { removes: [{ where: "a column", usedBy: ["others"] }] };
  expect(changeSummary({ ...after, confidential: true }, before)).toEqual(expected);
  expect(changeSummary({ ...after }, { ...before, confidential: true })).toEqual(expected);
});
