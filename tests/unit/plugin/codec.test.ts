import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Properties, pack, unpack, wrapSecret } from "../../../provider/src/core/engine";
import { unknownValue } from "../../../provider/src/core/model/json";
import { registry } from "../../../provider/src/kinds/registry";
import { createCodec } from "../../../provider/src/plugin/codecs";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";

const openCreate = (kind: string) =>
  createCodec(registry[kind]!(), new ProgramFiles({ root: __dirname, program: __dirname }));
const others = Object.keys(registry).filter((name) => !["DataModel", "Report", "Workbook"].includes(name));
const spec = JSON.stringify({ pages: [{ id: "main", elements: [{ id: "facts", kind: "table" }] }] });

const wrapInputs = (inputs: Properties) => ({ inputs, problems: [] });
const nothing = { values: {}, secrets: new Set<string>() };

test("the plugin names a kind in the list of codecs alone, and in the component of models", () => {
  const folder = join(__dirname, "../../../provider/src/plugin");
  const kind = new RegExp(`["'\`:](?:${Object.keys(registry).join("|")})["'\`]`);
  const naming = readdirSync(folder).filter((file) => kind.test(readFileSync(join(folder, file), "utf8")));
  expect(naming).toEqual(["directory.ts"]);
});

test.each(others)("%s crosses in clear, with what a program reads", (name) => {
  const codec = openCreate(name);
  const inputs = { name: "a", spec: "text", later: unknownValue };
  const opened = codec.open({ ...inputs, name: wrapSecret("a"), changeSummary: {} });
  expect(opened).toEqual({ values: inputs, secrets: new Set(["name"]) });
  expect(codec.keepChecked(wrapInputs(inputs), { urn: "urn" }, { before: nothing, after: opened })).toEqual(inputs);
  const { __provider, ...state } = codec.keepState(inputs, undefined);
  expect([state, typeof __provider]).toEqual([inputs, "string"]);
  const visible = Object.keys(registry[name]!().outputs).filter((output) => codec.outputs.includes(output));
  expect(codec.outputs).toEqual(visible);
  const preview = codec.previewCreate(inputs, inputs);
  for (const output of codec.outputs) expect(preview[output]).toBe(unknownValue);
});

/** The outputs that a preview knows after an update of a field; the rest is unknown. */
const staying: readonly [kind: string, changed: string, known: readonly string[]][] = [
  ["Team", "description", ["workspaceId"]],
  ["Folder", "parentId", ["createdAt", "createdBy", "urlId"]],
  ["Workspace", "name", ["urlId"]],
  ["AccountType", "permissions", ["isCustom"]],
  ["Member", "lastName", ["homeFolderId"]],
  ["Tenant", "name", ["apiUrl", "parentOrganizationId", "region", "tenantCloudProvider"]],
  ["Tenant", "slug", ["parentOrganizationId", "region", "tenantCloudProvider"]],
  ["ApiCredential", "description", ["authMethod"]],
  ["ApiCredential", "credential", []],
  ["ApiCredential", "rotation", []],
  ["Connection", "allowDelete", ["useOauth"]],
  ["SsoCertificate", "active", ["certificate", "notAfter", "notBefore"]],
  ["Grant", "permission", []],
  ["DataModelTag", "version", ["tagId"]],
  ["WorkbookSchedule", "title", ["ownerId"]],
  ["Workbook", "description", ["previousVersion", "url"]],
  ["Workbook", "contents", ["url"]],
  ["Workbook", "name", ["previousVersion"]],
  ["Workbook", "deletion", ["documentVersion", "previousVersion", "url"]],
  ["DataModel", "description", ["elementIds", "ids", "url"]],
];

test.each(staying)("a %s with another %s keeps %j in a preview", (kind, changed, known) => {
  const codec = openCreate(kind);
  const outputs = Object.fromEntries(codec.outputs.map((name) => [name, `the ${name}`]));
  const change = { before: { ...nothing, values: outputs }, after: { ...nothing, values: { [changed]: "{}" } } };
  const state = codec.previewUpdate(change, [changed], { [changed]: "{}" });
  expect(codec.outputs.filter((name) => state[name] !== unknownValue).sort()).toEqual(known);
  expect(known.map((name) => state[name])).toEqual(known.map((name) => outputs[name]));
});

