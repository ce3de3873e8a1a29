import { ApiError } from "../../../../provider/src/core/api";
import {
  type Row,
  readTables,
  type Scratch,
  type ScratchPlace,
  type ScratchTable,
} from "../../../../provider/src/core/scratch";
import { ScratchTables } from "../../../../provider/src/core/scratch/scratch";

/** Tables of two sources: each metric in one of its own. */
function openTables(...metrics: readonly string[]): ScratchTable[] {
  const tables = new ScratchTables();
  return metrics.map((metric) => {
    const table = tables.open({ kind: "data-model", elementId: metric.split(".")[0]! });
    table.addCalculation(`[${metric}]`);
    return table;
  });
}

interface Source {
  readonly sources?: readonly { readonly elementId: string }[];
  readonly matches?: readonly {
    readonly outputColumnName: string;
    readonly sourceColumns: readonly (string | null)[];
  }[];
}

/** A platform that calculates what has no bad formula, and what it was asked for. */
function createPlace(isBad: (text: string) => boolean, refuses: (text: string) => boolean = () => false) {
  const asked: string[][] = [];
  const fail = (detail: string, status: number) =>
    new ApiError({ method: "GET", path: "/x", detail, status, outcome: "notApplied" });
  const readRows = async ({ contents, exports }: Scratch) => {
    const elements = contents.elements as unknown as { id: string; source: Source }[];
    asked.push(exports.map(({ elementId }) => elementId));
    if (refuses(JSON.stringify(elements))) throw fail("no", 400);
    return new Map(
      exports.map(({ elementId }) => {
        const { sources, matches = [] } = elements.find(({ id }) => id === elementId)!.source;
        const ids = (sources ?? [{ elementId }]).map((one) => one.elementId.replace(/r$/, ""));
        const read = JSON.stringify(elements.filter(({ id }) => ids.includes(id)));
        const rows = ids.map((id, at): Row => {
          const outputs = matches.filter(({ sourceColumns }) => sourceColumns[at] !== null);
          return Object.fromEntries(outputs.map((one) => [one.outputColumnName, `${id} ${one.sourceColumns[at]}`]));
        });
        return [elementId, isBad(read) ? fail(read, 500) : rows] as const;
      }),
    );
  };
  return { asked, place: { readRows } as unknown as ScratchPlace };
}

test("what fails in one export is read in halves, until it is alone", async () => {
  const tables = openTables("a.one", "a.two", "a.bad", "a.four", "b.five");
  const { asked, place } = createPlace((text) => text.includes("bad"));
  const found = await readTables(place, tables);
  expect(asked).toEqual([
    ["t1r", "t5r"],
    ["t1r", "t3r"],
    ["t3r", "t4r"],
  ]);
  expect(tables.map(({ exportId }) => found.get(exportId) instanceof Error)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test("elements of several sources are one export, each row of its table", async () => {
  const tables = openTables("a.one", "b.one", "c.one");
  const { asked, place } = createPlace(() => false);
  const found = await readTables(place, tables, [tables]);
  expect(asked).toEqual([["t1u"]]);
  expect(tables.map(({ exportId }) => found.get(exportId))).toEqual([
    [{ k1: "t1 [k1]", c1: "t1 [c1]", c4: "t1 [c4]" }],
    [{ k1: "t2 [k1]", c2: "t2 [c2]", c4: "t2 [c4]" }],
    [{ k1: "t3 [k1]", c3: "t3 [c3]", c4: "t3 [c4]" }],
  ]);
});

test("a workbook that is refused is created in halves, without unions if it has to be", async () => {
  const tables = openTables("a.one", "b.one", "a.bad");
  const { asked, place } = createPlace(
    () => false,
    (text) => text.includes("bad") || text.includes("union"),
  );
  const found = await readTables(place, tables, [tables]);
  expect(tables.map(({ exportId }) => found.get(exportId) instanceof Error)).toEqual([false, false, true]);
  expect(asked).toEqual([["t1u"], ["t1r"], ["t1r"], ["t3r"], ["t2r"]]);
});

test("what takes too long isn't asked again", async () => {
  const tables = openTables("a.one", "a.two");
  const slow = new ApiError({ method: "GET", path: "/x", detail: "slow", code: "timeout", outcome: "notApplied" });
  const readRows = jest.fn(async () => new Map([["t1r", slow]]));
  const found = await readTables({ readRows } as unknown as ScratchPlace, tables);
  expect({ calls: readRows.mock.calls.length, found: [...found.values()] }).toEqual({ calls: 1, found: [slow, slow] });
});
