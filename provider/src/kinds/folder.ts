import { type AnalyticsClient, ApiError, collect, type File } from "../core/api";
import * as z from "../core/zod";
import { defineKind, field, text } from "./declare";

/** `/v2/files`, of type `folder`. */
export const folder = defineKind({
  name: "Folder",
  docs: {
    description: `A folder for data models and other documents.

Changing \`parentId\` moves the folder with its contents.

The provider doesn't delete a folder that isn't empty, because the platform would delete its contents too. To allow that, set
\`deleteContents: true\` and run \`pulumi up\` before the delete, because a delete uses the state only.

\`adopt: true\` finds a folder by its name and parent.`,
    endpoints: ["POST|GET /v2/files", "GET|PATCH|DELETE /v2/files/{inodeId}"],
    example: `const finance = new analytics.Folder("finance", { name: "Finance", parentId: workspaceId, description: "What finance owns" });
new analytics.DataModel("orders", { name: "Orders", folderId: finance.id, spec: analytics.specFile("models/orders.yaml") });`,
  },
  dependsOn: ["folder"],
  fields: {
    name: field(text, "The folder's name."),
    parentId: field(
      text.optional(),
      "Id of the parent folder or workspace. Default: the home folder of the credentials' owner on create, and the current parent afterwards.",
      { omitted: "keep", ref: { kind: "Folder" } },
    ),
    // The platform knows no "no description", only an empty one.
    description: field(z.string().optional(), "The description of the folder.", { equal: "text", clearWith: "" }),
    deleteContents: field(
      z.boolean().optional(),
      "Whether a delete also deletes the contents. Default: false, and the delete of a folder that isn't empty fails.",
      { local: true, clearWith: false },
    ),
  },
  outputs: { path: field(z.string(), "Names of the parent folders, separated by slashes: `Acme/Models`.") },

  describe: ({ name }) => `folder "${name}"`,

  async find({ client }, { name, parentId }) {
    const place = parentId ?? (await homeFolder(client));
    const inside = await collect(client.files.list({ type: "folder", name, parentId: place, directChildren: true }));
    // Whether the filters of the list match exactly is undocumented.
    return inside
      .filter((found) => found.name === name && found.parentId === place && !found.isArchived)
      .map(({ id }) => id);
  },

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.files.get(id);
    return { at: createdAt, by: createdBy };
  },

  async create({ client, createOptions }, { name, parentId, description }) {
    const { id, path } = await client.files.createFolder({ name, parentId, description }, createOptions);
    return { id, outputs: { path } };
  },

  async read({ client }, id) {
    const { type, isArchived, name, parentId, description, path } = await client.files.get(id);
    // A deleted one may still be readable.
    if (type !== "folder" || isArchived) return undefined;
    return { inputs: { name, parentId, description }, outputs: { path } };
  },

  async update({ client }, id, change) {
    const { path } = await client.files.update(id, change);
    return { path };
  },

  mock: (id) => ({ id, outputs: { path: "Workspace" } }),

  async delete({ client }, id, { inputs }) {
    const inside = await contentsOf(client, id);
    if (inside.length > 0 && !inputs.deleteContents) throw notEmpty(inputs.name, id, inside);
    await deleteWhole(client, id);
  },
});

/** The files right in a folder. */
async function contentsOf(client: AnalyticsClient, id: string): Promise<File[]> {
  const listed = await collect(client.files.list({ parentId: id, directChildren: true }));
  return listed.filter((file) => file.parentId === id && !file.isArchived);
}

function notEmpty(name: string, id: string, inside: readonly File[]): Error {
  const some = inside.slice(0, 5).map((file) => `${file.type} "${file.name}"`);
  const more = inside.length > some.length ? ` and ${inside.length - some.length} more` : "";
  return new Error(
    `The folder "${name}" (${id}) isn't empty: it holds ${some.join(", ")}${more}. Nothing was deleted. ` +
      "Move them away; or set deleteContents: true, run `pulumi up`, and delete it then.",
  );
}

/** Whether a delete takes along what lies in a folder is undocumented; where it is refused, the contents go first. */
async function deleteWhole(client: AnalyticsClient, id: string): Promise<void> {
  try {
    await client.files.delete(id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const inside = await contentsOf(client, id);
    if (inside.length === 0) throw error;
    for (const file of inside)
      await (file.type === "folder" ? deleteWhole(client, file.id) : client.files.delete(file.id));
    await client.files.delete(id);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !error.fromProxy && [400, 409, 422].includes(error.status ?? 0);
}

async function homeFolder(client: AnalyticsClient): Promise<string> {
  const { userId } = await client.whoami();
  const { homeFolderId } = await client.members.get(userId);
  return homeFolderId;
}
