import { copy, type Loose, readFixture, readFixtureText } from "./fixtures";
import { assignIds, formatPath, type JsonObject, parseSpec, rewriteIds, walkIds } from "./spec";

/** Every site of a spec as one line: role, kinds, owner, id. */
function listSites(spec: JsonObject): Record<string, string> {
  const sites: Record<string, string> = {};
  walkIds(spec, (site) => {
    const owner = site.owner === undefined ? "" : `${site.owner} `;
    sites[formatPath(spec, site.buildPath()).replace("pages[main].elements", "")] =
      `${site.role === "definition" ? "= " : "→ "}${owner}${site.kinds.join("|")} ${site.id}`;
  });
  return sites;
}

test("every id and reference of a table's parts is visited", () => {
  const sites = listSites(readFixture("constructs/table.yaml"));
  expect(sites).toMatchObject({
    "pages[main].id": "= page main",
    "[orders].id": "= element orders",
    "[orders].columns[day].id": "= orders column day",
    "[orders].metrics[revenue].id": "= orders metric revenue",
    "[orders].metricFolders[money].id": "= orders metricFolder money",
    "[orders].relationships[customer_of].id": "= orders relationship customer_of",
    "[orders].filters[recent].id": "= orders filter recent",
    "[orders].folders[who].id": "= orders folder who",
    "[orders].groupings[by_day].id": "= orders grouping by_day",
    "[orders].columnSecurities[finance].id": "= orders columnSecurity finance",
    "[orders].order[1]": "→ orders column|folder who",
    "[orders].summary[0]": "→ orders column total",
    "[orders].folders[who].items[1]": "→ orders column|folder where",
    "[orders].groupings[by_day].groupBy[0]": "→ orders column|folder day",
    "[orders].groupings[by_day].calculations[0]": "→ orders column total",
    "[orders].groupings[by_day].sort[1].columnId": "→ orders column total",
    "[customers].sort[0].columnId": "→ customers column region",
    "[orders].filters[recent].columnId": "→ orders column day",
    "[orders].columnSecurities[finance].restrictedColumns[1]": "→ orders column total",
    "[orders].uniqueKeys[1]": "→ orders column customer",
    "[orders].metrics[revenue].timeline.dateColumnId": "→ orders column day",
    "[orders].metricOrder[0]": "→ orders metric|metricFolder money",
    "[orders].metricFolders[money].items[1]": "→ orders metric|metricFolder other",
    "[orders].relationships[customer_of].targetElementId": "→ element customers",
    "[orders].relationships[customer_of].keys[0].sourceColumnId": "→ orders column customer",
    "[orders].relationships[customer_of].keys[0].targetColumnId": "→ customers column id",
  });
});

test("every reference of sources and controls is visited, with the element it is about", () => {
  expect(listSites(readFixture("constructs/sources.yaml"))).toMatchObject({
    "[child].source.elementId": "→ element warehouse",
    "[child].source.groupingId": "→ warehouse grouping by_day",
    "[joined].source.joins[0].right.elementId": "→ element warehouse",
    "[joined].source.joins[0].right.groupingId": "→ warehouse grouping by_day",
    "[joined].source.joins[1].left.elementId": "→ element warehouse",
    "[stacked].source.sources[0].elementId": "→ element warehouse",
    "[wide].source.source.elementId": "→ element warehouse",
    "[wide].source.columnToTranspose": "→ warehouse column kind",
    "[wide].source.valueColumn": "→ warehouse column amount",
    "[wide].source.outputColumns[0]": "→ warehouse column Day",
    "[long].source.columnsToMerge[1]": "→ child column Amount",
  });
  const controls = readFixture("constructs/controls.yaml");
  const own = "pages[controls].elements";
  expect(listSites(controls)).toMatchObject({
    [`${own}[c_checkbox].filters[0].source.elementId`]: "→ element orders",
    [`${own}[c_checkbox].filters[0].columnId`]: "→ orders column kind",
    [`${own}[c_list_single].source.source.elementId`]: "→ element orders",
    [`${own}[c_list_single].source.columnId`]: "→ orders column kind",
    [`${own}[c_list_single].source.displayColumnId`]: "→ orders column amount",
    [`${own}[c_hierarchy].source.source.elementId`]: "→ element orders",
    [`${own}[c_hierarchy].source.columnId`]: "→ orders column kind",
  });
});

test("references out of the model are not visited", () => {
  for (const name of ["constructs/sources.yaml", "constructs/controls.yaml"]) {
    const ids = Object.values(listSites(readFixture(name))).map((site) => site.split(" ").at(-1));
    for (const foreign of [
      "their-table",
      "their-grouping",
      "their-column",
      "inode-1/KIND",
      "dm-9",
      "conn-1",
      "Their-Control",
    ]) {
      expect(ids).not.toContain(foreign);
    }
  }
});

