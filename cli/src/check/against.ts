/** `check --against`: what metrics are at two times. */
import {
  defaultFewestRows,
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
  listChangedParts,
} from "pulumi-analytics-internal/core/graph";
import { assignIds, type JsonObject } from "pulumi-analytics-internal/core/model";
import { indexSpec, listElements, ModelNames } from "pulumi-analytics-internal/core/model/references";
import { escapeFormulaName } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome } from "../command";
import { type Address, type FileAddress, formatAddress } from "../documents/address";
import { findProductionValue, listReads } from "../documents/affected";
import { describeFiles } from "../documents/describe-files";
import { describeBefore } from "../documents/earlier";
import type { DocumentSet } from "../documents/set";
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
  const questions = listQuestions(sides, options.by ?? []);
  const found = questions.length === 0 ? [] : await readNumbers(context, { sides, questions, options });
  const numbers: Numbers = {
    against: against.from === "platform" ? formatAddress(against) : describeBefore(against),
    numbers: found.map((one) => tellDifference(one, options)),
    notes: [...sides.notes, ...listUnused(options.by ?? [], found)],
  };
  const isFailed = found.some(({ reason }) => reason !== undefined);
  return { json: numbers, text: describeNumbers(numbers), exit: isFailed ? exitCodes.platform : exitCodes.ok };
}

/** Groupings that no table has: their columns may be misspelled. */
function listUnused(by: readonly string[], found: readonly NumberDifference[]): string[] {
  const unused = found.length === 0 ? [] : by.filter((one) => found.every((difference) => difference.by !== one));
  return unused.map((one) => `--by ${one}: no compared table has its columns.`);
}

/** What is asked of a table, and the model that it is in. */
interface TableQuestion extends NumberQuestion {
  readonly modelId: string;
}

interface Reading {
  readonly sides: BothTimes;
  readonly questions: readonly TableQuestion[];
  readonly options: AgainstOptions;
}

/** Reads both times in one scratch workbook, over scratch models where the platform has none. */
async function readNumbers(context: Context, { sides, questions, options }: Reading): Promise<NumberDifference[]> {
  const compiler = new NumberCompiler();
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
        for (const question of questions)
          compiler.add([old.get(question.modelId), now.get(question.modelId)], question);
        return readTables(place, compiler.finish());
      },
    ),
  );
  return compiler.compare(rows, client.fewestRows ?? defaultFewestRows);
}

/** The models that are asked about, and those that they read. */
function keepNeeded(sides: ReadonlyMap<string, Side>, asked: readonly string[]): Side[] {
  const reads = new Map(
    listReads([...sides.values()].map(({ document }) => document)).map((one) => [one.id, one.reads]),
  );
  const needed = closeOver(asked, (id) => (sides.get(id)?.inPlace === undefined ? (reads.get(id) ?? []) : []));
  return [...sides.values()].filter(({ document }) => needed.has(document.id));
}

/** The metrics whose values may be other ones, by table. */
function listQuestions({ before, after }: BothTimes, by: readonly string[]): TableQuestion[] {
  const [old, now] = [describeModels(before), describeModels(after)];
  const tables = new Map<string, ChangedPart[]>();
  for (const part of listChangedParts(old, now)) addTo(tables, `${part.dataModelId} ${part.elementId}`, part);
  return [...tables.values()].flatMap((parts): TableQuestion[] => {
    const [{ dataModelId, elementId }] = parts as [ChangedPart];
    const metrics = parts.filter(({ is }) => is === "metric").map(({ name }) => name);
    const side = after.get(dataModelId) ?? before.get(dataModelId);
    const table = side && findTable(side, elementId);
    if (table === undefined || metrics.length === 0) return [];
    const columns = listDimensions(parts, after.has(dataModelId) ? now : old);
    return [
      {
        modelId: dataModelId,
        table: elementId,
        label: `${side!.document.name}#${table.name}`,
        metrics,
        by: [...new Set([...listTimelines(table.element), ...columns, ...by])],
      },
    ];
  });
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

function findTable({ document: { form } }: Side, elementId: string) {
  const spec = assignIds(form) as JsonObject;
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
