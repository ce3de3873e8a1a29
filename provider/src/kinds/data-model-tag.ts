import { collect } from "../core/api";
import { documentTag, reference } from "./declare";

/** `POST /v2/dataModels/tag` and `GET /v2/dataModels/{dataModelId}/tags`. There is no call that takes a tag off. */
export const dataModelTag = documentTag({
  name: "DataModelTag",
  docs: {
    description: `A version tag on a version of a data model.

Left to itself the tag stays on the version it was put on. It moves when \`version\` changes: give a number, or
\`model.documentVersion\` to move it along with every change that this program makes to the model.

Changing \`dataModelId\` or \`tag\` puts a tag on anew. Nothing can be taken off a data model: the platform has no such call. Deleting the
resource leaves the tag where it is, and says so; deleting the {@link Tag} takes it off.

A tag that sits on another version of the model already is never silently moved: adopt it with \`adopt: true\`.`,
    endpoints: ["POST /v2/dataModels/tag", "GET /v2/dataModels/{dataModelId}/tags"],
    example: `const production = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.DataModelTag("orders-production", { dataModelId: orders.id, tag: production, version: 4 });
new analytics.DataModelTag("orders-staging", { dataModelId: orders.id, tag: "Staging", version: orders.documentVersion });`,
  },
  permission: 'an account type with "Apply tags", and Can edit access to the data model',
  dependsOn: ["tag", "data model"],
  noun: "data model",
  key: "dataModelId",
  document: reference("DataModel", "Id of the data model. Changing it tags the other one; this one keeps its tag.", {
    replaces: true,
  }),

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
  async remove(context, dataModelId, { name, version }) {
    context.log(
      `The data model ${dataModelId} keeps the tag "${name}" on version ${version}: the platform has no call to take a tag off a data model. ` +
        "Take it off in the product, or delete the tag.",
    );
  },
});
