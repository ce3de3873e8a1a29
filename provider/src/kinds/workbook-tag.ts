import * as z from "zod";
import { collect } from "../core/api/transport/pages";
import { documentTag, placementInputs } from "./declare/document-tag";

export const workbookTagInputs = z.strictObject({
  /** Id of the workbook. Changing it puts the tag on the other one and takes it off this one. */
  workbookId: z.string().min(1),
  ...placementInputs,
});

export type WorkbookTagInputs = z.infer<typeof workbookTagInputs>;

/** `POST /v2/workbooks/tag`, `GET /v2/workbooks/{workbookId}/tags`, `DELETE /v2/workbooks/{workbookId}/tags/{tagId}`. */
export const workbookTag = documentTag<WorkbookTagInputs>({
  name: "WorkbookTag",
  inputs: workbookTagInputs,
  noun: "workbook",
  permission: 'an account type with "Apply tags", and Can edit access to the workbook',
  key: "workbookId",

  async tags({ client }, workbookId) {
    const tags = await collect(client.workbooks.tags(workbookId));
    return tags.map(({ versionTagId, name, sourceWorkbookVersion, workbookTaggedAt }) => ({
      id: versionTagId,
      name,
      version: sourceWorkbookVersion,
      at: workbookTaggedAt,
    }));
  },

  async put({ client }, workbookId, { tag, version, isDefault }) {
    const put = await client.workbooks.tag(workbookId, { tag, workbookVersion: version, isDefault });
    return { tagId: put.versionTagId, taggedVersion: put.taggedWorkbookVersion };
  },

  async takeOff({ client }, workbookId, { id }) {
    await client.workbooks.untag(workbookId, id);
  },
});
