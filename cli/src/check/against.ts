/** `check --against`: what metrics are at two times. */
import {
  type BothSides,
  defaultFewestRows,
  explain,
  getScratchFolder,
  listTimelines,
  NumberCompiler,
  type NumberDifference,
  type NumberQuestion,
  openScratchJournal,
  readTables,
  tellDifference,
  useScratch,
} from "pulumi-analytics-internal/core/checks";
import {
  addTo,
  type ChangedPart,
  type ComparedModel,
  closeOver,
  compareParts,
} from "pulumi-analytics-internal/core/graph";
import { assignIds, isSameJson, type JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { indexSpec, listElements, ModelNames } from "pulumi-analytics-internal/core/model/references";
import { escapeFormulaName } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome } from "../command";
import type { Address, FileAddress } from "../documents/address";
import { findProductionValue, listReads } from "../documents/affected";
import { describeFiles } from "../documents/describe-files";
import type { DocumentSet } from "../documents/set";
import { describeBefore } from "../documents/sides";
import type { ProfileOptions } from "../platform/profile";
import { describeNumbers, type Numbers } from "../report/numbers";
import { placeModels } from "./place";
import { type BothTimes, findSides, type Side } from "./sides";

/** What is compared, and how it is told. */
export interface AgainstOptions extends ProfileOptions {
  /** Formulas that group, beside what the models say. */
  readonly by?: readonly string[];
  readonly values: boolean;
}

/** Changed columns that group the metrics of a table at most. */
const mostColumns = 3;

/** Compares the metrics that a change may move, and tells what they were and what they will be. */
export async function runAgainst(
  context: Context,
  documents: DocumentSet,
  { against, addresses }: { readonly against: Address; readonly addresses: readonly FileAddress[] },
  options: AgainstOptions,
): Promise<Outcome> {
  const sides = await findSides(documents, against, addresses);
  const { questions, broken, notes } = listQuestions(sides, options.by ?? []);
  const read = questions.length === 0 ? [] : await readNumbers(context, { sides, questions, options });
  const found = [...read, ...broken];
  const numbers: Numbers = {
    against: describeBefore(against),
    numbers: found.map((one) => tellDifference(one, options)),
    notCompared: sides.notCompared,
    notes: [
      ...sides.notes,
      ...notes,
      ...listRepeated(questions, options.values ? found : []),
      ...listUnused(options.by ?? [], found),
    ],
  };
  const isFailed = sides.notCompared.length > 0 || found.some(({ reason }) => reason !== undefined);
  return { json: numbers, text: describeNumbers(numbers), exit: isFailed ? exitCodes.platform : exitCodes.ok };
}

/** Tables with more rows than before whose join differs: a row may be there several times. */
function listRepeated(questions: readonly TableQuestion[], found: readonly NumberDifference[]): string[] {
  return questions.flatMap(({ label, isJoinChanged }) => {
    const [before, after] = found.find(({ table, rows }) => table === label && rows !== undefined)?.rows ?? [0, 0];
    if (!isJoinChanged || before >= after) return [];
    return `${label} has ${after} rows, and had ${before}: its join changed, and what matches several times counts as often.`;
  });
}

/** Groupings that no table has: their columns may be misspelled. */
function listUnused(by: readonly string[], found: readonly NumberDifference[]): string[] {
  const unused = found.length === 0 ? [] : by.filter((one) => found.every((difference) => difference.by !== one));
  return unused.map((one) => `--by ${one}: no compared table has its columns.`);
}

/** What is asked of a table, and the model that it is in. */
interface TableQuestion extends NumberQuestion {
  readonly modelId: string;
  readonly isJoinChanged: boolean;
}

interface Reading {
  readonly sides: BothTimes;
  readonly questions: readonly TableQuestion[];
  readonly options: AgainstOptions;
}

/** Reads both times in one scratch workbook, over scratch models where the platform has none. */
async function readNumbers(context: Context, { sides, questions, options }: Reading): Promise<NumberDifference[]> {
  const compiler = new NumberCompiler();
  const refused: NumberDifference[] = [];
  const { console, env, signal } = context;
  const { before, after, states } = sides;
  const findValue = (name: string) => findProductionValue(states, name);
  const asked = questions.map(({ modelId }) => modelId);
  const client = await context.client(options);
  const beside = [...before.values(), ...after.values()].find(({ document }) => document.state !== undefined);
  const tables = questions.reduce((sum, { by }) => sum + 2 * (1 + by.length), 0);
  const rows = await console.showProgress("Reading numbers", tables, (onRead) =>
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
        for (const question of questions) {
          const times = [old.get(question.modelId), now.get(question.modelId)] as const;
          const error = times.find((one) => one instanceof Error);
          if (error === undefined) compiler.add(times as BothSides, question);
          else refused.push(...question.metrics.map((metric) => describeOpen(question.label, metric, explain(error))));
        }
        return readTables(place, compiler.finish());
      },
    ),
  );
  return [...compiler.compare(rows, client.fewestRows ?? defaultFewestRows), ...refused];
}

