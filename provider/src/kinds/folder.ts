import * as z from "zod";
import {
  type AnalyticsClient,
  createNotEmptyError,
  deleteWhole,
  type File,
  listContents,
  readUnlessGone,
} from "../core/api";
import {
  defineFileNaming,
  defineKind,
  defineOwnerField,
  describeOwner,
  field,
  findOwnerHint,
  output,
  text,
  writeLookup,
} from "./declare";

/** `/v2/files`, of type `folder`. */
export const folder = defineKind({
  name: "Folder",
  area: "folders",
  docs: {
    description: `A folder for data models and other documents.

Changing \`parentId\` moves the folder with its contents.

${describeOwner("folder")} Whether the contents get the new owner too is undocumented.

The provider doesn't delete a folder that isn't empty, because the platform would delete its contents too. It sees
only the contents that its credentials can see; the product can restore them with the folder. To allow a delete with
contents, set \`deleteContents: true\` and run \`pulumi up\` before the delete, because a delete reads its arguments
from the state. While other resources of the stack lie in the folder, it refuses the delete all the same: as in a
replacement with \`deleteBeforeReplace: true\`, of which a preview names them.

\`adopt: true\` finds a folder by its name and parent. With \`restore: true\`, \`adopt: { id }\` also adopts a folder
that was deleted in the product.`,
    endpoints: ["POST|GET /v2/files", "GET|PATCH|DELETE /v2/files/{inodeId}"],
    example: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
const finance = new analytics.Folder("finance", {
  name: "Finance",
  parentId: acme.id,
  description: "What finance owns",
});
new analytics.Folder("forecasts", { name: "Forecasts", parentId: finance.id });`,
  },
  needs: {
    permission:
      "Can contribute access to the folder or workspace above, and Can manage access to a folder to change it",
    lookups: ["folder"],
  },
  fields: {
    name: field(text, "The folder's name."),
    parentId: field(
      text.optional(),
      "Id of the parent folder or workspace. Default: the home folder of the credentials' owner on create, and " +
        "the current parent afterwards.",
      { omitted: "keep", ref: { kind: ["Folder", "Workspace"] } },
    ),
    // The platform knows no "no description", only an empty one.
    description: field(z.string().optional(), "The description of the folder.", { equal: "text", clearWith: "" }),
    ownerId: defineOwnerField("folder"),
    restore: field(
      z.boolean().optional(),
      "Whether the provider restores the folder, with its contents, if it was deleted in the product: one that " +
        "`adopt: { id }` names, or one that a refresh finds deleted. It restores the folder below the declared " +
        "parent. Default: false, and the provider creates another one.",
      { omitted: "keep" },
    ),
    deleteContents: field(
      z.boolean().optional(),
      "Whether a delete also deletes the contents. Default: false, and the delete of a folder that isn't empty fails.",
      { local: true, clearWith: false },
    ),
  },
  outputs: {
    path: output(z.string(), "Names of the parent folders, separated by slashes: `Acme/Models`."),
    deleted: output(z.boolean().optional(), "Whether it was deleted on the platform and the next update restores it.", {
      internal: true,
    }),
    urlId: output(z.string(), "The id in its address in the product.", { changesWith: [] }),
    parentUrlId: output(z.string().optional(), "The id in the address of the parent folder or workspace.", {
      changesWith: ["parentId"],
    }),
    permission: output(z.string().optional(), "What the owner of the credentials may do with it, such as `organize`."),
    badge: output(z.string().optional(), "Its endorsement, as the platform names it."),
    createdAt: output(z.string().optional(), "When it was created (ISO 8601).", { changesWith: [] }),
    createdBy: output(z.string().optional(), "Id of the member who created it.", { changesWith: [] }),
  },

  describe: ({ name }) => `folder "${name}"`,

  hint: (error, { ownerId }) => findOwnerHint(error, ownerId),

  naming: { ...defineFileNaming("Folder", "folder"), lookup: (path) => writeLookup("Folder", "path", path) },
  adoption: {
    ownId: ({ files }, id) => files.resolveId(id),
    async find({ client }, { name, parentId }) {
      const place = parentId ?? (await findHomeFolder(client));
      const found = await client.files.findNamed({ type: "folder", name, parentId: place });
      return found.map(({ id }) => id);
    },
    creator: async ({ client }, id) => (await client.files.get(id)).createdBy,
  },

  async create({ client, madeId }, { name, parentId, description, ownerId }) {
    // Without a parent, the platform may take the home folder of the folder's owner.
    const place = parentId ?? (ownerId === undefined ? undefined : await findHomeFolder(client));
    const made = await client.files.createFolder({ name, parentId: place, description, ownerId }, madeId);
    return { id: made.id, outputs: readOutputs(made) };
  },

  async read({ client }, id, known) {
    const { path: knownPath, urlId: knownUrlId, deleted: wasDeleted } = known?.outputs ?? {};
    // A folder that was deleted reads as `restore: false`, which an update to `true` restores. Whether an archived one
    // is readable is undocumented: it may be restorable either way.
    const isRestored = known?.inputs.restore === true || wasDeleted;
    const read = knownPath === undefined ? client.files.get(id) : client.files.readFolder(id);
    const found = await (isRestored ? readUnlessGone(read) : read);
    if (found !== undefined && found.type !== "folder") return undefined;
    if (found === undefined || found.isArchived) {
      if (!isRestored) return undefined;
      const place = {
        ...known?.outputs,
        path: knownPath ?? "",
        urlId: knownUrlId ?? "",
        ...(found && readOutputs(found)),
      };
      return { inputs: { restore: false }, outputs: { ...place, deleted: true } };
    }
    const { name, parentId, description, ownerId } = found;
    const inputs = {
      name,
      parentId,
      description,
      // Not every answer has it.
      ...(ownerId !== undefined && { ownerId }),
      // Somebody has restored it.
      ...(wasDeleted && { restore: true }),
    };
    return { inputs, outputs: readOutputs(found) };
  },

  async update({ client }, id, { restore: wanted, ...change }, { olds, news }) {
    const { files } = client;
    const isDeleted = async () => (await readUnlessGone(files.get(id)))?.isArchived ?? true;
    if (wanted && olds.outputs.deleted && (await isDeleted())) {
      return readOutputs(await files.restore(id, { parentId: news.parentId, ...change }));
    }
    if (Object.keys(change).length === 0) return undefined;
    return readOutputs(await files.update(id, change));
  },

  mock: (id) => ({
    id,
    outputs: {
      ...{ path: "Workspace", urlId: `${id}-url`, parentUrlId: "workspace-url", permission: "edit", badge: "Endorsed" },
      ...{ createdAt: "2026-01-01T00:00:00.000Z", createdBy: "member" },
    },
  }),

  deletion: {
    leaves: () => "Folders that were deleted are archived with their contents: the product can restore them.",
    takesAlong: ({ deleteContents }) => deleteContents === true,
  },

  async delete({ client }, id, { inputs }) {
    const inside = await listContents(client.files, id);
    if (inside.length > 0 && !inputs.deleteContents)
      throw createNotEmptyError(`folder "${inputs.name}" (${id})`, inside);
    await deleteWhole(client.files, id);
  },
});

function readOutputs({ path, urlId, parentUrlId, permission, badge, createdAt, createdBy }: File) {
  return { path, urlId, parentUrlId, permission, badge: badge ?? undefined, createdAt, createdBy };
}

async function findHomeFolder(client: AnalyticsClient): Promise<string> {
  const { userId } = await client.readIdentity();
  const { homeFolderId } = await client.members.get(userId);
  return homeFolderId;
}
