// Generated from lookups/workspace.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { workspace as declared } from "../workspace";

/** Arguments of {@link getWorkspace}: `id` or `name`. */
export type GetWorkspaceArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listWorkspaces}. */
export interface ListWorkspacesArgs extends LookupArgs {
  /** The exact name. */
  name?: string;
}

/** A workspace. */
export interface GetWorkspaceResult {
  /** Its id. */
  id: string;
  /** Its name. The personal area of the credentials' owner is listed as `User Folder`. */
  name: string;
  /** The id in its address in the product. */
  urlId: string;
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
 * A workspace, by `id` or by `name`.
 *
 * Permissions: access to the workspaces.
 *
 * Endpoints: `GET /v2/workspaces/{workspaceId}`, `GET /v2/workspaces`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const acme = analytics.getWorkspaceOutput({ name: "Acme" });
 * const planning = new analytics.Folder("planning", { name: "Planning", parentId: acme.id });
 * ```
 */
export const getWorkspace = createLookup<GetWorkspaceArgs, GetWorkspaceResult>(declared.get);

/** {@link getWorkspace} for arguments that are outputs. */
export const getWorkspaceOutput = toOutputLookup(getWorkspace);

/**
 * The workspaces that these credentials can see, without archived ones.
 *
 * Permissions: access to the workspaces.
 *
 * Endpoint: `GET /v2/workspaces`.
 *
 * @example
 * ```ts
 * export const workspaces = analytics.listWorkspacesOutput();
 * ```
 */
export const listWorkspaces = createLookup<ListWorkspacesArgs, GetWorkspaceResult[]>(declared.list);

/** {@link listWorkspaces} for arguments that are outputs. */
export const listWorkspacesOutput = toOutputLookup(listWorkspaces);
