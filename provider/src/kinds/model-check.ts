import { randomUUID } from "node:crypto";
import * as z from "zod";
import {
  type Check,
  CheckCompiler,
  type CheckResult,
  type CheckStatus,
  createProblemReporter,
  formatFindings,
  getStatus,
  judgeChecks,
  readChecks,
  tellResult,
} from "../core/checks";
import { isUnknown } from "../core/engine";
import { type Finding, SpecSyntaxError } from "../core/model";
import { defaultFewestRows } from "../core/privacy";
import { getScratchFolder, openScratchJournal, runScratch } from "../core/scratch";
import { readCheckedModel } from "../core/tables";
import { formatCount } from "../core/text";
import {
  createRules,
  type DataOf,
  defineAction,
  defineKind,
  field,
  type LifecycleContext,
  output,
  reference,
  text,
} from "./declare";

const fields = {
  dataModelId: reference("DataModel", "Id of the data model whose data is checked."),
  checks: field(
    text,
    "The checks: the text of a file such as `orders.checks.yaml`. A change runs them again. `tests` and `golden`, " +
      "which read other files, are for the command `check`; the resource ignores them.",
  ),
  documentVersion: field(
    z.int().optional(),
    "Version of the model, such as `orders.documentVersion`: a new version runs the checks again.",
  ),
  triggers: field(z.array(z.unknown()).optional(), "Any values. Changing one runs the checks again."),
  keepValues: field(
    z.boolean().optional(),
    "Whether messages show what the checks found, and the state keeps it. These are aggregates, such as counts, and " +
      "values of metrics. Default: true.",
    { local: true },
  ),
};

const { changed } = createRules(fields);

type ModelCheckInputs = DataOf<typeof fields>;

const checkResult = z
  .object({
    table: z.string().describe("The table, as the checks name it."),
    name: z.string().describe("The check's own name, or what it checks."),
    status: z.enum(["passed", "failed", "warning", "not run"]).describe("`warning`: it failed, with `severity: warn`."),
    bound: z.string().describe("What the value has to be."),
    value: z
      .number()
      .nullable()
      .optional()
      .describe("The number that was found, with `keepValues`; null: there is none, or it isn't told."),
    found: z.string().optional().describe("What was found for people, with all digits; with `keepValues`."),
  })
  .meta({ id: "ModelCheckResult" });

type ModelCheckResult = z.infer<typeof checkResult>;
type ModelCheckOutputs = { results: ModelCheckResult[] };

/** Runs checks with a scratch workbook; see `core/checks`. The platform keeps nothing of it. */
export const modelCheck = defineKind({
  name: "ModelCheck",
  docs: {
    description: `Checks the data of a data model on the platform: keys, nulls, accepted values, row counts, freshness,
relationships, metrics. A failed check fails \`up\` before anything that depends on the resource: with \`dependsOn\`, a
\`DataModelTag\` moves only when the data is right. A check with \`severity: warn\` is a warning.

The checks run when the resource is created, and when an argument changes: pass \`documentVersion\`, so that each new
version of the model is checked. A change of the data alone runs nothing; schedule \`pulumi-analytics check\` for that.

The provider creates a workbook in the home folder of the credentials' owner, reads one row for each table, and
deletes the workbook. Only aggregates leave the platform. The state keeps the last result, also of a failed run.

Deleting the resource does nothing on the platform. There is nothing to read, import or adopt.`,
    endpoints: [
      "POST /v2/workbooks",
      "POST /v2/workbooks/{workbookId}/export",
      "GET /v2/query/{queryId}/download",
      "DELETE /v2/files/{inodeId}",
    ],
    example: `const models = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const rates = new analytics.DataModel("rates", {
  name: "Exchange rates",
  folderId: models.id,
  spec: {
    schemaVersion: 1,
    pages: [{ id: "rates", name: "Rates", elements: [{
      id: "rates", kind: "table", name: "Rates",
      source: { kind: "sql", connectionId: warehouse.id,
        statement: "select * from (values ('EUR', 1.08), ('GBP', 1.27)) as rates (CURRENCY, RATE)" },
      columns: [{ id: "currency", name: "Currency", formula: "[Custom SQL/CURRENCY]" }],
    }] }],
  },
});
const checked = new analytics.ModelCheck("rates", {
  dataModelId: rates.id,
  documentVersion: rates.documentVersion,
  checks: "checks: [{ table: rates, unique: [currency], rows: { min: 1 } }]",
});
export const results = checked.results;`,
  },
  needs: {
    permission: "access to the model's data, and an account type that can create workbooks",
    lookups: ["data model's contents"],
  },
  fields,
  outputs: { results: output(z.array(checkResult), "What came of each check in the last run.", { asJson: true }) },

  describe: ({ dataModelId }: Pick<ModelCheckInputs, "dataModelId">) => `checks of the data model ${dataModelId}`,

  review: {
    problems: ({ checks }) => listProblems(checks),
    previewMessages(news, olds) {
      if (olds !== undefined && !isChanged(news, olds)) return [];
      const count = isUnknown(news.checks) ? undefined : listRun(news.checks).length;
      return [`${count === undefined ? "checks" : formatCount(count, "check")} of data will run during the update.`];
    },
  },

  changed(olds, news, { results = [] } = {}) {
    const found = changed(olds, news) as (keyof ModelCheckInputs)[];
    // The state of a failed run has its arguments. The engine repeats the update, but not after a refresh.
    const isOpen = results.some(({ status }) => status === "failed" || status === "not run");
    return found.length === 0 && isOpen ? ["checks"] : found;
  },

  async create(context, inputs) {
    const id = randomUUID();
    return { id, outputs: await run(context, id, inputs) };
  },

  reconcile: async (context, id, _olds, news) => run(context, id, news),

  mock: (id) => ({ id, outputs: { results: [] as ModelCheckResult[] } }),

  ...defineAction("A ModelCheck is an action: the platform keeps nothing that can be read or imported. Declare it."),
  deletion: {},
});

