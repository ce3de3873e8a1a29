import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { loadAll, parseEvents } from "js-yaml";
import { isObject } from "../core/data";
import { findProjectFile, readText } from "../core/files";
import { createPositionFinder, listRespelled, type Respelled } from "../core/model/text";

/** A file that Pulumi may read a program in YAML from. */
export interface ProgramText {
  /** As messages name it. */
  readonly path: string;
  readonly text: string;
  /** Its documents; none where it can't be read, and Pulumi has read it anyhow. */
  readonly documents: readonly unknown[];
}

/** A number in the text of a program, and its place: `Pulumi.yaml:12:20`. */
export type RespelledNumber = Respelled & { readonly place: string };

/** The folders that paths are relative to. */
export interface Folders {
  /** The project's: paths in messages. */
  readonly root: string;
  /** The program's: paths of assets. */
  readonly program: string;
}

/**
 * The program that the engine runs, as its files say, for what Pulumi doesn't tell a plugin. The engine starts a plugin
 * for each run: files are read once.
 */
export class ProgramFiles implements Folders {
  readonly root: string;
  readonly program: string;
  #texts: readonly ProgramText[] | undefined;
  #respelled: readonly RespelledNumber[] | undefined;
  #readFiles: ReadonlyMap<string, string> | undefined;
  #isYaml: boolean | undefined;

  constructor({ root, program }: Folders) {
    this.root = root;
    this.program = program;
  }

  /** Whether the program is in YAML, as is the code that the engine writes for an import. */
  get isYaml(): boolean {
    this.#isYaml ??= isYamlProject(this.root);
    return this.#isYaml;
  }

  /** The texts of a program in YAML. */
  get texts(): readonly ProgramText[] {
    this.#texts ??= readProgramTexts(this.program);
    return this.#texts;
  }

  /** The numbers that the program writes otherwise than Pulumi reads them. */
  get respelled(): readonly RespelledNumber[] {
    this.#respelled ??= this.texts.flatMap(findRespelled);
    return this.#respelled;
  }

  /**
   * The file that a program in YAML reads a text from by `fn::readFile`, relative to the project's folder: Pulumi sends
   * the text alone, and messages and `pull` need its file. Undefined: there is none.
   */
  findReadFile(text: string): string | undefined {
    this.#readFiles ??= this.#readAllFiles();
    return this.#readFiles.get(text);
  }

  /** The files that the program reads, by their texts; the first of equal ones. */
  #readAllFiles(): Map<string, string> {
    const { root, program } = this;
    const files = new Map<string, string>();
    for (const path of new Set(this.texts.flatMap(({ documents }) => listReadPaths(documents)))) {
      const place = path
        .replace(/^\$\{pulumi\.cwd\}/, () => program)
        .replace(/^\$\{pulumi\.rootDirectory\}/, () => root);
      const file = resolve(program, place);
      const text = readIfReadable(file);
      if (text !== undefined && !files.has(text)) files.set(text, relative(root, file).replaceAll("\\", "/"));
    }
    return files;
  }
}

function isYamlProject(folder: string): boolean {
  const file = findProjectFile(folder);
  const [project] = file === undefined ? [] : loadIfReadable(readIfReadable(file));
  const runtime = isObject(project) ? project.runtime : undefined;
  return (isObject(runtime) ? runtime.name : runtime) === "yaml";
}

function readProgramTexts(program: string): ProgramText[] {
  const own = readdirSync(program).filter((name) => /^(?:Main|Pulumi)\.ya?ml$/i.test(name));
  const project = findProjectFile(program);
  const paths = new Set([...own.map((name) => join(program, name)), ...(project === undefined ? [] : [project])]);
  return [...paths].flatMap((path) => {
    const text = readIfReadable(path);
    if (text === undefined) return [];
    return [{ path: relative(program, path).replaceAll("\\", "/"), text, documents: loadIfReadable(text) }];
  });
}

/** Undefined for what can't be read: whatever it is, Pulumi has read it. */
function readIfReadable(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}

function loadIfReadable(text: string | undefined): unknown[] {
  try {
    return text === undefined ? [] : loadAll(text);
  } catch {
    return [];
  }
}

/** The paths in `fn::readFile: models/orders.yaml`, anywhere in a program. */
function listReadPaths(program: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, item] of Object.entries(value)) {
      if (key === "fn::readFile" && typeof item === "string") found.push(item);
      else visit(item);
    }
  };
  visit(program);
  return found;
}

function findRespelled({ path, text }: ProgramText): RespelledNumber[] {
  try {
    const find = createPositionFinder(text);
    return listRespelled(text, parseEvents(text, {})).map((one) => {
      const { line, column } = find(one.offset);
      return { ...one, place: `${path}:${line}:${column}` };
    });
  } catch {
    // Whatever it is, Pulumi has read it.
    return [];
  }
}
