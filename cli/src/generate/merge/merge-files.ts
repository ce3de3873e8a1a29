import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { GeneratedModel } from "pulumi-analytics-generate";
import {
  createRename,
  findProbableRenames,
  type MergedModel,
  mergeModel,
  parseRename,
  replaceElements,
} from "pulumi-analytics-generate/merge";
import { formatObjectPath } from "pulumi-analytics-internal/core/api";
import { listModelFiles } from "pulumi-analytics-internal/core/files";
import {
  diffSpecs,
  formatChanges,
  type Json,
  type JsonObject,
  listPlaceholderNames,
  type Rename,
  SpecSyntaxError,
} from "pulumi-analytics-internal/core/model";
import { isObject, isSameJson, splitRef } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../../command";
import type { FileWrite, FileWriter } from "../../command/files";
import { findChecks } from "../../documents/checks-files";
import { followChecks } from "../../documents/follow-checks";
import { type ModelFile, readModelFile } from "../../documents/model-file";
import { updateModelFiles, writeModel } from "../../text";
import { writeYamlComment } from "../../text/writers/yaml";
import { mergeComments, placeComments } from "./comments";
import { formatRecord, getRecordPath, type ModelRecord, readRecords } from "./records";

/** How generated models meet the files of a folder. */
export interface MergeFilesOptions {
  /** What generates, such as `dbt shop`: what another source generated into the folder stays. */
  readonly source: string;
  /** Whether the models are all of the source: a model that is missing is gone there, else only not selected. */
  readonly isWhole: boolean;
  /** Whose value stays where both changed one. Default: the person's. */
  readonly prefer?: "mine" | "next";
  /** Whether files that nothing is known of are taken as edited by people; else they stay as they are. */
  readonly adopt?: boolean;
  /** Renamed columns and metrics, `orders.old_id=new_id`. */
  readonly renamed?: readonly string[];
  /** Columns and metrics that are gone, although a new one looks alike: `orders.old_id`. */
  readonly removed?: readonly string[];
  /** Written with the models, or not at all. */
  readonly beside?: FileWrite;
  /** What a new file begins with, by its path; default: nothing. */
  readonly formatHead?: (path: string) => string;
}

/** What became, or would become, of a model's file. */
export interface MergedFile {
  /** From the folder of the models. */
  readonly path: string;
  readonly model: string;
  readonly action: "create" | "update" | "remove" | "unchanged" | "left";
  /** From the file to what is written. */
  readonly changes: readonly string[];
  /** What both changed; the person's value stays, unless the source is preferred. */
  readonly conflicts: readonly string[];
  /** What the source removed, and stays. */
  readonly kept: readonly string[];
  /** Why the file is left as it is, and what to do. */
  readonly problem?: string;
}

/** A model's file as it is to be. */
interface Plan extends MergedFile {
  readonly writes: readonly FileWrite[];
}

/**
 * Merges generated models into the files of a folder, and writes them. Records of what was generated are kept beside
 * them, so that the next run tells what people changed.
 */
export function mergeFiles(
  folder: FileWriter,
  models: readonly GeneratedModel[],
  options: MergeFilesOptions,
): MergedFile[] {
  const plans = new Planner(folder, models, options).planAll();
  const { beside } = options;
  const writes = plans.flatMap((plan) => plan.writes);
  folder.apply(beside === undefined ? writes : [...writes, beside]);
  return plans.map(({ writes: _, ...file }) => file);
}

/** A model that the source no longer has; without a path, its file is gone too. */
interface GoneModel {
  readonly name: string;
  readonly record: ModelRecord;
  readonly path: string | undefined;
}

const nothing = { changes: [], conflicts: [], kept: [], writes: [] } as const;

class Planner {
  private readonly records: ReturnType<typeof readRecords>;
  /** Every model file of the folder that can be read, by path. */
  private readonly files = new Map<string, ModelFile>();
  private readonly unreadable = new Map<string, string>();
  private readonly checks: ReturnType<typeof findChecks>;
  /** Files that belong to a record. */
  private readonly claimed = new Set<string>();
  /** What this run makes of files, by path. */
  private readonly merged = new Map<string, JsonObject>();

