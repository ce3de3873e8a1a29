import * as z from "zod";
import { createNotEmptyError, deleteWhole, listContents, readUnlessGone } from "../core/api";
import { defineAreaKind, field, output, text, writeLookup } from "./declare";

/** `/v2/workspaces`. */
export const workspace = defineAreaKind({
  name: "Workspace",
  area: "workspaces",
  docs: {
    description: `A workspace, the top of the tree of folders and documents. Folders and documents inherit its grants.

The platform can't undo the delete of a workspace. The provider deletes one only if \`allowDelete: true\` is set, and
one that isn't empty only if \`deleteContents: true\` is set, too. It sees only the contents that its credentials can
see.

Names aren't unique: without \`adopt\`, the provider creates another workspace of the same name. \`adopt: true\` finds a
workspace by its exact name.`,
    endpoints: ["POST|GET /v2/workspaces", "GET|PATCH|DELETE /v2/workspaces/{workspaceId}", "GET /v2/files"],
    example: `const finance = new analytics.Workspace("finance", { name: "Finance" });
const budgets = new analytics.Folder("budgets", { name: "Budgets", parentId: finance.id });`,
  },
  needs: {
    permission: "an Admin account, or Can manage access to the workspace to change or delete it",
    lookups: ["workspace"],
  },
  deletion: {
    loses: "its grants, and the place of everything in it, for good",
    takesAlong: ({ deleteContents }) => deleteContents === true,
  },
  fields: {
    name: field(text, "The workspace's name. It needn't be unique."),
    deleteContents: field(
      z.boolean().optional(),
      "Whether a delete also deletes the contents. Default: false, and the delete of a " +
        "workspace that isn't empty fails.",
      { local: true, clearWith: false },
    ),
  },

  outputs: { urlId: output(z.string(), "The id in its address in the product.", { changesWith: [] }) },

  describe: ({ name }) => `workspace "${name}"`,

  mock: (id) => ({ id, outputs: { urlId: `${id}-url` } }),
  pull: {
    file: "places",
    about: "Workspaces.",
    // The personal area of the credentials' owner is in the list, too.
    async ids(client) {
      const { userId } = await client.readOwner();
      const own = await readUnlessGone(client.members.get(userId));
      const ids = (await client.workspaces.readAll()).map(({ workspaceId }) => workspaceId);
      return ids.filter((id) => id !== own?.homeFolderId);
    },
  },

  naming: { lookup: (path) => writeLookup("Folder", "path", path) },
  adoption: { ownId: ({ files }, id) => files.resolveId(id) },

  hint: ({ method, status, fromProxy }) =>
    !fromProxy && method === "GET" && status === 403
      ? "The workspace may exist: these credentials have no access to it. Give their owner access, or remove the " +
        "resource from the state with `pulumi state delete`."
      : undefined,

  async delete({ client }, id, { inputs }) {
    const inside = await listContents(client.files, id);
    if (inside.length > 0 && !inputs.deleteContents)
      throw createNotEmptyError(`workspace "${inputs.name}" (${id})`, inside);
    await deleteWhole(client.files, id, (one) => client.workspaces.delete(one));
  },
});
