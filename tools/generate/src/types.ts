import type * as z from "zod";

/** Types that have a name of their own (`.meta({ id })`), by that name; found while texts are made. */
export type Aliases = Map<string, string>;

/**
 * A zod type as TypeScript writes it, with the descriptions of its fields as doc comments. `.meta({ type })` says what
 * stands for a custom type.
 */
export function writeType(schema: z.ZodType, aliases: Aliases): string {
  const { type } = (schema.meta() ?? {}) as { type?: string };
  const id = getTypeId(schema);
  if (type !== undefined) return type;
  if (id !== undefined) {
    aliases.set(id, writePlainType(schema, aliases));
    return id;
  }
  return writePlainType(schema, aliases);
}

/** The name of a type; `.describe()` copies a type without it. */
export function getTypeId(schema: z.ZodType): string | undefined {
  const { parent } = (schema as unknown as { _zod: { parent?: z.ZodType } })._zod;
  return (schema.meta() as { id?: string } | undefined)?.id ?? (parent && getTypeId(parent));
}

function writePlainType(schema: z.ZodType, aliases: Aliases): string {
  const { def } = schema as unknown as { def: Definition };
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "unknown":
    case "null":
      return def.type;
    case "enum":
      return Object.values(def.entries).map(quoteKey).join(" | ");
    case "literal":
      return def.values.map(quoteKey).join(" | ");
    case "optional":
      return writeType(def.innerType, aliases);
    case "nullable":
      return `${writeType(def.innerType, aliases)} | null`;
    case "array":
      return `${addParentheses(writeType(def.element, aliases))}[]`;
    case "record":
      return `Record<string, ${writeType(def.valueType, aliases)}>`;
    case "union":
      return def.options.map((option) => writeType(option, aliases)).join(" | ");
    case "object":
      return `{\n${writeMembers(def.shape, aliases)}\n}`;
    default:
      throw new Error(`no TypeScript for a zod type "${(def as { type: string }).type}": give it .meta({ type: "…" })`);
  }
}

/** The members of an object type, one below the other. */
export function writeMembers(shape: Readonly<Record<string, z.ZodType>>, aliases: Aliases): string {
  return Object.entries(shape)
    .map(([name, type]) => writeMember(name, type, aliases))
    .join("\n");
}

/** A property of a type, with its doc comment. */
function writeMember(name: string, schema: z.ZodType, aliases: Aliases): string {
  const description = getDescription(schema);
  return (
    `${description === undefined ? "" : `${writeComment(description)}\n`}${name}${isOptional(schema) ? "?" : ""}: ` +
    `${writeType(schema, aliases)};`
  );
}

/** What is said of a type, or of the one that is optional. */
export function getDescription(schema: z.ZodType): string | undefined {
  const { def } = schema as unknown as { def: Definition };
  return schema.meta()?.description ?? (def.type === "optional" ? getDescription(def.innerType) : undefined);
}

/** Whether a value may be missing; what `.meta({ type })` says of a type goes first. */
export const isOptional = (schema: z.ZodType): boolean =>
  (schema as unknown as { def: Definition }).def.type === "optional" && schema.meta()?.type === undefined;

/** Whether a value of the type is one piece, so that nothing inside it can be an output. */
export function isScalar(schema: z.ZodType): boolean {
  const { def } = schema as unknown as { def: Definition };
  if (def.type === "optional") return isScalar(def.innerType);
  if (def.type === "union") return def.options.every(isScalar);
  return ["string", "number", "boolean", "enum", "literal"].includes(def.type);
}

/** What zod keeps of a type, as far as it is read here. */
export type Definition =
  | { type: "string" | "number" | "boolean" | "unknown" | "null" }
  | { type: "enum"; entries: Record<string, string> }
  | { type: "literal"; values: unknown[] }
  | { type: "optional" | "nullable"; innerType: z.ZodType }
  | { type: "array"; element: z.ZodType }
  | { type: "record"; valueType: z.ZodType }
  | { type: "union"; options: z.ZodType[] }
  | { type: "object"; shape: Record<string, z.ZodType> };

/** The longest line of a comment. */
const width = 150;

/** A doc comment; long lines of prose are broken, those of tables and code blocks stay. */
export function writeComment(text: string): string {
  let isCode = false;
  const lines = text
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => {
      const isFence = line.trimStart().startsWith("```");
      if (isFence) isCode = !isCode;
      return isCode || isFence || line.startsWith("|") ? [line] : wrapLines(line);
    });
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

const quoteKey = (value: unknown) => JSON.stringify(value);
const addParentheses = (type: string) => (/ \| /.test(type) ? `(${type})` : type);

/** Breaks a line between its words; the next lines have its indentation. */
function wrapLines(line: string): string[] {
  const [indentation = ""] = /^ */.exec(line)!;
  const [first = "", ...words] = line.slice(indentation.length).split(/ (?=(?:[^`]*`[^`]*`)*[^`]*$)/);
  const lines = [indentation + first];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last.length + word.length >= width) lines.push(indentation + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
