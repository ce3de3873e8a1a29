import { plainLine } from "../../../core/text";
import { defaultSettings, shapeOf } from "../../../kinds/declare";
import { registry } from "../../../kinds/registry";
import { Code, type Fields, literal, plain, quoted } from "../../typescript";
import { bareCode } from "./hash";

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
export function refusalOf(kind: string, args: Readonly<Record<string, unknown>>): string | undefined {
  const known = registry[kind]?.();
  if (known === undefined) throw new Error(`no kind is called ${kind}`);
  const shape = shapeOf(known);
  const [first, ...others] = shape.problemsOf(args, shape.inputsOf(args), {
    isNew: true,
    settings: defaultSettings(known),
  });
  if (first === undefined) return undefined;
  return others.length === 0 ? first : `${first} And ${others.length} more.`;
}

/** The lines that a file may need from others. */
const imports: Readonly<Record<string, string>> = {
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  kept: 'import { kept } from "./options";',
};

const packageOf = (form: ProgramForm) => (form === "import" ? "pulumi-analytics/native" : "pulumi-analytics");

const importOf = (module: string) => `import * as ${module} from "./${module}";`;

function packagesFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((line) => line.slice(line.lastIndexOf(" from ")).replace('"./', '"~'));
  return left! < right! ? -1 : 1;
}

/**
 * One file of the program, and what of the platform it can't declare.
 *
 * @example
 * const tags = new ProgramFile("tags", "Version tags.");
 * tags.declare({ kind: "Tag", id, name: "production", identifier: "production", title, args });
 * policies.declare({ …, args: { versionTagId: tags.idFrom(policies, id) } }); // tags.production.id
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
  constant(id: string, identifier: string, about: string): void {
    this.known.set(id, { name: identifier, identifier, idSuffix: "" });
    this.add(`/** ${commented(about)} */\nexport const ${identifier} = ${quoted(id)};`);
  }

  /** Adds a declaration; where the provider would refuse it, false, and the file says so instead. */
  declare(declaration: Declaration): boolean {
    const { kind, id, name, title, args, identifier } = declaration;
    const why = refusalOf(kind, plain(args) as Record<string, unknown>);
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
  nameOf(id: string): string | undefined {
    return this.known.get(id)?.name;
  }

  /** The id of something in this file, as another one (or this one) writes it. */
  idFrom(user: ProgramFile, id: string): Code | undefined {
    const known = this.known.get(id);
    return known && new Code(this.nameFrom(user, known.identifier) + known.idSuffix, id);
  }

  /** A resource of this file, as another one (or this one) writes it. */
  resourceFrom(user: ProgramFile, id: string, value: unknown): Code | undefined {
    const known = this.known.get(id);
    return known && new Code(this.nameFrom(user, known.identifier), value);
  }

  /** The file's text. */
  text(): string {
    const sorted = [...this.needed].map((name) => this.importOf(name)).sort(packagesFirst);
    const head = [...this.about.map((line) => `// ${line}`), `// ${origin}`, ...sorted];
    const isModule = sorted.length + this.constants.length > 0;
    const blocks = [
      head.join("\n"),
      ...this.constants,
      ...this.declarations.map((declaration) => declarationText(declaration, this.form)),
      ...this.leftOut.map((left) => `// Not declared: ${leftOutText(left)}`),
      ...(isModule ? [] : ["export {};"]),
    ];
    return `${blocks.join("\n\n")}\n`;
  }

  /** What an update does to a text of the file that a pull has written, a line for each resource: `Tag "production": color changed`. */
  changesTo(text: string): string[] {
    const before = declarationsIn(text);
    const now = this.declarations.flatMap((declaration) => {
      const resource = resourceOf(declaration);
      const known = before.get(resource);
      before.delete(resource);
      if (known === undefined) return [`${resource} added`];
      const code = bareCode(declarationText(declaration, this.form));
      if (known.startsWith(code.slice(code.indexOf("newanalytics.")))) return [];
      const isIn = ([field, value]: [string, Fields[string]]) =>
        known.includes(bareCode(literal({ [field]: value })).slice(1, -1));
      const fields = Object.entries(declaration.args).filter((entry) => entry[1] !== undefined && !isIn(entry));
      return [
        fields.length === 0
          ? `${resource} changed`
          : `${resource}: ${fields.map(([field]) => field).join(", ")} changed`,
      ];
    });
    return [...now, ...[...before.keys()].map((resource) => `${resource} removed`)];
  }

  /** What an edited text of the file lacks: constants and declarations, by what they are called. */
  missingIn(text: string): string[] {
    const existing = plainCode(text);
    const has = (piece: string) => existing.includes(plainCode(piece));
    return [
      ...this.constants
        .flatMap((lines) => lines.split("\n"))
        .filter((line) => !line.startsWith("/**") && !has(markOf(line))),
      ...this.declarations
        .filter((declaration) => !existing.includes(startOf(declaration)))
        .map((declaration) => declarationText(declaration, this.form)),
    ];
  }

  private importOf(name: string): string {
    if (name === "analytics") return `import * as analytics from "${packageOf(this.form)}";`;
    return imports[name] ?? importOf(name);
  }

  private nameFrom(user: ProgramFile, identifier: string): string {
    if (user === this) return identifier;
    user.needed.add(this.module);
    return `${this.module}.${identifier}`;
  }
}

