import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { parse } from "yaml";
import { buildTables } from "../../../../generate/src/dbt/tables";
import type { GeneratedModel } from "../../../../generate/src/generated-model";
import { buildModels } from "../../../../generate/src/models";
import { createProject, readDocument, writeDocument } from "../../../../generate/src/osi";
import type { JsonObject } from "../../../../provider/src/core/model";
import { compileLast, describeWithDuckDb, query, type Row } from "../../../duckdb";
import { repository } from "../../../repository";
import { listElements } from "./shop";

const folder = join(repository, "tests/fixtures/osi");
const schema = JSON.parse(readFileSync(join(folder, "ossie-schema.json"), "utf8")) as object;
const isValid = new Ajv2020({ strict: false }).compile(schema);

/** Documents with the dialect of the warehouse that they are for. */
const documents: readonly (readonly [name: string, dialect: string | undefined])[] = [
  ["tpcds", undefined],
  ["bigquery", undefined],
  ["cube", "snowflake"],
  ["duckdb", "duckdb"],
  ["foreign", undefined],
  ["nvidia", undefined],
  ["two-models", "databricks"],
];

const readFixture = (name: string) => parse(readFileSync(join(folder, `${name}.yaml`), "utf8")) as JsonObject;

function generate(document: JsonObject, dialect?: string, within: readonly string[] = []) {
  const models = readDocument(document, "sales.yaml");
  const [project, lost] = createProject(models, { dialect, within });
  const found = buildTables(project, {
    ...{ select: [], exclude: [], databases: new Map(), hideKeys: false, tagRestrictions: new Map() },
  });
  const built = buildModels(found.tables, {
    connection: "warehouse",
    groupOf: ({ key }) => found.nodes.get(key)!.tags[0]!,
    uniqueKeys: false,
  });
  return { models, found, lost, built: built.models };
}

interface TableChecks {
  readonly table: string;
  readonly unique?: readonly (string | { readonly columns: readonly string[] })[];
  readonly not_null?: readonly string[];
}

/** The document that generated models are written as. */
function write(name: string, models: readonly GeneratedModel[]) {
  return writeDocument(
    name,
    models.map((model) => {
      const tables = (model.checks?.checks ?? []) as unknown as readonly TableChecks[];
      const keys = tables.flatMap(({ table, unique = [], not_null: filled = [] }) =>
        unique.map((key) => {
          const columns = typeof key === "string" ? [key] : key.columns;
          return { table, columns, isFilled: columns.every((one) => filled.includes(one)) };
        }),
      );
      return { name: model.name, spec: model.spec, keys };
    }),
  );
}

/** Names of the standard are as they are written; ids are in lower snake case. */
const fold = (name: string) => name.toLowerCase().replace(/_+/g, "_");

