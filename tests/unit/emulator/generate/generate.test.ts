import { buildRichWorkbook } from "analytics-emulator";
import { formatFinding } from "../../../../provider/src/core/model";
import { validateWorkbook } from "../../../../provider/src/core/workbook";
import { elementKinds } from "../../../../provider/src/core/workbook/kinds";
import type { Loose } from "../spec/models";
import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator({ tokenRequestsPerSecond: null });

test("a rich workbook has every kind, no problem by the rules, and the platform takes it", async () => {
  const { api, emulator } = running;
  const { folders, connections } = emulator.seeded;
  const contents = buildRichWorkbook({ connectionId: connections.warehouse }) as Loose;
  expect(contents.elements).toHaveLength(600);
  const kinds = new Set(contents.elements.map(({ kind }: Loose) => kind));
  const missing = Object.keys(elementKinds).filter((kind) => !kinds.has(kind));
  // Too little is known of these.
  expect(missing).toEqual(["value-list", "code", "single-row-container"]);
  const findings = validateWorkbook(contents, { severities: { "organization-id": "off" } });
  expect(findings.map((finding) => formatFinding(finding))).toEqual([]);
  const { status, body } = await api.post("/v2/workbooks", { name: "Rich", folderId: folders.models, contents });
  expect([status, body.message]).toEqual([200, undefined]);
  const columns = (await listAll(api, `/v2/workbooks/${body.workbookId}/columns`, 1000)) as Loose[];
  expect(columns.filter(({ type }) => type.type === "error")).toEqual([]);
  // A second write of what was read changes nothing.
  const path = `/v2/workbooks/${body.workbookId}`;
  const read = async () => (await api.get(`${path}?includeContents=true`)).body;
  const first = await read();
  for (const { source } of first.contents.elements) {
    for (const side of [
      source?.primarySource,
      ...(source?.joins ?? []).flatMap((join: Loose) => [join.left, join.right]),
    ])
      if (side) delete side.groupingId;
  }
  expect((await api.put(`${path}/contents`, { contents: first.contents })).body).toMatchObject({ success: true });
  expect((await read()).contents.layout).toBe(first.contents.layout);
});

test("an organization has documents of every sort, the same for the same seed", async () => {
  const { api, emulator } = running;
  const size = { members: 5, models: 12, workbooks: 60, reports: 6 };
  const made = emulator.generateOrganization(size);
  expect([made.models.length, made.workbooks.length, made.reports.length]).toEqual([12, 60, 6]);
  const { unrepresentable, archived, personal, tagged, readsTag } = made;
  expect([unrepresentable.length, archived.length, personal.length, tagged.length]).toEqual([2, 2, 1, 5]);
  expect(readsTag.length).toBeGreaterThan(0);
  const listed = (await listAll(api, "/v2/workbooks", 1000)) as Loose[];
  const names = listed.filter(({ workbookId }) => made.workbooks.includes(workbookId)).map(({ name }) => name);
  expect(names).toHaveLength(58);
  const ids = new Set<string>();
  for (const id of made.workbooks.filter((one) => !archived.includes(one)).slice(0, 20)) {
    const columns = (await listAll(api, `/v2/workbooks/${id}/columns`, 1000)) as Loose[];
    // Catalogs of metadata know elements and pages by their ids alone.
    for (const list of ["elements", "pages"]) {
      for (const { elementId, pageId } of (await listAll(api, `/v2/workbooks/${id}/${list}`)) as Loose[]) {
        expect(ids).not.toContain(elementId ?? pageId);
        ids.add(elementId ?? pageId);
      }
    }
    expect(columns.filter(({ type }) => type.type === "error")).toEqual([]);
    const { status } = await api.get(`/v2/workbooks/${id}?includeContents=true`);
    expect(status).toBe(unrepresentable.includes(id) ? 500 : 200);
  }
  const [id] = readsTag;
  const sources = (await api.get(`/v2/workbooks/${id}/sources`)).body;
  expect(sources).toContainEqual(expect.objectContaining({ versionTagId: made.versionTagId }));
  expect((await api.get(`/v2/workbooks/${archived[0]}`)).status).toBe(404);
  emulator.configure({ othersDocuments: "forbidden" });
  expect((await api.get(`/v2/workbooks/${personal[0]}/sources`)).status).toBe(403);

  const answer = await fetch(`${emulator.url}/_emulator/organization`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...size, workbooks: 3, reports: 0 }),
  });
  const again = (await answer.json()) as typeof made;
  expect(again.models.map(({ name }) => name)).toEqual(made.models.map(({ name }) => name));
  const read = async (workbookId: string) => (await api.get(`/v2/workbooks/${workbookId}`)).body.name;
  expect(await read(again.workbooks[0]!)).toBe(await read(made.workbooks[0]!));
});
