import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../../../provider/src/core/model";
import { compileLast, describeWithDuckDb, query, type Row } from "../../../duckdb";
import { generateShop, getElement, listElements, readShop, shop } from "./shop";

const tables = `
  create table customers as select id as customer_id, full_name, email, segment, cast(signed_up as date) as signed_up
    from read_csv('${join(shop, "seeds/raw_customers.csv")}');
  create table orders as select id as order_id, customer_id, gift_for_id, status, cast(amount as double) as amount,
    discount, is_express, cast(ordered_at as timestamp) as ordered_at, note
    from read_csv('${join(shop, "seeds/raw_orders.csv")}');
`;

/** What each metric of the fixture is in SQL, as MetricFlow computes it for all rows together. */
const meanings: Readonly<Record<string, string>> = {
  revenue: "select sum(amount) from orders",
  net_revenue: "select sum(amount * (1 - coalesce(discount, 0))) from orders",
  average_order: "select avg(amount) from orders",
  smallest_order: "select min(amount) from orders",
  largest_order: "select max(amount) from orders",
  order_count: "select sum(case when order_id is not null then 1 else 0 end) from orders",
  row_count: "select sum(1) from orders",
  buyers: "select count(distinct customer_id) from orders",
  express_orders: "select sum(case when is_express then 1 else 0 end) from orders",
  median_order: "select percentile_cont(0.5) within group (order by amount) from orders",
  p90_order: "select percentile_cont(0.9) within group (order by amount) from orders",
  p90_discrete: "select percentile_disc(0.9) within group (order by amount) from orders",
  paid_revenue: "select coalesce(sum(amount), 0) from orders where status = 'paid'",
  paid_orders:
    "select sum(case when order_id is not null then 1 else 0 end) from orders " +
    "where status in ('paid', 'returned') and amount >= 100",
  paid_buyers:
    "select count(distinct customer_id) from orders " +
    "where status = 'paid' and date_trunc('month', ordered_at) >= '2024-04-01'",
  paid_median:
    "select coalesce(percentile_cont(0.5) within group (order by amount), -1) from orders where status = 'paid'",
  retail_revenue: "select sum(amount) from orders left join customers using (customer_id) where segment = 'retail'",
  known_revenue: "select sum(amount) from orders where customer_id is not null",
  paid_share:
    "select (select sum(amount) from orders where status = 'paid') / nullif((select sum(amount) from orders), 0)",
  revenue_per_buyer: "select sum(amount) / nullif(count(distinct customer_id), 0) from orders where status = 'paid'",
  discounts: "select sum(amount) - sum(amount * (1 - coalesce(discount, 0))) from orders",
  double_discounts: "select 2 * (sum(amount) - sum(amount * (1 - coalesce(discount, 0)))) from orders",
  customer_count: "select count(customer_id) from customers",
  overridden: "select sum(amount) * 2 from orders",
};

/** Metrics that no formula computes, with the words that say why. */
const skipped: Readonly<Record<string, RegExp>> = {
  last_amount: /^non-additive/,
  revenue_growth: /shifts revenue in time/,
  revenue_since_month_start: /shifts revenue in time/,
  cumulative_revenue: /^cumulative/,
  weekly_rolling: /^cumulative/,
  revenue_per_customer: /rows of both orders and customers/,
  conversion: /^conversion/,
  big_customers: /compares another metric/,
};

/** What dbt 1.12 makes of `fill_nulls_with` in the new form: nothing. */
const meaningsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "dbt-1.12": { paid_revenue: "select sum(amount) from orders where status = 'paid'" },
};

/** All orders, and some without a paid one. */
const parts = { orders: "select * from orders", open: "select * from orders where status = 'open'" };

const manifests = ["dbt-1.7", "dbt-1.11", "dbt-1.12"];

describeWithDuckDb("the value of a metric", (database) => {
  beforeAll(async () => {
    await database().run(tables);
  });

  describe.each(manifests)("of %s", (manifest) => {
    const model = generateShop(manifest);
    const metrics = ["orders", "customers"].flatMap((table) =>
      ((getElement(model, table).metrics ?? []) as JsonObject[]).map(
        (metric) => [String(metric.id), table, metric] as const,
      ),
    );

    test.each(metrics)("%s is the same by its formula and by SQL", async (id, table, metric) => {
      const meaning = meaningsOf[manifest]?.[id] ?? meanings[id];
      expect(meaning).toBeDefined();
      for (const condition of Object.values(parts)) {
        const [row] = await query(database(), (meaning as string).replaceAll("from orders", `from (${condition})`));
        const [expected = null] = Object.values(row as Row);
        const total = {
          ...{ id: "total", kind: "table", source: { kind: "table", elementId: table }, summary: ["value"] },
          columns: [{ id: "value", name: "value", formula: `[Metrics/${metric.name}]` }],
        };
        const findRelation = (name: string) => (/orders/i.test(name) ? `(${condition})` : "customers");
        const [computed] = await query(database(), compileLast([...listElements(model), total], findRelation));
        const actual = (computed as Row).value;
        // Of no rows, MetricFlow's counts are null, and those of formulas 0.
        if (expected === null) expect([null, 0]).toContain(actual);
        else expect(actual).toBeCloseTo(expected as number, 9);
      }
    });
  });
});

