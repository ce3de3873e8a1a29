import * as z from "zod";
import { createRestCollection } from "./collection";
import { type Api, audit } from "./common";
import { ApiError } from "./errors";
import { defineList } from "./transport/answer";

const collection = "/v2/workspaces";

const workspace = z
  .looseObject({ workspaceId: z.string(), workspaceUrlId: z.string(), name: z.string(), ...audit })
  .transform(({ workspaceUrlId: urlId, ...rest }) => ({ ...rest, urlId }));
/** A workspace, as listed and as read. */
export type Workspace = z.infer<typeof workspace>;

/**
 * The other answer to a create, with status 200: there are workspaces of this name, and none was created. When the
 * platform answers so is undocumented.
 */
const taken = z.looseObject({ workspaceIds: defineList(z.string()) }).transform(({ workspaceIds }): never => {
  throw new ApiError({
    method: "POST",
    path: collection,
    code: "conflict",
    status: 409,
    detail: `there are workspaces of this name: ${workspaceIds.join(", ")}`,
    outcome: "notApplied",
  });
});

type Named = { readonly name: string };

/** Workspaces, `/v2/workspaces`. */
export const createWorkspaces = (api: Api) =>
  createRestCollection<Named, Named, Workspace, Workspace, Workspace>(api, {
    entry: workspace,
    whole: workspace,
    created: z.union([workspace, taken]),
    path: collection,
    noun: "workspace",
    id: "workspaceId",
    bareArray: true,
  });
