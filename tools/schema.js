// Writes the JSON Schema that ships with the package, from the schema the provider validates with.
const { mkdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildDataModelJsonSchema } = require("../provider/dist/core/spec");

const folder = join(__dirname, "../provider/schema");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "data-model.json"), `${JSON.stringify(buildDataModelJsonSchema(), null, 2)}\n`);
