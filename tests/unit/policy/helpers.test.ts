import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { ResourceValidation } from "@pulumi/policy";
import { parseSpec } from "../../../provider/src/core/model";
import {
  forEachColumn,
  forEachElement,
  forEachFormula,
  forEachJoin,
  forEachSource,
  isUnknown,
  type PolicyApiCredential,
  type PolicyDataModel,
  remediateDataModel,
  validateApiCredential,
  validateDataModel,
  validateModelGraph,
  validateTag,
} from "../../../provider/src/policy";
import { analyze, analyzeStack, buildModel, buildTable, remediate, unknown, wrapSecret } from "./support";

const buildPolicy = (validateResource: ResourceValidation | ResourceValidation[]) => [
  { name: "it", description: "It.", enforcementLevel: "mandatory" as const, validateResource },
];

function throwVisited(): never {
  throw new Error("visited");
}

async function readModel(subject: Parameters<typeof analyze>[1]): Promise<PolicyDataModel> {
  let seen: PolicyDataModel | undefined;
  const found = await analyze(
    buildPolicy(
      validateDataModel((given) => {
        seen = given;
      }),
    ),
    subject,
  );
  expect(found).toEqual([]);
  return seen!;
}

async function readCredential(properties: Record<string, unknown>): Promise<PolicyApiCredential> {
  let seen: PolicyApiCredential | undefined;
  await analyze(
    buildPolicy(
      validateApiCredential((given) => {
        seen = given;
      }),
    ),
    { kind: "ApiCredential", properties },
  );
  return seen!;
}

