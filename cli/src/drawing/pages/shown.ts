import { formatChanges } from "pulumi-analytics-internal/core/model";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { diffWorkbooks } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../../command/exit";
import type { Document } from "../../documents/document";
import { buildPages, markElements, type Page } from "./scene";
import { showId } from "./title";

/** The pages of workbooks and reports, before and after where there are two versions, and what changed in words. */
export interface Shown {
  readonly title: string;
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
export function showPages(documents: readonly Document[], id?: string): Shown {
  const all = documents.map((document) => ({
    title: formTitle(document),
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
): Shown {
  return joinShown(pairs.map(([before, after]) => showVersions(before, after)));
}

function showVersions(before: Document | undefined, after: Document | undefined): Shown {
  const title = formTitle((after ?? before)!);
  if (before === undefined || after === undefined) {
    const [document, mark] = before === undefined ? ([after!, "added"] as const) : ([before, "removed"] as const);
    const pages = buildPages(document.contents).map((page): Page => {
      return { ...page, boxes: page.boxes.map((box) => ({ ...box, mark })) };
    });
    const changes = [`${document.type} ${mark}`];
    return { title, changes, before: before ? pages : [], after: after ? pages : [] };
  }
  const changes = diffWorkbooks(before.contents, after.contents);
  const marks = markElements(before.contents, after.contents, changes);
  const [old, now] = [before, after].map(({ contents }) => buildPages(contents, marks)) as [Page[], Page[]];
  return { title, after: now, before: old, changes: formatChanges(changes) };
}

/** What a document is called: the platform's name is for people, that of a file may be an id. */
function formTitle({ contents, name, stored }: Document): string {
  return readKnownString(contents.name) ?? (stored === undefined ? showId(name) : name);
}

function joinShown(all: readonly Shown[]): Shown {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const named = all.map(({ title, before, after, changes }, index): Shown => {
    const prefix = (pages: readonly Page[]) =>
      pages.map((page) => ({ ...page, id: `${index + 1}-${page.id}`, name: `${title}: ${page.name}` }));
    return {
      title,
      after: prefix(after),
      changes: changes.map((change) => `${title}: ${change}`),
      ...(before === undefined ? {} : { before: prefix(before) }),
    };
  });
  const isCompared = named.some(({ before }) => before !== undefined);
  return {
    title: all.map(({ title }) => title).join(", "),
    after: named.flatMap(({ after }) => after),
    changes: named.flatMap(({ changes }) => changes),
    ...(isCompared ? { before: named.flatMap(({ before = [] }) => before) } : {}),
  };
}
