import { settableRules } from "../../core/spec";
import { listKinds } from "../../core/workbook";
import { createRules, defineKind, describeOwner, findOwnerHint } from "../declare";
import { listSecretTexts } from "../document/declaration";
import { listNamesakes } from "../document/namesakes";
import { placeKeys } from "../document/place";
import { listReferences } from "../document/referred";
import { createSourceReview } from "../document/sources";
import { getModel, getTitle, isSameDeclaration, listNameless } from "./declaration";
import { type DataModelInputs, fields, outputs } from "./fields";
import { mockModel } from "./mock";
import { readModel } from "./read";
import { changeSummary, listChanges, listUnionNames, mapChanges } from "./review/changes";
import { findBreaks, tellAdoption, tellReaders } from "./review/impact";
import { adviseOnRefusal } from "./review/refusals";
import { listProblems, listWarnings } from "./review/rules";
import { createModel, updateModel } from "./write";

const { changed } = createRules(fields);

/** Fields that are compared by what they mean together; `onConflict` is about an update, and no change by itself. */
const contents = ["spec", "refs", "file", "confidential", "onConflict"];

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
  settings: {
    name: "rules",
    choices: Object.fromEntries(
      Object.entries(settableRules).map(([rule, severity]) => [
        rule,
        [severity, ...["error", "warning", "off"].filter((other) => other !== severity)],
      ]),
    ),
  },
  review: {
    isCheckedOnce: true,
    // The host doesn't say which values of an object are secret.
    normalized: (inputs) => (typeof inputs.spec === "string" ? inputs : { ...inputs, confidential: true }),
    problems: listProblems,
    warnings: listWarnings,
    live: [createSourceReview({ getTitle, getModel: (inputs) => getModel(inputs).declared })],
    previewMessages: (news, olds, { urn }) => [...listChanges(news, olds), ...listNamesakes(news, "data model", urn)],
    updateMessages: listUnionNames,
    changeSummary,
    impact: { update: findBreaks, adoption: tellAdoption, delete: tellReaders },
    changesByPlace: mapChanges,
  },
  fields,
  outputs,
  secrets: {
    texts: ({ spec, ...inputs }) => listSecretTexts(spec, inputs),
    words: listKinds,
    // It quotes what the platform has, and so perhaps the secret.
    outputs: ({ confidential }, secretInputs) => [
      ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
      // The platform makes the address of the name.
      ...(secretInputs.includes("name") ? (["url"] as const) : []),
    ],
  },

  changed: (olds, news, outputs) => {
    const others = changed(olds, news).filter((name) => !contents.includes(name));
    const isSame = isSameDeclaration(olds, news, listNameless(olds, outputs?.baseline?.contents));
    return (isSame ? others : [...others, "spec"]) as (keyof DataModelInputs)[];
  },

  references: (inputs) => listReferences(inputs, inputs.spec, () => getModel(inputs).authored),

  hint: (error, inputs, outputs) => findOwnerHint(error, inputs.ownerId) ?? adviseOnRefusal(error, inputs, outputs),

  describe: ({ name, folderId }) => `data model "${name}" in the folder ${folderId}`,

  adoption: {
    ownId: ({ files }, id) => files.resolveId(id),
    async find({ client }, { name, folderId }) {
      const found = await client.files.findNamed({ type: "data-model", name, parentId: folderId });
      return found.map(({ id }) => id);
    },
    async origin({ client }, id) {
      const { createdAt, createdBy } = await client.files.get(id);
      return { at: createdAt, by: createdBy };
    },
  },

  writing: {
    // A model that moves from the program into a file, or gets options of this provider, is still the one whose create
    // was lost.
    sent: ({ name, folderId, description, spec, refs }) => [
      name,
      folderId,
      description,
      getModel({ spec, refs }).declared.pages,
    ],
    refusesConflicts: true,
  },

  deletion: {
    leaves: ({ deletion }) =>
      deletion === "retain" ? undefined : "Data models that were deleted are archived: the product can restore them.",
  },

  create: createModel,
  read: readModel,
  reconcile: updateModel,
  mock: mockModel,

  async delete(context, id, { inputs }) {
    if (inputs.deletion === "retain") {
      context.log(`data model "${inputs.name}" (${id}) stays on the platform: its deletion is "retain"`);
      return;
    }
    await context.client.files.delete(id);
  },
});
