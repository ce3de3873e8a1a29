import { Run } from "pulumi-analytics-internal/core/runtime";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { getDefaultSettings } from "pulumi-analytics-internal/kinds/declare";
import { registry } from "pulumi-analytics-internal/kinds/registry";
import { Code, type Fields, toPlain, writeLiteral } from "../../text/typescript";
import { quote, writeComment, writeNameDoc } from "../../text/writers/typescript";
import { stripFormatting } from "./hash";

/** A resource as a program declares it. */
export interface Declaration {
  /** The resource's class: `DataModel`. */
  readonly kind: string;
  /** The object's id on the platform. */
  readonly id: string;
  /** The resource's name in the stack. */
  readonly name: string;
  /** The constant others find it by; without one, nothing refers to it. */
  readonly identifier?: string;
  /** What it is called on the platform. */
  readonly title: string;
  readonly args: Fields;
  /** Lines above it. */
  readonly comments?: readonly string[];
}

/** How a program gets hold of what is there: by the argument `adopt`, or for the plugin by the option `import`. */
export type ProgramForm = "adopt" | "import";

/** What isn't declared, although it is there. */
export interface LeftOut {
  readonly kind: string;
  readonly title: string;
  readonly why: string;
}

/** Why the provider would refuse a declaration; undefined when it wouldn't. */
export function findRefusal(kind: string, args: Readonly<Record<string, unknown>>): string | undefined {
  const known = registry[kind]?.();
  if (known === undefined) throw new Error(`no kind is called ${kind}`);
  const { shape } = known;
  const [first, ...others] = shape.findProblems(args, shape.pickInputs(args), {
    run: new Run(),
    isNew: true,
    settings: getDefaultSettings(known),
  });
  if (first === undefined) return undefined;
  return others.length === 0 ? first : `${first} And ${others.length} more.`;
}

/** The lines that a file may need from others. */
const imports: Readonly<Record<string, string>> = {
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  kept: 'import { kept } from "./options";',
};

const getPackage = (form: ProgramForm) => (form === "import" ? "pulumi-analytics/native" : "pulumi-analytics");

const writeImport = (module: string) => `import * as ${module} from "./${module}";`;

function compareImports(a: string, b: string): number {
  const [left, right] = [a, b].map((line) => line.slice(line.lastIndexOf(" from ")).replace('"./', '"~'));
  return left! < right! ? -1 : 1;
}

/**
 * One file of the program, and what of the platform it can't declare.
 *
 * @example
 * const tags = new ProgramFile("tags", ["Version tags."]);
 * tags.declare({ kind: "Tag", id, name: "production", identifier: "production", title, args });
 * const versionTagId = tags.referToId(policies, id); // tags.production.id
 */
export class ProgramFile {
  readonly declarations: Declaration[] = [];
  readonly leftOut: LeftOut[] = [];
  private readonly constants: string[] = [];
  /** How an id is written, by id. */
  private readonly known = new Map<
    string,
    { readonly name: string; readonly identifier: string; readonly idSuffix: string }
  >();
  private readonly needed = new Set<string>();

  /**
   * @param module its name without extension.
   * @param about what it holds, for its first lines.
   */
  constructor(
    readonly module: string,
    readonly about: string[],
    private readonly form: ProgramForm = "adopt",
  ) {}

  get path(): string {
    return `${this.module}.ts`;
  }

  get isEmpty(): boolean {
    return this.declarations.length + this.leftOut.length + this.constants.length === 0;
  }

  /** Adds a line of the language, after the imports. `needs` are what it takes from other files. */
  add(line: string, ...needs: readonly string[]): void {
    this.constants.push(line);
    for (const need of needs) this.needed.add(need);
  }

  /** Names the id of something that isn't declared. */
  addConstant(id: string, identifier: string, about: string): void {
    this.known.set(id, { name: identifier, identifier, idSuffix: "" });
    this.add(`${writeNameDoc(about)}\nexport const ${identifier} = ${quote(id)};`);
  }

  /** Adds a declaration; where the provider would refuse it, false, and the file says so instead. */
  declare(declaration: Declaration): boolean {
    const { kind, id, name, title, args, identifier } = declaration;
    const why = findRefusal(kind, toPlain(args) as Record<string, unknown>);
    if (why !== undefined) {
      this.leave({ kind, title, why });
      return false;
    }
    this.declarations.push(declaration);
    this.needed.add("analytics").add("kept");
    if (identifier !== undefined) this.known.set(id, { name, identifier, idSuffix: ".id" });
    return true;
  }

  /** Leaves out what is there, and says why. */
  leave(leftOut: LeftOut): void {
    this.leftOut.push(leftOut);
  }

  /** The modules that it imports, packages among them. */
  get imported(): ReadonlySet<string> {
    return this.needed;
  }

  /** Whether something can be referred to here. */
  has(id: string): boolean {
    return this.known.has(id);
  }

  /** What something in this file is called. */
  getName(id: string): string | undefined {
    return this.known.get(id)?.name;
  }

  /** The id of something in this file, as another one (or this one) writes it. */
  referToId(user: ProgramFile, id: string): Code | undefined {
    const known = this.known.get(id);
    const target = known?.idSuffix ? { id, output: "id" } : undefined;
    return known && new Code(this.referToName(user, known.identifier) + known.idSuffix, id, target);
  }