const isChanged = (news: ModelCheckInputs, olds: ModelCheckInputs) =>
  (Object.keys(fields) as (keyof ModelCheckInputs)[]).some(
    (name) => name !== "keepValues" && JSON.stringify(news[name]) !== JSON.stringify(olds[name]),
  );

/** What a resource runs: what needs no other file. */
const listRun = (checks: string): Check[] =>
  readChecks({ text: checks, file: "checks" }).checks.filter(({ kind }) => kind !== "golden");

function listProblems(checks: string): string[] {
  if (isUnknown(checks)) return [];
  try {
    const { findings } = readChecks({ text: checks, file: "checks" });
    if (findings.length > 0) return formatFindings(findings);
    return listRun(checks).length > 0 ? [] : ["checks: there is no check that a resource can run. Write `checks: …`."];
  } catch (error) {
    if (error instanceof SpecSyntaxError) return [error.message];
    throw error;
  }
}

/** Runs the checks, and keeps what came of them in the state before a failure is one of the update. */
async function run(context: LifecycleContext, id: string, inputs: ModelCheckInputs): Promise<ModelCheckOutputs> {
  const results = await calculate(context, inputs);
  const { keepValues = true } = inputs;
  const outputs = { results: results.map((one) => summarize(one, keepValues)) };
  context.checkpoint(id, { inputs, outputs });
  const list = (status: CheckStatus) =>
    results.filter((one) => getStatus(one) === status).map((one) => `- ${describe(one, keepValues)}`);
  const [failed, notRun, warnings] = [list("failed"), list("not run"), list("warning")];
  if (warnings.length > 0)
    context.log([`${formatCount(warnings.length, "check")} with a warning:`, ...warnings].join("\n"));
  if (failed.length + notRun.length === 0) return outputs;
  const lines = [
    ...(failed.length > 0 ? [`${failed.length} of ${formatCount(results.length, "check")} failed:`, ...failed] : []),
    ...(notRun.length > 0 ? [`${formatCount(notRun.length, "check")} couldn't run:`, ...notRun] : []),
  ];
  throw new Error(`${lines.join("\n")}\nCorrect the data or the checks, and run \`pulumi up\` again.`);
}

async function calculate(context: LifecycleContext, { dataModelId, checks }: ModelCheckInputs): Promise<CheckResult[]> {
  const { client } = context;
  const model = await client.afterWrites.dataModels.getSpec(dataModelId);
  const findings: Finding[] = [];
  const compiler = new CheckCompiler();
  const report = createProblemReporter({ text: checks, file: "checks" }, findings);
  compiler.add({ model: await readCheckedModel(client, model), checks: listRun(checks), report });
  if (findings.length > 0) throw new Error(formatFindings(findings).join("\n"));
  const { tables, checks: compiled } = compiler.finish();
  const rows = await runScratch(client, tables, {
    journal: openScratchJournal(getScratchFolder(process.env)),
    besideId: dataModelId,
    onLeft: (message) => context.log(message),
  });
  return judgeChecks(compiled, rows, client.fewestRows ?? defaultFewestRows);
}

const summarize = (result: CheckResult, keepValues: boolean): ModelCheckResult => {
  const { table, name, bound, value, found } = tellResult(result, { values: keepValues });
  const number = typeof value === "number" || value === null ? { value } : {};
  return { table, name, status: getStatus(result), bound, ...number, ...(found ? { found } : {}) };
};

/** The platform's own words are for the command: a stack keeps its messages. */
function describe(result: CheckResult, keepValues: boolean): string {
  const { table, name, found, bound, reason } = tellResult(result, { values: keepValues, words: false });
  if (reason !== undefined) return `${table}: ${name}: ${reason}. See \`pulumi-analytics check\`.`;
  return found === undefined ? `${table}: ${name} (${bound})` : `${table}: ${name}: ${found} (${bound})`;
}
