import {
  type AnyField,
  type AnyKind,
  type InputField,
  type InputFields,
  listReferredKinds,
  type OutputFields,
} from "../../../provider/src/kinds/declare";
import { type Aliases, isOptional, isScalar, writeComment, writeType } from "./types";

/** Where a kind is declared, and what it is called there. */
export interface Source {
  readonly kind: AnyKind;
  /** The file below `kinds`, without extension: `tag`, `data-model`. */
  readonly file: string;
  /** Whether the resource class is hand-written, in `program`, and extends a generated one. */
  readonly isExtended: boolean;
}

export const writeHeader = (from: string) =>
  `// Generated from ${from} by \`npm run generate\`: change that, and run it again.\n`;

/** The arguments that every kind has. */
export function writeCommonArgs(fields: InputFields): string {
  const { profile, adopt } = fields;
  return `${writeHeader("kinds/declare/context.ts")}
import type * as pulumi from "@pulumi/pulumi";
import type { DeepInput } from "../resource";

/** The argument of every resource. */
export interface ProfileArgs {
  ${writeArgument("profile", profile!, new Map())}
}

/** The arguments of every resource that can be adopted. */
export interface CommonArgs extends ProfileArgs {
  ${writeArgument("adopt", adopt!, new Map())}
}
`;
}

/** The resource class of a kind, and its arguments. */
export function writeClass({ kind, file, isExtended }: Source, files: ReadonlyMap<string, string>): string {
  const { name, fields, adoption } = kind;
  const { variants } = kind.shape;
  const aliases: Aliases = new Map();
  const className = isExtended ? `${name}Base` : name;
  const inputs = Object.entries(fields).filter(([, field]) => !field.internal);
  const own = variants === undefined ? inputs : inputs.filter(([field]) => !listVariantFields(kind).includes(field));
  const outputs = Object.entries(kind.outputs).filter(([, field]) => !field.internal);
  const common = adoption === undefined ? "ProfileArgs" : "CommonArgs";
  const members = own.map(([field, declared]) => writeArgument(field, declared, aliases)).join("\n");
  const listed = listVariantFields(kind).map((field) => `\`${field}\``);
  const args =
    variants === undefined
      ? `export interface ${className}Args extends ${common} {\n${members}\n}`
      : `export type ${className}Args = ${common} & {\n${members}\n} & Inputs<${name}Variants>;\n\n` +
        `/** The forms of ${listed.join(" and ")}. */\nexport type ${name}Variants = ${writeType(variants, aliases)};`;
  const properties = [
    ...inputs.map(([field, declared]) => writeProperty(field, declared, aliases, writeVariantType(kind, field))),
    ...outputs
      .filter(([field]) => !inputs.some(([input]) => input === field))
      .map(([field, declared]) => writeProperty(field, { ...declared, description: describeField(declared) }, aliases)),
  ].join("\n");
  const referred = new Set(
    Object.values(fields).flatMap((field) =>
      field.internal ? [] : listReferredKinds(field).filter((other) => other !== name),
    ),
  );
  const endpoints = kind.docs.endpoints.map((endpoint) => `\`${endpoint}\``);
  const constructorArgs = isExtended ? "object | undefined" : `${className}Args`;
  const classBody = `${writeComment(`${kind.docs.description}

Endpoint${endpoints.length > 1 ? "s" : ""}: ${endpoints.join(", ")}.

@example
\`\`\`ts
${kind.docs.example}
\`\`\``)}
export ${isExtended ? "abstract " : ""}class ${className} extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("${name}");

  ${properties}

  ${isExtended ? "protected " : ""}constructor(name: string, args: ${constructorArgs}, \
options?: pulumi.CustomResourceOptions) {
    super(${writeShape(kind)}, name, args, options);
  }
}`;
  const named = [...aliases].map(([alias, type]) => `export type ${alias} = ${type};\n\n`).join("");
  const body = `${named}${writeComment(`Arguments of {@link ${name}}.`)}\n${args}\n\n${classBody}\n`;
  const isUsed = (word: string) => new RegExp(`\\b${word}\\b`).test(body);
  const fromResource = [
    "AnalyticsResource",
    ...["DeepInput", "Inputs"].filter(isUsed).map((type) => `type ${type}`),
    "formTypeToken",
  ];
  return `${writeHeader(`kinds/${file}`)}
