import { settableRules } from "../../core/model";
import { defineKind, describeOwner, findOwnerHint } from "../declare";
import { createChanged, createDocumentCalls, createDocumentReview, defineRuleSettings } from "../document/define";
import { listNamesakes } from "../document/namesakes";
import { createSourceReview } from "../document/sources";
import { getModel, getTitle, isSameDeclaration, noun } from "./declaration";
import { type DataModelInputs, fields, outputs } from "./fields";
import { mockModel } from "./mock";
import { Models } from "./models";
import { changeSummary, listChanges, listUnionNames, mapChanges } from "./review/changes";
import { tellAdoption, tellReaders, tellUpdate } from "./review/readers";
import { adviseOnRefusal } from "./review/refusals";
import { listProblems, listWarnings } from "./review/rules";
import { findDanger, listVisibilityChanges, tellSchedules } from "./review/schedules";

const models = new Models();
const changed = createChanged<DataModelInputs>(fields, "spec");

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel = defineKind({
  name: "DataModel",
  docs: {
    description: `A data model, written as code.

The ids in the representation are yours; the platform assigns others. The state maps one to the other, so references to
an element or column keep working through edits. If someone changed the model on the platform since the last \`up\` or
\`refresh\`, an update reports a conflict and never overwrites the change.

${describeOwner("model")}`,
    endpoints: [
      "POST /v2/dataModels/spec",
      "GET|PUT /v2/dataModels/{dataModelId}/spec",
      "PATCH|DELETE /v2/files/{inodeId}",
    ],
    example: `const models = analytics.getFolderOutput({ path: "Acme/Models" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: models.id,
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: warehouse.id } }),
});
export const factOrders = orders.elementId("fact_orders");`,
  },
  needs: {
    permission:
      'an Admin account (documented: an account type with "Create, edit, and publish data models", which users ' +
      "report is not enough), and Can edit access to the folder and the data model",
    lookups: ["folder", "connection", "data model", "data model's contents"],
  },
  ...createDocumentCalls(models),
  settings: defineRuleSettings(models.rules, settableRules),
  review: {
    ...createDocumentReview("spec"),
    problems: listProblems,
    warnings: listWarnings,
    live: [createSourceReview<DataModelInputs>({ getTitle, getModel: (inputs) => getModel(inputs).declared })],
    previewMessages: (news, olds, context) => [
      ...listChanges(news, olds),
      ...listVisibilityChanges(news, olds),
      ...listNamesakes(news, noun, context),
    ],
    updateMessages: listUnionNames,
    endangers: findDanger,
    changeSummary,
    impact: {
      async update(news, olds, context) {
        await tellSchedules(news, olds, context);
        return tellUpdate(news, olds, context);
      },
      adoption: tellAdoption,
      delete: tellReaders,
    },
    changesByPlace: mapChanges,
  },
  fields,
  outputs,

  changed: (olds, news, outputs) => changed(olds, news, isSameDeclaration(olds, news, outputs?.baseline?.contents)),

  hint: (error, inputs, outputs) => findOwnerHint(error, inputs.ownerId) ?? adviseOnRefusal(error, inputs, outputs),

  mock: mockModel,
});
