import { type AnalyticsClient, collect, type Report, type Workbook } from "pulumi-analytics-internal/core/api";
import { isSameName, suggestWord } from "pulumi-analytics-internal/core/text";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";

/** A workbook or report on the platform. */
export interface CodedDocument extends Pick<Workbook & Report, "urlId" | "url" | "name" | "path" | "createdAt"> {
  readonly noun: CodedNoun;
  readonly id: string;
  readonly isArchived?: boolean | undefined;
  /** Left out: the list doesn't tell; see {@link listDocumentTags}. */
  readonly tags?: Workbook["tags"];
}

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
  return tags ?? (await collect(noun === "report" ? client.reports.tags(id) : client.workbooks.listTags(id)));
}

/** Whether a browser's address is that of a document: also to a page of it, or under an earlier name. */
export function hasAddress({ url, urlId }: Pick<Workbook, "url" | "urlId">, address: string): boolean {
  const [place = ""] = address.split(/[?#]/);
  if (place === url) return true;
  return /^https?:/i.test(address) && place.split("/").some((step) => step === urlId || step.endsWith(`-${urlId}`));
}

/**
 * The workbooks or reports that are asked for: by id, address in the product, name, or folders and name.
 *
 * @throws UsageError for what is none, or several.
 */
export function chooseCoded(listed: readonly CodedDocument[], wanted: readonly string[]): CodedDocument[] {
  const noun = listed[0]?.noun ?? "document";
  const living = listed.filter(({ isArchived }) => !isArchived);
  return wanted.map((text) => {
    const found = living.filter(
      (document) =>
        [document.id, document.urlId].includes(text) ||
        hasAddress(document, text) ||
        isSameName(document.name, text) ||
        isSameName(`${document.path}/${document.name}`, text),
    );
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (only === undefined) {
      const names = living.map(({ name }) => name);
      throw new UsageError(`${text}: no such ${noun}, or these credentials can't read it.${suggestWord(text, names)}`);
    }
    const ids = found.map(({ id, path }) => `${id} in ${path}`).join(", ");
    throw new UsageError(`${text}: ${found.length} ${noun}s have this name: ${ids}. Use an id instead.`);
  });
}