describe("a data model", () => {
  const placeholders = buildTable({
    source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["A", "B", { $ref: "name" }] },
  });

  test("is seen with its placeholders filled, unknown ones as unknown", async () => {
    const seen = await readModel(
      buildModel([placeholders], { refs: { warehouse: unknown, name: "T" }, folderId: unknown }),
    );
    const sources: unknown[] = [];
    forEachSource(seen, ({ source }) => sources.push(source));
    expect(sources).toEqual([{ kind: "warehouse-table", connectionId: unknown, path: ["A", "B", "T"] }]);
    expect(isUnknown(seen.fields.folderId)).toBe(true);
    expect(seen.fields.name).toBe("Orders");
  });

  test("with a secret in a placeholder shows none of its placeholders", async () => {
    const seen = await readModel(
      buildModel([placeholders], { refs: { warehouse: "c-1", name: wrapSecret("hush") }, confidential: true }),
    );
    expect(JSON.stringify(seen) + inspect(seen, { showHidden: true, depth: 9 })).not.toContain("hush");
    expect(seen.hidden).toBeUndefined();
    forEachSource(seen, ({ source }) =>
      expect(isUnknown((source as { connectionId: string }).connectionId)).toBe(true),
    );
  });

  test.each([
    ["unknown", { spec: unknown }, "unknown"],
    ["secret", { spec: wrapSecret(JSON.stringify({ pages: [{ name: "hush" }] })), confidential: true }, "secret"],
    ["masked by the engine", { spec: "[secret]", confidential: true }, "secret"],
  ])("that is %s as a whole has no representation, and no walk fails", async (_what, properties, hidden) => {
    const seen = await readModel(buildModel([], properties));
    expect(seen.hidden).toBe(hidden);
    expect(seen.spec).toBeUndefined();
    expect(JSON.stringify(seen) + inspect(seen, { showHidden: true, depth: 9 })).not.toContain("hush");
    forEachElement(seen, throwVisited);
    forEachJoin(seen, throwVisited);
  });

  test("with unknown values in place of lists and objects is walked past them", async () => {
    const seen = await readModel(
      buildModel(
        [
          { $ref: "e" },
          buildTable({ columns: { $ref: "e" }, source: { $ref: "e" } }),
          buildTable({ columns: [{ $ref: "e" }] }),
        ],
        {
          refs: { e: unknown },
        },
      ),
    );
    const places: string[] = [];
    forEachElement(seen, () => places.push("element"));
    forEachColumn(seen, () => places.push("column"));
    forEachFormula(seen, () => places.push("formula"));
    expect(places).toEqual(["element", "element"]);
  });

  test("is walked with a path to everything", async () => {
    const inner = { kind: "table", elementId: "orders" };
    const seen = await readModel(
      buildModel([
        buildTable({ metrics: [{ id: "total", formula: "Sum([Amount])" }] }),
        buildTable({ id: "joined", source: { kind: "join", joins: [{ left: inner, right: inner, columns: [] }] } }),
        { id: "c", kind: "control", controlType: "text-area", controlId: "c" },
      ]),
    );
    const paths: string[] = [];
    forEachElement(seen, ({ path }) => paths.push(seen.formPathText(path)));
    forEachColumn(seen, ({ path }) => paths.push(seen.formPathText(path)));
    forEachSource(seen, ({ path }) => paths.push(seen.formPathText(path)));
    forEachJoin(seen, ({ path }) => paths.push(seen.formPathText(path)));
    forEachFormula(seen, ({ path }) => paths.push(seen.formPathText(path)));
    const at = "pages[main].elements";
    expect(paths).toEqual([
      `${at}[orders]`,
      `${at}[joined]`,
      `${at}[c]`,
      `${at}[orders].columns[amount]`,
      `${at}[joined].columns[amount]`,
      `${at}[orders].source`,
      `${at}[joined].source`,
      `${at}[joined].source.joins[0].left`,
      `${at}[joined].source.joins[0].right`,
      `${at}[joined].source.joins[0]`,
      `${at}[orders].columns[amount].formula`,
      `${at}[orders].metrics[total].formula`,
      `${at}[joined].columns[amount].formula`,
    ]);
  });

  test("kept in a file is reported with its line there, if that is the file it came from", async () => {
    const folder = mkdtempSync(join(tmpdir(), "policy-"));
    const { PWD } = process.env;
    process.env.PWD = folder;
    try {
      const text =
        "pages:\n  - id: main\n    name: Main\n    elements:\n      - {id: t, kind: table, source: " +
        "!ref warehouse, columns: []}\n";
      writeFileSync(join(folder, "model.yaml"), text);
      const made = buildPolicy(
        validateDataModel((given, _context, report) => {
          forEachElement(given, ({ path }) => report("found", path));
          report("whole");
        }),
      );
      const properties = { file: "model.yaml", refs: { warehouse: unknown } };
      const own = { ...properties, spec: JSON.stringify(parseSpec(text)) };
      expect(await analyze(made, { kind: "DataModel", properties: own })).toEqual([
        "mandatory: model.yaml:5:9: pages[main].elements[t]: found",
        "mandatory: model.yaml: whole",
      ]);
      expect(await analyze(made, buildModel([buildTable()], properties))).toEqual([
        "mandatory: model.yaml: pages[main].elements[orders]: found",
        "mandatory: model.yaml: whole",
      ]);
    } finally {
      process.env.PWD = PWD;
      rmSync(folder, { recursive: true });
    }
  });

  test("is not judged by what is meant for another kind, alone or in a list", async () => {
    const validate = validateTag((_tag, _context, report) => report("seen"));
    expect(await analyze(buildPolicy(validate), buildModel([]))).toEqual([]);
    expect(await analyze(buildPolicy([validate, validate]), buildModel([]))).toEqual([]);
    expect(await analyze(buildPolicy([validate]), { kind: "Tag", properties: { name: "x" } })).toEqual([
      "mandatory: seen",
    ]);
  });

  test("has a name that no log takes for a command, and no terminal for a sequence", async () => {
    const validate = validateTag(({ name }, _context, report) => report(`tag ${name}`));
    const properties = { name: "a\u001b[2J\n::error::pwned ##[error]pwned" };
    expect(await analyze(buildPolicy(validate), { kind: "Tag", properties })).toEqual([
      "mandatory: tag a\n\\u003a:error::pwned \\u0023#[error]pwned",
    ]);
    const validateStack = validateModelGraph(({ models }, _args, report) => report("\n::error::pwned", models[0]!));
    const subjects = [{ kind: "DataModel" as const, name: "m", properties: { name: "M" } }];
    expect(await analyzeStack([{ name: "g", description: "G.", validateStack }], subjects)).toEqual([
      "m: \n\\u003a:error::pwned",
    ]);
  });

  test("keeps secrets and unknown values through a remediation", async () => {
    const policies = [
      {
        name: "it",
        description: "It.",
        enforcementLevel: "remediate" as const,
        remediateResource: remediateDataModel(({ fields }) =>
          fields.description === undefined ? { description: "Ours" } : undefined,
        ),
      },
    ];
    const subject = buildModel([], { spec: wrapSecret("{}"), folderId: unknown });
    expect(await remediate(policies, subject)).toEqual({ ...subject.properties, description: "Ours" });
    expect(await remediate(policies, buildModel([], { description: "theirs" }))).toBeUndefined();
  });
});

