import { type Loose, readFixture } from "./fixtures";
import {
  diffSpecs,
  formatChanges,
  formatNewValues,
  type Json,
  parseSpec,
  summarizeChanges,
  unknownValue,
} from "./spec";

/** The lines that an edit of the orders fixture gives. */
function listLinesAfter(edit: (spec: Loose) => void, name = "orders.yaml"): string[] {
  return formatChanges(listChangesAfter(edit, name));
}

function listChangesAfter(edit: (spec: Loose) => void, name = "orders.yaml") {
  const spec: Loose = readFixture(name);
  edit(spec);
  return diffSpecs(readFixture(name), spec);
}

const [customers, orders, control] = [0, 1, 2];
const getElement = (spec: Loose, index: number) => spec.pages[0].elements[index];

test("a changed leaf is named by its place", () => {
  const [change] = listChangesAfter((spec) => {
    getElement(spec, orders).columns[2].formula = "[y]";
  });
  expect(change).toEqual({
    action: "changed",
    thing: "column",
    where: "page Orders › table fact_orders › column revenue",
    path: ["pages", 0, "elements", 1, "columns", 2, "formula"],
    field: "formula",
    before: "[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]",
    after: "[y]",
    destructive: false,
  });
  expect(formatChanges([change!])).toEqual([
    "page Orders › table fact_orders › column revenue: formula `[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]` → `[y]`",
  ]);
});

test("fields inside fields, and fields that come and go", () => {
  expect(
    listLinesAfter((spec) => {
      const revenue = getElement(spec, orders).columns[2];
      revenue.format.prefix = "€";
      delete revenue.description;
      revenue.hidden = true;
      getElement(spec, customers).source.path = ["SHOP", "PUBLIC", "CLIENTS"];
      getElement(spec, orders).metrics[0].timeline.truncation = "week";
    }),
  ).toEqual([
    'page Orders › table customers: source.path `["SHOP","PUBLIC","CUSTOMERS"]` → `["SHOP","PUBLIC","CLIENTS"]`',
    "page Orders › table fact_orders › column revenue: description `Net of discounts.` → (none)",
    "page Orders › table fact_orders › column revenue: hidden (none) → `true`",
    "page Orders › table fact_orders › column revenue: format.prefix `$` → `€`",
    "page Orders › table fact_orders › metric metric_total_revenue: timeline.truncation `month` → `week`",
  ]);
});

test("another kind of source, field by field", () => {
  expect(
    listLinesAfter((spec) => {
      getElement(spec, customers).source = { kind: "sql", connectionId: { $ref: "warehouse" }, statement: "select 1" };
    }),
  ).toEqual([
    "page Orders › table customers: source.kind `warehouse-table` → `sql`",
    "page Orders › table customers: source.statement (none) → `select 1`",
    'page Orders › table customers: source.path `["SHOP","PUBLIC","CUSTOMERS"]` → (none)',
  ]);
});

test("additions, at every level", () => {
  expect(
    listLinesAfter((spec) => {
      spec.pages.push({ id: "new", name: "New", elements: [{ id: "x", kind: "table", source: {}, columns: [] }] });
      getElement(spec, orders).columns.push({ id: "tax", formula: "x" });
      getElement(spec, orders).filters = [{ id: "f", kind: "list", columnId: "revenue" }];
      getElement(spec, orders).sort = [{ columnId: "revenue", direction: "ascending" }];
      getElement(spec, control).parameters = [{ kind: "data-model", dataModelId: "d", controlId: "Theirs" }];
    }),
  ).toEqual([
    "page Orders › table fact_orders › column tax added: `x`",
    "page Orders › table fact_orders › filter f added",
    "page Orders › table fact_orders › sort key revenue added",
    "page Orders › control region_filter › parameter Theirs added",
    "page New added",
  ]);
});

