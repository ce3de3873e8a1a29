import type { Emulator } from "analytics-emulator";
import type { Answer, Client } from "../unit/emulator/support";

/**
 * Creates one of everything that a fresh emulator lacks, through the API.
 *
 * @returns the data model, which has a schedule of materialization.
 */
export async function furnishPlatform(emulator: Emulator, api: Client): Promise<string> {
  const { folders, workbooks, reports, connections, members, teams, userAttributes, serviceProvider } = emulator.seeded;
  const post = async (path: string, body: object) => expectOk(await api.post(path, body), `POST ${path}`).body;

  const { versionTagId } = await post("/v2/tags", { name: "Production / EU", color: "plum" });
  await post("/v2/workbooks/tag", { workbookId: workbooks.sales, tag: "Production / EU" });
  await post(`/v2/workbooks/${workbooks.sales}/saveTemplate`, {});
  const credential = { authMethod: "bearer", bearer: { token: "t" } };
  await post("/v2/api-credentials", { name: "Credential", allowlist: ["example.com"], credential });
  for (const lng_variant of [null, "acme"]) {
    await post("/v2/translations/organization", { lng: "fr", lng_variant });
  }
  const params = { method: "GET", url: "https://example.com", headers: [], pathParams: [], queryParams: [], body: "" };
  await post("/v2/api-connectors", { name: "Connector", params });
  const certificates = `/v2/saml/service-providers/${serviceProvider}/certificates`;
  await post(certificates, { purpose: "signing", validForDays: 30 });
  const { deploymentPolicyId } = await post("/v2/deploymentPolicies", { name: "Policy", versionTagId });
  await post(`/v2/deploymentPolicies/${deploymentPolicyId}/files`, { inodeIds: [workbooks.sales] });
  await post("/v2/plugins", { name: "Gantt", url: "https://example.com" });

  const path = ["SALES", "PUBLIC", "ORDERS"];
  const orders = {
    id: "orders",
    kind: "table",
    source: { kind: "warehouse-table", connectionId: connections.warehouse, path },
    columns: [{ id: "amount", formula: "[ORDERS/Amount]" }],
  };
  const model = { name: "Orders", folderId: folders.sales, schemaVersion: 1 };
  const pages = [{ id: "page", name: "Page", elements: [orders] }];
  const { dataModelId } = await post("/v2/dataModels/spec", { ...model, pages });
  await emulator.ui.scheduleMaterialization(dataModelId, "ORDERS", { cronSpec: "0 7 * * *" });

  await post("/v2/grants", { inodeId: dataModelId, grantee: { teamId: teams.finance }, permission: "view" });
  for (const inodeId of [workbooks.sales, folders.models]) {
    await post("/v2/favorites", { memberId: members.admin, inodeId });
  }
  await post(`/v2/workbooks/${workbooks.sales}/embeds`, { embedType: "public", sourceType: "workbook" });
  const buildSchedule = (attachment: object) => ({
    target: [{ email: "sales@example.com" }],
    schedule: { cronSpec: "0 8 * * 1", timezone: "Europe/Berlin" },
    configV2: { title: "Weekly", messageBody: "Attached.", exportAttachments: [attachment] },
  });
  const attachment = { formatOptions: { type: "PDF" } };
  const ofWorkbook = { ...attachment, workbookExportSource: { type: "all" } };
  await post(`/v2/workbooks/${workbooks.sales}/schedules`, buildSchedule(ofWorkbook));
  await post(`/v2/reports/${reports.quarterly}/schedules`, buildSchedule(attachment));
  const value = { val: "North", type: "string" };
  const assignments = [{ userId: members.viewer, value }];
  await post(`/v2/user-attributes/${userAttributes.region}/users`, { assignments });
  return dataModelId;
}

/** The answer, unless it is an error. */
export function expectOk(answer: Answer, what: string): Answer {
  if (answer.status >= 400) throw new Error(`${what}: ${answer.status} ${answer.text}`);
  return answer;
}
