import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { loadAll } from "js-yaml";
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

/**
 * The file that a program in YAML reads a text from by `fn::readFile`, relative to the project's folder: Pulumi sends
 * the text alone, and messages and `pull` need its file. Undefined: there is none.
 */
export function findReadFile(text: string, folders: Folders): string | undefined {
  const paths = new Set(readProgramFiles(folders).flatMap((file) => listReadPaths(file.text)));
  const { root, program } = folders;
  for (const path of paths) {
    const place = path.replace(/^\$\{pulumi\.cwd\}/, () => program).replace(/^\$\{pulumi\.rootDirectory\}/, () => root);
    const file = resolve(program, place);
    if (hasText(file, text)) return relative(root, file).replaceAll("\\", "/");
  }
  return undefined;
}

function hasText(file: string, text: string): boolean {
  try {
    return readText(file) === text;
  } catch {
    // Whatever it is, Pulumi has read it.
    return false;
  }
}

/** The paths in `fn::readFile: models/orders.yaml`, anywhere in a program. */
function listReadPaths(program: string): string[] {
  if (!program.includes("fn::readFile")) return [];
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, item] of Object.entries(value)) {
      if (key === "fn::readFile" && typeof item === "string") found.push(item);
      else visit(item);
    }
  };
  try {
    visit(loadAll(program));
  } catch {
    // As above.
  }
  return found;
}
