// Generated from lookups/document-version.ts by `npm run generate`: change that, and run it again.

import { documentVersion as declared } from "../document-version";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link listDocumentVersions}: `workbookId` or `reportId`. */
export type ListDocumentVersionsArgs = LookupArgs &
  OneOf<{
    /** Id of the workbook. */
    workbookId: string;
    /** Id of the report. */
    reportId: string;
  }>;

/** A version of a workbook or report. */
export interface DocumentVersion {
  /** The version. */
  version: number;
  /** When it was published (ISO 8601). */
  publishedAt: string;
  /** Id of the member who published it. */
  publishedBy: string;
  /** The tags that it has. */
  tags?: {
    /** Id of the tag. */
    versionTagId: string;
    /** When the version was tagged (ISO 8601). */
    taggedAt: string;
    /** Id of the member who tagged it. */
    taggedBy: string;
  }[];
}

/**
 * The versions of a workbook or report, the latest first.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/version-history`, `GET /v2/reports/{reportId}/version-history`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const versions = analytics.listDocumentVersionsOutput({ workbookId: report.id });
 * ```
 */
export const listDocumentVersions = createLookup<ListDocumentVersionsArgs, DocumentVersion[]>(declared.get);

/** {@link listDocumentVersions} for arguments that are outputs. */
export const listDocumentVersionsOutput = toOutputLookup(listDocumentVersions);
