import { type AnalyticsClient, collect, type Report, type Workbook } from "pulumi-analytics-internal/core/api";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { collectLiving } from "./models";

/** A workbook or report on the platform. */
export interface CodedDocument extends Pick<Workbook & Report, "urlId" | "url" | "name" | "path" | "createdAt"> {
  readonly type: CodedNoun;
  readonly id: string;
  /** Left out: the list doesn't tell; see {@link listDocumentTags}. */
  readonly tags?: Workbook["tags"];
}

/** A workbook or report by what tells it from others. */
export type NamedCoded = Pick<CodedDocument, "type" | "id" | "name" | "path">;

/** The workbooks or reports that the credentials see. */
export async function listCoded(client: AnalyticsClient, type: CodedNoun): Promise<CodedDocument[]> {
  if (type === "report") {
    const reports = await collectLiving(client.reports.list());
    return reports.map((report) => ({ ...report, type, id: report.reportId }));
  }
  const workbooks = await collectLiving(client.workbooks.list());
  return workbooks.map((workbook) => ({ ...workbook, type, id: workbook.workbookId }));
}

/** The tags of a workbook or report. */
export async function listDocumentTags(client: AnalyticsClient, { type, id, tags }: CodedDocument) {
  return tags ?? (await collect(type === "report" ? client.reports.listTags(id) : client.workbooks.listTags(id)));
}

/** Whether a browser's address is that of a document: also to a page of it, or under an earlier name. */
export function hasAddress({ url, urlId }: Pick<Workbook, "url" | "urlId">, address: string): boolean {
  const [place = ""] = address.split(/[?#]/);
  if (place === url) return true;
  return /^https?:/i.test(address) && place.split("/").some((step) => step === urlId || step.endsWith(`-${urlId}`));
}
