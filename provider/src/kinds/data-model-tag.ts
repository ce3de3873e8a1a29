import { buildTaggingOptions, defineDocumentTag, reference } from "./declare";

/** `POST /v2/dataModels/tag` and `GET /v2/dataModels/{dataModelId}/tags`. There is no call that takes a tag off. */
export const dataModelTag = defineDocumentTag({
  name: "DataModelTag",
  noun: "data model",
  key: "dataModelId",
  path: "/v2/dataModels",
  latest: "`model.documentVersion` to move the tag with every change that this program makes to the model",
  example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
const stable = new analytics.Tag("stable", { name: "Stable", color: "grass" });
new analytics.DataModelTag("legacy-stable", { dataModelId: model.id, tag: stable, version: model.latestVersion });`,
  listsTaggedVersions: false,
  document: reference(
    "DataModel",
    "Id of the data model. Changing it tags the other data model; this one keeps its tag.",
    { replaces: true },
  ),

  list: ({ dataModels }, dataModelId) => dataModels.listTags(dataModelId),

  async put({ dataModels }, dataModelId, placement) {
    const { tag, version } = placement;
    const put = await dataModels.tag(dataModelId, {
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
});
