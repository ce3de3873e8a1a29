import Ajv from "ajv";
import {
  buildChecksJsonSchema,
  CheckCompiler,
  type CompiledCheck,
  judgeChecks,
  parseGolden,
  readChecks,
} from "../../../../provider/src/core/checks";
import { parseSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import { planScratch, type Row, type ScratchTable } from "../../../../provider/src/core/scratch";

const spec: JsonObject = {
  pages: [
    {
      id: "main",
      elements: [
        {
          id: "fact_orders",
          kind: "table",
          name: "Fact Orders",
          source: {
            kind: "warehouse-table",
            connectionId: "c",
            path: ["DB", "PUBLIC", "ORDERS"],
          },
          columns: [
            { id: "oid", name: "Order Id", formula: "[ORDERS/ORDER_ID]" },
            { id: "line", formula: "[ORDERS/Line]" },
            { id: "status", name: "Status/now", formula: "[ORDERS/STATUS]" },
            {
              id: "ordered",
              name: "Ordered At",
              formula: "[ORDERS/ORDERED_AT]",
            },
            { id: "customer", name: "Customer", formula: "[ORDERS/CUSTOMER]" },
          ],
          metrics: [{ id: "revenue", name: "Revenue", formula: "Sum([ORDERS/AMOUNT])" }],
          relationships: [
            {
              id: "r",
              name: "Who",
              targetElementId: "who",
              keys: [{ sourceColumnId: "customer", targetColumnId: "id" }],
            },
          ],
        },
        {
          id: "who",
          kind: "table",
          source: {
            kind: "warehouse-table",
            connectionId: "c",
            path: ["DB", "PUBLIC", "CUSTOMERS"],
          },
          columns: [{ id: "id", name: "Id", formula: "[CUSTOMERS/ID]" }],
        },
      ],
    },
  ],
};

const everything = `checks:
  - table: fact_orders
    unique: [oid, { columns: [Order Id, line], severity: warn, name: lines }]
    not_null: [customer]
    accepted_values: { status: [done, "a \\"b\\"", 3] }
    rows: { min: 1, max: 5 }
    fresh: { column: ordered_at, within: 36 hours }
    relationships: [who]
    metric:
      revenue: { between: [1, 10] }
      Revenue: { between: [null, 10], where: "[Status\\\\/now] = \\"done\\"" }
    golden: { metric: revenue, by: 'DateTrunc("month", [Ordered At])', until: 2026-10-31, file: r.csv, tolerance: 1% }
`;

/** Checks compiled against the model, with what is wrong. */
function compile(text: string, approved = "month,revenue\n2026-09-01,100\n") {
  const { checks, findings } = readChecks({ text, file: "orders.checks.yaml" });
  const problems = findings.map(({ line, message, hint }) => `${line}: ${message}${hint ? `. ${hint}` : ""}`);
  const compiler = new CheckCompiler();
  const report = (path: readonly (string | number)[], message: string, hint?: string) =>
    void problems.push(`${path.join(".")}: ${message}${hint ? `. ${hint}` : ""}`);
  const model = { id: "m", spec, elementIds: { fact_orders: "server1" } };
  compiler.add({ model, checks, report, openGolden: () => approved });
  const { tables, checks: compiled } = compiler.finish();
  const { contents, exports } = planScratch(tables);
  // Tables of one source and grouping are one element.
  const joined = tables.map(({ exportId, joinKey }) => [
    exportId,
    tables.find((one) => one.joinKey === joinKey && one.isRead)?.exportId,
  ]);
  return {
    ...{
      elements: contents.elements as JsonObject[],
      contents,
      exports,
      checks: compiled,
      problems,
    },
    joined: new Map(joined as [string, string | undefined][]),
  };
}

/** The export that a check reads. */
function findExport({ judge }: CompiledCheck): string {
  const read: string[] = [];
  const readRows = ({ exportId }: ScratchTable) => {
    read.push(exportId);
    throw new Error("read");
  };
  expect(() => judge(readRows, () => expect.anything())).toThrow("read");
  return read.join();
}

test("every check is a value of one table, but for those with groups of their own", () => {
  const { elements, contents, exports, checks, joined, problems } = compile(everything);
  expect(problems).toEqual([]);
  expect(exports).toEqual([
    { elementId: "t1r", mostRows: 3 },
    { elementId: "t10r", mostRows: 10_000 },
    { elementId: "t11r", mostRows: 10_000 },
    // The rows of each cell of the two groupings.
    { elementId: "t13r", mostRows: 10_000 },
  ]);
  expect(checks.map((one) => `${joined.get(findExport(one))} ${one.check.name}: ${one.bound}`)).toMatchInlineSnapshot(`
   [
     "t1r unique oid: no duplicate",
     "t1r lines: no duplicate",
     "t1r not_null customer: no null",
     "t1r accepted_values status: no row with another value",
     "t1r rows: 1 to 5",
     "t1r fresh ordered_at: within 36 hours",
     "t1r relationships who: no orphan",
     "t1r metric revenue: 1 to 10",
     "t10r metric Revenue: at most 10",
     "t11r golden revenue: r.csv ± 1%",
   ]
  `);
  expect(
    elements.map(({ id, columns }) => [id, (columns as JsonObject[]).map((one) => `${one.id}: ${one.formula}`)]),
  ).toMatchInlineSnapshot(`
   [
     [
       "t1",
       [
         "k1: 1",
         "k2: [Fact Orders/Order Id]",
         "c1: Count([k2]) - CountDistinct([k2])",
         "k3: [Fact Orders/Line]",
         "k4: If(IsNotNull([k2]) and IsNotNull([k3]), Concat(Text([k2]), "|~|", Text([k3])), Null)",
         "c2: Count([k4]) - CountDistinct([k4])",
         "k5: [Fact Orders/Customer]",
         "c3: CountIf(IsNull([k5]))",
         "k6: [Fact Orders/Status\\/now]",
         "c4: CountIf(IsNotNull([k6]) and Not(In([k6], "done", "a \\"b\\"", 3)))",
         "c5: Count([k1])",
         "k7: [Fact Orders/Ordered At]",
         "c6: DateDiff("second", MaxIf([k7], [k7] <= Now()), Now())",
         "c7: CountIf([k7] > Now())",
         "k9: Lookup([t7/k1], [k5], [t7/k8])",
         "c8: CountIf(IsNotNull([k5]) and IsNull([k9]))",
         "c9: [Metrics/Revenue]",
       ],
     ],
     [
       "t1r",
       [
         "k1: [t1/k1]",
         "c1: [t1/c1]",
         "c2: [t1/c2]",
         "c3: [t1/c3]",
         "c4: [t1/c4]",
         "c5: [t1/c5]",
         "c6: [t1/c6]",
         "c7: [t1/c7]",
         "c8: [t1/c8]",
         "c9: [t1/c9]",
       ],
     ],
     [
       "t10",
       [
         "k10: [Fact Orders/Status\\/now] = "done"",
         "c9: [Metrics/Revenue]",
       ],
     ],
     [
       "t10r",
       [
         "k10: [t10/k10]",
         "c9: [t10/c9]",
       ],
     ],
     [
       "t11",
       [
         "k11: DateTrunc("month", [Fact Orders/Ordered At])",
         "c9: [Metrics/Revenue]",
       ],
     ],
     [
       "t11r",
       [
         "k11: [t11/k11]",
         "c9: [t11/c9]",
       ],
     ],
     [
       "t13",
       [
         "k10: [Fact Orders/Status\\/now] = "done"",
         "k11: DateTrunc("month", [Fact Orders/Ordered At])",
         "k1: 1",
         "c5: Count([k1])",
       ],
     ],
     [
       "t13r",
       [
         "k10: [t13/k10]",
         "k11: [t13/k11]",
         "c5: [t13/c5]",
       ],
     ],
     [
       "t7",
       [
         "k1: 1",
         "k8: [CUSTOMERS/Id]",
       ],
     ],
   ]
  `);
  expect(elements.map(({ source }) => source)).toContainEqual({
    kind: "table",
    elementId: "t1",
    groupingId: "t1g",
  });
  expect(elements[0]!.source).toEqual({
    kind: "data-model",
    dataModelId: "m",
    elementId: "server1",
  });
  expect(String(contents.layout).match(/<Element /g)).toHaveLength(elements.length);
});

test("what files ask of one table is one question: together they tell no more than one file", () => {
  const compiler = new CheckCompiler();
  for (const metric of ["revenue", "Revenue"]) {
    const { checks } = readChecks({
      text: `checks: [{ table: fact_orders, metric: { ${metric}: { between: [1, 2] } } }]`,
      file: metric,
    });
    const read = { id: "m", spec: structuredClone(spec), elementIds: { fact_orders: "server1" } };
    compiler.add({ model: read, checks, report: () => {} });
  }
  const [first, second, ...others] = compiler.finish().checks;
  expect(others).toEqual([]);
  expect(first!.partition).toBe(second!.partition);
});

const good: Row = {
  k1: 1,
  c1: 0,
  c2: 0,
  c3: 0,
  c4: 0,
  c5: 5,
  c6: 60,
  c7: 0,
  c8: 0,
  c9: 5,
};
const judge = (rows: Row[], filtered: Row[] = [], groups: Row[] = []) => {
  const { checks, joined } = compile(everything);
  const results = new Map([
    ["t1r", rows],
    ["t10r", filtered],
    ["t11r", groups],
    // Each condition in a month of its own.
    ["t13r", [filtered, groups].flat().map(({ k10, k11 }) => ({ k10: k10 ?? k11, k11: k10 ?? k11, c5: 9 }))],
  ]);
  const read = new Map([...joined].map(([exportId, of]) => [exportId, results.get(of ?? "") ?? []]));
  return judgeChecks(checks, read, 5).map(({ name, status, found }) => `${status} ${name}: ${found}`);
};

test.each<[string, Row[], Row[], Row[]]>([
  [
    "all is well",
    [good],
    [
      { k10: true, c9: 5 },
      { k10: false, c9: 99 },
    ],
    [{ k11: "2026-09-01T00:00:00.000Z", c9: 99.1 }],
  ],
  ["an empty table", [], [], []],
  [
    "all is wrong, and numbers are texts",
    [
      {
        k1: 1,
        c1: "1",
        c2: 2,
        c3: 1,
        c4: 4,
        c5: 6,
        c6: 400_000,
        c7: 1,
        c8: 1,
        c9: 11,
      },
    ],
    [{ k10: "true", c9: 11 }],
    [
      { k11: "2026-09-01", c9: 90 },
      { k11: "2026-10-01", c9: 1 },
      { k11: "2026-11-01", c9: 1 },
    ],
  ],
  ["no answer can be read", [{ ...good, c1: "many" }, good], [{ k1: true }], [{ c1: 1 }]],
])("when %s", (_, rows, filtered, groups) => {
  expect(judge(rows, filtered, groups)).toMatchSnapshot();
});

test("mistakes are at their place in the file", () => {
  const { problems } = compile(`checks:
  - table: fact_order
    rows: { min: 1 }
  - table: fact_orders
    not_null: [statu, oid]
    metric: { profit: { between: [1, 2] } }
`);
  expect(problems).toMatchInlineSnapshot(`
   [
     "checks.0.table: the model has no table \`fact_order\`. There is \`Fact Orders\`, \`CUSTOMERS\`.",
     "checks.1.not_null.0: the table \`Fact Orders\` has no column \`statu\`. There is \`Order Id\`, \`Line\`, \`Status/now\`, \`Ordered At\`, \`Customer\`.",
     "checks.1.metric.profit: the table \`Fact Orders\` has no metric \`profit\`. There is \`Revenue\`.",
   ]
  `);
});

test.each([
  ["checks: [{ table: a, rows: {}, fresh: { column: b, within: soon }, accepted_values: { c: [] } }]"],
  ["checks: [{ table: a, metric: { m: { between: [1] } }, golden: { metric: m, file: f, tolerance: much } }]"],
  ["checks: [{ tabel: a, notnull: [b] }, { table: b }]"],
  ["checks: []"],
  ["checks: [{ table: !ref a, not_null: [b] }]"],
  ["- a"],
])("%s", (text) => {
  const { findings, checks } = readChecks({ text, file: "a.checks.yaml" });
  expect(
    findings.map(({ line, pathText, message, hint }) => `${line} ${pathText}: ${message}. ${hint}`),
  ).toMatchSnapshot();
  expect(checks.length === 0 || findings.length > 0).toBe(true);
});

test("the editor's schema takes the same files", () => {
  const isValid = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    strict: true,
    keywords: ["patternErrorMessage"],
  }).compile(buildChecksJsonSchema());
  expect(isValid(parseSpec(everything))).toBe(true);
  expect(isValid({ checks: [{ table: 1 }] })).toBe(false);
});

test("approved values are read from CSV", () => {
  const text = '\uFEFFname,revenue\r\n"a, ""b""",1.5\r\n2026-01-01T00:00:00.000Z,\r\n';
  const read = (csv: string) =>
    parseGolden(csv).map(({ group, value }) => [group, value].map((readings) => readings.at(-1)));
  expect(read(text)).toEqual([
    [
      { type: "text", text: 'a, "b"' },
      { type: "decimal", text: "1.5" },
    ],
    [
      { type: "date", text: "2026-01-01" },
      { type: "null", text: "" },
    ],
  ]);
  expect(read("revenue\n12\n")).toEqual([
    [
      { type: "null", text: "" },
      { type: "integer", text: "12" },
    ],
  ]);
  expect(() => parseGolden("k,v\na,1\na,2\n")).toThrow("line 3: the group a is there twice");
  expect(() => parseGolden("month,revenue\n1,x\n")).toThrow('line 2: "x" is no number');
});
