import * as z from "zod";
import type { Component } from "./components";

const inputs = {
  path: z.string().describe("The folder of files, relative to the program's working directory."),
  folderId: z.string().describe("Id of the platform's folder for all models."),
  ownerId: z
    .string()
    .optional()
    .describe(
      "Id of the member who owns all models. Default: the owner of the API credentials on create, and " +
        "the current owners afterwards.",
    ),
  refs: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Values for the `!ref` names that are not file names. A file must use each of them."),
  allowDelete: z
    .boolean()
    .optional()
    .describe("Whether models may be deleted. Default: false, and every model is protected."),
  profile: z.string().optional().describe("The named profile (`analytics:profiles.<name>`) that the models belong to."),
  adopt: z
    .boolean()
    .optional()
    .describe(
      "Whether to adopt existing models with the same names in the folder, instead of creating them. Default: false.",
    ),
};

const outputs = {
  ids: z.record(z.string(), z.string()).describe("The id of each model, by file name without extension."),
  elementIds: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe(
      "The platform's ids of the elements of each model, by file name without extension " +
        "and the element's id in the file.",
    ),
};

const description = `A folder of files, with a \`DataModel\` for each \`*.yaml\`, \`*.yml\` and \`*.json\` in it and
below. Files and folders whose name begins with \`_\` or \`.\` are ignored, and so are \`node_modules\`: keep files for
\`!include\` there.

A model's name is the \`name:\` at the top of its file, or the file name. \`description:\` at the top works too. Files
refer to each other by file name without extension: \`!ref orders\` is the id of the model of \`orders.yaml\`,
\`!ref orders#fact_orders\` the id of its element. The engine creates models in dependency order. A cycle is an error
that names the files.

Removing or renaming a file deletes its model. Unless \`allowDelete\` is true, the models are protected: \`up\` and its
preview stop with the engine's message that it can't delete the resource. To delete a model, set \`allowDelete: true\`,
run \`up\` once to remove the protection, then remove the file.

The component replaces nothing: it renames, moves and updates models in place. Values are secret only if a value in
\`refs\` is.`;

const example = `const folder = analytics.getFolderOutput({ path: "Acme/Models" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const models = new analytics.DataModelDirectory("models", {
  path: "models",
  folderId: folder.id,
  refs: { warehouse: warehouse.id },
});
export const factOrders = models.model("orders").elementId("fact_orders");`;

/** `DataModelDirectory`; its arguments are those of `program/data-model-directory.ts`. */
export const directory: Component = {
  name: "DataModelDirectory",
  inputs,
  outputs,
  // Which models there are, and whether they are protected, is known before anything runs.
  plain: ["path", "allowDelete"],
  description,
  example,
};
