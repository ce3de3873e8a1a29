import { buildPages, buildWarehouseTable, create, type Loose, readPages } from "../../spec/models";
import { setUpEmulator } from "../../support";

const running = setUpEmulator();

async function createModel(): Promise<{ id: string; rules: string; columns: string[] }> {
  const orders = buildWarehouseTable(running, "o", "ORDERS", ["ID", "AMOUNT"]);
  const { id, pages } = await create(running, buildPages(orders));
  const [element] = pages[0].elements;
  const rules = `/v2/dataModels/${id}/elements/${element.id}/columnSecurityRules`;
  return { id, rules, columns: element.columns.map((column: Loose) => column.id) };
}

const readSecurities = async (id: string) => (await readPages(running, id))[0].elements[0].columnSecurities;
const noOne = { kind: "no-one-can-view" };

test("rules are created together, listed, replaced and deleted, each write in a version of its own", async () => {
  const { api, emulator } = running;
  const { id, rules, columns } = await createModel();
  const assignments = [{ type: "user", userId: emulator.seeded.members.analyst }];
  const team = { kind: "specific-users-and-teams", assignments };
  const { status, body } = await api.post(rules, [
    { columns: [columns[1]], criteria: noOne },
    { columns: "all", criteria: team },
  ]);
  expect(status).toBe(200);
  const [first, second] = body;
  expect(body).toEqual([
    { columnSecurityRuleId: expect.any(String), columns: [columns[1]], criteria: noOne },
    { columnSecurityRuleId: expect.any(String), columns: "all", criteria: team },
  ]);
  expect((await api.get(rules)).body).toEqual({ entries: body, nextPage: null, total: 2, hasMore: false });
  expect(await readSecurities(id)).toEqual([
    { id: first.columnSecurityRuleId, restrictedColumns: [columns[1]], criteria: noOne },
    { id: second.columnSecurityRuleId, restrictedColumns: "all", criteria: team },
  ]);
  const changed = { columns, criteria: noOne };
  const path = `${rules}/${second.columnSecurityRuleId}`;
  expect((await api.put(path, changed)).body).toEqual({
    ...changed,
    columnSecurityRuleId: second.columnSecurityRuleId,
  });
  expect((await api.delete(`${rules}/${first.columnSecurityRuleId}`)).body).toEqual({});
  expect((await api.get(rules)).body.entries).toEqual([
    { ...changed, columnSecurityRuleId: second.columnSecurityRuleId },
  ]);
  expect((await api.get(`/v2/dataModels/${id}/spec`)).body.documentVersion).toBe(4);
  expect((await api.delete(`${rules}/${first.columnSecurityRuleId}`)).status).toBe(404);
});

test("one wrong rule creates none", async () => {
  const { api } = running;
  const { id, rules, columns } = await createModel();
  const right = { columns: [columns[0]], criteria: noOne };
  const user = { kind: "specific-users-and-teams", assignments: [{ type: "user", userId: "nobody" }] };
  const wrong: Loose[] = [
    { ...right, columns: ["nothing"] },
    { ...right, columns: "some" },
    { ...right, criteria: { kind: "everyone" } },
    { ...right, criteria: user },
    { columns: [columns[0]] },
  ];
  for (const rule of wrong) {
    expect([rule, (await api.post(rules, [right, rule])).status]).toEqual([rule, 400]);
  }
  expect((await api.post(rules, right)).status).toBe(400);
  expect(await readSecurities(id)).toBeUndefined();
  expect((await api.get(rules.replace(/elements.[^/]+/, "elements/none"))).status).toBe(404);
  expect((await api.get(rules.replace(id, "none"))).status).toBe(404);
});

test("the query of an element is its compiled SQL, at a tag too", async () => {
  const { api } = running;
  const { id, rules } = await createModel();
  const path = rules.replace("columnSecurityRules", "query");
  const { body } = await api.get(path);
  expect(body).toEqual({ elementId: expect.any(String), name: "ORDERS", sql: expect.stringContaining("AMOUNT") });
  expect((await api.get(`${path}?tagName=Nothing`)).status).toBe(404);
  expect(id).toEqual(expect.any(String));
});
