import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ApiError } from "../../../provider/src/core/api/errors";
import { parseSpec } from "../../../provider/src/core/model";
import type { DataModelInputs } from "../../../provider/src/kinds/data-model/fields";
import { adviseOnRefusal } from "../../../provider/src/kinds/data-model/review/refusals";

const files = {
  "models/orders.yaml": `schemaVersion: 1
pages:
  - id: main
    name: Orders
    elements:
      - id: orders
        kind: table
        name: Orders
        source:
          kind: warehouse-table
          connectionId: !ref warehouse
          path: [SALES, PUBLIC, "ORDERS.NEW"]
        columns: !include columns.yaml
      - id: joined
        kind: table
        source:
          kind: join
          joins:
            - left: { kind: table, elementId: orders }
              right: { kind: warehouse-table, path: [SALES, PUBLIC, CUSTOMERS] }
              columns: [{ left: "[Id]", right: "[CUSTOMER_ID]" }]
        columns: []
`,
  "models/columns.yaml": `- { id: amount, formula: "[ORDERS.NEW/AMOUNT]" }
- { id: share, formula: "[Amount] / [Totals/Grand Total]" }
- { id: shade, formula: "'rgb(1, 2, 3)'" }
`,
};

const before = process.cwd();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refusals-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  // The plugin host runs in the project's folder.
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const inputs: DataModelInputs = {
  name: "Orders",
  folderId: "folder-1",
  file: "models/orders.yaml",
  spec: JSON.stringify(
    parseSpec(files["models/orders.yaml"], {
      file: "models/orders.yaml",
      readFile: (path) => files[path as keyof typeof files],
    }),
  ),
  refs: { warehouse: "c0ffee" },
};

const buildRefusal = (detail: string, more: Partial<ApiError> = {}) =>
  new ApiError({ method: "POST", path: "/v2/dataModels/spec", status: 400, detail, outcome: "notApplied", ...more });

const formHint = (detail: string, more: Partial<DataModelInputs> = {}) =>
  adviseOnRefusal(buildRefusal(detail), { ...inputs, ...more }, {});

