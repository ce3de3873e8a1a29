// Generated from lookups/data-model.ts by `npm run generate`: change that, and run it again.

import { dataModel as declared } from "../data-model";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getDataModel}: `id` or `name`. */
export type GetDataModelArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
    skipPermissionCheck?: boolean;
    /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
    path?: string;
  };

/** Arguments of {@link listDataModels}. */
export interface ListDataModelsArgs extends LookupArgs {
  /** Whether to leave out the tags of each entry. Default: false. */
  excludeTags?: boolean;
  /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
  skipPermissionCheck?: boolean;
  /** The exact name. */
  name?: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
  path?: string;
  /** Id of its owner. */
  ownerId?: string;
}

/** A data model. */
export interface GetDataModelResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** The id in its address in the product. */
  urlId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** The tags on versions of the data model. Absent with `excludeTags`. */
  tags?: {
    /** Id of the tag. */
    versionTagId: string;
    /** The tag's name. */
    name: string;
    /** The version of the document that has the tag. */
    version: number;
    /** When the version was tagged (ISO 8601). */
    taggedAt: string;
    /** Id of the tagged version, a document of its own: the id for its grants and embeds. The platform doesn't return it for data models. */
    taggedDocumentId?: string;
  }[];
  /** The latest version. */
  latestVersion: number;
  /** Id of its owner. */
  ownerId: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A data model, by `id` or by `name` (and `path`).
 *
 * Permissions: Can view access to the data models.
 *
 * Endpoints: `GET /v2/dataModels/{dataModelId}`, `GET /v2/dataModels`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
 * export const url = model.url;
 * ```
 */
export const getDataModel = createLookup<GetDataModelArgs, GetDataModelResult>(declared.get);

/** {@link getDataModel} for arguments that are outputs. */
export const getDataModelOutput = toOutputLookup(getDataModel);

/**
 * The data models that these credentials can see, without archived ones.
 *
 * Permissions: Can view access to the data models.
 *
 * Endpoint: `GET /v2/dataModels`.
 *
 * @example
 * ```ts
 * export const models = analytics.listDataModelsOutput({ path: "Acme/Models/Sales" });
 * ```
 */
export const listDataModels = createLookup<ListDataModelsArgs, GetDataModelResult[]>(declared.list);

/** {@link listDataModels} for arguments that are outputs. */
export const listDataModelsOutput = toOutputLookup(listDataModels);
