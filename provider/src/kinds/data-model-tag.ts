import { collect } from "../core/api";
import { buildTaggingOptions, defineDocumentTag, reference } from "./declare";

/** `POST /v2/dataModels/tag` and `GET /v2/dataModels/{dataModelId}/tags`. There is no call that takes a tag off. */
export const dataModelTag = defineDocumentTag({
  name: "DataModelTag",
  docs: {
    description: `A version tag on a version of a data model.

Without \`version\`, the tag stays on the version that it was created on. Changing \`version\` moves it: set a number,
or \`model.documentVersion\` to move the tag with every change that this program makes to the model.

Changing \`dataModelId\` or \`tag\` replaces the resource. The API can't remove a tag from a data model. Deleting the
resource keeps the tag on the model and logs that; deleting the {@link Tag} removes it.

The provider never silently moves a tag that is already on another version of the model: adopt it with
\`adopt: true\`.`,
    endpoints: ["POST /v2/dataModels/tag", "GET /v2/dataModels/{dataModelId}/tags"],
    example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
const stable = new analytics.Tag("stable", { name: "Stable", color: "grass" });
new analytics.DataModelTag("legacy-stable", { dataModelId: model.id, tag: stable, version: model.latestVersion });`,
  },
  needs: {
    permission: 'an account type with "Apply tags", and Can edit access to the data model',
    lookups: ["tag", "data model"],
  },
  noun: "data model",
  listsTaggedVersions: false,
  key: "dataModelId",
  document: reference(
    "DataModel",
    "Id of the data model. Changing it tags the other data model; this one keeps its tag.",
    {
      replaces: true,
    },
  ),

  tags: ({ client }, dataModelId) => collect(client.dataModels.listTags(dataModelId)),

  async put({ client }, dataModelId, placement) {
    const { tag, version } = placement;
    const put = await client.dataModels.tag(dataModelId, {
      tag,
      dataModelVersion: version,
      ...buildTaggingOptions(placement),
    });
    return {
      tagId: put.versionTagId,
      taggedVersion: put.taggedDataModelVersion,
      taggedDocumentId: put.taggedDataModelId,
    };
  },

  // Deleting the tag itself would take it off, and off every other document with it.
  async remove(context, dataModelId, { name, version }) {
    context.log(
      `The data model ${dataModelId} keeps the tag "${name}" on version ${version}: the platform has no operation ` +
        "to remove a tag from a data model. Remove it in the product, or delete the tag.",
    );
  },
});
