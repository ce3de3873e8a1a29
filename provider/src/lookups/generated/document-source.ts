// Generated from lookups/document-source.ts by `npm run generate`: change that, and run it again.

import { documentSource as declared } from "../document-source";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link listDocumentSources}: `workbookId` or `reportId` or `dataModelId`. */
export type ListDocumentSourcesArgs = LookupArgs &
  OneOf<{
    /** Id of the workbook. */
    workbookId: string;
    /** Id of the report. */
    reportId: string;
    /** Id of the data model. */
    dataModelId: string;
  }>;

/** What a document reads from. */
export interface DocumentSource {
  /** `data-model`, `dataset`, `table` or `custom-sql`. */
  type: string;
  /** Of a data model: its id. */
  dataModelId?: string;
  /** Of a data model: ids of the elements that are read. */
  elementIds?: string[];
  /** Of a data model: id of the tag whose version is read. */
  versionTagId?: string;
  /** Of a dataset or table that a workbook or report reads: its id. */
  inodeId?: string;
  /** Of a dataset that a data model reads: its id. */
  datasetId?: string;
  /** Of a table that a data model reads: its id. */
  tableId?: string;
  /** Of a statement: id of its connection. */
  connectionId?: string;
  /** Of a statement: the SQL. */
  definition?: string;
  /** Of a statement: its id. */
  customSqlId?: string;
}

/**
 * The sources that a workbook, report or data model reads from. Which ids a source has depends on its type.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/sources`, `GET /v2/reports/{reportId}/sources`, `GET /v2/dataModels/{dataModelId}/sources`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const sources = analytics.listDocumentSourcesOutput({ workbookId: report.id });
 * ```
 */
export const listDocumentSources = createLookup<ListDocumentSourcesArgs, DocumentSource[]>(declared.get);

/** {@link listDocumentSources} for arguments that are outputs. */
export const listDocumentSourcesOutput = toOutputLookup(listDocumentSources);