describe("removals", () => {
  test("of what others refer to are destructive, and say who", () => {
    const changes = listChangesAfter((spec) => {
      spec.pages[0].elements.shift();
    });
    expect(changes).toMatchObject([
      {
        action: "removed",
        thing: "table",
        destructive: true,
        usedBy: [
          "table fact_orders › relationship relationship_customer",
          "table fact_orders",
          "control region_filter",
        ],
        path: ["pages", 0, "elements", 0],
      },
    ]);
    expect(formatChanges(changes)).toEqual([
      "page Orders › table customers removed (destructive: used by table fact_orders › relationship " +
        "relationship_customer, table fact_orders, control region_filter)",
    ]);
  });

  test("of columns that are referred to by id or by name", () => {
    expect(
      listLinesAfter((spec) => {
        getElement(spec, customers).columns.shift();
        getElement(spec, orders).columns.splice(2, 1);
      }),
    ).toEqual([
      "page Orders › table customers › column customer_id removed (destructive: used by table fact_orders › " +
        "relationship relationship_customer, table fact_orders)",
      "page Orders › table fact_orders › column revenue removed (destructive: used by table " +
        "fact_orders › metric metric_total_revenue)",
    ]);
  });

  test("of controls that SQL or formulas refer to", () => {
    expect(
      listLinesAfter((spec) => {
        spec.pages[0].elements = spec.pages[0].elements.filter(({ id }: Loose) => id !== "kind_filter");
      }, "constructs/sources.yaml"),
    ).toEqual(["page Sources › control kind_filter removed (destructive: used by table statement)"]);
    const renameTable = (spec: Loose) => {
      spec.pages[0].elements.find(({ id }: Loose) => id === "kind_filter").controlId = "Other";
    };
    expect(listLinesAfter(renameTable, "constructs/sources.yaml")).toEqual([
      expect.stringMatching(/kind_filter: controlId `.*` → `Other` \(destructive: used by table statement\)$/),
    ]);
  });

  test("of metrics and relationships that formulas refer to", () => {
    const nameParts = (spec: Loose) => {
      const { columns, metrics } = getElement(spec, orders);
      columns.push({ id: "region", name: "Region", formula: "[Fact orders/Customer/Region]" });
      metrics.push({ id: "double", name: "Double", formula: "[Metrics/Total revenue] * 2" });
      getElement(spec, orders).name = "Fact orders";
      Object.assign(getElement(spec, orders).relationships[0], { id: "customer", name: "Customer" });
      Object.assign(getElement(spec, orders).metrics[0], { id: "total", name: "Total revenue" });
    };
    const before: Loose = readFixture("orders.yaml");
    nameParts(before);
    const after = structuredClone(before);
    getElement(after, orders).metrics.shift();
    getElement(after, orders).relationships = [];
    expect(formatChanges(diffSpecs(before, after)).filter((line) => line.includes("destructive"))).toEqual([
      "page Orders › table fact_orders › metric total removed (destructive: used by table fact_orders › metric double)",
      "page Orders › table fact_orders › relationship customer removed (destructive: used by " +
        "table fact_orders › column region)",
    ]);

    const renamed = structuredClone(before);
    getElement(renamed, orders).metrics[0].name = "Revenue total";
    getElement(renamed, orders).relationships[0].name = "Buyer";
    expect(formatChanges(diffSpecs(before, renamed))).toEqual([
      "page Orders › table fact_orders › metric total: name `Total revenue` → `Revenue total` (destructive: used " +
        "by table fact_orders › metric double)",
      "page Orders › table fact_orders › relationship customer: name `Customer` → `Buyer` (destructive: used by " +
        "table fact_orders › column region)",
    ]);
    getElement(renamed, orders).metrics[1].formula = "[Metrics/Revenue total] * 2";
    getElement(renamed, orders).columns.at(-1).formula = "[Fact orders/Buyer/Region]";
    expect(diffSpecs(before, renamed).filter(({ destructive }) => destructive)).toEqual([]);
  });

  test("of what nobody refers to, or only a display list, are not", () => {
    expect(
      listLinesAfter((spec) => {
        getElement(spec, orders).columns.splice(0, 1);
        getElement(spec, orders).order.shift();
        delete getElement(spec, orders).metrics;
      }),
    ).toEqual([
      "page Orders › table fact_orders › column order_date removed",
      "page Orders › table fact_orders › metric metric_total_revenue removed",
      "page Orders › table fact_orders: order removed `order_date`",
    ]);
  });

  test("together with all users are not", () => {
    expect(listChangesAfter((spec) => spec.pages.pop())).toMatchObject([
      { action: "removed", thing: "page", destructive: false },
    ]);
    const both = listChangesAfter((spec) => {
      spec.pages[0].elements = [];
    });
    expect(both.map(({ thing, destructive }) => [thing, destructive])).toEqual([
      ["table", false],
      ["table", false],
      ["control", false],
    ]);
  });

  test("come first when lines are few", () => {
    const changes = listChangesAfter((spec) => {
      getElement(spec, orders).columns[0].formula = "x";
      getElement(spec, orders).columns[1].formula = "x";
      getElement(spec, customers).columns.shift();
    });
    const lines = formatChanges(changes, { max: 2 });
    expect(lines).toEqual([expect.stringContaining("customer_id removed (destructive"), "… and 2 more"]);
    expect(summarizeChanges(changes)).toBe("1 column removed (destructive), 2 columns changed");
  });
});

