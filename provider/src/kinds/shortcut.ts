import * as z from "zod";
import { isSameName } from "../core/text";
import { defineKind, field, output, reference, text } from "./declare";

const noTarget = "targetId: required; optional only for an adopted shortcut, which keeps its target.";

/** `/v2/shortcuts`, and then `/v2/files`, of type `symlink`. */
export const shortcut = defineKind({
  name: "Shortcut",
  area: "shortcuts",
  docs: {
    description: `A shortcut (beta), which shows a document, folder, table or schema in another folder, without a copy.

It grants no access: who opens it needs access to what it points to. A delete leaves that alone.

The platform doesn't return \`targetId\`, and can't change it: a changed one replaces the shortcut, one that changed on
the platform isn't seen, and an adopted or imported shortcut is taken to point to the declared target. The API can name
a shortcut after its target; here, \`name\` is required, because it is what finds the shortcut when the response to its
create was lost.

\`adopt: true\` finds a shortcut by its name and parent.`,
    endpoints: ["POST /v2/shortcuts", "GET /v2/files", "GET|PATCH|DELETE /v2/files/{inodeId}"],
    example: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
const report = analytics.getWorkbookOutput({ name: "Sales report" });
new analytics.Shortcut("sales-report", { name: "Sales report", parentId: acme.id, targetId: report.id });`,
  },
  needs: {
    permission:
      "the shortcuts API (beta), Can view access to a document or folder that it points to, or Can use access to a " +
      "table or schema, and Can contribute access to the folder or workspace above",
    lookups: ["file"],
  },
  fields: {
    name: field(text, "The shortcut's name."),
    parentId: reference(["Folder", "Workspace"], "Id of the folder or workspace that it is in."),
    targetId: field(
      text.optional(),
      "Id of the workbook, data model, report, folder, table or schema that it points to. Optional only for " +
        "an adopted or imported shortcut, which keeps its target.",
      { replaces: true, writeOnly: true, omitted: "keep" },
    ),
  },
  outputs: {
    path: output(z.string(), "Names of the parent folders, separated by slashes: `Acme/Models`."),
    urlId: output(z.string(), "The id in its address in the product.", { changesWith: [] }),
  },

  review: {
    problems: ({ targetId, adopt }, { isNew }) => (targetId === undefined && isNew && !adopt ? [noTarget] : []),
  },

  describe: ({ name }) => `shortcut "${name}"`,

  // Of an imported one, the target is unknown.
  changed: (olds, news) => {
    const names = ["name", "parentId"] as const;
    const hasOtherTarget =
      [olds, news].every(({ targetId }) => targetId !== undefined) && olds.targetId !== news.targetId;
    return [...names.filter((name) => olds[name] !== news[name]), ...(hasOtherTarget ? ["targetId" as const] : [])];
  },

  adoption: {
    ownId: ({ files }, id) => files.resolveId(id),
    async find({ client }, { name, parentId }) {
      const all = await client.shortcuts.readAll();
      return all.filter((one) => one.parentId === parentId && isSameName(one.name, name)).map(({ id }) => id);
    },
    creator: async ({ client }, id) => (await client.files.get(id)).createdBy,
    notComparable: () => "its target can't be read",
  },

  async create({ client, madeId }, { name, parentId, targetId }) {
    if (targetId === undefined) throw new Error(noTarget);
    const { id, path, urlId } = await client.shortcuts.create({ name, parentId, targetId }, madeId);
    return { id, outputs: { path, urlId } };
  },

  async read({ client }, id) {
    const found = await client.shortcuts.findById(id);
    if (found === undefined) return undefined;
    const { name, parentId, path, urlId } = found;
    return { inputs: { name, parentId }, outputs: { path, urlId } };
  },

  async update({ client }, id, { name, parentId }) {
    const { path, urlId } = await client.shortcuts.update(id, { name, parentId });
    return { path, urlId };
  },

  mock: (id) => ({ id, outputs: { path: "Workspace", urlId: `${id}-url` } }),

  delete: ({ client }, id) => client.shortcuts.delete(id),
});
