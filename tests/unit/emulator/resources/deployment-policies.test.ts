import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();
const list = "/v2/deploymentPolicies";

async function create(fields: object = {}): Promise<string> {
  const { status, body } = await running.api.post(list, { name: "Policy", ...fields });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["deploymentPolicyId"]);
  return body.deploymentPolicyId;
}

test("a policy has the platform's defaults", async () => {
  const id = await create();
  const policy = {
    deploymentPolicyId: id,
    name: "Policy",
    nameInTenant: "Policy",
    versionTagId: null,
    sourceSwapPolicies: [],
    copyInputTableData: false,
  };
  expect((await running.api.get(`${list}/${id}`)).body).toEqual(policy);
  expect(await listAll(running.api, list)).toEqual([policy]);
});

test("a PATCH changes everything but the version tag", async () => {
  const { api, emulator } = running;
  const { versionTagId } = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body;
  const id = await create({ versionTagId });
  const changes = {
    name: "Other",
    nameInTenant: "Theirs",
    sourceSwapPolicies: [emulator.seeded.sourceSwapPolicies.toLakehouse],
    copyInputTableData: true,
  };
  const { body } = await api.patch(`${list}/${id}`, { ...changes, versionTagId: "another" });
  expect(body).toEqual({ deploymentPolicyId: id, versionTagId, ...changes });
});

test("references must exist", async () => {
  for (const fields of [{ versionTagId: "nothing" }, { sourceSwapPolicies: ["nothing"] }]) {
    const { status, body } = await running.api.post(list, { name: "Policy", ...fields });
    expect({ status, message: body.message }).toEqual({ status: 400, message: "Dependency not found: 'nothing'" });
  }
  const id = await create();
  expect((await running.api.patch(`${list}/${id}`, { sourceSwapPolicies: ["nothing"] })).status).toBe(400);
});

test("an archived policy is hidden, readable or listed, and never changed", async () => {
  const { api, emulator } = running;
  const id = await create();
  expect((await api.delete(`${list}/${id}`)).body).toEqual({});
  const readSeen = async () => [(await api.get(`${list}/${id}`)).status, (await listAll(api, list)).length];
  expect(await readSeen()).toEqual([404, 0]);
  emulator.configure({ archivedPolicies: "readable" });
  expect(await readSeen()).toEqual([200, 0]);
  emulator.configure({ archivedPolicies: "listed" });
  expect(await readSeen()).toEqual([200, 1]);
  expect((await api.patch(`${list}/${id}`, { name: "Again" })).status).toBe(404);
  expect((await api.delete(`${list}/${id}`)).status).toBe(404);
});

test.each([
  ["free", 200, 200],
  ["unique", 409, 200],
  ["unique-for-ever", 409, 409],
] as const)("names can be %s", async (policyNames, whileActive, onceArchived) => {
  const { api, emulator } = running;
  emulator.configure({ policyNames });
  const first = await create();
  const again = await api.post(list, { name: "Policy" });
  expect(again.status).toBe(whileActive);
  for (const id of [first, again.body.deploymentPolicyId].filter((id) => id !== undefined)) {
    await api.delete(`${list}/${id}`);
  }
  expect((await api.post(list, { name: "Policy" })).status).toBe(onceArchived);
});

test("tenants are added, listed and removed one by one", async () => {
  const { api, emulator } = running;
  const { tenants } = emulator.seeded;
  const path = `${list}/${await create()}/tenants`;
  expect((await api.get(`${list}/tenants?search=north`)).body.entries).toEqual([
    { tenantOrganizationId: tenants.north, tenantOrganizationSlug: "acme-north", tenantOrganizationName: "Acme north" },
  ]);
  for (const tenantOrganizationId of [tenants.north, tenants.south, tenants.north]) {
    expect((await api.post(path, { tenantOrganizationId })).body).toEqual({});
  }
  expect(await listAll(api, path, 1)).toEqual([tenants.north, tenants.south]);
  expect((await api.post(path, { tenantOrganizationId: "nobody" })).status).toBe(400);
  expect((await api.delete(`${path}/${tenants.north}`)).body).toEqual({});
  expect((await api.delete(`${path}/${tenants.north}`)).status).toBe(404);
  expect(await listAll(api, path)).toEqual([tenants.south]);
});

test("documents are added, listed and removed", async () => {
  const { api, emulator } = running;
  const { workbooks, folders, legacyModel } = emulator.seeded;
  const id = await create();
  const path = `${list}/${id}/files`;
  expect((await api.post(path, { inodeIds: [workbooks.sales, folders.sales, legacyModel] })).body).toEqual({});
  expect(await listAll(api, path, 1)).toEqual([
    {
      inodeId: workbooks.sales,
      inode: { name: "Sales report", type: "workbook", workbookId: workbooks.sales },
      deploymentPolicyId: id,
    },
    {
      inodeId: folders.sales,
      inode: { name: "Sales", type: "folder", folderId: folders.sales },
      deploymentPolicyId: id,
    },
    {
      inodeId: legacyModel,
      inode: { name: "Legacy dataset", type: "dataModel", dataModelId: legacyModel },
      deploymentPolicyId: id,
    },
  ]);
  expect((await api.post(path, { inodeIds: ["nothing"] })).status).toBe(400);
  expect((await api.delete(`${path}/${workbooks.sales}`)).body).toEqual({});
  expect((await api.delete(`${path}/${workbooks.sales}`)).status).toBe(404);
  expect(await listAll(api, path)).toHaveLength(2);
});
