import * as z from "zod";
import type { Component } from "./components";

const inputs = {
  tag: z.string().describe("The tag's name or id."),
  documents: z
    .array(z.unknown())
    .describe("The data models, workbooks and reports of the program to tag: the resources, in any order."),
  checks: z
    .array(z.unknown())
    .optional()
    .describe("Resources that must succeed before any tag is put on or moved. Default: none."),
  versions: z
    .record(z.string(), z.int())
    .optional()
    .describe(
      "Versions to tag instead of the latest, by the names of the documents' resources, such as `{ orders: 7 }`. A " +
        "name that two documents have is followed by the type: `sales-Workbook`. Default: none.",
    ),
  adopt: z.boolean().optional().describe("Whether to adopt the tag where a document has it already. Default: false."),
  profile: z
    .string()
    .optional()
    .describe("The named profile (`analytics:profiles.<name>`) that the documents belong to."),
};

const outputs = {
  taggedVersions: z
    .record(z.string(), z.int())
    .describe("The versions that have the tag, by the names of the documents' resources."),
  previousVersions: z
    .record(z.string(), z.int())
    .describe("The versions that had the tag before it last moved, where it has moved."),
};

const description = `A release of documents: one tag on the latest versions of data models, workbooks and reports, for
readers who open the tagged versions.

\`up\` first writes all documents, then runs the checks, then tags the data models in dependency order, and then the
workbooks and reports. If a document or a check fails, no tag moves. A tagged workbook, report or data model reads the
tagged versions of the data models in \`documents\`; it reads others as the document does.

To roll back, pin the former version in \`versions\`, and run \`up\`: the tag moves back, and the document keeps its
latest version. \`previousVersions\` has the versions that had the tag before it moved.

Removing a document from the release, and \`pulumi destroy\`, remove the tag from workbooks and reports. The API can't
remove a tag from a data model: the tag stays, and a message says so; deleting the \`Tag\` removes it.`;

const example = `const folder = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: folder.id,
  spec: analytics.specFile("models/orders.yaml"),
});
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
const release = new analytics.Release("production-release", { tag: production, documents: [orders] });
export const previous = release.previousVersions;`;

/** `Release`; its arguments are those of `program/release.ts`. */
export const release: Component = { name: "Release", inputs, outputs, plain: [], description, example };
