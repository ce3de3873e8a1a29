import type { Properties } from "../../../provider/src/core/engine";
import { unknownValue } from "../../../provider/src/core/spec/json";
import { createDynamicProvider } from "../../../provider/src/host/dynamic";
import { registry } from "../../../provider/src/kinds/registry";

const buildColumn = (text: string) => ({ id: "c", name: "C", formula: text });
const writeSpec = (text: string) =>
  JSON.stringify({
    pages: [
      { id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "Secret plan", columns: [buildColumn(text)] }] },
    ],
  });
const source = { kind: "warehouse-table", connectionId: "f7252cec-2ef5-42fd-8d05-299732aeba05", path: ["A", "B"] };
const write = (text: string) => writeSpec(text).replace('"columns"', `"source":${JSON.stringify(source)},"columns"`);

const model = createDynamicProvider(registry.DataModel!());
const declared = { name: "Orders", folderId: "folder", __urn: "urn:pulumi:s::p::t::orders" };

async function check(olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await model.check(olds, { ...declared, ...news });
  expect(failures).toEqual([]);
  return inputs;
}

beforeAll(() => {
  const settings: Record<string, string> = {
    "analytics:baseUrl": "http://127.0.0.1:1",
    "analytics:clientId": "id",
    "analytics:clientSecret": "secret",
  };
  model.configure({ config: { get: (key) => settings[key] } });
});
beforeEach(() => jest.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test("a document has an outline beside its text, another one for each text", async () => {
  const first = await check({}, { spec: write("[B/X]") });
  expect(first.outline).toMatch(/^1 page, 1 element, 1 column: table Secret plan \(sha256 \w{8}\)$/);
  expect((await check(first, { spec: write("[B/X]") })).outline).toBe(first.outline);
  expect((await check(first, { spec: write("[B/X] * 2") })).outline).not.toBe(first.outline);
});

test("what the outline of an unknown text is, is unknown", async () => {
  expect((await check({}, { spec: unknownValue })).outline).toBe(unknownValue);
});

test.each([true, "whole"])("the outline of a text with a secret names nothing: %s", async (confidential) => {
  const { outline } = await check({}, { spec: write("[B/X]"), confidential });
  expect(outline).toMatch(/^1 page, 1 element, 1 column \(sha256 \w{8}\)$/);
});

test("a state of an earlier release gets one with the next change of the document", async () => {
  const { outline: _, ...former } = await check({}, { spec: write("[B/X]") });
  expect(await check(former, { spec: write("[B/X]"), description: "New" })).not.toHaveProperty("outline");
  expect(await check(former, { spec: write("[B/Y]") })).toHaveProperty("outline");
});

test("other kinds have none", async () => {
  const tag = createDynamicProvider(registry.Tag!());
  const { inputs } = await tag.check({}, { name: "Release", color: "grass" });
  expect(inputs).not.toHaveProperty("outline");
});