describe("a credential", () => {
  test("shows how it signs in, and nothing it signs in with", async () => {
    const seen = await readCredential({
      name: "Billing",
      allowlist: ["api.example.com"],
      credential: wrapSecret({
        authMethod: "oAuthClientCredentials",
        oAuthClientCredentials: {
          clientId: "hush-id",
          clientSecret: "hush",
          accessTokenUrl: "http://hush:hush@id.example.com/token?key=hush",
          scopes: ["read"],
          accessTokenAuthMethod: "httpBasic",
        },
      }),
    });
    expect(seen.method).toEqual({
      authMethod: "oAuthClientCredentials",
      accessTokenUrl: "http://id.example.com/token",
      scopes: ["read"],
      accessTokenAuthMethod: "httpBasic",
    });
    expect(JSON.stringify(seen)).not.toContain("hush");
  });

  test.each([["[secret]"], [unknown], [undefined]])("given as %s shows no method", async (credential) => {
    const seen = await readCredential({ name: "x", allowlist: ["*"], ...(credential && { credential }) });
    expect(seen).toEqual({ name: "x", allowlist: ["*"], ...(credential === unknown && { method: unknown }) });
  });
});

describe("the graph of models", () => {
  const buildOn = (dataModelId: string, elementId: string) =>
    buildModel([buildTable({ id: "top", source: { kind: "data-model", dataModelId, elementId } })]).properties;
  const ids = { pages: {}, elements: { orders: { id: "srv-orders" } } };
  const base: Record<string, unknown> = { ...buildModel([buildTable()]).properties, ids: JSON.stringify(ids) };

  async function listEdges(subjects: Parameters<typeof analyzeStack>[1]): Promise<string[]> {
    const validateStack = validateModelGraph(({ edges }, _args, report) => {
      for (const { from, to, table } of edges) report(`${to.map(({ name }) => name).join("|")}#${table}`, from);
    });
    return analyzeStack([{ name: "g", description: "G.", validateStack }], subjects);
  }

  test("knows the table by its id on the platform", async () => {
    const found = await listEdges([
      { kind: "DataModel", name: "base", properties: base },
      { kind: "DataModel", name: "top", properties: buildOn("srv", "srv-orders") },
      { kind: "DataModel", name: "other", properties: buildOn("elsewhere", "elsewhere") },
    ]);
    expect(found).toEqual(["top: base#orders", "other: #undefined"]);
    const older = { kind: "DataModel", name: "older", properties: { ...base, ids } };
    expect(
      await listEdges([older, { kind: "DataModel", name: "top", properties: buildOn("srv", "srv-orders") }]),
    ).toEqual(["top: older#orders"]);
  });

  test("has the models in one order, whichever was registered first", async () => {
    const validateStack = validateModelGraph(({ models }, _args, report) =>
      report(models.map(({ name }) => name).join(), models[0]!),
    );
    const subjects = ["b", "a", "c"].map((name) => ({ kind: "DataModel" as const, name, properties: base }));
    for (const given of [subjects, subjects.toReversed()]) {
      expect(await analyzeStack([{ name: "g", description: "G.", validateStack }], given)).toEqual(["a: a,b,c"]);
    }
  });

  test("knows a source by its kind, also when that is the value of a placeholder", async () => {
    const source = { kind: { $ref: "kind" }, dataModelId: "srv", elementId: "srv-orders" };
    const top = buildModel([buildTable({ id: "top", source })], { refs: { kind: "data-model" } });
    const found = await listEdges([
      { kind: "DataModel", name: "base", properties: base },
      { ...top, name: "top" },
    ]);
    expect(found).toEqual(["top: base#orders"]);
  });

  test("reads no model that depends on none", async () => {
    // Models no other test has: what was read once is kept.
    const below = { ...buildModel([buildTable({ id: "below" })]).properties, ids: JSON.stringify(ids) };
    const above = buildModel([
      buildTable({ id: "above", source: { kind: "data-model", dataModelId: "srv", elementId: "srv-orders" } }),
    ]);
    const subjects = [
      { kind: "DataModel", name: "below", properties: below },
      { ...above, name: "above" },
    ];
    const parse = jest.spyOn(JSON, "parse");
    const read = () => parse.mock.calls.map(([text]) => text as unknown);
    await listEdges(subjects.slice(0, 1));
    expect(read()).toEqual([]);
    expect(await listEdges(subjects)).toEqual(["above: below#orders"]);
    expect(read()).toEqual([below.ids, above.properties.spec]);
    parse.mockRestore();
  });

  test("goes by what the model depends on while ids are unknown", async () => {
    const subject = { kind: "DataModel", properties: buildOn(unknown, unknown) };
    const found = await listEdges([
      { kind: "DataModel", name: "a", properties: base },
      { kind: "DataModel", name: "b", properties: buildModel([buildTable()]).properties },
      { ...subject, name: "one", dependsOn: { refs: ["a"] } },
      { ...subject, name: "two", dependsOn: { refs: ["a", "b"] } },
    ]);
    expect(found).toEqual(["one: a#undefined", "two: a|b#undefined"]);
  });
});
