// Generated from lookups/data-model-spec.ts by `npm run generate`: change that, and run it again.

import type { DataModelSpec } from "../../core/model";
import { dataModelSpec as declared } from "../data-model-spec";
import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";

/** Arguments of {@link getDataModelSpec}. */
export interface GetDataModelSpecArgs extends LookupArgs {
  /** Id of the data model. */
  id: string;
  /** The version to read. Default: the latest. */
  documentVersion?: number;
}

/** The code representation of a data model, with the platform's ids. */
export interface GetDataModelSpecResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Id of the folder that it is in. */
  folderId: string;
  /** What the model is for. */
  description?: string;
  /** Its address in the product. */
  url: string;
  /** The version of the representation's format. */
  schemaVersion: 1;
  /** The version that was read. */
  documentVersion: number;
  /** The pages, with everything in them. */
  pages: DataModelSpec["pages"];
}

/**
 * The code representation of a data model: of its latest version, or of another one. Its ids are the platform's.
 *
 * Permissions: Can view access to the data model.
 *
 * Endpoint: `GET /v2/dataModels/{dataModelId}/spec`.
 *
 * @throws when there is no such model or version.
 * @example
 * ```ts
 * const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
 * const first = analytics.getDataModelSpecOutput({ id: model.id, documentVersion: 1 });
 * const models = analytics.getFolderOutput({ path: "Acme/Models" });
 * const copy = new analytics.DataModel("copy", {
 *   name: "As it was",
 *   folderId: models.id,
 *   spec: { pages: first.pages },
 * });
 * ```
 */
export const getDataModelSpec = createLookup<GetDataModelSpecArgs, GetDataModelSpecResult>(declared.get);

/** {@link getDataModelSpec} for arguments that are outputs. */
export const getDataModelSpecOutput = toOutputLookup(getDataModelSpec);
