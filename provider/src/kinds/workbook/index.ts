import type { Severity } from "../../core/spec";
import { workbookSeverities } from "../../core/workbook";
import { createRules, defineKind, describeOwner, findOwnerHint } from "../declare";
import { listSecretTexts } from "../document/declaration";
import { listNamesakes } from "../document/namesakes";
import { placeKeys } from "../document/place";
import { listReferences } from "../document/referred";
import { getTitle, getWorkbook, isSameDeclaration } from "./declaration";
import { fields, outputs, type WorkbookInputs } from "./fields";
import { readWorkbook } from "./read";
import { listChanges, listProblems, listWarnings, mapChanges, summarizeChanges } from "./review";
import { verifyWorkbook } from "./verify";
import { createWorkbook, updateWorkbook } from "./write";

const { changed } = createRules(fields);

/** Fields that are compared by what they mean together; `onConflict` is about an update, and no change by itself. */
const compared = ["contents", "refs", "file", "confidential", "onConflict", "acceptLosses"];

const rules: Readonly<Record<string, Severity>> = { ...workbookSeverities, "not-kept": "warning" };

/** `/v2/workbooks` for the contents, `/v2/files` for name, place and end. */
export const workbook = defineKind({
  name: "Workbook",
  docs: {
    description: `A workbook (a dashboard), written as code: its elements, pages and layout.

The platform keeps the ids of pages and elements. If someone changed the workbook on the platform since the last
\`up\` or \`refresh\`, an update reports a conflict and never overwrites the change. An update publishes a new version,
and discards the unpublished drafts of people who are editing the workbook.

The platform doesn't return all that people make in the product, such as the actions of some buttons. Before an update
replaces a version that it didn't write, it compares the contents with the platform's lists, and stops if something
would be lost: \`acceptLosses\` says what may be.

Workbooks as code are a beta feature of the platform, which an organization may not have.

${describeOwner("workbook")}`,
    endpoints: [
      "POST /v2/workbooks",
      "GET /v2/workbooks/{workbookId}",
      "PUT /v2/workbooks/{workbookId}/contents",
      "POST /v2/workbooks/spec",
      "GET|PUT /v2/workbooks/{workbookId}/spec",
      "PATCH|DELETE /v2/files/{inodeId}",
    ],
    example: `const dashboards = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const sales = new analytics.Workbook("sales", {
  name: "Sales",
  folderId: dashboards.id,
  contents: {
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "main", name: "Main" }],
    elements: [
      {
        id: "orders",
        kind: "table",
        name: "Orders",
        source: { kind: "warehouse-table", connectionId: warehouse.id, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
      },
    ],
    layout: { main: [{ rows: 12, of: ["orders"] }] },
  },
});
export const url = sales.url;`,
  },
  needs: {
    permission:
      'an account type with "Create, edit, and publish workbooks", and Can edit access to the folder and the workbook',
    lookups: ["folder", "workbook"],
  },
  settings: {
    name: "workbookRules",
    choices: Object.fromEntries(
      Object.entries(rules).map(([rule, severity]) => [
        rule,
        [severity, ...["error", "warning", "off"].filter((other) => other !== severity)],
      ]),
    ) as Record<string, [string, ...string[]]>,
  },
  review: {
    isCheckedOnce: true,
    // The host doesn't say which values of an object are secret.
    normalized: (inputs) => (typeof inputs.contents === "string" ? inputs : { ...inputs, confidential: true }),
    problems: listProblems,
    warnings: listWarnings,
    live: { setting: "workbookVerify", problems: verifyWorkbook },
    previewMessages: (news, olds, { urn }) => [...listChanges(news, olds), ...listNamesakes(news, "workbook", urn)],
    changeSummary: summarizeChanges,
    changesByPlace: mapChanges,
  },
  fields,
  outputs,
  secrets: {
    texts: ({ contents, ...inputs }) => listSecretTexts(contents, inputs),
    // It quotes what the platform has, and so perhaps the secret.
    outputs: ({ confidential }, secretInputs) => [
      ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
      // The platform makes the address of the name.
      ...(secretInputs.includes("name") ? (["url"] as const) : []),
    ],
  },

  changed: (olds, news) => {
    const others = changed(olds, news).filter((name) => !compared.includes(name));
    return (isSameDeclaration(olds, news) ? others : [...others, "contents"]) as (keyof WorkbookInputs)[];
  },

  references: (inputs) => listReferences(inputs, inputs.contents, () => getWorkbook(inputs).authored),

  hint: (error, { ownerId }) =>
    findOwnerHint(error, ownerId) ??
    (error.fromProxy && error.status === 403
      ? "A server in front of the platform refuses contents that look like an attack: write colors as #rrggbb " +
        "instead of rgb(…), and give images by their address instead of as data."
      : undefined),

  describe: ({ name, folderId }) => `${getTitle({ name })} in the folder ${folderId}`,

  adoption: {
    ownId: ({ files }, id) => files.resolveId(id),
    async find({ client }, { name, folderId }) {
      const found = await client.files.findNamed({ type: "workbook", name, parentId: folderId });
      return found.map(({ id }) => id);
    },
    async origin({ client }, id) {
      const { createdAt, createdBy } = await client.files.get(id);
      return { at: createdAt, by: createdBy };
    },
  },

  writing: {
    // A workbook that moves from the program into a file, or gets options of this provider, is still the one whose
    // create was lost.
    sent: ({ name, folderId, description, contents, refs }) => [
      name,
      folderId,
      description,
      getWorkbook({ contents, refs }).canonical,
    ],
    refusesConflicts: true,
  },

  deletion: {
    leaves: ({ deletion }) =>
      deletion === "retain" ? undefined : "Workbooks that were deleted are archived: the product can restore them.",
  },

  create: createWorkbook,
  read: readWorkbook,
  reconcile: updateWorkbook,
  mock: (id) => ({
    id,
    outputs: { url: `https://app.example.com/workbooks/${id}`, documentVersion: 2, previousVersion: 1 },
  }),

  async delete(context, id, { inputs }) {
    if (inputs.deletion === "retain") {
      context.log(`${getTitle(inputs)} (${id}) stays on the platform: its deletion is "retain"`);
      return;
    }
    await context.client.files.delete(id);
  },
});
