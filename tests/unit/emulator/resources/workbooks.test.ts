import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

async function createTag(name: string): Promise<string> {
  return (await running.api.post("/v2/tags", { name, color: "plum" })).body.versionTagId;
}

test("workbooks are listed and read", async () => {
  const { workbooks, members } = running.emulator.seeded;
  const all = (await listAll(running.api, "/v2/workbooks", 1)) as { workbookId: string }[];
  expect(all.map(({ workbookId }) => workbookId)).toEqual(Object.values(workbooks));
  const { body } = await running.api.get(`/v2/workbooks/${workbooks.sales}`);
  expect(body).toMatchObject({
    name: "Sales report",
    path: "Acme/Models/Sales",
    latestVersion: 3,
    ownerId: members.analyst,
  });
  expect((await running.api.get("/v2/workbooks/nothing")).status).toBe(404);
});

test("a tag is put on by name and taken off by id", async () => {
  const { api, emulator } = running;
  const { workbooks } = emulator.seeded;
  const versionTagId = await createTag("Production");
  const put = await api.post("/v2/workbooks/tag", {
    workbookId: workbooks.sales,
    tag: "Production",
    workbookVersion: 2,
  });
  expect(put.body).toEqual({ versionTagId, taggedWorkbookId: expect.any(String), taggedWorkbookVersion: 2 });
  const [tag] = (await api.get(`/v2/workbooks/${workbooks.sales}/tags`)).body.entries;
  expect(tag).toMatchObject({ versionTagId, name: "Production", sourceWorkbookVersion: 2 });
  expect((await api.get(`/v2/tags/${versionTagId}/workbooks`)).body.entries).toEqual([
    expect.objectContaining({ workbookId: workbooks.sales, tags: [tag] }),
  ]);
  expect((await api.get("/v2/workbooks?excludeTags=true")).body.entries[0]).not.toHaveProperty("tags");
  const path = `/v2/workbooks/${workbooks.sales}/tags/${versionTagId}`;
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.delete(path)).status).toBe(404);
  expect((await api.get(`/v2/workbooks/${workbooks.sales}/tags`)).body.entries).toEqual([{ ...tag, isArchived: true }]);
  running.emulator.configure({ formerDocumentTags: "hidden" });
  expect((await api.get(`/v2/workbooks/${workbooks.sales}/tags`)).body.entries).toEqual([]);
});

test("tagging again moves the tag", async () => {
  const { api, emulator } = running;
  const workbookId = emulator.seeded.workbooks.sales;
  await createTag("Production");
  const first = (await api.post("/v2/workbooks/tag", { workbookId, tag: "Production", workbookVersion: 1 })).body;
  const second = (await api.post("/v2/workbooks/tag", { workbookId, tag: "Production" })).body;
  expect(second).toEqual({ ...first, taggedWorkbookVersion: 3 });
  expect((await api.get(`/v2/workbooks/${workbookId}/tags`)).body.entries).toHaveLength(1);
});

test("a tag names versions of data models that exist", async () => {
  const { api, emulator } = running;
  const { workbooks, legacyModel } = emulator.seeded;
  await createTag("Production");
  const put = (sourceVersions: object) =>
    api.post("/v2/workbooks/tag", { workbookId: workbooks.sales, tag: "Production", sourceVersions });
  expect((await put({ [legacyModel]: 1 })).status).toBe(200);
  expect((await put({ [legacyModel]: 99 })).status).toBe(404);
  expect((await put({ nothing: 1 })).body.message).toContain("Dependency not found: 'nothing'");
  expect((await put({ [legacyModel]: "1" })).status).toBe(400);
  await api.delete(`/v2/files/${legacyModel}`);
  expect((await put({ [legacyModel]: 1 })).status).toBe(400);
});