  constructor(
    private readonly folder: FileWriter,
    private readonly models: readonly GeneratedModel[],
    private readonly options: MergeFilesOptions,
  ) {
    this.records = readRecords(folder);
    for (const path of listFiles(folder)) {
      try {
        this.files.set(path, readModelFile(folder.folder, path, "."));
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof SpecSyntaxError)) throw error;
        this.unreadable.set(path, error.message);
      }
    }
    this.checks = existsSync(folder.folder) ? findChecks(folder.folder) : [];
    for (const record of this.records.values()) {
      if (!(record instanceof UsageError) && this.isThere(record.file)) this.claimed.add(record.file);
    }
  }

  planAll(): Plan[] {
    const plans = this.models.map((model) => this.guard(model));
    return [...plans, ...this.planGone()];
  }

  private isThere(path: string): boolean {
    return this.files.has(path) || this.unreadable.has(path);
  }

  /** One file that can't be changed keeps no other from it. */
  private guard(model: GeneratedModel): Plan {
    try {
      return this.planModel(model);
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof SpecSyntaxError)) throw error;
      return leave(model.name, `${model.name}.yaml`, error.message);
    }
  }

  private planModel(model: GeneratedModel): Plan {
    const { name } = model;
    const record = this.records.get(name);
    if (record instanceof UsageError && !(this.options.adopt && this.isThere(`${name}.yaml`))) throw record;
    const known = record instanceof UsageError ? undefined : record;
    if (known !== undefined && known.source !== this.options.source) {
      throw new UsageError(`${known.file}: generated from ${known.source}. Write into another folder: --out <dir>.`);
    }
    if (known?.deleted) return { ...nothing, path: known.file, model: name, action: "unchanged" };
    const path = known ? this.locate(known) : this.findByName(name);
    if (path === undefined) return known ? this.planDeleted(model, known) : this.planNew(model);
    this.refuseUnreadable(path);
    if (known === undefined) this.refuseForeign(model, path);
    return this.planMerge(model, known, path);
  }

  /** A file that isn't generated is merged only if a person wants it, and never with the model of another table. */
  private refuseForeign({ name, spec }: GeneratedModel, path: string): void {
    const other = findOtherTable(spec, (this.files.get(path) as ModelFile).form as JsonObject);
    if (other !== undefined) {
      throw new UsageError(
        `${path} is the model of another table: ${other.id} reads from ${other.mine}, and that of ` +
          `${this.options.source} from ${other.next}. Nothing is written into it. Rename or remove the file, or give ` +
          `the generated ${name} another place: --out <dir>.`,
      );
    }
    if (this.options.adopt) return;
    throw new UsageError(
      `${path} exists, and isn't a generated file. Use --decide adopt to add what it lacks and keep all that it has, ` +
        "or write into another folder: --out <dir>.",
    );
  }

  private planNew(model: GeneratedModel): Plan {
    const { name, spec, comments } = model;
    const path = `${name}.yaml`;
    const record = this.createRecord(model, path, []);
    return {
      ...nothing,
      path,
      model: name,
      action: "create",
      writes: [
        { path, after: (this.options.formatHead?.(path) ?? "") + writeModel(spec, comments) },
        { path: getRecordPath(name), after: formatRecord(record) },
      ],
    };
  }

  /** A file that a person deleted isn't written again. */
  private planDeleted({ name }: GeneratedModel, known: ModelRecord): Plan {
    return {
      ...nothing,
      path: known.file,
      model: name,
      action: "unchanged",
      kept: [`deleted by hand, and stays deleted. To get it back, delete ${getRecordPath(name)}`],
      writes: [{ path: getRecordPath(name), after: formatRecord({ ...known, deleted: true }) }],
    };
  }

  private planMerge(model: GeneratedModel, known: ModelRecord | undefined, path: string): Plan {
    const { name, spec: next } = model;
    const file = this.files.get(path) as ModelFile;
    const mine = file.form as JsonObject;
    const renames = known ? this.findRenames(model, known.spec, mine) : [];
    const merged = mergeModel(
      { base: known?.spec, mine, next },
      { renames, prefer: this.options.prefer, omitted: known?.omitted },
    );
    this.merged.set(path, merged.spec);
    const texts = this.updateFile(file, merged, known?.comments ?? [], placeComments(next, model.comments));
    const parts = known === undefined ? [] : this.planParts(known, mine, next, renames);
    const record = this.createRecord(model, path, merged.omitted);
    const writes = [
      ...texts,
      ...parts.flatMap((part) => part.writes),
      ...this.planChecks(path, [mine, merged.spec], renames),
    ];
    for (const write of writes) this.refuseReadOnly(write.path);
    const isChanged = writes.some((write) => write.after !== this.readText(write.path));
    return {
      path,
      model: name,
      action: isChanged ? "update" : "unchanged",
      changes: [...describeChanges(mine, merged.spec), ...parts.flatMap(({ changes }) => changes)],
      conflicts: [...merged.conflicts, ...parts.flatMap(({ conflicts }) => conflicts)],
      kept: merged.kept,
      writes: [...writes, { path: getRecordPath(name), after: formatRecord(record) }],
    };
  }

  /** The texts of a file and what it includes, as the merge has them. */
  private updateFile(
    file: ModelFile,
    merged: MergedModel,
    before: ModelRecord["comments"],
    now: ModelRecord["comments"],
  ): FileWrite[] {
    const first = updateModelFiles(file.text, merged.renamed, file.source);
    const readFile = (path: string) => first.included.get(path) ?? file.source.readFile?.(path) ?? "";
    const second = updateModelFiles(first.text, merged.spec, { ...file.source, readFile });
    const text = file.path.endsWith(".json") ? second.text : mergeComments(second.text, merged.spec, before, now);
    const included = new Map([...first.included, ...second.included]);
    return [
      { path: file.path, before: file.text, after: text },
      ...[...included].map(([path, after]) => ({ path, after })),
    ];
  }

  /** The checks of a file name what it has now. */
  private planChecks(path: string, sides: readonly [JsonObject, JsonObject], renames: readonly Rename[]): FileWrite[] {
    return this.checks.flatMap(({ path: own, modelPath, source }): FileWrite[] => {
      if (modelPath !== path) return [];
      const { text, included, changes } = followChecks(source, sides, renames);
      const texts = new Map([[own, text], ...included]);
      return changes.length === 0 ? [] : Array.from(texts, ([place, after]) => ({ path: place, after }));
    });
  }

  /** Elements of a model that a person moved into files of their own are merged there. */
  private planParts(
    known: ModelRecord,
    mine: JsonObject,
    next: JsonObject,
    renames: readonly Rename[],
  ): { writes: FileWrite[]; changes: string[]; conflicts: readonly string[] }[] {
    const here = new Set(listElements(mine).map(({ id }) => id));
    const missing = new Map(listElements(known.spec).flatMap((item) => (here.has(item.id) ? [] : [[item.id, item]])));
    if (missing.size === 0) return [];
    const now = new Map(listElements(next).map((element) => [element.id, element]));
    return [...this.files].flatMap(([path, file]) => {
      if (this.claimed.has(path)) return [];
      const own = file.form as JsonObject;
      const isMoved = (element: JsonObject) => isSameElement(missing.get(element.id as string), element);
      if (!listElements(own).some(isMoved)) return [];
      const base = replaceElements(own, (element) => (isMoved(element) ? missing.get(element.id as string) : element));
      const wanted = replaceElements(own, (element) => (isMoved(element) ? now.get(element.id as string) : element));
      const merged = mergeModel({ base, mine: own, next: wanted }, { renames, prefer: this.options.prefer });
      this.merged.set(path, merged.spec);
      const changes = describeChanges(own, merged.spec).map((change) => `${path}: ${change}`);
      return [{ writes: this.updateFile(file, merged, [], []), changes, conflicts: merged.conflicts }];
    });
  }

  /** What the source no longer has: its file goes, unless a person edited it or a file that stays uses it. */
  private planGone(): Plan[] {
    const { source, isWhole } = this.options;
    const names = new Set(this.models.map(({ name }) => name));
    const gone = [...this.records].flatMap(([name, record]): GoneModel[] => {
      const isGone = !(record instanceof UsageError) && !names.has(name) && record.source === source && isWhole;
      return isGone ? [{ name, record, path: record.deleted ? undefined : this.locate(record) }] : [];
    });
    const problems = new Map<string, string>();
    for (const { name, record, path } of gone) {
      const problem = path === undefined ? undefined : this.explainStay(path, record);
      if (problem !== undefined) problems.set(name, problem);
    }
    // What a file that stays uses stays too, with what that uses.
    for (let count = -1; count < problems.size; ) {
      count = problems.size;
      const going = new Set(gone.flatMap(({ name, path }) => (problems.has(name) ? [] : [path])));
      for (const { name, path } of gone) {
        const user = path && [...this.files.keys()].find((other) => !going.has(other) && this.isUsing(other, name));
        if (problems.has(name) || !user || user === path) continue;
        problems.set(name, `${path}: its model is gone in the source, but ${user} uses it. Change that.`);
      }
    }
    return gone.map((model) => this.planRemoval(model, problems.get(model.name)));
  }

  private explainStay(path: string, { spec, comments }: ModelRecord): string | undefined {
    const file = this.files.get(path);
    if (file === undefined) return this.unreadable.get(path);
    const isEdited = !isSameJson(file.form, spec) || hasOwnComments(file.text, comments);
    return isEdited
      ? `${path}: its model is gone in the source, but the file was edited. Delete it by hand.`
      : undefined;
  }

  /** Whether a file refers to a model after this run. */
  private isUsing(path: string, name: string): boolean {
    const form = this.merged.get(path) ?? this.files.get(path)!.form;
    return listPlaceholderNames(form).some((placeholder) => splitRef(placeholder)[0] === name);
  }

  private planRemoval({ name, record, path }: GoneModel, problem: string | undefined): Plan {
    const forget = { path: getRecordPath(name), after: undefined };
    if (path === undefined) {
      return { ...nothing, path: record.file, model: name, action: "unchanged", writes: [forget] };
    }
    if (problem !== undefined) return leave(name, path, problem);
    const removal = { path, before: this.files.get(path)!.text, after: undefined };
    const kept = this.checks.flatMap(({ path: own, modelPath }) =>
      modelPath === path ? [`${own}: its model is gone, so delete it too, or name another`] : [],
    );
    return { ...nothing, path, model: name, action: "remove", kept, writes: [removal, forget] };
  }

  /** Where a record's file is: a person may have moved it. */
  private locate(known: ModelRecord): string | undefined {
    if (this.isThere(known.file)) return known.file;
    const wanted = new Map(listElements(known.spec).map((element) => [element.id, element]));
    const count = ({ form }: ModelFile) =>
      listElements(form as JsonObject).filter((element) => isSameElement(wanted.get(element.id), element)).length;
    const found = [...this.files]
      .filter(([path]) => !this.claimed.has(path))
      .map(([path, file]) => ({ path, count: count(file) }))
      .filter((candidate) => candidate.count > 0)
      .toSorted((a, b) => b.count - a.count)[0]?.path;
    if (found !== undefined) this.claimed.add(found);
    return found;
  }

  /** The file of that name, in any folder: to programs, the name is the model. */
  private findByName(name: string): string | undefined {
    const isNamed = (path: string) => posix.parse(path).name.toLowerCase() === name.toLowerCase();
    return [...this.files.keys(), ...this.unreadable.keys()].find(isNamed);
  }

  private findRenames({ name, spec, was }: GeneratedModel, base: JsonObject, mine: JsonObject): Rename[] {
    const hints = [
      ...was.flatMap(({ path, was: from }) => createRename(spec, path, from)),
      ...(this.options.renamed ?? []).flatMap((text) => parseRename(name, base, spec, text)),
    ];
    const probable = findProbableRenames(base, spec, mine, hints).filter(
      ({ element, from }) => !this.options.removed?.includes(`${element}.${from}`),
    );
    const [open] = probable;
    if (open === undefined) return hints;
    const { element, from, to } = open;
    throw new UsageError(
      `${name}: ${from} of ${element} is gone, and ${to} is new and looks alike. If it was renamed, add ` +
        `--decide ${quoteArgument(`renamed:${element}.${from}=${to}`)}, or \`was: ${from}\` below meta.analytics in ` +
        `the source; if not, add --decide ${quoteArgument(`removed:${element}.${from}`)}.`,
    );
  }

  private createRecord(model: GeneratedModel, file: string, omitted: readonly string[]): ModelRecord {
    const { spec, tables } = model;
    const comments = placeComments(spec, model.comments);
    return { version: 1, source: this.options.source, file, spec, tables, comments, omitted: [...omitted].sort() };
  }

  private readText(path: string): string | undefined {
    return this.files.get(path)?.text ?? this.folder.read(path);
  }

  private refuseUnreadable(path: string): void {
    const problem = this.unreadable.get(path);
    if (problem !== undefined) throw new UsageError(problem);
  }

  private refuseReadOnly(path: string): void {
    const stats = statSync(join(this.folder.folder, path), { throwIfNoEntry: false });
    if (stats !== undefined && (stats.mode & 0o222) === 0) {
      throw new UsageError(`${path}: is read-only. Make it writable, or move it out of the folder.`);
    }
  }
}