import type * as pulumi from "@pulumi/pulumi";
${isUsed("IdentityMap") ? 'import type { IdentityMap } from "../../core/model";\n' : ""}\
import { ${fromResource.join(", ")} } from "../resource";
import type { ${common} } from "./common";
${[...referred].map((other) => `import type { ${other} } from "${files.get(other)}";`).join("\n")}

${body}`;
}

function writeArgument(name: string, field: InputField, aliases: Aliases): string {
  const type = writeArgumentType(field, aliases);
  return `${writeComment(describeField(field))}\n${name}${isOptional(field.type) ? "?" : ""}: ${type};`;
}

function writeArgumentType({ type, ref }: InputField, aliases: Aliases): string {
  const text = writeType(type, aliases);
  if (ref !== undefined) {
    const classes = listReferredKinds({ ref }).join(" | ");
    if (!text.endsWith("[]")) return `pulumi.Input<${text}> | ${classes}`;
    return `pulumi.Input<(pulumi.Input<${text.slice(0, -2)}> | ${classes})[]>`;
  }
  if (isScalar(type)) return `pulumi.Input<${text}>`;
  if (text === "Record<string, unknown>") return "pulumi.Input<Record<string, pulumi.Input<unknown>>>";
  if (text === "unknown[]") return "pulumi.Input<pulumi.Input<unknown>[]>";
  return `DeepInput<${text}>`;
}

function writeProperty(name: string, field: AnyField, aliases: Aliases, type = writeType(field.type, aliases)): string {
  const whole = isOptional(field.type) ? `${type} | undefined` : type;
  return `${writeComment(field.description)}\ndeclare readonly ${name}: pulumi.Output<${whole}>;`;
}

/** The description of an argument, with what follows from its behavior. */
export function describeField({
  description,
  replaces,
  secret,
}: Pick<InputField, "description" | "replaces" | "secret">): string {
  const marks = [
    secret ? "Secret." : "",
    replaces && !/Changing it |replaced/.test(description) ? "Changing it replaces the resource." : "",
  ];
  return [description, ...marks].filter(Boolean).join(" ");
}

/** The fields whose forms the variants of a kind describe. */
function listVariantFields({ shape }: AnyKind): string[] {
  const options = (shape.variants as unknown as { options: { shape: object }[] } | undefined)?.options ?? [];
  return [...new Set(options.flatMap(({ shape }) => Object.keys(shape)))];
}

function writeVariantType(kind: AnyKind, field: string): string | undefined {
  return listVariantFields(kind).includes(field) ? `${kind.name}Variants["${field}"]` : undefined;
}

/** What the base class is told of a kind. */
function writeShape({ name, shape, outputs: added, deletion, fields }: AnyKind): string {
  const { jsonOutputs, optionalOutputs } = shape;
  const secret = [...shape.secretInputs, ...shape.secretOutputs];
  const listShown = (all: InputFields | OutputFields) => Object.keys(all).filter((field) => !all[field]!.internal);
  const outputs = listShown(added);
  const refs = Object.entries(fields).flatMap(([field, { ref, internal }]) => {
    if (ref === undefined || internal) return [];
    const { by, idIn } = ref;
    return [[field, { ...(by && { by }), ...(idIn && { idIn }) }]];
  });
  return JSON.stringify({
    kind: name,
    ...(secret.length > 0 ? { secret } : {}),
    properties: [...new Set([...listShown(fields), ...outputs])],
    ...(jsonOutputs.some((output) => outputs.includes(output))
      ? { jsonOutputs: jsonOutputs.filter((output) => outputs.includes(output)) }
      : {}),
    ...(optionalOutputs.length > 0 ? { optionalOutputs } : {}),
    ...(refs.length > 0 ? { refs: Object.fromEntries(refs) } : {}),
    ...(deletion?.isFirst ? { deletesFirst: true } : {}),
  });
}
