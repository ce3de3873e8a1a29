// Generated from lookups/document-lineage.ts by `npm run generate`: change that, and run it again.

import { documentLineage as declared } from "../document-lineage";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link listDocumentLineage}: `workbookId` or `reportId` or `dataModelId`. */
export type ListDocumentLineageArgs = LookupArgs &
  OneOf<{
    /** Id of the workbook. */
    workbookId: string;
    /** Id of the report. */
    reportId: string;
    /** Id of the data model. */
    dataModelId: string;
  }>;

/** An element of a document, or what it reads from. */
export interface LineageNode {
  /** Such as `element`, `table`, `dataset`, `data-model` or `customSQL`. */
  type: string;
  /** Its name. */
  name?: string | null;
  /** Of an element: its id. */
  elementId?: string;
  /** Of an element: what it reads from. */
  sourceIds?: string[] | null;
  /** Of an element: the ids of data sources that it reads from. */
  dataSourceIds?: string[] | null;
  /** Id of the connection. */
  connectionId?: string | null;
  /** Of a data model: its id. */
  dataModelId?: string;
  /** Of a table or dataset: its id. */
  inodeId?: string;
  /** Of a statement: the SQL. */
  definition?: string;
}

/**
 * The elements of a workbook, report or data model, and what they read from. Which ids a node has depends on its type. Empty for a document without
 * lineage.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/lineage`, `GET /v2/reports/{reportId}/lineage`, `GET /v2/dataModels/{dataModelId}/lineage`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const lineage = analytics.listDocumentLineageOutput({ workbookId: report.id });
 * ```
 */
export const listDocumentLineage = createLookup<ListDocumentLineageArgs, LineageNode[]>(declared.get);

/** {@link listDocumentLineage} for arguments that are outputs. */
export const listDocumentLineageOutput = toOutputLookup(listDocumentLineage);
