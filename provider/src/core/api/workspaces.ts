import * as z from "zod";
import { defineArea } from "./area";
import { audit, rename } from "./common";
import { ApiError } from "./errors";
import { defineList } from "./transport/answer";

const workspace = rename(
  z.looseObject({
    workspaceId: z.string(),
    name: z.string().describe("Its name. The personal area of the credentials' owner is listed as `User Folder`."),
    workspaceUrlId: z.string().describe("The id in its address in the product."),
    ...audit,
  }),
  { workspaceUrlId: "urlId" },
);
/** A workspace, as listed and as read. */
export interface Workspace extends z.infer<typeof workspace> {}

/**
 * The other answer to a create, with status 200: there are workspaces of this name, and none was created. When the
 * platform answers so is undocumented.
 */
const taken = z.looseObject({ workspaceIds: defineList(z.string()) }).transform(({ workspaceIds }): never => {
  throw new ApiError({
    method: "POST",
    path: "/v2/workspaces",
    code: "conflict",
    status: 409,
    detail: `there are workspaces of this name: ${workspaceIds.join(", ")}`,
    outcome: "notApplied",
  });
});

/** Workspaces, `/v2/workspaces`. */
export const workspaces = defineArea({
  path: "/v2/workspaces",
  noun: "workspace",
  id: "workspaceId",
  read: "either",
  listed: workspace as z.ZodType<Workspace>,
  created: z.union([workspace as z.ZodType<Workspace>, taken]),
  sends: ["name"],
  bareArray: true,
});
