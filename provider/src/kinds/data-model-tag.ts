import * as z from "zod";
import { collect } from "../core/api/transport/pages";
import { documentTag, placementInputs } from "./declare/document-tag";

export const dataModelTagInputs = z.strictObject({
  /** Id of the data model. Changing it puts the tag on the other one; this one keeps it. */
  dataModelId: z.string().min(1),
  ...placementInputs,
});

export type DataModelTagInputs = z.infer<typeof dataModelTagInputs>;

/** `POST /v2/dataModels/tag` and `GET /v2/dataModels/{dataModelId}/tags`. There is no call that takes a tag off. */
export const dataModelTag = documentTag<DataModelTagInputs>({
  name: "DataModelTag",
  inputs: dataModelTagInputs,
  noun: "data model",
  permission: 'an account type with "Apply tags", and Can edit access to the data model',
  key: "dataModelId",

  async tags({ client }, dataModelId) {
    const tags = await collect(client.dataModels.tags(dataModelId));
    return tags.map(({ versionTagId, tagName, sourceVersion, taggedAt }) => ({
      id: versionTagId,
      name: tagName,
      version: sourceVersion,
      at: taggedAt,
    }));
  },

  async put({ client }, dataModelId, { tag, version, isDefault }) {
    const put = await client.dataModels.tag(dataModelId, { tag, dataModelVersion: version, isDefault });
    return { tagId: put.versionTagId, taggedVersion: put.taggedDataModelVersion };
  },

  // Deleting the tag itself would take it off, and off every other document with it.
  async takeOff(call, dataModelId, { name, version }) {
    call.tell(
      `The data model ${dataModelId} keeps the tag "${name}" on version ${version}: the platform has no call to take a tag off a data model. ` +
        "Take it off in the product, or delete the tag.",
    );
  },
});
