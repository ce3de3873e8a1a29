import type { DataModelSpec } from "../core/spec";
import { withId } from "./collection";
import { type LookupArgs, lookup, outputOf } from "./lookup";

/** Arguments of {@link getDataModelSpec}: `id`, `documentVersion?`. */
export interface GetDataModelSpecArgs extends LookupArgs {
  /** Id of the data model. */
  id: string;
  /** The version to read; left out: the latest. */
  documentVersion?: number;
}

/** The code representation of a data model, in the platform's ids. */
export interface GetDataModelSpecResult {
  /** Its id. */
  id: string;
  name: string;
  /** Id of the folder it lies in. */
  folderId: string;
  description?: string;
  /** Its address in the product. */
  url: string;
  schemaVersion: 1;
  /** The version that was read. */
  documentVersion: number;
  /** The pages, with everything in them. */
  pages: DataModelSpec["pages"];
}

/**
 * The code representation of a data model: of its latest version, or of the one asked for. Ids in it are the platform's.
 *
 * Permissions: Can view access to the data model.
 *
 * Endpoint: `GET /v2/dataModels/{dataModelId}/spec`.
 *
 * @throws when there is no such model or version.
 * @example
 * ```ts
 * const orders = await analytics.getDataModel({ name: "Orders" });
 * const { pages } = await analytics.getDataModelSpec({ id: orders.id, documentVersion: 1 });
 * const copy = new analytics.DataModel("orders-copy", { name: "Orders, as they were", folderId: "…", spec: { pages } });
 * ```
 */
export const getDataModelSpec = lookup<GetDataModelSpecArgs, GetDataModelSpecResult>({
  name: "getDataModelSpec",
  required: ["id"],
  optional: ["documentVersion"],
  async answer({ client }, { id, documentVersion }) {
    const found = await withId("data model", id, client.dataModels.getSpec(id, { documentVersion }));
    return { ...found, pages: found.pages as DataModelSpec["pages"] };
  },
});

/** {@link getDataModelSpec} for arguments that are outputs. */
export const getDataModelSpecOutput = outputOf(getDataModelSpec);
