import type { DataModel as ApiDataModel } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getDataModel}: `id` or `name`. */
export type GetDataModelArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** The folders it lies in, such as `Acme/Models`; with `name`, where that is not unique. */
    path?: string;
  };

/** A data model. */
export interface GetDataModelResult {
  /** Its id. */
  id: string;
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the folders above, with slashes between. */
  path: string;
  /** The latest version. */
  latestVersion: number;
  /** Id of its owner. */
  ownerId: string;
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listDataModels}; without any, all are listed. */
export interface ListDataModelsArgs extends LookupArgs {
  /** The exact name. */
  name?: string;
  /** The folders it lies in, such as `Acme/Models`. */
  path?: string;
  /** Id of the owner. */
  ownerId?: string;
}

const dataModels: Collection<ApiDataModel> = {
  noun: "data model",
  entries: (client) => client.dataModels.list(),
  idOf: ({ dataModelId }) => dataModelId,
  nameOf: ({ name }) => name,
};

/**
 * A data model, by `id` or by `name` (and `path`).
 *
 * Permissions: Can view access to the data model.
 *
 * Endpoints: `GET /v2/dataModels/{dataModelId}`, `GET /v2/dataModels`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const orders = await analytics.getDataModel({ name: "Orders", path: "Acme/Models" });
 * ```
 */
export const getDataModel = lookup<GetDataModelArgs, GetDataModelResult>({
  name: "getDataModel",
  oneOf: ["id", "name"],
  optional: ["path"],
  answer: async (call, { id, name, path }) =>
    id === undefined
      ? named(call, dataModels, name, { path })
      : withId("data model", id, call.client.dataModels.get(id)),
});

/** {@link getDataModel} for arguments that are outputs. */
export const getDataModelOutput = outputOf(getDataModel);

/**
 * The data models that these credentials can see, archived ones left out.
 *
 * Permissions: Can view access to the data model.
 *
 * Endpoint: `GET /v2/dataModels`.
 *
 * @example
 * ```ts
 * const models = await analytics.listDataModels({ path: "Acme/Models" });
 * ```
 */
export const listDataModels = lookup<ListDataModelsArgs, GetDataModelResult[]>({
  name: "listDataModels",
  optional: ["name", "path", "ownerId"],
  answer: (call, { connection: _, ...filter }) => matching(call, dataModels, filter),
});

/** {@link listDataModels} for arguments that are outputs. */
export const listDataModelsOutput = outputOf(listDataModels);