describe("renames", () => {
  test("of an id with its references is one change", () => {
    const changes = listChangesAfter((spec) => {
      const table = getElement(spec, customers);
      table.id = "clients";
      getElement(spec, orders).source.joins[0].right.elementId = "clients";
      getElement(spec, orders).relationships[0].targetElementId = "clients";
      getElement(spec, control).source.source.elementId = "clients";
      getElement(spec, control).filters[0].source.elementId = "clients";
    });
    expect(formatChanges(changes)).toEqual(["page Orders › table clients: id `customers` → `clients`"]);
    expect(changes[0]).toMatchObject({ action: "renamed", path: ["pages", 0, "elements", 0], destructive: false });
  });

  test("of columns and pages", () => {
    expect(
      listLinesAfter((spec) => {
        spec.pages[0].id = "p";
        getElement(spec, orders).columns[2].id = "net";
        getElement(spec, orders).order[2] = "net";
      }),
    ).toEqual(["page Orders: id `main` → `p`", "page Orders › table fact_orders › column net: id `revenue` → `net`"]);
  });

  test("declared by aliases, with other changes beside them", () => {
    expect(
      listLinesAfter((spec) => {
        const column = getElement(spec, orders).columns[2];
        Object.assign(column, { id: "net", name: "Net", formula: "x", aliases: ["revenue"] });
        getElement(spec, orders).order[2] = "net";
      }),
    ).toEqual([
      "page Orders › table fact_orders › column net: name `Revenue` → `Net` (destructive: used by table " +
        "fact_orders › metric metric_total_revenue)",
      "page Orders › table fact_orders › column net: id `revenue` → `net`",
      "page Orders › table fact_orders › column net: formula `[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]` → `x`",
    ]);
  });
});

describe("the same other id in several places", () => {
  const buildSpec = (connectionId: string | { $ref: string }) => ({
    pages: [
      {
        id: "p",
        name: "P",
        elements: ["a", "b", "c"].map((id) => ({
          id,
          kind: "table",
          source: { kind: "warehouse-table", connectionId, path: ["T"] },
          columns: [],
        })),
      },
    ],
  });

  test("is one line", () => {
    const changes = diffSpecs(buildSpec("7f85"), buildSpec("1111"));
    expect(changes).toHaveLength(3);
    expect(formatChanges(changes)).toEqual(["3 tables: source.connectionId `7f85` → `1111`"]);
  });

  test("is one line where it is a placeholder's value, with its users; without values where they are hidden", () => {
    const form = buildSpec({ $ref: "warehouse" });
    const [before, after] = [{ warehouse: "7f85" }, { warehouse: "1111" }];
    expect(formatNewValues(form, before, after)).toEqual([
      "another value for `warehouse`: `7f85` → `1111`, used by 3 tables",
    ]);
    expect(formatNewValues(form, before, after, { areHidden: true })).toEqual([
      "another value for `warehouse`, used by 3 tables",
    ]);
    expect(formatNewValues(form, { warehouse: { a: 1 } }, { warehouse: { a: 1 } })).toEqual([]);
    expect(formatNewValues(form, { warehouse: { a: 1 } }, { warehouse: { a: 2 } })).toEqual([
      "another value for `warehouse`, used by 3 tables",
    ]);
  });

  test("of placeholders named after their paths, by the field", () => {
    const form = buildSpec("x");
    const names = form.pages[0]!.elements.map(({ id }, index) => {
      const name = `pages/p/elements/${id}/source/connectionId`;
      form.pages[0]!.elements[index]!.source.connectionId = { $ref: name };
      return name;
    });
    const fill = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
    expect(formatNewValues(form, fill("7f85"), fill("1111"))).toEqual([
      "another value for `connectionId`: `7f85` → `1111`, used by 3 tables",
    ]);
  });
});

