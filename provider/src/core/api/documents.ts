import * as z from "zod";
import { type Api, optionalText } from "./common";
import { ApiError } from "./errors";
import { defineList, defineMap } from "./transport/answer";
import type { Lane } from "./transport/limits";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const versionTag = z
  .looseObject({
    versionTagId: z.string().describe("Id of the tag."),
    taggedAt: z.string().describe("When the version was tagged (ISO 8601)."),
    taggedBy: z.string().describe("Id of the member who tagged it."),
  })
  .meta({ title: "DocumentVersionTag" });

export const version = z.looseObject({
  version: z.int().describe("The version."),
  publishedAt: z.string().describe("When it was published (ISO 8601)."),
  publishedBy: z.string().describe("Id of the member who published it."),
  tags: defineList(versionTag).optional().describe("The tags that it has."),
});
/** A version of a document. */
export type DocumentVersion = z.infer<typeof version>;

const source = z.looseObject({ type: z.string() });
/** What a document reads from, by `type`, with ids of its own. */
export type DocumentSource = z.infer<typeof source>;

const node = z.looseObject({ type: z.string() });
/** A node of the lineage of a document, by `type`, with ids of its own. */
export type LineageNode = z.infer<typeof node>;

const lineage = z.looseObject({
  dependencies: defineMap(z.looseObject({ nodeId: z.string(), type: z.string() })),
  edges: defineList(z.looseObject({ source: z.string(), target: z.string(), type: z.string() })),
});
/** What an element reads from, directly and through others. */
export type ElementLineage = z.infer<typeof lineage>;

const column = z.looseObject({
  columnId: z.string(),
  /** Absent for calculations of a data model as a whole. */
  elementId: optionalText,
  name: z.string(),
  formula: optionalText,
  /** The column's type; `error` for a formula that doesn't work. */
  type: z.unknown(),
});
/** A column of any element of a document. */
export type DocumentColumn = z.infer<typeof column>;

const element = z.looseObject({ elementId: z.string(), name: optionalText, type: optionalText });
/** An element of a document. */
export type DocumentElement = z.infer<typeof element>;

const page = z.looseObject({ pageId: z.string(), name: optionalText });
const control = z.looseObject({ name: optionalText });

/** The document that is meant: one of these ids. */
export interface DocumentIds {
  readonly workbookId?: string;
  readonly reportId?: string;
  readonly dataModelId?: string;
}

/**
 * What workbooks, reports and data models have alike: versions, sources, lineage, elements and their columns. The
 * styles of the lists differ.
 */
export const createDocuments = ({ transport }: Api) => {
  const buildPath = ({ workbookId, reportId, dataModelId = "" }: DocumentIds) => {
    if (workbookId !== undefined) return path`/v2/workbooks/${workbookId}`;
    return reportId === undefined ? path`/v2/dataModels/${dataModelId}` : path`/v2/reports/${reportId}`;
  };
  const read = <T>(of: DocumentIds, part: string, entry: z.ZodType<T>, lane?: Lane): Promise<T[]> =>
    collect(
      list(transport, {
        path: `${buildPath(of)}/${part}`,
        entry,
        style: of.reportId === undefined ? "page" : "token",
        lane,
      }),
    );

  return {
    /** `GET …/version-history` of a workbook or report: the latest first. */
    readVersions: (of: DocumentIds): Promise<DocumentVersion[]> => read(of, "version-history", version),

    /** `GET …/sources`. Those of workbooks and reports are an array, whose request may have no query parameter. */
    readSources: (of: DocumentIds): Promise<DocumentSource[]> =>
      of.dataModelId === undefined
        ? transport.send({ method: "GET", path: `${buildPath(of)}/sources`, answer: defineList(source), lane: "spec" })
        : collect(list(transport, { path: `${buildPath(of)}/sources`, entry: source, style: "token", lane: "spec" })),

    /** `GET …/columns`: those of all elements, with the types the platform found. */
    readColumns: (of: DocumentIds): Promise<DocumentColumn[]> => read(of, "columns", column, "spec"),

    /** `GET …/elements`: what is on the pages, also what no representation has. */
    readElements: (of: DocumentIds): Promise<DocumentElement[]> => read(of, "elements", element),

    /** `GET …/pages` of a workbook or report. */
    readPages: (of: DocumentIds) => read(of, "pages", page),

    /** `GET …/pages/{pageId}/elements` of a workbook or report. */
    readPageElements: (of: DocumentIds, pageId: string) => read(of, `pages${path`/${pageId}`}/elements`, element),

    /** `GET …/controls` of a workbook or report. */
    readControls: (of: DocumentIds) => read(of, "controls", control),

    /** `GET …/lineage`. A document without elements may have none, which the platform answers with 400. */
    readLineage: (of: DocumentIds): Promise<LineageNode[]> =>
      read(of, "lineage", node).catch((error) => replaceStatuses([400], [], error)),

    /**
     * `GET …/lineage/elements/{elementId}` of a workbook or report; undefined: the platform returns none, as for texts
     * and controls.
     */
    findElementLineage: (of: DocumentIds, elementId: string): Promise<ElementLineage | undefined> =>
      transport
        .send({
          method: "GET",
          path: `${buildPath(of)}${path`/lineage/elements/${elementId}`}`,
          answer: lineage,
          final: [500],
        })
        .catch((error) => replaceStatuses([400, 403, 500], undefined, error)),
  };
};

/** What stands for an answer that the platform refuses with one of these statuses. */
function replaceStatuses<T>(statuses: readonly number[], instead: T, error: unknown): T {
  if (error instanceof ApiError && !error.fromProxy && statuses.includes(error.status ?? 0)) return instead;
  throw error;
}
