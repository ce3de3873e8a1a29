/** `check --against`: what metrics are at two times. */
import { type AnalyticsClient, type DocumentColumn, isForbidden, readUnless } from "pulumi-analytics-internal/core/api";
import {
  type AskedNumbers,
  type BothSides,
  type ComparedNumbers,
  compareNumbers,
  createProblemReporter,
  type DimensionRules,
  explain,
  explainGrouping,
  isNear,
  type Limit,
  type NumberDifference,
  type NumberQuestion,
  readRules,
  tellDifference,
} from "pulumi-analytics-internal/core/checks";
import { addTo, readValue } from "pulumi-analytics-internal/core/data";
import { type ChangedPart, type ComparedModel, closeOver, compareParts } from "pulumi-analytics-internal/core/graph";
import {
  diffSpecs,
  type Finding,
  formatChange,
  isSameJson,
  mergeSameChanges,
} from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { defaultFewestRows } from "pulumi-analytics-internal/core/privacy";
import { getScratchFolder, openScratchJournal, useScratch } from "pulumi-analytics-internal/core/scratch";
import { type CheckedModel, ModelIndex } from "pulumi-analytics-internal/core/tables";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import type { Address, FileAddress } from "../documents/address";
import { findProductionValue, listReads } from "../documents/affected";
import type { ReadChecksFile } from "../documents/checks-files";
import { describeFiles } from "../documents/describe-files";
import type { DocumentSet } from "../documents/set";
import { describeBefore } from "../documents/sides";
import type { ProfileOptions } from "../platform/profile";
import { type Definition, describeNumbers, type Numbers } from "../report/numbers";
import { readChecksFiles, refuseFindings } from "./models";
import { placeModels } from "./place";
import { type BothTimes, findSides, type Side } from "./sides";

/** What is compared, and how it is told. */
export interface AgainstOptions extends ProfileOptions {
  /** Formulas that group, instead of the grouping that explains most. */
  readonly by?: readonly string[];
  readonly values: boolean;
}

/** Compares the metrics that a change may move, and tells what they were and what they will be. */
export async function runAgainst(
  context: Context,
  documents: DocumentSet,
  { against, addresses }: { readonly against: Address; readonly addresses: readonly FileAddress[] },
  options: AgainstOptions,
): Promise<Outcome> {
  const sides = await findSides(documents, against, addresses);
  const { questions, notes } = listQuestions(sides, options.by, readTableRules(context, documents));
  const asked = questions.filter(({ metrics }) => metrics.length > 0);
  for (const by of asked.length === 0 ? [] : (options.by ?? [])) requireColumns(by, sides, asked);
  const read =
    asked.length === 0
      ? { numbers: [], notes: [], refused: [] }
      : await readNumbers(context, { sides, questions: asked, options });
  const found = [...read.numbers, ...questions.flatMap(({ broken }) => broken)];
  const numbers: Numbers = {
    against: describeBefore(against),
    numbers: found.map((one) => ({ ...tellDifference(one, options), ...findExcess(one, questions) })),
    notCompared: sides.notCompared,
    definitions: listDefinitions(sides, questions),
    notes: [...sides.notes, ...notes, ...listRepeated(questions, options.values ? found : []), ...read.notes],
  };
  const isLeftOut = sides.notCompared.length > 0 || read.refused.length > 0;
  const isFailed = isLeftOut || found.some(({ reason }) => reason !== undefined);
  return { json: numbers, text: describeNumbers(numbers), exit: isFailed ? exitCodes.platform : exitCodes.ok };
}

/** @throws UsageError for a formula whose columns no table has at any time. */
function requireColumns(by: string, { before, after }: BothTimes, asked: readonly TableQuestion[]): void {
  const tables = asked.flatMap(({ modelId, table }) =>
    [after.get(modelId), before.get(modelId)].flatMap((side) =>
      side === undefined ? [] : { model: side.index.model, table },
    ),
  );
  const problem = explainGrouping(by, tables);
  if (problem !== undefined) throw new UsageError(`--by ${by}: ${problem}`);
}

/** Tables with more rows than before whose join differs: a row may be there several times. */
function listRepeated(questions: readonly TableQuestion[], found: readonly NumberDifference[]): string[] {
  return questions.flatMap(({ label, isJoinChanged }) => {
    const [before, after] = found.find(({ table, rows }) => table === label && rows !== undefined)?.rows ?? [0, 0];
    if (!isJoinChanged || before >= after) return [];
    return `${label} has ${after} rows, and had ${before}: its join changed, and repeats what matches several times.`;
  });
}

