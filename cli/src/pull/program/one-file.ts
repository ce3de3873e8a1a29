/** The program of the plugin in a language whose resources stand in one file. */

import { createNameFinder } from "pulumi-analytics-internal/core/text";
import { Call, Code, type Fields, type Value } from "../../text/typescript";
import { type Declaration, describeLeftOut, getImportId, type LeftOut, origin, type ProgramFile } from "./file";
import { nameUniquely } from "./imported";
import { Access, Path, type ProgramLanguage, type Resource, type WrittenValue } from "./language";
import { python } from "./python";
import { yaml } from "./yaml";

/** A resource that a stack has. */
export interface KnownResource {
  readonly kind: string;
  readonly id: string;
  /** What its program calls it; left out: nothing, because a component declares it. */
  readonly name?: string;
}

/** The languages that a program can be in beside TypeScript. */
export const programLanguages = { python, yaml } as const satisfies Record<string, ProgramLanguage>;

/** All resources of a program in one file, for {@link ProgramLanguage}. */
export class OneFile {
  private readonly resources: readonly Resource[];
  readonly leftOut: readonly LeftOut[];

  /**
   * @param files the declarations.
   * @param known what the stack has.
   * @param before the file's text: what the stack has and the text doesn't declare, the program declares elsewhere.
   * @param taken names in the scope of the program that the file's resources are copied into.
   */
  constructor(
    private readonly language: ProgramLanguage,
    files: readonly ProgramFile[],
    known: readonly KnownResource[],
    before = "",
    taken: readonly string[] = [],
  ) {
    const existing = removeBlanks(before);
    const others = known.filter(({ kind, name }) => !name || !existing.includes(this.#formatStart(kind, name)));
    const foreign = new Map(others.map(({ id, name }) => [id, name]));
    const all = files.flatMap(({ declarations }) => declarations);
    // Another name would be another resource.
    const names = nameUniquely(all, known, taken);
    const declared = all.filter((declaration) => !foreign.has(getImportId(declaration)));
    const byId = new Map(declared.map((declaration) => [declaration.id, names.get(declaration)!]));
    const variables = nameVariables(language, [...byId.values()]);
    const getVariable = (id: string) => {
      const name = byId.get(id);
      return name === undefined ? (language.refersByName ? foreign.get(id) : undefined) : variables.get(name);
    };
    const resources: Resource[] = [];
    const leftOut = files.flatMap((file) => file.leftOut);
    for (const declaration of sortByReferences(declared)) {
      const { kind, id, title, args, comments = [] } = declaration;
      const { adopt: _, ...fields } = args;
      const name = names.get(declaration)!;
      const resource = {
        ...{ kind, name, variable: variables.get(name)!, comments },
        args: listArgs(fields, getVariable),
        importId: getImportId(declaration),
      };
      const why = language.findRefusal(resource);
      if (why === undefined) resources.push(resource);
      else {
        leftOut.push({ kind, title, why });
        // What refers to it comes later, and has its id.
        byId.delete(id);
      }
    }
    this.leftOut = leftOut;
    this.resources = resources;
  }

  get path(): string {
    return this.language.path;
  }

  #formatStart(kind: string, name: string): string {
    return removeBlanks(this.language.formatStart(kind, name));
  }

  writeText(): string {
    const { use, head } = this.language;
    const about = [use, origin].map(this.language.writeComment).join("\n");
    const blocks = [
      ...this.resources.map((resource) => this.language.writeResource(resource)),
      ...this.leftOut.map((left) => this.language.writeComment(`Not declared: ${describeLeftOut(left)}`)),
    ];
    return `${about}\n${head}${blocks.join("\n\n")}\n`;
  }

  /** What an edited text of the file lacks. */
  listMissing(text: string): string[] {
    const existing = removeBlanks(text);
    return this.resources
      .filter(({ kind, name }) => !existing.includes(this.#formatStart(kind, name)))
      .map((resource) => this.language.writeResource(resource));
  }

  /** What an update does to a text that a pull has written, a line for each resource. */
  listChanges(text: string): string[] {
    const existing = removeBlanks(text);
    return this.resources.flatMap((resource) => {
      const { kind, name } = resource;
      const what = `${kind} "${name}"`;
      if (!existing.includes(this.#formatStart(kind, name))) return [`${what} added`];
      return existing.includes(removeBlanks(this.language.writeResource(resource))) ? [] : [`${what} changed`];
    });
  }
}

/** What a program calls each resource: a name of its own. */
function nameVariables({ nameVariable }: ProgramLanguage, names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const findFreeName = createNameFinder("_");
  return new Map(
    names.map((name) => {
      const variable = findFreeName(nameVariable(name), (other) => taken.has(other));
      taken.add(variable);
      return [name, variable];
    }),
  );
}

const removeBlanks = (text: string) => text.replaceAll(/\s/g, "");

/** The declarations in dependency order. */
function sortByReferences(declarations: readonly Declaration[]): readonly Declaration[] {
  const byId = new Map(declarations.map((declaration) => [declaration.id, declaration]));
  const sorted = new Set<Declaration>();
  const visit = (declaration: Declaration): void => {
    if (sorted.has(declaration)) return;
    for (const id of listTargets(declaration.args)) {
      const other = byId.get(id);
      if (other !== undefined && other !== declaration) visit(other);
    }
    sorted.add(declaration);
  };
  for (const declaration of declarations) visit(declaration);
  return [...sorted];
}

/** The objects that a value refers to. */
function listTargets(value: Value | undefined): string[] {
  if (value instanceof Code) return value.target === undefined ? [] : [value.target.id];
  if (value instanceof Call) return listTargets(value.refs);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listTargets);
}

/** The arguments with the values of a document's `!ref`s beside its file. */
function listArgs(
  fields: Fields,
  getVariable: (id: string) => string | undefined,
): (readonly [string, WrittenValue])[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const own = [field, resolve(value, getVariable)] as const;
    if (!(value instanceof Call) || Object.keys(value.refs).length === 0) return [own];
    return [own, ["refs", resolve(value.refs, getVariable)] as const];
  });
}

function resolve(value: Value, getVariable: (id: string) => string | undefined): WrittenValue {
  if (value instanceof Call) return new Path(value.first);
  if (value instanceof Code) {
    const { id, output, key } = value.target ?? { id: String(value.value), output: "id" };
    const variable = getVariable(id);
    return variable === undefined ? (value.value as string) : new Access(variable, output, key);
  }
  if (typeof value === "string") {
    const variable = getVariable(value);
    return variable === undefined ? value : new Access(variable, "id");
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Value) => resolve(item, getVariable));
  const entries = Object.entries(value as Fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, getVariable)]));
}