test.each(manifests)("every metric of %s has a formula, or a comment that says why not", (manifest) => {
  const model = generateShop(manifest);
  const { skippedMetrics } = readShop(manifest);
  const written = ["orders", "customers"].flatMap((table) =>
    ((getElement(model, table).metrics ?? []) as JsonObject[]).map(({ id }) => String(id)),
  );
  const { metrics } = JSON.parse(readFileSync(join(shop, `${manifest}.manifest.json`), "utf8")) as {
    metrics: Record<string, { name: string; type_params: { is_private?: boolean } }>;
  };
  const all = Object.values(metrics).filter(({ type_params: params }) => !params.is_private);
  expect([...written, ...skippedMetrics.map(({ name }) => name)].sort()).toEqual(all.map(({ name }) => name).sort());
  const comments = model.comments.map(({ text }) => text).join("\n");
  for (const { name, reason } of skippedMetrics) {
    expect(reason).toMatch(skipped[name] as RegExp);
    expect(comments).toContain(`Skipped metric ${name}: ${reason}`);
  }
});

test("a private metric is left out, and one of a table that isn't generated", () => {
  const { tables } = readShop("dbt-1.12", { select: ["customers"] });
  expect(tables.flatMap(({ metrics }) => metrics)).toMatchObject([
    { id: "customer_count" },
    { skipped: "revenue_per_customer", reason: "the model of orders isn't generated" },
  ]);
  const names = readShop("dbt-1.12").tables.flatMap(({ metrics }) => metrics.map((metric) => JSON.stringify(metric)));
  expect(names.join("\n")).not.toContain("helper");
});

test("the time of a metric is in its timeline, with the growth that another metric asks for", () => {
  const [revenue] = getElement(generateShop("dbt-1.11"), "orders").metrics as JsonObject[];
  expect(revenue).toMatchObject({
    id: "revenue",
    timeline: { dateColumnId: "ordered_at", truncation: "month", comparison: { comparisonPeriod: "month" } },
  });
});

test("a percentile that dbt approximates says that the formula is exact", () => {
  const model = generateShop("dbt-1.12");
  expect(model.comments.map(({ text }) => text).join("\n")).toContain(
    "dbt approximates this percentile; the formula is exact.",
  );
});

/** The models of a manifest of the fixture with another metric in the place of one. */
function generateChanged(manifest: string, edit: (content: Content) => void) {
  const folder = mkdtempSync(join(tmpdir(), "metrics-"));
  try {
    const content = JSON.parse(readFileSync(join(shop, `${manifest}.manifest.json`), "utf8")) as Content;
    edit(content);
    writeFileSync(join(folder, "changed.manifest.json"), JSON.stringify(content));
    copyFileSync(join(shop, "catalog.json"), join(folder, "catalog.json"));
    return generateShop("changed", { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Content {
  metrics: Record<string, { type_params: Record<string, Record<string, unknown>> }>;
}

const listHints = (model: ReturnType<typeof generateShop>) => model.comments.map(({ text }) => text).join("\n");

describe("advice in comments", () => {
  test.each(manifests)("a moving sum of %s counts the current row, and one less before it", (manifest) => {
    expect(listHints(generateShop(manifest))).toContain(
      "In a chart by day with a row for each day: MovingSum(Sum([Amount]), 6)",
    );
  });

  test.each(["count_distinct", "average", "median", "min"])("there is none for a moving %s", (agg) => {
    const model = generateChanged("dbt-1.12", ({ metrics }) => {
      metrics["metric.shop.revenue"]!.type_params.metric_aggregation_params!.agg = agg;
    });
    expect(listHints(model)).toContain("Skipped metric weekly_rolling");
    expect(listHints(model)).not.toContain("Moving");
  });

  test("a growth is compared in the timeline only if the model has that comparison", () => {
    expect(listHints(generateShop("dbt-1.11"))).toContain("For growth, compare revenue with the month before");
    const model = generateChanged("dbt-1.11", ({ metrics }) => {
      const [, before] = metrics["metric.shop.revenue_growth"]!.type_params.metrics as unknown as Content[];
      Object.assign(before!, { offset_window: { count: 7, granularity: "day" } });
    });
    expect(listHints(model)).toContain("Skipped metric revenue_growth");
    expect(listHints(model)).not.toContain("For growth");
  });
});

test("a metric without an expression is of the column of its name", () => {
  const model = generateChanged("dbt-1.12", ({ metrics }) => {
    Object.assign(metrics, { "metric.shop.amount": { ...metrics["metric.shop.revenue"], name: "amount", label: "A" } });
    metrics["metric.shop.amount"] = structuredClone(metrics["metric.shop.amount"]!);
    Object.assign(metrics["metric.shop.amount"]!.type_params, { expr: null });
  });
  const metrics = getElement(model, "orders").metrics as JsonObject[];
  // Not `amount`: a column has that.
  expect(metrics.find(({ id }) => id === "amount_metric")).toMatchObject({ formula: "Sum([Amount])" });
});