/** The limit of a metric that moves further, or of which nobody knows how far. What is new doesn't move. */
function findExcess(
  { table, by, missing, reason, changed, changes }: NumberDifference,
  questions: readonly TableQuestion[],
): { readonly beyond?: string } {
  const limit = questions.find(({ label }) => label === table)?.limit;
  if (limit === undefined || by !== null || missing === "before") return {};
  const isWithin =
    reason === undefined &&
    (changed === 0 || changes.length > 0) &&
    changes.every(({ before, after }) => isNear(readValue(after), readValue(before), limit.tolerance));
  return isWithin ? {} : { beyond: limit.text };
}

/** What a checks file says of the numbers of its model. */
type NumberRules = Pick<ReadChecksFile, "dimensions" | "limit">;

/** What checks files say of the numbers of models, by the model's file. */
function readTableRules({ cwd }: Context, documents: DocumentSet): ReadonlyMap<string, NumberRules> {
  return new Map(
    readChecksFiles(cwd, documents.listChecks([])).flatMap(({ modelPath, dimensions, limit }) =>
      modelPath === undefined ? [] : [[modelPath, { dimensions, limit }] as const],
    ),
  );
}

/** What changed in the definitions of the models that are asked about. */
const listDefinitions = ({ before, after }: BothTimes, questions: readonly TableQuestion[]): Definition[] =>
  [...new Set(questions.map(({ modelId }) => modelId))].flatMap((id) => {
    const [old, now] = [before.get(id)?.document, after.get(id)?.document];
    if (old === undefined || now === undefined) return [];
    const [was, is] = [old.form, now.form] as unknown as Parameters<typeof diffSpecs>;
    const changes = mergeSameChanges(diffSpecs(was, is)).map(formatChange);
    return changes.length === 0 ? [] : [{ model: now.name, changes }];
  });

/** What is asked of a table, and the model that it is in. */
interface TableQuestion extends NumberQuestion {
  readonly modelId: string;
  /** Its metrics that aren't asked for, because they name what isn't there. */
  readonly broken: readonly NumberDifference[];
  readonly isJoinChanged: boolean;
  readonly limit: Limit | undefined;
}

interface Reading {
  readonly sides: BothTimes;
  readonly questions: readonly TableQuestion[];
  readonly options: AgainstOptions;
}

/** Reads both times in scratch workbooks, over scratch models where the platform has none. */
async function readNumbers(context: Context, { sides, questions, options }: Reading): Promise<ComparedNumbers> {
  const { console, env, signal } = context;
  const { before, after, states } = sides;
  const findValue = (name: string) => findProductionValue(states, name);
  const asked = questions.map(({ modelId }) => modelId);
  const client = await context.client(options);
  const beside = [...before.values(), ...after.values()].find(({ document }) => document.state !== undefined);
  // Two exports of each connection, which is one as a rule, and what `--by` groups.
  const total = questions.reduce((sum, { by = [] }) => sum + 2 * by.length, 2);
  return console.showProgress("Reading numbers", total, (onRead) =>
    useScratch(
      client,
      {
        journal: openScratchJournal(getScratchFolder(env)),
        besideId: beside?.document.id,
        signal,
        onRead,
        onLeft: (message) => console.note(message),
      },
      async (place) => {
        const old = await placeModels(client, place, keepNeeded(before, asked), findValue);
        const now = await placeModels(client, place, keepNeeded(after, asked), findValue);
        const both: AskedNumbers[] = [];
        const refused: NumberDifference[] = [];
        for (const question of questions) {
          const times = [old.get(question.modelId), now.get(question.modelId)] as const;
          const error = times.find((one) => one instanceof Error);
          if (error === undefined) both.push({ sides: times as BothSides, question });
          else refused.push(...question.metrics.map((metric) => describeOpen(question.label, metric, explain(error))));
        }
        const fewestRows = client.fewestRows ?? defaultFewestRows;
        const listOwnDates = (model: CheckedModel) => listDates(client, model);
        const isModel = (one: CheckedModel | Error): one is CheckedModel => !(one instanceof Error);
        const others = [...old.values(), ...now.values()].filter(isModel);
        const { numbers, ...told } = await compareNumbers(place, both, { fewestRows, listDates: listOwnDates, others });
        return { ...told, numbers: [...numbers, ...refused] };
      },
    ),
  );
}