/** Code without blanks and with one sort of quotes, however somebody formats it. */
const plainCode = (text: string) => text.replaceAll("'", '"').replaceAll(/\s/g, "");

/** How the declaration of a resource begins, in {@link plainCode}. */
const startOf = ({ kind, name }: Declaration) => plainCode(`analytics.${kind}(${quoted(name)},`);

const resourceOf = ({ kind, name }: Declaration) => `${kind} ${quoted(name)}`;

/** The declarations in a text, by resource: {@link bareCode} from the declaration on. */
function declarationsIn(text: string): Map<string, string> {
  const code = bareCode(text);
  const starts = [...code.matchAll(/newanalytics\.(\w+)("(?:[^"\\]|\\.)*")/g)];
  return new Map(
    starts.map((match, index) => [`${match[1]} ${match[2]}`, code.slice(match.index, starts[index + 1]?.index)]),
  );
}

/** What a line can be recognized by when its value is another one now: `export const warehouse`. */
const markOf = (line: string) => line.split(" = ", 1)[0] as string;

const origin = "Generated by `pulumi-analytics pull`, which updates it until you edit it.";

/** What is left out, in a line. */
export function leftOutText({ kind, title, why }: LeftOut): string {
  return `${kind} ${quoted(title)}: ${plainLine(why)}`;
}

/** A declaration as TypeScript. */
export function declarationText(declaration: Declaration, form: ProgramForm): string {
  const { kind, name, identifier, args, comments = [] } = declaration;
  const { adopt: _, ...declared } = args;
  const constant = identifier === undefined ? "" : `export const ${identifier} = `;
  const start = `${constant}new analytics.${kind}(${quoted(name)}, `;
  const end = form === "import" ? `, { ...kept, import: ${quoted(importIdOf(declaration))} });` : ", kept);";
  const call =
    start + literal(form === "import" ? declared : args, { column: start.length, indent: 0, after: end.length }) + end;
  return [...comments.map((comment) => `// ${plainLine(comment)}`), call].join("\n");
}

/** The id by which an import finds an object; of what belongs to two objects, both of theirs. */
export function importIdOf({ id, args }: Declaration): string {
  const { id: adopted = id } = (args.adopt ?? {}) as { id?: string };
  return adopted;
}

/** Somebody's text in a comment it can't end. */
function commented(text: string): string {
  return plainLine(text).replaceAll("*/", "*\u2044");
}
