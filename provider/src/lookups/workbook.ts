import type { Workbook as ApiWorkbook } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getWorkbook}: `id` or `name`. */
export type GetWorkbookArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** The folders it lies in, such as `Acme/Models`; with `name`, where that is not unique. */
    path?: string;
  };

/** A workbook. */
export interface GetWorkbookResult {
  /** Its id. */
  id: string;
  name: string;
  description?: string;
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

/** Arguments of {@link listWorkbooks}; without any, all are listed. */
export interface ListWorkbooksArgs extends LookupArgs {
  /** The exact name. */
  name?: string;
  /** The folders it lies in, such as `Acme/Models`. */
  path?: string;
  /** Id of the owner. */
  ownerId?: string;
}

const workbooks: Collection<ApiWorkbook> = {
  noun: "workbook",
  entries: (client) => client.workbooks.list(),
  idOf: ({ workbookId }) => workbookId,
  nameOf: ({ name }) => name,
};

/**
 * A workbook, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the workbook.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}`, `GET /v2/workbooks`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const { id } = await analytics.getWorkbook({ name: "Sales report" });
 * ```
 */
export const getWorkbook = lookup<GetWorkbookArgs, GetWorkbookResult>({
  name: "getWorkbook",
  oneOf: ["id", "name"],
  optional: ["path"],
  answer: async (call, { id, name, path }) =>
    id === undefined ? named(call, workbooks, name, { path }) : withId("workbook", id, call.client.workbooks.get(id)),
});

/** {@link getWorkbook} for arguments that are outputs. */
export const getWorkbookOutput = outputOf(getWorkbook);

/**
 * The workbooks that these credentials can see, archived ones left out.
 *
 * Permissions: access to the workbook.
 *
 * Endpoint: `GET /v2/workbooks`.
 *
 * @example
 * ```ts
 * const workbooks = await analytics.listWorkbooks({ path: "Acme/Models/Sales" });
 * ```
 */
export const listWorkbooks = lookup<ListWorkbooksArgs, GetWorkbookResult[]>({
  name: "listWorkbooks",
  optional: ["name", "path", "ownerId"],
  answer: (call, { connection: _, ...filter }) => matching(call, workbooks, filter),
});

/** {@link listWorkbooks} for arguments that are outputs. */
export const listWorkbooksOutput = outputOf(listWorkbooks);
