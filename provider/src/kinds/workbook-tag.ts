import { collect } from "../core/api";
import { documentTag, field, taggingOptions, text } from "./declare";

/** `POST /v2/workbooks/tag`, `GET /v2/workbooks/{workbookId}/tags`, `DELETE /v2/workbooks/{workbookId}/tags/{tagId}`. */
export const workbookTag = documentTag({
  name: "WorkbookTag",
  docs: {
    description: `A version tag on a version of a workbook.

Without \`version\`, the tag stays on the version that it was created on. Changing \`version\` moves it: set a number, or
\`analytics.getWorkbookOutput({ id }).latestVersion\` to move the tag to the latest version on every \`up\`.

Changing \`workbookId\` or \`tag\` replaces the resource, which removes the old tag. Deleting the resource removes the tag from the workbook.

The provider never silently moves a tag that is already on another version of the workbook: adopt it with \`adopt: true\`.`,
    endpoints: [
      "POST /v2/workbooks/tag",
      "GET /v2/workbooks/{workbookId}/tags",
      "DELETE /v2/workbooks/{workbookId}/tags/{tagId}",
    ],
    example: `const production = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.WorkbookTag("sales-production", { workbookId, tag: production, version: 12 });`,
  },
  permission: 'an account type with "Apply tags", and Can edit access to the workbook',
  dependsOn: ["tag", "workbook"],
  noun: "workbook",
  key: "workbookId",
  document: field(text, "Id of the workbook. Changing it tags the other workbook and removes the tag from this one.", {
    replaces: true,
  }),

  async tags({ client }, workbookId) {
    const tags = await collect(client.workbooks.tags(workbookId));
    return tags.map(({ versionTagId, name, sourceWorkbookVersion, workbookTaggedAt }) => ({
      id: versionTagId,
      name,
      version: sourceWorkbookVersion,
      at: workbookTaggedAt,
    }));
  },

  async put({ client }, workbookId, placement) {
    const { tag, version } = placement;
    const put = await client.workbooks.tag(workbookId, { tag, workbookVersion: version, ...taggingOptions(placement) });
    return { tagId: put.versionTagId, taggedVersion: put.taggedWorkbookVersion };
  },

  async remove({ client }, workbookId, { id }) {
    await client.workbooks.untag(workbookId, id);
  },
});
