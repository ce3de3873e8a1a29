import { formatChanges } from "pulumi-analytics-internal/core/model";
import { formatCount } from "pulumi-analytics-internal/core/text";
import { diffWorkbooks } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../../command/exit";
import type { Document } from "../../documents/document";
import type { DocumentType } from "../../documents/read-files";
import type { DocumentTitles } from "../document-title";
import { buildPages, markElements, type Page } from "./scene";
import { showId } from "./title";

/** The pages of workbooks and reports, before and after where there are two versions, and what changed in words. */
export interface Shown {
  readonly title: string;
  readonly type: DocumentType;
  readonly after: readonly Page[];
  /** Left out: there is one version. */
  readonly before?: readonly Page[];
  readonly changes: readonly string[];
}

/**
 * The pages of workbooks and reports; of several, each page's name begins with that of its document.
 *
 * @param id of the only page that is wanted; default: all.
 * @throws UsageError when there is no such page.
 */
export function showPages(documents: readonly Document[], titles: DocumentTitles, id?: string): Shown {
  const all = documents.map((document) => ({
    ...describe(document, titles),
    after: buildPages(document.contents).filter((page) => id === undefined || page.id === id),
    changes: [],
  }));
  if (id === undefined || all.some(({ after }) => after.length > 0)) return joinShown(all);
  const ids = documents.flatMap(({ contents }) => buildPages(contents).map((page) => page.id));
  throw new UsageError(`--page ${id}: there is no such page. There are: ${[...new Set(ids)].join(", ")}.`);
}

/** The pages of two versions of each document, in the same ids; a document that is undefined isn't there. */
export function showChanges(
  pairs: readonly (readonly [before: Document | undefined, after: Document | undefined])[],
  titles: DocumentTitles,
): Shown {
  return joinShown(pairs.map(([before, after]) => showVersions(before, after, titles)));
}

function showVersions(before: Document | undefined, after: Document | undefined, titles: DocumentTitles): Shown {
  const about = describe((after ?? before)!, titles);
  if (before === undefined || after === undefined) {
    const [document, mark] = before === undefined ? ([after!, "added"] as const) : ([before, "removed"] as const);
    const pages = buildPages(document.contents).map((page): Page => {
      return { ...page, boxes: page.boxes.map((box) => ({ ...box, mark })) };
    });
    const changes = [`${document.type} ${mark}`];
    return { ...about, changes, before: before ? pages : [], after: after ? pages : [] };
  }
  const changes = diffWorkbooks(before.contents, after.contents);
  const marks = markElements(before.contents, after.contents, changes);
  const [old, now] = [before, after].map(({ contents }) => buildPages(contents, marks)) as [Page[], Page[]];
  return { ...about, after: now, before: old, changes: formatChanges(changes) };
}

/** A document as its picture is headed. */
const describe = (document: Document, titles: DocumentTitles) => ({
  title: titles.find(document) ?? showId(document.name),
  type: document.type,
});

/** A heading that names more documents is no longer read. */
const mostNamed = 3;

function joinTitles(all: readonly Shown[]): string {
  if (all.length <= mostNamed) return all.map(({ title }) => title).join(", ");
  const types = new Set(all.map(({ type }) => type));
  return formatCount(all.length, types.size === 1 ? all[0]!.type : "document");
}

function joinShown(all: readonly Shown[]): Shown {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const named = all.map(({ title, type, before, after, changes }, index): Shown => {
    const prefix = (pages: readonly Page[]) =>
      pages.map((page) => ({ ...page, id: `${index + 1}-${page.id}`, name: `${title}: ${page.name}` }));
    return {
      title,
      type,
      after: prefix(after),
      changes: changes.map((change) => `${title}: ${change}`),
      ...(before === undefined ? {} : { before: prefix(before) }),
    };
  });
  const isCompared = named.some(({ before }) => before !== undefined);
  return {
    title: joinTitles(all),
    type: only?.type ?? "workbook",
    after: named.flatMap(({ after }) => after),
    changes: named.flatMap(({ changes }) => changes),
    ...(isCompared ? { before: named.flatMap(({ before = [] }) => before) } : {}),
  };
}