describe("moves and orders", () => {
  test("an element on another page has moved, and may have changed too", () => {
    expect(
      listLinesAfter((spec) => {
        const [moved] = spec.pages[0].elements.splice(customers, 1);
        moved.name = "Clients";
        spec.pages.push({ id: "other", name: "Other", elements: [moved] });
      }),
    ).toEqual([
      "page Other added",
      "page Other › table customers: moved from page Orders to page Other",
      "page Other › table customers: name `Customers` → `Clients`",
    ]);
  });

  test("a new order names the fewest that moved", () => {
    expect(
      listLinesAfter((spec) => {
        const table = getElement(spec, orders);
        table.columns = [table.columns[2], table.columns[0], table.columns[1]];
        table.order = ["revenue", "order_date", "customer_id"];
        spec.pages[0].elements.reverse();
      }),
    ).toEqual([
      "page Orders › table fact_orders: columns reordered (revenue moved)",
      "page Orders › table fact_orders: order reordered (revenue moved)",
      expect.stringMatching(/^page Orders: elements reordered \(.* moved\)$/),
    ]);
  });

  test("an insertion reorders nothing", () => {
    expect(
      listLinesAfter((spec) => {
        getElement(spec, orders).columns.unshift({ id: "first", formula: "x" });
        getElement(spec, orders).order.unshift("first");
      }),
    ).toEqual([
      "page Orders › table fact_orders › column first added: `x`",
      "page Orders › table fact_orders: order added `first`",
    ]);
  });
});

describe("values that are not known yet", () => {
  test("show as such", () => {
    expect(
      listLinesAfter((spec) => {
        getElement(spec, customers).source.connectionId = unknownValue;
        getElement(spec, orders).columns[2].format = unknownValue;
      }),
    ).toEqual([
      "page Orders › table customers: source.connectionId !ref warehouse → (known after apply)",
      "page Orders › table fact_orders › column revenue: format " +
        '`{"kind":"number","formatString":",.2f","prefix":"$"}` → (known after apply)',
    ]);
  });

  test("may hide what seems to be gone", () => {
    const uncertain = [
      listChangesAfter((spec) => {
        getElement(spec, customers).columns[0] = unknownValue;
      }),
      listChangesAfter((spec) => {
        spec.pages[0].elements[customers] = unknownValue;
      }),
      listChangesAfter((spec) => {
        spec.pages[0].elements.shift();
        spec.pages.push({ id: "x", name: "X", elements: unknownValue });
      }),
      listChangesAfter((spec) => {
        spec.pages[0].elements = unknownValue;
      }),
      listChangesAfter((spec) => {
        spec.pages = unknownValue;
      }),
    ];
    for (const changes of uncertain) {
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.filter(({ destructive }) => destructive)).toEqual([]);
    }
  });

  test("that were unknown before are no change", () => {
    const spec = parseSpec(`pages: [{id: p, name: ${unknownValue}, elements: ${unknownValue}}]`);
    expect(diffSpecs(spec, structuredClone(spec))).toEqual([]);
    expect(formatChanges(diffSpecs(unknownValue, { pages: [] }))).toEqual(['(known after apply) → `{"pages":[]}`']);
  });
});

test("placeholders are compared by name", () => {
  expect(
    listLinesAfter((spec) => {
      getElement(spec, customers).source.connectionId = { $ref: "lake" };
    }),
  ).toEqual(["page Orders › table customers: source.connectionId !ref warehouse → !ref lake"]);
});