test("the table of references is complete: every id field of the fixtures is visited or leads outside", () => {
  const outside = /^(dm-9|conn-1|their-.*|inode-.*|u-1|t-1|ua-1|Their-Control|.*-(Filter|Control))$/;
  for (const name of ["table", "sources", "filters", "controls"]) {
    const spec = readFixture(`constructs/${name}.yaml`);
    const visited = new Set<string>();
    walkIds(spec, (site) => visited.add(site.buildPath().join(".")));
    const visit = (value: Loose, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, item] of Object.entries<Loose>(value)) {
        const at = path ? `${path}.${key}` : key;
        const isId =
          /^(id|.*Id|columnToTranspose|valueColumn)$/.test(key) && key !== "controlId" && typeof item === "string";
        if (isId && !outside.test(item)) expect([name, visited.has(at) ? "visited" : at]).toEqual([name, "visited"]);
        visit(item, at);
      }
    };
    visit(spec, "");
  }
});

test("ids are rewritten with the elements they belonged to, in a copy", () => {
  const spec = readFixture("constructs/table.yaml");
  const before = copy(spec);
  // Column `id` of customers and column `customer` of orders change; another table's column of the same name would not.
  const after: Loose = rewriteIds(spec, ({ owner, id, kinds }) => {
    if (kinds[0] === "element") return `new-${id}`;
    return owner === "customers" && id === "id" ? "key" : id;
  });
  expect(spec).toEqual(before);
  const [customers, orders] = after.pages[0].elements;
  expect([customers.id, customers.columns[0].id]).toEqual(["new-customers", "key"]);
  expect(orders.relationships[0]).toMatchObject({
    targetElementId: "new-customers",
    keys: [{ targetColumnId: "key" }],
  });
});

describe("ids left out", () => {
  const buildSpec = (columns: string) =>
    parseSpec(
      `pages: [{id: p, name: P, elements: [{id: t, kind: table, source: {}, columns: [${columns}]}]}]`,
    ) as Loose;
  const listIds = (columns: string) =>
    (assignIds(buildSpec(columns)) as Loose).pages[0].elements[0].columns.map(({ id }: Loose) => id);

  test("are derived from the name, then the formula", () => {
    expect(
      listIds(
        '{name: Order Date, formula: x}, {formula: "[ORDERS/ORDER_ID]"}, {name: "Größe (cm)", formula: x}, ' +
          '{name: "!!", formula: "[A/B]"}',
      ),
    ).toEqual(["order_date", "order_id", "größe_cm", "b"]);
    const [hash] = listIds('{formula: "Sum([x]) / 2"}');
    expect(hash).toMatch(/^[a-z0-9]+$/);
    expect(listIds('{formula: "1"}, {formula: "Sum([x]) / 2"}')[1]).toBe(hash);
  });

  test("are told apart, and from those that are given", () => {
    expect(listIds("{name: A, formula: x}, {id: a_2, formula: x}, {name: a, formula: x}, {id: a, formula: x}")).toEqual(
      ["a_3", "a_2", "a_4", "a"],
    );
  });

  test("are given to every kind of part, and can be referred to", () => {
    const text = readFixtureText("orders.yaml");
    const table = (assignIds(parseSpec(text)) as Loose).pages[0].elements[1];
    expect(table.columns[0].id).toBe("order_date");
    expect(table.metrics[0].id).toBe("metric_total_revenue");
    expect(table.relationships[0].id).toBe("relationship_customer");
    const parts: Loose = {
      id: "t",
      kind: "table",
      filters: [
        { kind: "list", columnId: "a" },
        { kind: "list", columnId: "a" },
      ],
      folders: [{ name: "Money" }],
      metricFolders: [{ name: "Money" }],
      groupings: [{ groupBy: ["day"] }, {}],
      columnSecurities: [{ restrictedColumns: ["x"] }],
    };
    const [assigned]: Loose = (assignIds({ pages: [{ elements: [parts] }] }) as Loose).pages[0].elements;
    const listFieldIds = (field: string) => assigned[field].map(({ id }: Loose) => id);
    expect(["filters", "folders", "metricFolders", "groupings", "columnSecurities"].map(listFieldIds)).toEqual([
      ["filter_a", "filter_a_2"],
      ["folder_money"],
      ["metric_folder_money"],
      ["grouping_day", "grouping"],
      ["column_security_x"],
    ]);
  });

  test("a spec that has them all is returned as it is", () => {
    const complete = readFixture("constructs/table.yaml");
    expect(assignIds(complete)).toBe(complete);
  });
});
