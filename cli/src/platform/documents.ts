import { type AnalyticsClient, collect, type Report, type Workbook } from "pulumi-analytics-internal/core/api";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";

/** A workbook or report on the platform. */
export interface CodedDocument extends Pick<Workbook & Report, "urlId" | "url" | "name" | "path" | "createdAt"> {
  readonly noun: CodedNoun;
  readonly id: string;
  readonly isArchived?: boolean | undefined;
  /** Left out: the list doesn't tell; see {@link listDocumentTags}. */
  readonly tags?: Workbook["tags"];
}

/** A workbook or report by what tells it from others. */
export type NamedCoded = Pick<CodedDocument, "noun" | "id" | "name" | "path">;

/** The workbooks or reports that the credentials see. */
export async function listCoded(client: AnalyticsClient, noun: CodedNoun): Promise<CodedDocument[]> {
  if (noun === "report") {
    const reports = await collect(client.reports.list());
    return reports.map((report) => ({ ...report, noun, id: report.reportId }));
  }
  const workbooks = await collect(client.workbooks.list());
  return workbooks.map((workbook) => ({ ...workbook, noun, id: workbook.workbookId }));
}

/** The tags of a workbook or report. */
export async function listDocumentTags(client: AnalyticsClient, { noun, id, tags }: CodedDocument) {
  return tags ?? (await collect(noun === "report" ? client.reports.listTags(id) : client.workbooks.listTags(id)));
}

/** Whether a browser's address is that of a document: also to a page of it, or under an earlier name. */
export function hasAddress({ url, urlId }: Pick<Workbook, "url" | "urlId">, address: string): boolean {
  const [place = ""] = address.split(/[?#]/);
  if (place === url) return true;
  return /^https?:/i.test(address) && place.split("/").some((step) => step === urlId || step.endsWith(`-${urlId}`));
}
