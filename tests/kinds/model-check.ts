import type { Emulator } from "analytics-emulator";
import type { Given, Sample } from "../sample";

/** A model of a statement, whose data needs no table. */
async function createModel({ seeded, ui }: Emulator): Promise<Given> {
  const source = {
    kind: "sql",
    connectionId: seeded.connections.warehouse,
    statement: "select * from (values (1, 'a'), (2, 'b')) as facts (ID, NAME)",
  };
  const columns = [{ id: "id", name: "Id", formula: "[Custom SQL/ID]" }];
  const pages = [{ id: "p", name: "P", elements: [{ id: "facts", kind: "table", name: "Facts", source, columns }] }];
  const model = { name: "Checked", folderId: seeded.folders.models, schemaVersion: 1, pages };
  const { dataModelId } = (await ui.request("POST", "/v2/dataModels/spec", model)) as { dataModelId: string };
  return { checked: dataModelId };
}

export const sample: Sample = {
  given: createModel,
  declared: {
    dataModelId: ":checked",
    checks: "checks: [{ table: facts, unique: [id], rows: { min: 1 } }]",
    triggers: [1],
  },
  create: ["POST /v2/workbooks", "POST /v2/workbooks/*/export", "DELETE /v2/files/*"],
  update: ["POST /v2/workbooks", "POST /v2/workbooks/*/export", "DELETE /v2/files/*"],
  updates: { triggers: { to: { triggers: [2] } } },
  answer: undefined,
  keepsNothing: true,
  program: `
const numbers = new analytics.DataModel("numbers", {
  name: "Numbers", folderId: home.id,
  spec: table("facts", { kind: "sql", connectionId: seeded.connections.warehouse,
    statement: "select * from (values (1), (2)) as facts (AMOUNT)" }, "[Custom SQL/AMOUNT]"),
});
new analytics.ModelCheck("numbers-checked", {
  dataModelId: numbers.id, documentVersion: numbers.documentVersion,
  checks: "checks: [{ table: facts, rows: { min: 2 } }]",
});`,
};
