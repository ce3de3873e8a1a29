// Writes the JSON Schemas that ship with the package, from the schemas the provider validates with. Each is one line:
// editors read them, and the package stays small.
const { mkdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildChecksJsonSchema } = require("../provider/dist/core/checks");
const { buildDataModelJsonSchema } = require("../provider/dist/core/model");
const { buildDocumentJsonSchema } = require("../provider/dist/core/workbook/json-schema");

/** The schema of a file of its own for a part of a workbook: editors take no path with `#` in their settings. */
const buildPartSchema = (name) => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  $ref: `workbook.json#/definitions/${name}`,
});

const folder = join(__dirname, "../provider/schema");
const schemas = {
  "data-model": buildDataModelJsonSchema(),
  workbook: buildDocumentJsonSchema("workbook"),
  report: buildDocumentJsonSchema("report"),
  element: buildPartSchema("Element"),
  page: buildPartSchema("Page"),
  checks: buildChecksJsonSchema(),
};
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema)}\n`);
