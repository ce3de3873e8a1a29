import * as z from "zod";
import { takeFirst } from "../core/api";
import { defineAreaKind, field, text } from "./declare";

/** The colors that the platform offers for version tags. */
const tagColors = ["cyan", "grass", "violet", "plum", "amber", "bronze"] as const;

/** `/v2/tags`. There is no call for one tag: reads share the list. */
export const tag = defineAreaKind({
  name: "Tag",
  area: "tags",
  docs: {
    description: `A version tag, a name and color that marks one version of a document, such as \`production\`.

A changed color updates the tag. If the platform ignores it, \`up\` fails and changes nothing. A changed name replaces
the tag, and the deployment policies that use it.

The engine deletes the old tag before it creates the replacement, because names are unique in the organization. The
option \`deleteBeforeReplace: false\` creates the new tag first.

The platform removes a replaced or deleted tag from all documents. The resources \`DataModelTag\`, \`WorkbookTag\` and
\`ReportTag\` of the program put the new one on again, without a \`version\` on the latest version. What was tagged in
the product loses the tag.`,
    endpoints: ["POST|GET /v2/tags", "PATCH|DELETE /v2/tags/{tagId}"],
    example: `const staging = new analytics.Tag("staging", {
  name: "Staging",
  color: "amber",
  description: "Under review",
});
export const tagId = staging.id;`,
  },
  deletion: { isFirst: true },
  needs: { permission: 'an Admin account, or an account type with "Apply tags"', lookups: ["tag"] },
  fields: {
    name: field(text, "The tag's name, unique in the organization.", { replaces: true }),
    color: field(z.enum(tagColors), "The tag's color."),
    // The platform knows no "no description", only an empty one.
    description: field(z.string().optional(), "The description of the tag.", { equal: "text", clearWith: "" }),
  },

  describe: ({ name }) => `tag "${name}"`,

  review: {
    previewMessages: (news, olds) =>
      olds === undefined || news.name === olds.name
        ? []
        : [
            `the tag "${olds.name}" is replaced: the platform removes the tag from all documents. Tag resources ` +
              "without `version` then tag the latest version.",
          ],
  },

  absence: {
    // No call reads one tag; this one answers 404 for a tag that doesn't exist.
    reads: ({ tags }, id) => [takeFirst(tags.listWorkbooks(id))],
  },

  async update({ client }, id, { color, description = "" }, { changed, olds }) {
    // The color goes first and alone, so that nothing has changed where the platform ignores it.
    if (changed.has("color") && color !== undefined) {
      const answered = await client.tags.update(id, { color });
      const isChanged = answered.color === color || (await client.tags.get(id))?.color === color;
      if (!isChanged) throw new Error(describeKeptColor(id, olds.inputs));
    }
    if (changed.has("description")) await client.tags.update(id, { description });
    return {};
  },
});

function describeKeptColor(id: string, { name, color }: { readonly name: string; readonly color: string }): string {
  return (
    `This platform doesn't change the color of a tag: "${name}" (${id}) is still ${color}. Nothing was changed: a ` +
    "replacement tag would not be on the documents of this one. Change the color in the product; or declare " +
    "another tag; or replace this one with `pulumi up --replace <urn>`, which removes it from its documents."
  );
}
