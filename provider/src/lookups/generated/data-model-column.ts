// Generated from lookups/data-model-column.ts by `npm run generate`: change that, and run it again.

import { dataModelColumn as declared } from "../data-model-column";
import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";

/** Arguments of {@link getDataModelColumn}. */
export interface GetDataModelColumnArgs extends LookupArgs {
  /** Id of the data model. */
  dataModelId: string;
  /** The name or id of the element. */
  element: string;
  /** The name or id of the column. */
  column: string;
}

/** A column of a data model. */
export interface GetDataModelColumnResult {
  /** The platform's id of the column. */
  id: string;
  /** The platform's id of the element. */
  elementId: string;
  /** Its name: its own, or that of the column that it consists of; absent for a calculation without one. */
  name?: string;
  /** Its formula. */
  formula?: string;
}

/**
 * A column of an element of a data model, by the names that the product shows or by the platform's ids. An id takes precedence over a name.
 *
 * Permissions: Can view access to the data model.
 *
 * Endpoint: `GET /v2/dataModels/{dataModelId}/spec`.
 *
 * @throws when there is no such model, element or column, or more than one with the name: the message lists the candidates.
 * @example
 * ```ts
 * const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
 * const kind = analytics.getDataModelColumnOutput({ dataModelId: model.id, element: "Legacy dataset", column: "kind" });
 * export const columnId = kind.id;
 * ```
 */
export const getDataModelColumn = createLookup<GetDataModelColumnArgs, GetDataModelColumnResult>(declared.get);

/** {@link getDataModelColumn} for arguments that are outputs. */
export const getDataModelColumnOutput = toOutputLookup(getDataModelColumn);