function leave(model: string, path: string, problem: string): Plan {
  return { ...nothing, path, model, action: "left", problem };
}

function listFiles(folder: FileWriter): string[] {
  try {
    return listModelFiles(".", folder.folder).map((path) => path.replace(/^[.]\//, ""));
  } catch (error) {
    if (statSync(folder.folder, { throwIfNoEntry: false }) === undefined) return [];
    throw error;
  }
}

const describeChanges = (before: JsonObject, after: JsonObject) => formatChanges(diffSpecs(before, after));

/** A table that two models call the same, and that isn't the same in the warehouse, whatever the database. */
function findOtherTable(next: JsonObject, mine: JsonObject): { id: string; mine: string; next: string } | undefined {
  const paths = new Map(listElements(next).map(({ id, source }) => [id, readTablePath(source)]));
  for (const { id, source } of listElements(mine)) {
    const [here, there] = [readTablePath(source), paths.get(id)];
    if (here === undefined || there === undefined) continue;
    const isSame = isSameJson(formWithoutDatabase(here), formWithoutDatabase(there));
    if (!isSame) return { id: String(id), mine: formatObjectPath(here), next: formatObjectPath(there) };
  }
  return undefined;
}

function readTablePath(source: Json | undefined): string[] | undefined {
  if (!isObject(source) || source.kind !== "warehouse-table" || !Array.isArray(source.path)) return undefined;
  return source.path.map(String);
}

const formWithoutDatabase = (path: readonly string[]) => path.slice(-2).map((part) => part.toLowerCase());

const isSameElement = (a: JsonObject | undefined, b: JsonObject) =>
  a !== undefined && a.id === b.id && isSameJson(a.source, b.source);

/** Whether a text has comments beside those that were generated and the line that editors read. */
function hasOwnComments(text: string, comments: ModelRecord["comments"]): boolean {
  const known = new Set(comments.flatMap(({ text: own }) => own.split("\n").map(writeYamlComment)));
  const lines = text.split("\n").map((line) => line.trim());
  return lines.some((line) => line.startsWith("#") && !known.has(line) && !line.startsWith("# yaml-language-server:"));
}
