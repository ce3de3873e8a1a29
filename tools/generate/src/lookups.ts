import * as zod from "zod";
import type { LookupDeclaration, LookupModule } from "../../../provider/src/lookups/declare";
import { writeHeader } from "./classes";
import { type Aliases, writeComment, writeMembers } from "./types";

/** A file of `lookups` that declares some. */
export interface LookupSource {
  readonly module: LookupModule;
  /** The file, without extension, and the constant in it. */
  readonly file: string;
  readonly constant: string;
}

/** The functions, types and docs of a file's lookups. */
export function writeLookupFile({ module, file, constant }: LookupSource): string {
  const aliases: Aliases = new Map();
  const isFirst = (lookup: LookupDeclaration) =>
    module.lookups.find(({ isList, resultName }) => resultName === lookup.resultName && (!isList || lookup.isList)) ===
    lookup;
  // A type that others extend comes first.
  const types = [...module.lookups].sort((a, b) => Number(b.isList) - Number(a.isList));
  const body = [
    ...module.lookups.map((lookup) => writeArgs(lookup, aliases)),
    ...types.filter(isFirst).map((lookup) => writeResult(lookup, aliases)),
    ...module.lookups.map((lookup, index) => writeFunction(lookup, `declared.${index === 0 ? "get" : "list"}`)),
  ].join("\n\n");
  const named = [...aliases].map(([alias, type]) => `export type ${alias} = ${type};`).join("\n\n");
  const oneOf = /\bOneOf</.test(body) ? ", type OneOf" : "";
  return `${writeHeader(`lookups/${file}.ts`)}
${/\bDataModelSpec\b/.test(body) ? 'import type { DataModelSpec } from "../../core/model";\n' : ""}\
import { createLookup, type LookupArgs${oneOf}, toOutputLookup } from "../lookup";
import { ${constant} as declared } from "../${file}";

${named}

${body}
`;
}

const formTypeName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function writeArgs({ question, args }: LookupDeclaration, aliases: Aliases): string {
  const { name, oneOf = [] } = question;
  const fields = Object.entries(args(zod));
  const alternatives = fields.filter(([field]) => oneOf.includes(field));
  const others = fields.filter(([field]) => !oneOf.includes(field));
  const head = writeComment(
    `Arguments of {@link ${name}}${oneOf.length > 0 ? `: ${oneOf.map((field) => `\`${field}\``).join(" or ")}` : ""}.`,
  );
  const writeSome = (some: typeof fields) => writeMembers(Object.fromEntries(some), aliases);
  if (alternatives.length === 0) {
    if (others.length === 0) return "";
    return `${head}\nexport interface ${formTypeName(name)}Args extends LookupArgs {\n${writeSome(others)}\n}`;
  }
  const rest = others.length > 0 ? ` & {\n${writeSome(others)}\n}` : "";
  return (
    `${head}\nexport type ${formTypeName(name)}Args = LookupArgs & ` + `OneOf<{\n${writeSome(alternatives)}\n}>${rest};`
  );
}

function writeResult({ result, resultName, resultDescription, base }: LookupDeclaration, aliases: Aliases): string {
  const inherits = base === undefined ? "" : ` extends ${base}`;
  return (
    `${writeComment(resultDescription)}\nexport interface ${resultName}${inherits} ` +
    `{\n${writeMembers(result(zod), aliases)}\n}`
  );
}

function writeFunction(
  { question: { name }, args, docs, permission, resultName, isList }: LookupDeclaration,
  source: string,
): string {
  const { description, endpoints, example, throws } = docs;
  const argsType = Object.keys(args(zod)).length === 0 ? "LookupArgs" : `${formTypeName(name)}Args`;
  const text = `${description}

Permissions: ${permission ?? "none beyond signing in"}.

Endpoint${endpoints.length > 1 ? "s" : ""}: ${endpoints.map(writeEndpoint).join(", ")}.

${throws === undefined ? "" : `@throws ${throws}\n`}@example
\`\`\`ts
${example}
\`\`\``;
  return `${writeComment(text)}
export const ${name} = createLookup<${argsType}, ${resultName}${isList ? "[]" : ""}>(${source});

${writeComment(`{@link ${name}} for arguments that are outputs.`)}
export const ${name}Output = toOutputLookup(${name});`;
}

/** The method and path are code, a remark isn't. */
function writeEndpoint(endpoint: string): string {
  const [, call = endpoint, remark = ""] = /^(\S+ \S+)( \(.*\))?$/.exec(endpoint) ?? [];
  return `\`${call}\`${remark}`;
}