test("what an object lacks is null to the engine, undefined to the lifecycle, and known in a preview", () => {
  const { shape } = registry.Team!();
  const state = shape.formState({ inputs: { name: "Buyers" }, outputs: { workspaceId: undefined } }, []);
  expect(state).toEqual({ name: "Buyers", workspaceId: null });
  expect(shape.parseState(state).outputs).toEqual({});
  const codec = openCreate("Team");
  for (const values of [state, { name: "Buyers" }]) {
    const preview = codec.previewUpdate({ before: { ...nothing, values }, after: nothing }, ["name"], {});
    expect(preview).toEqual({ workspaceId: null });
  }
});

test("no output is known after the update that restores a deleted object", () => {
  const values = { url: "u", deleted: true };
  const change = { before: { ...nothing, values }, after: nothing };
  expect(openCreate("Workbook").previewUpdate(change, ["restoreDeleted"], {}).url).toBe(unknownValue);
});

describe("a model", () => {
  test("is text to the lifecycle, and packed with an outline for the engine, which it opens again", () => {
    const codec = openCreate("DataModel");
    const after = codec.openDeclared({ urn: "urn", news: { name: "A", spec: JSON.parse(spec) } });
    expect(after.values).toEqual({ name: "A", spec });
    const kept = codec.keepChecked(wrapInputs(after.values), { urn: "urn" }, { before: nothing, after });
    expect(kept.spec).toMatchObject({ contents: expect.stringContaining("1 page, 1 element") });
    expect(unpack(kept.spec)).toBe(spec);
    expect(codec.open(kept).values).toEqual({ name: "A", spec });
  });

  test("of which a value is unknown keeps the rest for the calls after the check, in its own resource", () => {
    const codec = openCreate("DataModel");
    const news = { name: "A", spec: { pages: [{ id: "main", elements: [] }], note: unknownValue } };
    const after = codec.openDeclared({ urn: "urn", news });
    const kept = codec.keepChecked(wrapInputs(after.values), { urn: "urn" }, { before: nothing, after });
    expect(kept.spec).toBe(unknownValue);
    expect(codec.openChecked({ urn: "urn", news: kept }).values.spec).toBe(after.values.spec);
    expect(codec.openChecked({ urn: "other", news: kept }).values.spec).toBe(unknownValue);
  });

  test("has `elementIds` among its outputs, and in its state", () => {
    const codec = openCreate("DataModel");
    expect(codec.outputs).toContain("elementIds");
    const ids = JSON.stringify({ pages: {}, elements: { facts: { id: "e-1" } } });
    expect(codec.keepState({ name: "A", spec, ids }, undefined).elementIds).toEqual({ facts: "e-1" });
  });

  test("takes an object without pages for one that lost them to ignoreChanges, and no file or folder", () => {
    const codec = openCreate("Workbook");
    const olds = { contents: pack("{}") };
    const explain = (contents: object) => codec.explainProblems({ urn: "w", olds, news: { contents } });
    expect(explain({ elements: [] })).toEqual([expect.stringContaining("ignoreChanges names a part")]);
    for (const mark of ["c44067f5952c0a294b673a41bacd8c17", "0def7320c3a5731c473e5ecbe6d01bc7"]) {
      expect(explain({ "4dabf18193072939515e22adb298388d": mark, path: "workbooks/sales" })).toEqual([]);
    }
  });

  test("is told of paths into its text that ignoreChanges can't have", () => {
    const [model, tag] = [openCreate("DataModel"), openCreate("Tag")];
    expect(model.findOptionProblem(["spec.pages"])).toMatch(/spec/);
    expect(tag.findOptionProblem(["spec.pages"])).toBeUndefined();
  });
});