test("an element of another kind under the same id is a removal and an addition", () => {
  expect(
    listLinesAfter((spec) => {
      spec.pages[0].elements[customers] = {
        id: "customers",
        kind: "control",
        controlType: "text-area",
        controlId: "X",
      };
    }),
  ).toEqual([expect.stringContaining("table customers removed (destructive"), "page Orders › control customers added"]);
});

test("lists without ids are paired by what they are about", () => {
  expect(
    listLinesAfter((spec) => {
      const { joins } = getElement(spec, orders).source;
      joins.unshift({
        left: joins[0].left,
        right: { kind: "warehouse-table", connectionId: "c", path: ["A", "B", "DAYS"] },
        columns: [],
      });
      joins[1].joinType = "inner";
      joins[1].columns[0].op = "!=";
    }),
  ).toEqual(
    [
      "page Orders › table fact_orders › join DAYS added",
      "page Orders › table fact_orders › join customers: columns " +
        '`[{"left":"[CUSTOMER_ID]","right":"[Customer Id]"}]` → x',
    ]
      .map((line, index) => (index === 0 ? line : expect.stringContaining("join customers")))
      .concat([expect.stringContaining("join customers: joinType (none) → `inner`")]),
  );
});

test("long texts are shown where they differ", () => {
  const formula = `If(${"[A] + ".repeat(40)}[B], 1, 2)`;
  const [line] = listLinesAfterBoth(formula, formula.replace("[B]", "[C]"));
  expect(line).toMatch(/formula `….*\[B\], 1, 2\)` → `….*\[C\], 1, 2\)`$/);
  expect(line!.length).toBeLessThan(160);
});

function listLinesAfterBoth(before: string, after: string): string[] {
  const buildSpec = (formula: string): Json => ({
    pages: [
      { id: "p", name: "P", elements: [{ id: "t", kind: "table", source: {}, columns: [{ id: "a", formula }] }] },
    ],
  });
  return formatChanges(diffSpecs(buildSpec(before), buildSpec(after)));
}

test("nothing changed is said in words", () => {
  expect(summarizeChanges([])).toBe("no changes");
});

describe("a new name", () => {
  /** Two tables with a column of one name, and formulas of the first. */
  const build = (name: string, ...formulas: string[]): Json => {
    const columns = [{ id: "amount", name, formula: "[T/AMOUNT]" }];
    const metrics = formulas.map((formula, at) => ({ id: `m${at}`, name: `M${at}`, formula }));
    const source = { kind: "warehouse-table", connectionId: "c", path: ["S", "P", "T"] };
    const other = { id: "other", kind: "table", name: "Other", source, columns: [{ id: "gross", name: "Gross" }] };
    const elements = [{ id: "t", kind: "table", name: "T", source, columns, metrics }, other];
    return { pages: [{ id: "p", name: "P", elements }] };
  };

  test("is one line with the formulas that only follow it; others have lines of their own", () => {
    const [before, after] = [
      build("Amount", "Sum([Amount])", "Max([Amount])", "Min([Amount])", "Avg([Amount])"),
      build("Gross amount", "Sum([Gross amount])", "Max([Gross amount]) * 2", "Min([Gross amount])", "Count()"),
    ];
    expect(formatChanges(diffSpecs(before, after))).toEqual([
      "page P › table t › column amount: name `Amount` → `Gross amount`",
      "2 formulas use the new names, and mean the same",
      "page P › table t › metric m1: formula `Max([Amount])` → `Max([Gross amount]) * 2`",
      "page P › table t › metric m3: formula `Avg([Amount])` → `Count()`",
    ]);
  });

  test("of another thing is none that a formula follows", () => {
    const before = build("Amount", "Sum([Amount])", "Max([Amount])");
    const after = build("Gross", "Sum([Other/Gross])", "Max([Unknown])") as Loose;
    after.pages[0].elements[1].columns[0].name = "Net";
    expect(formatChanges(diffSpecs(before, after)).filter((line) => line.includes("new names"))).toEqual([]);
    expect(formatChanges(diffSpecs(before, after))).toContain(
      "page P › table t › metric m1: formula `Max([Amount])` → `Max([Unknown])`",
    );
  });
});