/** What a document and data models both can say: of a field or metric that has a formula, and by plain names. */
function listSaid(document: JsonObject, { found, lost }: ReturnType<typeof generate>) {
  const skipped = new Set(
    [...lost.columns, ...found.skippedColumns, ...found.skippedMetrics, ...found.skippedLinks].map(({ name }) => name),
  );
  return readDocument(document, "sales.yaml").map(({ datasets, relationships, metrics }) => ({
    datasets: datasets.map(({ name, source, primary_key: primary, unique_keys: unique, description, fields }) => ({
      ...{ name: fold(name), source: source.replace(/[`"]/g, "").toLowerCase(), primary, description },
      unique: unique.filter((key) => key.join() !== primary.join()),
      fields: fields
        .filter((field) => !skipped.has(`${name}.${field.name}`))
        .map((field) => ({
          name: fold(field.name),
          description: field.description,
          context: field.ai_context ?? null,
        })),
    })),
    relationships: relationships.map(({ name, from, to, from_columns, to_columns }) => ({
      ...{ name, from: fold(from), to: fold(to), from_columns, to_columns },
    })),
    metrics: metrics
      .filter(({ name }) => !skipped.has(name))
      .map(({ name, description }) => ({ name: fold(name), description })),
  }));
}

const strip = ({ name, spec, checks, tables }: GeneratedModel) => ({ name, spec, checks, tables: Object.keys(tables) });

test("what is written is of the newest schema, and so are the newest examples", () => {
  expect(["tpcds", "bigquery"].map((name) => isValid(readFixture(name)))).toEqual([true, true]);
  expect(isValid({ ...readFixture("tpcds"), semantic_model: [] })).toBe(false);
});

describe("a round trip", () => {
  test.each(documents)("%s comes back as what both can say, and as the same models", (name, dialect) => {
    const document = readFixture(name);
    const read = generate(document, dialect);
    expect(read.built.length).toBeGreaterThan(0);
    const [written] = write(name, read.built);
    expect({ is: isValid(written), errors: isValid.errors }).toEqual({ is: true, errors: null });
    const again = generate(written, dialect);
    const sort = (all: readonly GeneratedModel[]) => all.map(strip).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(sort(again.built)).toEqual(sort(read.built));
    const [before, after] = [listSaid(document, read), listSaid(written, again)];
    const byName = <One extends { name: string }>(all: One[]) => all.sort((a, b) => (a.name < b.name ? -1 : 1));
    const merge = (all: typeof before) => ({
      datasets: byName(all.flatMap(({ datasets }) => datasets)),
      relationships: byName(all.flatMap(({ relationships }) => relationships)),
      metrics: byName(all.flatMap(({ metrics }) => metrics)),
    });
    const [said, kept] = [merge(before), merge(after)];
    expect(kept.relationships).toEqual(said.relationships);
    expect(kept.metrics).toEqual(said.metrics);
    for (const [index, { fields, ...dataset }] of said.datasets.entries()) {
      expect(kept.datasets[index]).toMatchObject(dataset);
      // A column that only expressions or keys name is a field, too.
      expect(kept.datasets[index]!.fields).toEqual(expect.arrayContaining(fields));
    }
  });

  test.each(documents)("every metric and field of %s is there, or has the reason why not", (name, dialect) => {
    const { models, found, lost, built } = generate(readFixture(name), dialect);
    const elements = built.flatMap(listElements);
    const metrics = elements.flatMap(({ metrics: own = [] }) => own as JsonObject[]).map(({ id }) => String(id));
    const skipped = found.skippedMetrics.map((one) => fold(one.name));
    const wanted = models.flatMap((model) => model.metrics.map((metric) => fold(metric.name)));
    expect([...metrics, ...skipped].sort()).toEqual(wanted.sort());
    const columns = elements.flatMap(({ columns: own = [] }) => own as JsonObject[]).map(({ id }) => String(id));
    const reasons = [...lost.columns, ...found.skippedColumns].map((one) => one.name.split(".")[1]!);
    for (const field of models.flatMap(({ datasets }) => datasets).flatMap(({ fields }) => fields)) {
      expect([...columns, ...reasons]).toContain(fold(field.name));
    }
  });
});

const field = (name: string, expression = name, more: JsonObject = {}): JsonObject => ({
  ...{ name, expression: { dialects: [{ dialect: "ANSI_SQL", expression }] } },
  ...more,
});

const shop: JsonObject = {
  ...{ version: "0.2.0.dev0", name: "shop" },
  datasets: [
    {
      ...{ name: "orders", source: "sales.public.orders", primary_key: ["id"] },
      fields: [
        field("id", "id", { datatype: "Integer" }),
        field("customer", "customer_id", { datatype: "Integer" }),
        field("status", "status", { datatype: "String" }),
        field("amount", "amount", { datatype: "Decimal" }),
        field("net", "amount * (1 - coalesce(discount, 0))"),
        field("placed", "placed_at", { datatype: "DateTime" }),
      ],
    },
    {
      ...{ name: "customers", source: "sales.public.customers", primary_key: ["id"] },
      fields: [field("id", "id", { datatype: "Integer" }), field("segment", "segment", { datatype: "String" })],
    },
  ],
  relationships: [{ name: "buyer", from: "orders", to: "customers", from_columns: ["customer"], to_columns: ["id"] }],
  metrics: [
    "SUM(orders.amount)",
    "SUM(orders.net)",
    "AVG(orders.amount)",
    "COUNT(orders.discount)",
    "COUNT(DISTINCT orders.customer)",
    "SUM(CASE WHEN orders.status = 'paid' THEN orders.amount END)",
    "SUM(CASE WHEN customers.segment = 'retail' THEN orders.amount ELSE 0 END)",
    "SUM(orders.amount) / COUNT(DISTINCT orders.customer)",
    "SUM(CASE WHEN orders.status IN ('paid', 'open') AND NOT orders.discount IS NULL THEN 1 ELSE 0 END)",
    "MAX(orders.amount) - MIN(orders.amount)",
    "COUNT(DISTINCT customers.segment)",
    "COUNT(CASE WHEN orders.placed >= DATE '2024-02-01' THEN 1 END)",
    "SUM(amount * (1 + 0.5))",
  ].map((expression, index) => field(`m${index}`, expression)),
};

const tables = `
  create table customers as select * from (values (1, 'retail'), (2, 'retail'), (3, 'trade')) as t(id, segment);
  create table orders as select * from (values
    (1, 1, 'paid', 10.5, 0.1, timestamp '2024-01-05'), (2, 1, 'open', 20, null, timestamp '2024-02-01'),
    (3, 2, 'paid', 7.25, 0.5, timestamp '2024-02-10'), (4, null, 'lost', 3, 0, timestamp '2024-03-01'),
    (5, 3, null, null, null, timestamp '2024-03-02')) as t(id, customer_id, status, amount, discount, placed_at);`;

/** A metric's SQL as a query of the tables: fields are columns of subqueries. */
function buildQuery(expression: string): string {
  const orders = "select *, customer_id as customer, amount * (1 - coalesce(discount, 0)) as net, placed_at as placed";
  if (!expression.includes("orders.") && expression.includes("customers."))
    return `select ${expression} from customers`;
  const joined = `(${orders} from orders) as orders left join customers on orders.customer = customers.id`;
  return `select ${expression} from ${joined}`;
}

describeWithDuckDb("the value of a metric", (database) => {
  beforeAll(async () => {
    await database().run(tables);
  });

  const { built, found } = generate(shop);
  const elements = listElements(built[0]!);
  const [written] = write("shop", built);
  const sqlOf = new Map(
    readDocument(written, "shop").flatMap(({ metrics }) =>
      metrics.map(({ name, expression }) => [
        name,
        expression.find(({ dialect }) => dialect === "ANSI_SQL")?.expression,
      ]),
    ),
  );

  test.each((shop.metrics as JsonObject[]).map(({ name, expression }, index) => [index, name, expression] as const))(
    "%i is the same by its SQL, its formula, and the SQL of its formula",
    async (_, name, expression) => {
      expect(found.skippedMetrics).toEqual([]);
      const [{ expression: sql }] = (expression as { dialects: [{ expression: string }] }).dialects;
      const [[expected]] = (await query(database(), buildQuery(sql))).map((row) => Object.values(row)) as [[number]];
      const table = elements.find(({ metrics = [] }) => (metrics as JsonObject[]).some(({ id }) => id === name))!;
      const metric = (table.metrics as JsonObject[]).find(({ id }) => id === name)!;
      const total = {
        ...{ id: "total", kind: "table", source: { kind: "table", elementId: table.id }, summary: ["value"] },
        columns: [{ id: "value", name: "value", formula: `[Metrics/${metric.name}]` }],
      };
      const [computed] = await query(
        database(),
        compileLast([...elements, total], (one) => one),
      );
      expect((computed as Row).value).toBeCloseTo(expected, 9);
      const [[back]] = (await query(database(), buildQuery(sqlOf.get(String(name))!))).map((row) =>
        Object.values(row),
      ) as [[number]];
      expect(back).toBeCloseTo(expected, 9);
    },
  );
});

test.each([
  ["SUM(orders.amount) / COUNT(DISTINCT customers.id)", /rows of both orders and customers/],
  ["SUM(customers.id)", undefined],
  ["COUNT(*)", /doesn't say of which dataset/],
  ["orders.amount", /no aggregation/],
  ["SUM(orders.amount) + orders.amount", /outside of an aggregation/],
  ["SUM(SUM(orders.amount))", /inside of another/],
  ["SUM(id)", /of several datasets/],
  ["SUM(nowhere.id)", /of no dataset/],
  ["SUM(orders.id) / 2", /divides integers/],
  ["PERCENTILE(orders.amount, 0.9)", /no aggregation/],
  ["SUM(orders.amount) OVER (ORDER BY orders.id)", /OVER/],
  ["SUM(DISTINCT orders.amount)", /no aggregation/],
])("the metric %s has a formula only where it computes the same", (expression, reason) => {
  const { found } = generate({ ...shop, metrics: [field("one", expression)] });
  expect(found.skippedMetrics).toEqual(
    reason === undefined ? [] : [{ name: "one", reason: expect.stringMatching(reason) as string }],
  );
});

test("several relationships to one dataset leave open which one a metric goes through", () => {
  const [buyer] = shop.relationships as [JsonObject];
  const relationships = [buyer, { ...buyer, name: "payer", from_columns: ["id"] }];
  const expression = "SUM(CASE WHEN customers.segment = 'retail' THEN orders.amount END)";
  const { found } = generate({ ...shop, relationships, metrics: [field("retail", expression)] });
  expect(found.skippedMetrics[0]!.reason).toMatch(/^not exactly one relationship leads/);
});

test.each([
  ["sales.public.orders", ["sales", "public", "orders"]],
  ['sales.public."Orders.2024"', ["sales", "public", "Orders.2024"]],
  ["`my-project`.sales.orders", ["my-project", "sales", "orders"]],
  ["`my-project.sales.orders`", ["my-project", "sales", "orders"]],
  ["[dbo].[Orders]", ["dbo", "Orders"]],
  ["orders", ["DB", "S", "orders"]],
])("the source %s is a path", (source, path) => {
  const [dataset] = shop.datasets as [JsonObject];
  const within = source === "orders" ? ["DB", "S"] : [];
  const { built } = generate(
    { ...shop, datasets: [{ ...dataset, source }], metrics: [], relationships: [] },
    undefined,
    within,
  );
  expect(listElements(built[0]!)[0]!.source).toMatchObject({ kind: "warehouse-table", path });
});

test.each([
  ["orders", /names no schema; use --set within=DATABASE.SCHEMA/],
  ["select {{ #orders.* }} from {{ #orders }}", /template/],
  ["read_parquet('orders.parquet')", /isn't read/],
  ["a..b", /isn't read/],
])("the source %s isn't guessed", (source, reason) => {
  const [dataset] = shop.datasets as [JsonObject];
  const { lost } = generate({ ...shop, datasets: [{ ...dataset, source }], relationships: [] });
  expect(lost.models).toEqual([{ name: "orders", reason: expect.stringMatching(reason) as string }]);
});

test("Snowflake's names are in capitals unless they are quoted; its own dialect comes before the standard's", () => {
  const dialects = [
    { dialect: "ANSI_SQL", expression: "a + 1" },
    { dialect: "snowflake", expression: 'a + 2 + "b"' },
  ];
  const fields = [field("a"), { name: "sum", expression: { dialects } }, field("c", '"c"')];
  const datasets = [{ name: "t", source: "db.s.t", fields }];
  const { built } = generate({ version: "0.2.0.dev0", name: "x", datasets }, "snowflake");
  expect(listElements(built[0]!)[0]).toMatchObject({ source: { path: ["DB", "S", "T"] } });
  expect(listElements(built[0]!)[0]!.columns).toMatchObject([
    { id: "a", formula: "[T/A]" },
    { id: "c", formula: "[T/c]" },
    { id: "b" },
    { id: "sum", formula: "[A] + 2 + [B]" },
  ]);
});

test("a field in a dialect that is no SQL of the warehouse says so, and so do metrics that name it", () => {
  const dax = { name: "margin", expression: { dialects: [{ dialect: "DAX", expression: "Orders[Margin]" }] } };
  const [orders] = shop.datasets as [JsonObject];
  const datasets = [{ ...orders, fields: [...(orders.fields as JsonObject[]), dax] }];
  const metrics = [field("all", "SUM(orders.margin)")];
  const { found } = generate({ ...shop, datasets, metrics, relationships: [] });
  expect(found.skippedColumns).toEqual([
    { name: "orders.margin", reason: "it is in DAX only; for SQL of that warehouse, use --set dialect=…" },
  ]);
  expect(found.skippedMetrics).toMatchObject([
    { name: "all", reason: expect.stringContaining("margin has no formula") },
  ]);
});

test("what the standard gets later is in the report, and what a document says of itself is said of its models", () => {
  const [orders, customers] = shop.datasets as [JsonObject, JsonObject];
  const datasets = [{ ...orders, metrics: [field("own", "SUM(amount)")], grain: "row" }, customers];
  const listNames = (document: JsonObject) =>
    generate(document)
      .lost.entries.map(({ name }) => name)
      .sort();
  expect(listNames({ ...shop, datasets })).toEqual(["grain", "metrics"]);
  const { version, ...model } = shop;
  const document = { version, ai_context: "All in euros.", semantic_model: [model], dialects: [] } as JsonObject;
  expect(listNames(document)).toEqual(["description"]);
});

test.each([
  ['SUM("Orders"."amount")', "Sum([Amount])"],
  ["sum(ORDERS.AMOUNT)", "Sum([Amount])"],
  ["COUNT(orders.id)", "Count([Id])"],
])("%s names fields in any case and quotes", (expression, formula) => {
  const { built } = generate({ ...shop, metrics: [field("one", expression)] });
  expect(listElements(built[0]!).flatMap(({ metrics = [] }) => metrics)).toMatchObject([{ formula }]);
});

test("of one dataset, COUNT(*) counts its rows", () => {
  const [orders] = shop.datasets as [JsonObject];
  const { built } = generate({ ...shop, datasets: [orders], relationships: [], metrics: [field("all", "COUNT(*)")] });
  expect(listElements(built[0]!)[0]!.metrics).toMatchObject([{ formula: "CountIf(True)" }]);
  expect(write("shop", built)[0].metrics).toMatchObject([
    { expression: { dialects: [{ expression: "COUNT(*)" }, { dialect: "SIGMA" }] } },
  ]);
});

test.each([
  ["amount > 500", "[Amount] > 500", "amount > 500"],
  ["-amount", "0 - [Amount]", "0 - amount"],
  ["NOT (a AND b IS NULL)", "Not([A] and IsNull([B]))", "(NOT (a AND (b IS NULL)))"],
  ["a || '-' || b", undefined, "((a || '-') || b)"],
  ["CASE WHEN a = 'it''s' THEN 1 ELSE 2 END", undefined, "CASE WHEN a = 'it''s' THEN 1 ELSE 2 END"],
  ["a IN (1, 2)", "In([A], 1, 2)", "(a IN (1, 2))"],
  ["date_trunc('month', a)", 'DateTrunc("month", Date([A]))', undefined],
])("the field %s is %s, and written as %s", (expression, formula, sql) => {
  const datasets = [{ name: "t", source: "s.t", fields: [field("amount"), field("one", expression)] }];
  const { built } = generate({ version: "0.2.0.dev0", name: "x", datasets });
  const column = (listElements(built[0]!)[0]!.columns as JsonObject[]).find(({ id }) => id === "one")!;
  if (formula !== undefined) expect(column.formula).toBe(formula);
  const [document, unsaid] = write("x", built);
  const [{ fields }] = document.datasets as unknown as [
    { fields: { name: string; expression: { dialects: JsonObject[] } }[] },
  ];
  const { dialects } = fields.find(({ name }) => name === "one")!.expression;
  expect(dialects.find(({ dialect }) => dialect === "ANSI_SQL")?.expression).toBe(sql);
  expect(dialects.find(({ dialect }) => dialect === "SIGMA")?.expression).toBe(column.formula);
  expect(unsaid.map(({ name }) => name)).toEqual(sql === undefined ? ["t.one"] : []);
});

test("a relationship may have several columns, as many on both sides", () => {
  const [orders, customers] = shop.datasets as [JsonObject, JsonObject];
  const datasets = [orders, { ...customers, primary_key: [], unique_keys: [["segment", "id"]] }];
  const columns = { from_columns: ["status", "customer"], to_columns: ["segment", "id"] };
  const link = { name: "both", from: "orders", to: "customers", ...columns };
  const { built } = generate({ ...shop, datasets, relationships: [link], metrics: [] });
  const [relationship] = listElements(built[0]!)[1]!.relationships as [JsonObject];
  expect(relationship.keys).toEqual([
    { sourceColumnId: "status", targetColumnId: "segment" },
    { sourceColumnId: "customer", targetColumnId: "id" },
  ]);
  expect(write("shop", built)[0].relationships).toEqual([link]);
  const uneven = { ...link, to_columns: ["segment"] };
  expect(generate({ ...shop, datasets, relationships: [uneven], metrics: [] }).lost.relationships).toHaveLength(1);
});

test("a relationship keeps what is told to AI; none goes through a calculated field, nor does a key", () => {
  const [buyer] = shop.relationships as [JsonObject];
  const context = { instructions: "Who paid.", synonyms: ["client"] };
  const told = generate({ ...shop, relationships: [{ ...buyer, ai_context: context }], metrics: [] });
  const [link] = listElements(told.built[0]!)[1]!.relationships as [JsonObject];
  expect(link).toMatchObject({ name: "Buyer", description: "Synonyms: client\nFor AI: Who paid." });
  expect(write("shop", told.built)[0].relationships).toMatchObject([{ ai_context: context }]);
  const [orders, customers] = shop.datasets as [JsonObject, JsonObject];
  const datasets = [{ ...orders, primary_key: ["net"] }, customers];
  const { lost, built } = generate({
    ...shop,
    datasets,
    relationships: [{ ...buyer, from_columns: ["net"] }],
    metrics: [],
  });
  expect(lost.relationships).toMatchObject([{ name: "buyer" }]);
  expect(built[0]!.checks).toEqual({ checks: [{ table: "customers", unique: ["id"], not_null: ["id"] }] });
});

test("dbt's document: metrics name columns of the source, filters entities; a lost offset is no formula", () => {
  const { found, built, lost } = generate(JSON.parse(readFileSync(join(folder, "dbt.json"), "utf8")), "duckdb");
  expect(listElements(built[0]!).flatMap(({ metrics = [] }) => metrics)).toMatchObject([
    { id: "revenue", formula: "Sum([Amount])" },
    { id: "order_value", formula: "Sum([Amount]) / Count([Order])" },
  ]);
  const offset = "has the same on both sides, as where dbt's document drops an offset: generate dbt reads offsets";
  expect(found.skippedMetrics).toEqual([
    { name: "median_order", reason: "`WITHIN` isn't translated at its place" },
    { name: "done_revenue", reason: "order__status is of no dataset" },
    { name: "revenue_growth", reason: `\`-\` ${offset}` },
    { name: "revenue_index", reason: `\`/\` ${offset}` },
    { name: "revenue_ratio", reason: `\`/\` ${offset}` },
  ]);
  expect([found.skippedLinks, lost.relationships, lost.columns]).toEqual([[], [], []]);
});

test("before types, the role of a field says that it is a time", () => {
  const fields = [field("at", "at", { dimension: { is_time: true } })];
  const document = { semantic_model: [{ name: "old", datasets: [{ name: "t", source: "s.t", fields }] }] };
  const readFormat = (version: string) =>
    (listElements(generate({ version, ...document }).built[0]!)[0]!.columns as [JsonObject])[0].format;
  expect(readFormat("0.1.1")).toMatchObject({ kind: "datetime" });
  expect(readFormat("0.2.0.dev0")).toBeUndefined();
});

test("a relationship to columns that are no key is left out with its reason, also where the key has several", () => {
  const [orders, customers] = shop.datasets as [JsonObject, JsonObject];
  const link = {
    name: "by_segment",
    from: "orders",
    to: "customers",
    from_columns: ["status"],
    to_columns: ["segment"],
  };
  const found = (keys: string[][]) =>
    generate({ ...shop, datasets: [orders, { ...customers, unique_keys: keys }], relationships: [link], metrics: [] })
      .found;
  expect(found([]).skippedLinks).toMatchObject([{ reason: "the columns of the target aren't unique" }]);
  expect(found([["segment"]]).skippedLinks).toEqual([]);
  expect(found([["segment", "id"]]).skippedLinks).toHaveLength(1);
});

test.each([
  [{ version: "0.2.0.dev0", ontology: [] }, /sales.yaml: not a semantic model .*`datasets`/],
  [{ semantic_model: [] }, /not a semantic model/],
  [[], /not a semantic model/],
])("what is no semantic model is a usage error", (given, message) => {
  expect(() => readDocument(given as JsonObject, "sales.yaml")).toThrow(message);
});