describe("an id that the platform doesn't know", () => {
  test("is named as the field it stands in, with file, line and the name of its value", () => {
    expect(formHint("Dependency not found: 'c0ffee'")).toBe(
      "Look at models/orders.yaml:11:11: pages[main].elements[orders].source.connectionId (`!ref warehouse`). " +
        "The platform has no such connection, or these credentials can't see it.\n" +
        "  11 |           connectionId: !ref warehouse\n" +
        "     |                         ^^^^^^^^^^^^^^",
    );
    expect(formHint("Dependency not found: 'folder-1'")).toMatch(
      /^Look at folderId, which the program gives to the model of models\/orders\.yaml\. The platform has no such folder/,
    );
  });

  test("is found in the platform's ids, which is what an update sends", () => {
    const outputs = { ids: { pages: {}, elements: { orders: { id: "Zx81" } } } };
    const error = buildRefusal("Dependency not found: 'Zx81'", { method: "PUT" });
    expect(adviseOnRefusal(error, inputs, outputs)).toContain(
      "models/orders.yaml:19:36: pages[main].elements[joined].source.joins[0].left.elementId. " +
        "The platform has no such element",
    );
  });

  test("has no file in a model that a program declares", () => {
    expect(formHint("Dependency not found: 'c0ffee'", { file: undefined })).toMatch(
      /^Look at pages\[main\]\.elements\[orders\]\.source\.connectionId \(/,
    );
  });

  test("that wasn't sent is left to the platform's words", () => {
    expect(formHint("Dependency not found: 'other'")).toBeUndefined();
  });
});

test("a control that may not set one of another model is named by its place, and not by a platform id", () => {
  const buildControl = (controlId: string, dataModelId: string) => ({
    kind: "control",
    id: controlId,
    controlId,
    controlType: "text-area",
    parameters: [{ kind: "data-model", dataModelId, controlId: "Limit" }],
  });
  const pages = [{ id: "main", elements: [buildControl("other", "m1"), buildControl("mine", "m2")] }];
  const spec = JSON.stringify({ schemaVersion: 1, pages });
  const detail = "Invalid parameter on control: 8AEr4VXgDf targeting data model: m2, controlId: Limit.";
  expect(formHint(detail, { spec, file: undefined, refs: {} })).toMatch(
    /^Look at pages\[main\]\.elements\[mine\]\.parameters\[0\]\.controlId\. The platform doesn't let this control set that one: /,
  );
  expect(formHint(detail)).toBeUndefined();
});

test.each([
  "Dependency not found: 'totals/grand total'",
  "Cannot resolve columns on table orders: dependency not found: formula reference totals/grand total",
])("a name that leads nowhere is named as the formula, in the file that is included: %s", (detail) => {
  expect(formHint(detail)).toBe(
    "Look at models/columns.yaml:2:16: pages[main].elements[orders].columns[share].formula. " +
      "A name in this formula leads nowhere; the platform prints names in lower case.\n" +
      '  2 | - { id: share, formula: "[Amount] / [Totals/Grand Total]" }\n' +
      "    |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
  );
});

test("a table that the catalog lacks: where it stands, and how to sync it", () => {
  expect(formHint("Source not found: warehouse table 'SALES.PUBLIC.ORDERS.NEW' on connection c0ffee")).toBe(
    "Look at models/orders.yaml:12:11: pages[main].elements[orders].source.path, " +
      "models/orders.yaml:11:11: pages[main].elements[orders].source.connectionId (`!ref warehouse`). " +
      "The platform's catalog lacks the table: it is new, its path is wrong, or its connectionId is. " +
      "Sync it with `npx pulumi-analytics api POST connections/c0ffee/sync --field " +
      '\'path=["SALES","PUBLIC","ORDERS.NEW"]\'`, then run `pulumi up` again.\n' +
      '  12 |           path: [SALES, PUBLIC, "ORDERS.NEW"]\n' +
      "     |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
  );
  expect(formHint("Source not found: warehouse table 'A.B' on connection c0ffee")).toContain(
    `c0ffee/sync --field 'path=["A","B"]'`,
  );
});

test("a path that begins at the failing source is found in the file", () => {
  expect(formHint("joins[0].right.connectionId: Invalid string: undefined")).toBe(
    "Look at models/orders.yaml:20:15: pages[main].elements[joined].source.joins[0].right.connectionId. Each " +
      "warehouse table needs its `connectionId`, on both sides of a join too.\n  20 |               right: { kind: " +
      "warehouse-table, path: [SALES, PUBLIC, CUSTOMERS] }\n     |                      " +
      "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
  );
  expect(formHint("joins[0].left.elementId: Invalid id")).toContain("source.joins[0].left.elementId");
  expect(formHint("nowhere[3].at.all: Invalid string")).toBeUndefined();
});

test("a gateway's refusal names what it is likely to have taken for an attack", () => {
  const error = buildRefusal("received HTML instead of JSON", {
    status: 403,
    fromProxy: true,
    hint: "A gateway refused it.",
  });
  expect(adviseOnRefusal(error, inputs, {})).toBe(
    "A gateway refused it. Look at models/columns.yaml:3:16: pages[main].elements[orders].columns[shade].formula. " +
      "The gateway is likely to have taken it for an attack.\n" +
      "  3 | - { id: shade, formula: \"'rgb(1, 2, 3)'\" }\n" +
      "    |                         ^^^^^^^^^^^^^^^^",
  );
});

test("other failures keep their own hint", () => {
  expect(
    adviseOnRefusal(buildRefusal("Dependency not found: 'c0ffee'", { method: "GET" }), inputs, {}),
  ).toBeUndefined();
  expect(adviseOnRefusal(buildRefusal("Dependency not found: 'c0ffee'", { status: 500 }), inputs, {})).toBeUndefined();
  expect(formHint("Something else")).toBeUndefined();
});

test.each([
  [
    "a raw name in a join",
    "Column reference not found: 'CUSTOMERS/CUSTOMER_ID'",
    "columns[0].right",
    "it is `[Customer Id]`",
  ],
  [
    "a formula",
    "Invalid formula: [Amount] / [Totals/Grand Total]",
    "columns[share].formula",
    "If(condition, value, otherwise)",
  ],
  [
    "an unknown table of a formula",
    "Cannot resolve columns on table Orders: nothing",
    "elements[orders].columns",
    "what doesn't exist",
  ],
  ["a structure", "union of 'joined': 2 sources", "elements[joined].source", "one source column"],
])("a refusal of %s names the place and what to write", (_what, detail, place, advice) => {
  const told = formHint(detail);
  expect(told).toContain(place);
  expect(told).toContain(advice);
});