/** A metric that can't be compared, and why. */
const describeOpen = (
  table: string,
  metric: string,
  why: Pick<NumberDifference, "reason" | "shortReason">,
): NumberDifference => ({ table, metric, by: null, groups: 0, changed: 0, changes: [], small: 0, ...why });

/** The models that are asked about, and those that they read. */
function keepNeeded(sides: ReadonlyMap<string, Side>, asked: readonly string[]): Side[] {
  const reads = new Map(
    listReads([...sides.values()].map(({ document }) => document)).map((one) => [one.id, one.reads]),
  );
  const needed = closeOver(asked, (id) => (sides.get(id)?.inPlace === undefined ? (reads.get(id) ?? []) : []));
  return [...sides.values()].filter(({ document }) => needed.has(document.id));
}

/** The metrics whose values may be other ones, by table, and those that name what isn't there. */
function listQuestions({ before, after }: BothTimes, by: readonly string[]) {
  const [old, now] = [describeModels(before), describeModels(after)];
  const tables = new Map<string, ChangedPart[]>();
  const { changed, renamed } = compareParts(old, now);
  for (const part of changed) addTo(tables, `${part.dataModelId} ${part.elementId}`, part);
  const questions: TableQuestion[] = [];
  const broken: NumberDifference[] = [];
  for (const parts of tables.values()) {
    const [{ dataModelId, elementId }] = parts as [ChangedPart];
    const metrics = parts.filter(({ is }) => is === "metric");
    const side = after.get(dataModelId) ?? before.get(dataModelId);
    const table = findTable(side, elementId);
    if (table === undefined) continue;
    const label = `${side!.document.name}#${table.name}`;
    const reasons = new Map(metrics.map((metric) => [metric, explainMissing(metric)]));
    for (const [{ name }, reason] of reasons)
      if (reason !== undefined) broken.push(describeOpen(label, name, { reason, shortReason: reason }));
    const asked = metrics.flatMap((metric) => (reasons.get(metric) === undefined ? [metric.name] : []));
    if (asked.length === 0) continue;
    const columns = listDimensions(parts, after.has(dataModelId) ? now : old);
    const groupings = [...new Set([...listTimelines(table.element), ...columns, ...by])];
    const { source } = table.element;
    const former = findTable(before.get(dataModelId), elementId)?.element;
    const isJoinChanged = isObject(source) && source.kind === "join" && !isSameJson(source, former?.source);
    questions.push({ modelId: dataModelId, table: elementId, label, metrics: asked, by: groupings, isJoinChanged });
  }
  const notes = renamed.flatMap(({ is, dataModelId, was, name }) =>
    is === "metric"
      ? [`${after.get(dataModelId)!.document.name}: the metric ${was} is ${name} now, and the same.`]
      : [],
  );
  return { questions, broken, notes };
}

/** Why a metric has no value at one of the times; undefined: it may have. */
function explainMissing({ missing: [before, after] }: ChangedPart): string | undefined {
  const [name] = after.length > 0 ? after : before;
  return name && `${name} isn't there ${after.length > 0 ? "after" : "before"} the change`;
}

/** Changed columns of a table that may group its metrics: what a metric calculates with is no dimension of it. */
function listDimensions(parts: readonly ChangedPart[], models: readonly ComparedModel[]): string[] {
  const tables = new Set(parts.map(({ elementId }) => elementId));
  const exposed = models.flatMap((model) => model.exposed);
  const read = new Set(exposed.flatMap((one) => (one.is === "metric" && tables.has(one.elementId) ? one.reads : [])));
  return parts
    .filter(({ is, key }) => is === "column" && !read.has(key))
    .slice(0, mostColumns)
    .map(({ name }) => `[${escapeFormulaName(name)}]`);
}

function findTable(side: Side | undefined, elementId: string) {
  const spec = assignIds(side?.document.form ?? {}) as JsonObject;
  const element = listElements(spec).find(({ id }) => id === elementId);
  if (element === undefined) return undefined;
  return { element, name: new ModelNames(indexSpec(spec)).readElementName(element).name ?? elementId };
}

/** What the models of one time offer, with what it means. */
function describeModels(sides: ReadonlyMap<string, Side>): ComparedModel[] {
  const { own } = describeFiles([...sides.values()].map(({ document }) => document)).open([]);
  return own.flatMap(({ document: { id: dataModelId }, uses: { exposed } }): ComparedModel[] => {
    const form = sides.get(dataModelId)?.document.form;
    return form === undefined ? [] : [{ dataModelId, form: assignIds(form), exposed }];
  });
}
