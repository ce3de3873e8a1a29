import type { Names } from "../../text/names";
import type { Code, Value } from "../../text/typescript";
import type { Manifest } from "../manifest";
import type { Organization } from "../organization";
import type { ProgramFile } from "./file";

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

/** A description, unless it is empty: the platform doesn't tell an empty one from none. */
export function omitEmpty(description: string | undefined): string | undefined {
  return description === "" ? undefined : description;
}

/** A value with references in place of the ids of what the program declares, wherever they stand. */
export function insertReferences(scene: Scene, file: ProgramFile, value: unknown): Value {
  const visit = (item: unknown): Value => {
    if (typeof item === "string") return scene.idFrom(file, item) ?? item;
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== "object" || item === null) return item as Value;
    return Object.fromEntries(Object.entries(item).map(([key, part]) => [key, visit(part)]));
  };
  return visit(value);
}