/** Credentials that may read a model may not list its columns. */
async function listDates({ documents }: AnalyticsClient, { id }: CheckedModel): Promise<ReadonlySet<string>> {
  const isDate = ({ type }: DocumentColumn) => isObject(type) && type.type === "datetime";
  const listed = (await readUnless(isForbidden, documents.readColumns({ dataModelId: id }))) ?? [];
  return new Set(listed.filter(isDate).map(({ elementId, name }) => `${elementId}/${name}`));
}

/** A metric that can't be compared, and why. */
const describeOpen = (
  table: string,
  metric: string,
  why: Pick<NumberDifference, "reason" | "shortReason">,
): NumberDifference => {
  return { table, metric, by: null, dimension: null, groups: 0, changed: 0, changes: [], small: 0, ...why };
};

/** The models that are asked about, and those that they read. */
function keepNeeded(sides: ReadonlyMap<string, Side>, asked: readonly string[]): Side[] {
  const reads = new Map(
    listReads([...sides.values()].map(({ document }) => document)).map((one) => [one.id, one.reads]),
  );
  const needed = closeOver(asked, (id) => (sides.get(id)?.inPlace === undefined ? (reads.get(id) ?? []) : []));
  return [...sides.values()].filter(({ document }) => needed.has(document.id));
}

/** The metrics whose values may be other ones, by table, with those that name what isn't there. */
function listQuestions(
  { before, after }: BothTimes,
  by: readonly string[] | undefined,
  rules: ReadonlyMap<string, NumberRules>,
) {
  const [old, now] = [describeModels(before), describeModels(after)];
  const tables = new Map<string, ChangedPart[]>();
  const { changed, renamed } = compareParts(old, now);
  for (const part of changed) addTo(tables, `${part.dataModelId} ${part.elementId}`, part);
  const questions: TableQuestion[] = [];
  for (const parts of tables.values()) {
    const [{ dataModelId, elementId }] = parts as [ChangedPart];
    const metrics = parts.filter(({ is }) => is === "metric");
    const former = findTable(before.get(dataModelId), elementId);
    const table = findTable(after.get(dataModelId), elementId) ?? former;
    if (table === undefined || metrics.length === 0) continue;
    const { label, source, side } = table;
    const reasons = new Map(metrics.map((metric) => [metric.name, explainMissing(metric)]));
    questions.push({
      modelId: dataModelId,
      table: elementId,
      label,
      metrics: [...reasons.keys()].filter((name) => reasons.get(name) === undefined),
      by,
      dimensions: findTableRules(side, elementId, rules),
      limit: rules.get(side.document.file)?.limit,
      broken: [...reasons].flatMap(([name, reason]) =>
        reason === undefined ? [] : [describeOpen(label, name, { reason, shortReason: reason })],
      ),
      isJoinChanged: isObject(source) && source.kind === "join" && !isSameJson(source, former?.source),
    });
  }
  const notes = renamed.flatMap(({ is, dataModelId, was, name }) =>
    is === "metric"
      ? [`${after.get(dataModelId)!.document.name}: the metric ${was} is ${name} now, and the same.`]
      : [],
  );
  return { questions, notes };
}

/** Why a metric has no value at one of the times; undefined: it may have. */
function explainMissing({ missing: [before, after] }: ChangedPart): string | undefined {
  const [name] = after.length > 0 ? after : before;
  return name && `${name} isn't there ${after.length > 0 ? "after" : "before"} the change`;
}

/** @throws UsageError for names of dimensions that the model lacks. */
function findTableRules(
  { document: { file }, index: { model } }: Side,
  elementId: string,
  rules: ReadonlyMap<string, NumberRules>,
): DimensionRules {
  const findings: Finding[] = [];
  const report = createProblemReporter({ text: "", file }, findings);
  const index = new ModelIndex(model, report);
  const found = readRules(index, rules.get(file)?.dimensions ?? []);
  refuseFindings([{ findings }]);
  return found.get(index.findTable(elementId, [])!) ?? { never: [] };
}

function findTable(side: Side | undefined, elementId: string) {
  const table = side?.index.findById(elementId);
  if (side === undefined || table === undefined) return undefined;
  return { label: `${side.document.name}#${side.index.nameTable(table)}`, source: table.source, side };
}

/** What the models of one time offer, with what it means. */
function describeModels(sides: ReadonlyMap<string, Side>): ComparedModel[] {
  const { own } = describeFiles([...sides.values()].map(({ document }) => document)).open([]);
  return own.flatMap(({ document: { id: dataModelId }, uses: { exposed } }): ComparedModel[] => {
    const side = sides.get(dataModelId);
    return side === undefined ? [] : [{ dataModelId, form: side.index.model.spec, exposed }];
  });
}
