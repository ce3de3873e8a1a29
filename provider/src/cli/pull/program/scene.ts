import type { Manifest } from "../manifest";
import type { Names } from "../names";
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
}

/** The common arguments of a resource that is adopted; a program that imports has the id among its options. */
export function adopting({ manifest }: Scene, id: string) {
  return { profile: manifest.profile, adopt: { id } };
}

/** A description, unless it is empty: the platform doesn't tell an empty one from none. */
export function described(description: string | undefined): string | undefined {
  return description === "" ? undefined : description;
}
