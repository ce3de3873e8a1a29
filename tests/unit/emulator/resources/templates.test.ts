import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

interface Template {
  templateId: string;
  name: string;
}

const listTemplates = async (query = "") => (await listAll(running.api, `/v2/templates${query}`)) as Template[];
const readPages = async (workbookId: string) =>
  (await running.api.get(`/v2/workbooks/${workbookId}/pages`)).body.entries;

async function saveTemplate(body: object = {}): Promise<string> {
  const { workbooks } = running.emulator.seeded;
  return (await running.api.post(`/v2/workbooks/${workbooks.sales}/saveTemplate`, body)).body.templateId;
}

test("a template is a snapshot of a workbook, and makes workbooks with its name and contents", async () => {
  const { api, emulator } = running;
  const { workbooks, folders } = emulator.seeded;
  await api.post("/v2/tags", { name: "Production", color: "grass" });
  const templateId = await saveTemplate({ tag: "Production" });
  const { body: template } = await api.get(`/v2/templates/${templateId}`);
  expect(template).toMatchObject({
    templateId,
    name: "Sales report",
    isArchived: false,
    tags: [{ name: "Production" }],
  });
  expect(await listTemplates()).toEqual([template]);
  expect((await api.get(`/v2/templates/${template.templateUrlId}`)).body).toEqual(template);
  expect(await listAll(api, "/v2/files?typeFilters=template")).toMatchObject([{ id: templateId, type: "template" }]);
  expect(await listAll(api, "/v2/files")).not.toContainEqual(expect.objectContaining({ id: templateId }));

  const save = (more: object = {}) =>
    api.post("/v2/templates/save_workbook", { templateId, folderId: folders.models, ...more });
  const { body: made } = await save({ name: "" });
  expect((await api.get(`/v2/workbooks/${made.workbookId}`)).body).toMatchObject({ name: "Sales report" });
  expect(await readPages(made.workbookId)).toEqual(await readPages(workbooks.sales));
  const { body: named } = await save({ name: "Mine", updateAutomatically: true });
  expect((await api.get(`/v2/workbooks/${named.workbookId}`)).body).toMatchObject({ name: "Mine" });

  await api.delete(`/v2/files/${templateId}`);
  expect((await save()).status).toBe(404);
  expect(await listTemplates()).toEqual([]);
});

test("a swap of sources tells what it didn't find", async () => {
  const { api, emulator } = running;
  const { legacyModel, connections } = emulator.seeded;
  const templateId = await saveTemplate();
  const swap = (body: object) => api.post(`/v2/templates/${templateId}/swapSources`, body);
  const { body: swapped } = await swap({
    sourceMapping: [
      { fromId: legacyModel, toId: "another" },
      { fromId: "unused", toId: "another" },
    ],
    connectionMapping: [{ fromId: connections.sample, toId: connections.warehouse, swapTables: true }],
  });
  expect(swapped).toEqual({ unswappedSources: ["unused"], unswappedConnections: [connections.sample] });
  const contents = emulator.snapshot().documentContents.find(({ documentId }) => documentId === templateId);
  expect(JSON.stringify(contents)).not.toContain(legacyModel);
  expect((await swap({ connectionMapping: [{ fromId: "x", toId: "nothing" }] })).status).toBe(400);
});

test("a workbook is shared with other organizations; what is shared with this one is accepted once", async () => {
  const { api, emulator } = running;
  const { workbooks, organization } = emulator.seeded;
  const share = (...orgSlugs: string[]) => api.post(`/v2/workbooks/${workbooks.sales}/shareCrossOrg`, { orgSlugs });
  expect((await share("nobody")).status).toBe(400);
  expect((await share("acme", "acme-north")).body).toEqual({});
  const list = "/v2/shared_templates/shared_with_you";
  const [shared, ...others] = (await listAll(api, list)) as { shareId: string }[];
  expect(others).toEqual([]);
  expect(shared).toMatchObject({ name: "Sales report", pending: true, providerOrganizationId: organization });

  const accept = () => api.post("/v2/shared_templates/accept", { shareId: shared!.shareId });
  expect((await accept()).body).toEqual({});
  expect((await accept()).status).toBe(409);
  expect(await listTemplates("?source=external")).toMatchObject([{ name: "Sales report" }]);
  expect(await listTemplates("?source=internal")).toEqual([]);
  expect(await listAll(api, `${list}?pending=true`)).toEqual([]);
  const path = `/v2/shared_templates/${shared!.shareId}`;
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.delete(path)).status).toBe(404);
});
