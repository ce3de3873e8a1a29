import { existsSync } from "node:fs";
import { parse, relative, resolve, sep } from "node:path";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { listRemoved, type RemovedPart } from "pulumi-analytics-internal/core/graph";
import { assignIds, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isSameJson, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { isSameName } from "pulumi-analytics-internal/core/text";
import type { OwnDocument } from "../documents/match-documents";
import { dropExtension } from "../documents/names";
import type { OwnFile } from "../documents/read-files";
import type { StateDocument } from "../documents/states";

/** Something of a data model that goes away, or gets another name. */
export interface Change {
  readonly modelId: string;
  /** As `impact` takes it: `orders#Fact Orders.Region`. */
  readonly text: string;
  readonly is: RemovedPart["is"] | "data model";
  /** The new name; undefined: it is removed. */
  readonly renamedTo?: string;
  /** What has its id now. */
  readonly replacedBy?: RemovedPart["replacedBy"];
  /** What documents can't read any more, in the ids of the file. */
  readonly keys: readonly string[];
}

/** The files, each data model with its earlier form, and the data models that are gone. */
export interface ComparedFiles {
  readonly files: readonly OwnFile[];
  readonly gone: readonly OwnFile[];
  readonly notes: readonly string[];
}

/** The data models that a stack's state says were deployed last, as files; what can't be compared is a note. */
export function listStateFiles(
  cwd: string,
  states: readonly StateDocument[],
): { readonly files: OwnFile[]; readonly notes: string[] } {
  const notes: string[] = [];
  const files = states.flatMap(({ type, names: [name = ""], file, form, id }): OwnFile[] => {
    if (type !== "data model") return [];
    if (file === undefined) notes.push(`${name} (${id}) has no file: what changes in the program isn't known here.`);
    else if (form === undefined) notes.push(`${name} (${id}): the state holds its last form as a secret.`);
    if (file === undefined || form === undefined) return [];
    const path = relative(cwd, file).split(sep).join("/");
    return [{ name: parse(file).name, file: path, type: "data model", form, source: { text: "" } }];
  });
  return { files, notes };
}

/**
 * The data models of the files beside those of another time.
 *
 * @param isPair whether one of each is the same model, whatever they are called.
 */
export function compareFiles(
  cwd: string,
  files: readonly OwnFile[],
  before: readonly OwnFile[],
  isPair = false,
): ComparedFiles {
  const left = new Set(before.filter(({ type }) => type === "data model"));
  const pairs = new Map<OwnFile, OwnFile>();
  for (const isSame of [isSameFile, isOtherFormat, isMoved, isAlike, () => isPair]) {
    for (const file of files) {
      if (file.type !== "data model" || pairs.has(file)) continue;
      const found = [...left].filter((one) => isSame(one, file));
      const [only] = found;
      if (only === undefined || found.length > 1) continue;
      pairs.set(file, only);
      left.delete(only);
    }
  }
  const notes = [...pairs].flatMap(([{ file }, former]) =>
    former.file === file ? [] : [`${former.file} is ${file} now.`],
  );
  return {
    files: files.map((file) => {
      const former = pairs.get(file);
      return former === undefined ? file : { ...file, former: { file: former.file, form: former.form } };
    }),
    // A file that is there and isn't among those asked for, or can't be read, isn't gone.
    gone: [...left].filter(({ file }) => !existsSync(resolve(cwd, file))),
    notes,
  };
}

const isSameFile = (before: OwnFile, now: OwnFile) => before.file === now.file;

const isOtherFormat = (before: OwnFile, now: OwnFile) => dropExtension(before.file) === dropExtension(now.file);

const isMoved = (before: OwnFile, now: OwnFile) => isSameName(before.name, now.name);

/** A file of another name whose elements are mostly the same. */
function isAlike(before: OwnFile, now: OwnFile): boolean {
  const [old, next] = [before, now].map(({ form }) => listElements(form as JsonObject).map(({ id }) => id)) as [
    Json[],
    Json[],
  ];
  const shared = old.filter((id) => id !== undefined && next.includes(id));
  return shared.length > 0 && shared.length * 2 > Math.max(old.length, next.length);
}

/** What goes away between the earlier forms of data models and those of now. */
export function listChanges(documents: readonly OwnDocument[]): Change[] {
  return documents.flatMap(({ id, name, form, former, isGone }): Change[] => {
    if (former === undefined) return [];
    const before = assignIds(former.form) as Json;
    const after = isGone ? undefined : (assignIds(form) as Json);
    const removed = listRemoved(id, before, after);
    if (after === undefined) {
      const keys = removed.flatMap((part) => part.keys);
      return [{ modelId: id, text: name, is: "data model", keys }];
    }
    return removed.map((part): Change => {
      const { is, path, keys, replacedBy } = part;
      const text = `${name}#${path}`;
      if (replacedBy !== undefined) return { modelId: id, text, is, keys, replacedBy };
      const renamedTo = part.renamedTo ?? findSameFormula(part, before, after);
      return { modelId: id, text, is, keys, ...(renamedTo === undefined ? {} : { renamedTo }) };
    });
  });
}

/** The name of the new column or metric that computes what the one that is gone did, if there is just one. */
function findSameFormula({ is, elementId, name }: RemovedPart, before: Json, after: Json): string | undefined {
  if (is !== "column" && is !== "metric") return undefined;
  const list = (form: Json) => {
    const element = listElements(form as JsonObject).find(({ id }) => id === elementId);
    return filterObjects(element?.[`${is}s`]);
  };
  const [old, now] = [list(before), list(after)];
  const isNamed = (part: JsonObject, called: string) =>
    normalizePlainName(readKnownString(part.name) ?? readKnownString(part.id) ?? "") === normalizePlainName(called);
  const gone = old.find((part) => isNamed(part, name));
  const same = now.filter(
    (part) =>
      gone !== undefined &&
      isSameJson(part.formula, gone.formula) &&
      !old.some((one) => isNamed(one, readKnownString(part.name) ?? readKnownString(part.id) ?? "")),
  );
  return same.length === 1 ? readKnownString(same[0]!.name) : undefined;
}
