import type { Json } from "../../../../provider/src/core/model/json";
import {
  compileBlock,
  isSameNode,
  type LayoutNode,
  type LayoutTreeError,
  parseLayout,
  toRows,
  writeLayout,
} from "../../../../provider/src/core/workbook";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { expectLimited, manyCharacters } from "../../limited";

const id = fc.stringMatching(/^[a-z][a-z0-9_-]{0,7}$/).filter((text) => !["gap", "container", "tabs"].includes(text));
const height = fc.integer({ min: 1, max: 30 });

/** Some of a row's columns, in parts that are at most all of them. */
const drawWidths = (columns: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: columns - 1 }), { maxLength: 4 })
    .map((cuts) =>
      [0, ...cuts.sort((a, b) => a - b), columns].flatMap((cut, index, all) =>
        index === 0 ? [] : [cut - all[index - 1]!],
      ),
    );

const drawRow = (columns: number, depth: number): fc.Arbitrary<Json> => {
  const beside = drawWidths(columns).chain((parts) =>
    fc
      .tuple(
        height,
        ...parts.map((width) =>
          fc.oneof(
            id.map((one) => ({ [one]: width })),
            fc.constant({ gap: width }),
          ),
        ),
      )
      .map(([rows, ...of]): Json => ({ rows, of: of as Json })),
  );
  const plain = fc.oneof(
    id.chain((one) => height.map((rows): Json => ({ rows, of: [one] }))),
    beside,
    height.map((rows): Json => ({ rows })),
  );
  if (depth === 0) return plain;
  const rows = fc.array(drawRow(24, depth - 1), { maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 1, arbitrary: fc.record({ container: id, rows: height, of: rows }) },
  );
};

const page = fc.array(drawRow(24, 2), { maxLength: 6 });

test("a hostile layout takes time that grows with its length, and isn't read beyond a depth", () => {
  const texts = ["<", "<Page id='a'>", "</Page>", "&", "<Container>", '<Page a="1" a="2"/>'];
  for (const text of texts) expectLimited(() => void parseLayout(text.repeat(manyCharacters / 10)));
  const deep = `<Page id="p">${"<Container>".repeat(64)}${"</Container>".repeat(64)}</Page>`;
  expect(parseLayout(deep).problems.map(({ message }) => message)).toEqual([
    "the layout is nested deeper than 64 levels, the limit of pulumi-analytics, not of the platform",
  ]);
});

test("rows compile to XML that reads as rows that compile to the same XML", () => {
  fc.assert(
    fc.property(page, (rows) => {
      const block = compileBlock("Page", "main", rows);
      const [read] = parseLayout(writeLayout([block])).blocks;
      expect(isSameNode(read!, block)).toBe(true);
      const again = toRows(read!);
      // Columns that are left free at the end, and rows without elements at the end, leave no trace in the XML.
      if (again !== undefined) expect(writeLayout([compileBlock("Page", "main", again)])).toBe(writeLayout([block]));
      expect(again).toBeDefined();
    }),
    { numRuns: countCases(5_000) },
  );
});

/** Any XML of the known tags: rows only say part of it, and never another. */
const drawNode = (depth: number): fc.Arbitrary<LayoutNode> =>
  fc
    .record({
      tag: fc.constantFrom("Element", "Container"),
      elementId: id,
      columns: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 })),
      rows: fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 })),
      children: depth === 0 ? fc.constant([]) : fc.array(drawNode(depth - 1), { maxLength: 2 }),
    })
    .map(({ tag, elementId, columns: [left, width], rows: [top, depth], children }) => ({
      tag,
      attributes: {
        elementId,
        ...(tag === "Container"
          ? { type: "grid", gridTemplateColumns: "repeat(24, 1fr)", gridTemplateRows: "auto" }
          : {}),
        gridColumn: `${left} / ${left + width}`,
        gridRow: `${top} / ${top + depth}`,
      },
      children: tag === "Container" ? children : [],
    }));

test("XML that rows can't say exactly stays XML", () => {
  let told = 0;
  fc.assert(
    fc.property(fc.array(drawNode(2), { maxLength: 3 }), (children) => {
      const block = { ...compileBlock("Page", "main", []), children };
      const rows = toRows(block);
      if (rows === undefined) return;
      told++;
      expect(writeLayout([compileBlock("Page", "main", rows)])).toBe(writeLayout([block]));
    }),
    { numRuns: countCases(5_000) },
  );
  expect(told).toBeGreaterThan(100);
});