test("tagging refuses what doesn't exist", async () => {
  const { api, emulator } = running;
  const { workbooks, connections } = emulator.seeded;
  await createTag("Production");
  const postTag = async (fields: object) =>
    (await api.post("/v2/workbooks/tag", { workbookId: workbooks.sales, ...fields })).status;
  expect(await postTag({ tag: "Nothing" })).toBe(404);
  emulator.configure({ unknownTagStatus: 400 });
  expect(await postTag({ tag: "Nothing" })).toBe(400);
  expect(await postTag({ tag: "Production", workbookVersion: 4 })).toBe(404);
  const mapping = { fromConnectionId: connections.warehouse, toConnectionId: "nothing", paths: [] };
  expect(await postTag({ tag: "Production", sourceMappingConfig: [mapping] })).toBe(400);
  expect((await api.post("/v2/workbooks/tag", { workbookId: "nothing", tag: "Production" })).status).toBe(404);
});

test("a tag in use is taken off what carries it, or can't be deleted", async () => {
  const { api, emulator } = running;
  const workbookId = emulator.seeded.workbooks.sales;
  const versionTagId = await createTag("Production");
  await api.post("/v2/workbooks/tag", { workbookId, tag: "Production" });
  const policy = (await api.post("/v2/deploymentPolicies", { name: "Policy", versionTagId })).body.deploymentPolicyId;
  emulator.configure({ deleteTagInUse: "refuse" });
  expect((await api.delete(`/v2/tags/${versionTagId}`)).status).toBe(409);
  emulator.configure({ deleteTagInUse: "untag" });
  expect((await api.delete(`/v2/tags/${versionTagId}`)).status).toBe(200);
  expect((await api.get(`/v2/workbooks/${workbookId}`)).body.tags).toEqual([]);
  expect((await api.get(`/v2/deploymentPolicies/${policy}`)).body.versionTagId).toBeNull();
});

test("a dry run creates nothing, of a workbook or report", async () => {
  const { api, emulator } = running;
  const before = emulator.snapshot();
  const body = { name: "Dry", folderId: emulator.seeded.folders.models, dryRun: true };
  for (const path of ["/v2/workbooks", "/v2/reports"]) {
    const answer = await api.post(path, body);
    // Clients tell by `dryRun` that no document was created.
    expect([answer.status, answer.body]).toEqual([200, { dryRun: true, warnings: [] }]);
  }
  const nowhere = { ...body, folderId: "nothing" };
  expect((await api.post("/v2/workbooks", nowhere)).body.message).toBe("No matching record");
  expect((await api.post("/v2/reports", nowhere)).body.message).toBe("No matching record");
  expect(emulator.snapshot()).toEqual(before);
});

test("a blank workbook is created in a folder; a template isn't asked for", async () => {
  const { api, emulator } = running;
  const { folders, members } = emulator.seeded;
  const fields = { name: "Fresh", folderId: folders.sales, ownerId: members.viewer, templateId: "any" };
  const { status, body } = await api.post("/v2/workbooks", fields);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Fresh", path: "Acme/Models/Sales", ownerId: members.viewer, latestVersion: 1 });
  expect((await api.get(`/v2/workbooks/${body.workbookId}`)).body).toEqual(body);
  expect((await api.get(`/v2/workbooks/${body.workbookId}/pages`)).body.entries).toEqual([]);
  expect((await api.post("/v2/workbooks", { ...fields, folderId: "nothing" })).status).toBe(400);
  expect((await api.post("/v2/workbooks", { ...fields, ownerId: "nobody" })).status).toBe(400);
});

test("PATCH answers 200 and changes nothing", async () => {
  const { api, emulator } = running;
  const path = `/v2/workbooks/${emulator.seeded.workbooks.sales}`;
  const before = (await api.get(path)).body;
  const patched = await api.patch(path, { name: "Renamed" });
  expect([patched.status, patched.body]).toEqual([200, before]);
  expect((await api.get(path)).body).toEqual(before);
  expect((await api.patch("/v2/workbooks/nothing", { name: "Renamed" })).status).toBe(404);
  emulator.configure({ workbookPatch: "not-found" });
  expect((await api.patch(path, { name: "Renamed" })).status).toBe(404);
});
