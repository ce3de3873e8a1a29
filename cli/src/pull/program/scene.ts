import { splitRef } from "pulumi-analytics-internal/core/model/json";
import type { Manifest } from "../../documents/pull-manifest";
import type { Names } from "../../text/names";
import { Call, Code, type Value } from "../../text/typescript";
import { toIdentifier } from "../../text/writers/typescript";
import type { Organization } from "../organization";
import type { Declaration, ProgramFile } from "./file";

/** What a program is made from. */
export interface Scene {
  readonly organization: Organization;
  readonly manifest: Manifest;
  /** A file of the program. */
  file(module: string, about: string[]): ProgramFile;
  /** The names of one file's resources, those given before kept. */
  names(module: string): Names;
  /** Whether a file has a name for an id by now. */
  has(id: string): boolean;
  /** An id as a file writes it: by name, where a file has one by now that doesn't import this file. */
  idFrom(user: ProgramFile, id: string): Code | undefined;
  /** The same of the resource itself, for a field that `value` stands in. */
  resourceFrom(user: ProgramFile, id: string, value: unknown): Code | undefined;
  /** What a file calls the object of an id, or the platform a document that isn't declared. */
  nameOf(id: string): string | undefined;
}

/** The common arguments of a resource that is adopted; a program that imports has the id among its options. */
export function buildAdoption({ manifest }: Scene, id: string) {
  return { profile: manifest.profile, adopt: { id } };
}

/** An object that a program declares under one of several names. */
interface NamedObject extends Omit<Declaration, "name" | "identifier"> {
  /** The texts that it may be called after, the best one first. */
  readonly called: readonly string[];
  /** False: nothing refers to it. */
  readonly isReferred?: boolean;
}

/** Adopts an object in a file. False: the provider would refuse it. */
export function declareObject(
  scene: Scene,
  file: ProgramFile,
  { called, isReferred = true, args, ...object }: NamedObject,
): boolean {
  const name = scene.names(file.module).give(object.id, called);
  const identifier = isReferred ? { identifier: toIdentifier(name) } : {};
  return file.declare({ ...object, ...identifier, name, args: { ...args, ...buildAdoption(scene, object.id) } });
}

/** An id as a file writes it: by name where it can. */
export const writeId = (scene: Scene, file: ProgramFile, id: string): Value => scene.idFrom(file, id) ?? id;

/** How a program reads a document's file. */
interface DocumentFile {
  /** The function that reads it: `specFile`. */
  readonly reader: string;
  /** Its path from the program. */
  readonly path: string;
  /** Its `!ref` names and what they stand for. */
  readonly refs: Readonly<Record<string, string>>;
  /** What a check of the declaration takes it for: it was looked through when it was pulled. */
  readonly checked: string;
}

/** Writes calls that read documents' files: models and connections by name where the program declares them. */
export function createReaderCalls(scene: Scene, file: ProgramFile) {
  const byName = new Map(Object.entries(scene.manifest.models).map(([id, { name }]) => [name, id]));
  return ({ reader, path, refs: given, checked }: DocumentFile): Call => {
    const refs: Record<string, Value> = {};
    const each: Record<string, Value> = {};
    for (const [ref, value] of listRefs(given)) {
      const base = getBase(ref);
      const model = byName.get(base);
      const own = scene.idFrom(file, value);
      const named = own ?? (model && scene.resourceFrom(file, model, value));
      if (named) refs[base] = named;
      // What isn't declared here is given as it is.
      else refs[ref] = value;
      const target = model && ref !== base && { id: model, output: "elementIds", key: ref.slice(base.length + 1) };
      each[ref] = own ?? (named && target ? new Code(named.text, value, target) : value);
    }
    const options = Object.keys(refs).length === 0 ? undefined : { refs };
    return new Call(`analytics.${reader}`, path, options, checked, each);
  };
}

/** The names of a file, always in the same order: a model comes before its elements. */
export const listRefs = (refs: Readonly<Record<string, string>>) =>
  Object.entries(refs).sort(([a], [b]) => (a < b ? -1 : 1));

/** `orders` of `orders#fact_orders`. */
export const getBase = (ref: string) => splitRef(ref)[0];

/** A description, unless it is empty: the platform doesn't tell an empty one from none. */
export function omitEmpty(description: string | undefined): string | undefined {
  return description === "" ? undefined : description;
}

/** A value with references in place of the ids of what the program declares, wherever they stand. */
export function insertReferences(scene: Scene, file: ProgramFile, value: unknown): Value {
  const visit = (item: unknown): Value => {
    if (typeof item === "string") return writeId(scene, file, item);
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== "object" || item === null) return item as Value;
    return Object.fromEntries(Object.entries(item).map(([key, part]) => [key, visit(part)]));
  };
  return visit(value);
}