test("tabs have rows by their names", () => {
  const rows: Json = [{ tabs: "views", rows: 12, of: { Table: [{ rows: 10, of: ["table"] }], Chart: [] } }];
  const block = compileBlock("Page", "main", rows);
  expect(writeLayout([block])).toContain(
    '<TabbedContainer elementId="views" type="tabbed-container" gridColumn="1 / 25" gridRow="1 / 13">',
  );
  expect(toRows(block, () => ["Table", "Chart"])).toEqual(rows);
  expect(toRows(block)).toBeUndefined();
});

test("widths that aren't given share what is left", () => {
  const { children } = compileBlock("Page", "main", [{ rows: 5, of: [{ a: 10 }, "b", "c", "d"] }]);
  expect(children.map(({ attributes }) => attributes.gridColumn)).toEqual(["1 / 11", "11 / 15", "15 / 20", "20 / 25"]);
});

test("XML stands beside rows", () => {
  const { children } = compileBlock("Page", "main", [
    { rows: 2, of: ["head"] },
    { xml: '<Element elementId="odd" gridColumn="3 / 9" gridRow="3 / 8"/>' },
    { rows: 4, of: ["foot"] },
  ]);
  expect(children.map(({ attributes }) => attributes.gridRow)).toEqual(["1 / 3", "3 / 8", "8 / 12"]);
});

test.each<[string, Json, (string | number)[], RegExp]>([
  ["no list", { rows: 3 }, [], /a list of rows/],
  ["a row without a height", [{ of: ["a"] }], [0], /`rows` is missing/],
  ["a height of a half", [{ rows: 0.5, of: ["a"] }], [0, "rows"], /whole number/],
  ["too wide", [{ rows: 3, of: [{ a: 20 }, { b: 8 }] }], [0, "of"], /28 of 24 columns/],
  ["no room for the rest", [{ rows: 3, of: [{ a: 24 }, "b"] }], [0, "of"], /24 of 24 columns/],
  ["a width in words", [{ rows: 3, of: [{ a: "wide" }] }], [0, "of", 0, "a"], /whole number of columns/],
  ["two ids in one", [{ rows: 3, of: [{ a: 3, b: 4 }] }], [0, "of", 0], /one id/],
  ["an unknown tag", [{ xml: "<Box/>" }], [0, "xml"], /`Box` is no tag/],
  ["a nested fault", [{ container: "c", rows: 3, of: [{ rows: -1 }] }], [0, "of", 0, "rows"], /whole number/],
])("refused: %s", (_what, rows, path, message) => {
  const attempt = () => compileBlock("Page", "main", rows);
  expect(attempt).toThrow(message);
  try {
    attempt();
  } catch (error) {
    expect((error as LayoutTreeError).path).toEqual(path);
  }
});

test("a layout that is no XML is told with its line", () => {
  const { problems } = parseLayout(
    '<?xml version="1.0"?>\n<Page id="a">\n  <!-- no -->\n  <LayoutElement ' +
      'elementId="x"/>\n  {{rest}}\n</Page>\n<Tab/>',
  );
  expect(problems).toEqual([
    { line: 3, message: "the platform refuses comments in a layout", hint: "Remove the comment." },
    {
      line: 4,
      token: "<LayoutElement",
      message: "`LayoutElement` is a tag of an earlier form",
      hint: "Write `Element`.",
    },
    {
      line: 5,
      token: "{{rest}}",
      message: "`{{rest}}` is text, and a layout has only tags",
      hint: "Replace the placeholder.",
    },
    { line: 7, token: "<Tab", message: "`Tab` stands outside of a page", hint: 'Put it into `<Page id="…">`.' },
  ]);
  expect(parseLayout("<Page id='a'>").problems).toEqual([
    expect.objectContaining({ message: expect.stringMatching("no XML") }),
  ]);
});

test("what stands beside something higher is XML in a row of its own; the rows around it stay rows", () => {
  const placeNode = (id: string, columns: string, rows: string) =>
    `<Element elementId="${id}" gridColumn="${columns}" gridRow="${rows}"/>`;
  const [block] = parseLayout(
    `<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">${[
      placeNode("a", "1 / 25", "1 / 4"),
      placeNode("tall", "1 / 13", "6 / 16"),
      placeNode("top", "13 / 25", "6 / 11"),
      placeNode("low", "13 / 25", "11 / 16"),
      placeNode("b", "1 / 25", "16 / 20"),
    ].join("")}</Page>`,
  ).blocks;
  const rows = toRows(block!);
  expect(rows).toEqual([
    { rows: 3, of: ["a"] },
    { xml: expect.stringMatching(/tall[\s\S]*top[\s\S]*low/) },
    { rows: 4, of: ["b"] },
  ]);
  expect(isSameNode(compileBlock("Page", "main", rows!), block!)).toBe(true);
});
