import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { findProjectFile, readText } from "../core/files";
import type { Folders } from "./codec";

/** A file that Pulumi may read a program in YAML from. */
export interface ProgramText {
  /** As messages name it. */
  readonly path: string;
  readonly text: string;
}

/** The texts of a program in YAML. */
export function readProgramFiles({ program }: Folders): ProgramText[] {
  const own = readdirSync(program).filter((name) => /^(?:Main|Pulumi)\.ya?ml$/i.test(name));
  const project = findProjectFile(program);
  const paths = new Set([...own.map((name) => join(program, name)), ...(project === undefined ? [] : [project])]);
  return [...paths].flatMap((path) => {
    try {
      return [{ path: relative(program, path).replaceAll("\\", "/"), text: readText(path) }];
    } catch {
      // Whatever it is, Pulumi has read it.
      return [];
    }
  });
}
