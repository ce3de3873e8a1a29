// Generated from lookups/element-lineage.ts by `npm run generate`: change that, and run it again.

import { elementLineage as declared } from "../element-lineage";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getElementLineage}: `workbookId` or `reportId`. */
export type GetElementLineageArgs = LookupArgs &
  OneOf<{
    /** Id of the workbook. */
    workbookId: string;
    /** Id of the report. */
    reportId: string;
  }> & {
    /** Id of the element. */
    elementId: string;
  };

/** What an element reads from, directly and through others. */
export interface GetElementLineageResult {
  /** The element's id. */
  id: string;
  /** Whether the platform returned a lineage. */
  hasLineage: boolean;
  /**
   * The nodes by their own ids: what the element reads from, and itself. A node of an element has its `elementId`. Elements of data models can occur in
   * `edges` only.
   */
  dependencies: Record<string, Record<string, unknown>>;
  /** Who reads from whom. */
  edges: {
    /** Id of the node that is read. */
    source: string;
    /** Id of the node that reads. */
    target: string;
    /** `lookup`, `source` or `dependency`. */
    type: string;
  }[];
}

/**
 * What an element of a workbook or report reads from. Texts, controls and some other elements have no lineage: the result is then empty, with
 * `hasLineage: false`. The platform returns the same without access to the element.
 *
 * Permissions: access to the document.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/lineage/elements/{elementId}`, `GET /v2/reports/{reportId}/lineage/elements/{elementId}`.
 *
 * @throws when there is no such document or element.
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const lineage = analytics.getElementLineageOutput({ workbookId: report.id, elementId: config.require("elementId") });
 * export const edges = lineage.edges;
 * ```
 */
export const getElementLineage = createLookup<GetElementLineageArgs, GetElementLineageResult>(declared.get);

/** {@link getElementLineage} for arguments that are outputs. */
export const getElementLineageOutput = toOutputLookup(getElementLineage);