  /** A resource of this file, as another one (or this one) writes it. */
  referToResource(user: ProgramFile, id: string, value: unknown): Code | undefined {
    const known = this.known.get(id);
    const target = { id, output: value === id ? "id" : "name" };
    return known && new Code(this.referToName(user, known.identifier), value, target);
  }

  /** The file's text. */
  writeText(): string {
    const sorted = [...this.needed].map((name) => this.writeImport(name)).sort(compareImports);
    const head = [...[...this.about, origin].map(writeComment), ...sorted];
    const isModule = sorted.length + this.constants.length > 0;
    const blocks = [
      head.join("\n"),
      ...this.constants,
      ...this.declarations.map((declaration) => writeDeclaration(declaration, this.form)),
      ...this.leftOut.map((left) => writeComment(`Not declared: ${describeLeftOut(left)}`)),
      ...(isModule ? [] : ["export {};"]),
    ];
    return `${blocks.join("\n\n")}\n`;
  }

  /**
   * What an update does to a text of the file that a pull has written, a line for each resource:
   * `Tag "production": color changed`.
   */
  listChanges(text: string): string[] {
    const before = findDeclarations(text);
    const now = this.declarations.flatMap((declaration) => {
      const resource = formatResource(declaration);
      const known = before.get(resource);
      before.delete(resource);
      if (known === undefined) return [`${resource} added`];
      const code = stripFormatting(writeDeclaration(declaration, this.form));
      if (known.startsWith(code.slice(code.indexOf("newanalytics.")))) return [];
      const isKnown = ([field, value]: [string, Fields[string]]) =>
        known.includes(stripFormatting(writeLiteral({ [field]: value })).slice(1, -1));
      const fields = Object.entries(declaration.args).filter((entry) => entry[1] !== undefined && !isKnown(entry));
      return [
        fields.length === 0
          ? `${resource} changed`
          : `${resource}: ${fields.map(([field]) => field).join(", ")} changed`,
      ];
    });
    return [...now, ...[...before.keys()].map((resource) => `${resource} removed`)];
  }

  /** What an edited text of the file lacks: constants and declarations, by what they are called. */
  listMissing(text: string): string[] {
    const existing = normalizeCode(text);
    const has = (piece: string) => existing.includes(normalizeCode(piece));
    return [
      ...this.constants
        .flatMap((lines) => lines.split("\n"))
        .filter((line) => !line.startsWith("/**") && !has(findMark(line))),
      ...this.declarations
        .filter((declaration) => !existing.includes(formatStart(declaration)))
        .map((declaration) => writeDeclaration(declaration, this.form)),
    ];
  }

  private writeImport(name: string): string {
    if (name === "analytics") return `import * as analytics from "${getPackage(this.form)}";`;
    return imports[name] ?? writeImport(name);
  }

  private referToName(user: ProgramFile, identifier: string): string {
    if (user === this) return identifier;
    user.needed.add(this.module);
    return `${this.module}.${identifier}`;
  }
}

/** Code without blanks and with one sort of quotes, however somebody formats it. */
const normalizeCode = (text: string) => text.replaceAll("'", '"').replaceAll(/\s/g, "");

/** How the declaration of a resource begins, in {@link normalizeCode}. */
const formatStart = ({ kind, name }: Declaration) => normalizeCode(`analytics.${kind}(${quote(name)},`);

const formatResource = ({ kind, name }: Declaration) => `${kind} ${quote(name)}`;

/** The declarations in a text, by resource: {@link stripFormatting} from the declaration on. */
function findDeclarations(text: string): Map<string, string> {
  const code = stripFormatting(text);
  const starts = [...code.matchAll(/newanalytics\.(\w+)("(?:[^"\\]|\\.)*")/g)];
  return new Map(
    starts.map((match, index) => [`${match[1]} ${match[2]}`, code.slice(match.index, starts[index + 1]?.index)]),
  );
}

/** What a line can be recognized by when its value is another one now: `export const warehouse`. */
const findMark = (line: string) => line.split(" = ", 1)[0] as string;

export const origin = "Generated by `pulumi-analytics pull`, which updates it until you edit it.";

/** What is left out, in a line. */
export function describeLeftOut({ kind, title, why }: LeftOut): string {
  return `${kind} ${quote(title)}: ${escapeLine(why)}`;
}

/** A declaration as TypeScript. */
function writeDeclaration(declaration: Declaration, form: ProgramForm): string {
  const { kind, name, identifier, args, comments = [] } = declaration;
  const { adopt: _, ...declared } = args;
  const constant = identifier === undefined ? "" : `export const ${identifier} = `;
  const start = `${constant}new analytics.${kind}(${quote(name)}, `;
  const end = form === "import" ? `, { ...kept, import: ${quote(getImportId(declaration))} });` : ", kept);";
  const call =
    start +
    writeLiteral(form === "import" ? declared : args, { column: start.length, indent: 0, after: end.length }) +
    end;
  return [...comments.map(writeComment), call].join("\n");
}

/** The id by which an import finds an object; of what belongs to two objects, both of theirs. */
export function getImportId({ id, args }: Declaration): string {
  const { id: adopted = id } = (args.adopt ?? {}) as { id?: string };
  return adopted;
}
