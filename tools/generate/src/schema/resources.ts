import type * as z from "zod";
import {
  type AnyField,
  type AnyKind,
  commonFields,
  type InputField,
  type InputFields,
  type OutputFields,
} from "../../../../provider/src/kinds/declare";
import { describeField } from "../classes";
import { differences } from "./differences";
import { formToken, type ResourceSpec, type TypeSpec } from "./spec";
import { getShape, isRequired, type SchemaTypes, toPascal, unlinkText } from "./types";

/** An explicit provider has a profile of its own. */
const profile: InputField = {
  ...commonFields.profile,
  description:
    "The named profile (`analytics:profiles.<name>`) that the object belongs to. Default: that of the provider, " +
    "or the provider's own settings.",
};

/** A kind as a resource. */
export function buildResource(kind: AnyKind, types: SchemaTypes): ResourceSpec {
  const { adopt } = commonFields;
  const difference = differences[kind.name] ?? {};
  const { inputs: others = {}, notOutputs = [], outputs: added = {}, hidden = [], csharp = {} } = difference;
  const isShown = ([name, { internal }]: [string, AnyField]) => !internal && !hidden.includes(name);
  const own = Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([name, declared]) => name in others || isShown([name, declared]))
      .map(([name, declared]) => [name, others[name] ?? declared]),
  );
  const inputs: InputFields = { ...own, profile, ...(kind.adoption === undefined ? {} : { adopt }) };
  const outputs: OutputFields = { ...Object.fromEntries(Object.entries(kind.outputs).filter(isShown)), ...added };
  const inputNames = Object.keys(inputs).filter((name) => isNeeded(inputs[name]!));
  const kept = Object.keys(inputs).filter((name) => name !== "adopt" && !notOutputs.includes(name));

  const buildProperty = (name: string, declared: AnyField, description: string) => ({
    ...(findVariantType(kind, name, types) ?? types.buildType(declared.type, `${kind.name}${toPascal(name)}`)),
    description: unlinkText(description),
    ...(declared.secret ? { secret: true as const } : {}),
    ...(csharp[name] === undefined ? {} : { language: { csharp: { name: csharp[name] } } }),
  });
  return {
    description: describeKind(kind),
    inputProperties: Object.fromEntries(
      Object.entries(inputs).map(([name, declared]) => [
        name,
        {
          ...buildProperty(name, declared, describeField({ ...declared, secret: undefined })),
          ...(declared.replaces ? { willReplaceOnChanges: true } : {}),
        },
      ]),
    ),
    requiredInputs: inputNames,
    properties: Object.fromEntries([
      ...kept.map((name) => [name, buildProperty(name, inputs[name]!, inputs[name]!.description)]),
      ...Object.entries(outputs).map(([name, declared]) => [name, buildProperty(name, declared, declared.description)]),
    ]),
    required: [
      ...inputNames.filter((name) => kept.includes(name) && !(name in outputs)),
      ...Object.keys(outputs).filter((name) => isRequired(outputs[name]!.type)),
    ],
    // What a state of the dynamic provider holds.
    aliases: [{ type: `pulumi-nodejs:dynamic/analytics:${kind.name}` }],
  };
}

const isNeeded = ({ type }: InputField) => !type.safeParse(undefined).success;

/** How an object of a kind is imported; undefined where there is nothing to read. */
export function importSection({ name, adoption }: AnyKind): string | undefined {
  if (adoption === undefined) return undefined;
  const { idForms = ["<id>"] } = adoption;
  const commands = idForms.map((form) => `$ pulumi import ${formToken(name)} example ${form}`);
  return `## Import\n\n\`\`\`sh\n${commands.join("\n")}\n\`\`\``;
}

function describeKind({ docs, needs }: AnyKind): string {
  const { description, endpoints } = docs;
  const parts = [
    unlinkText(description),
    `Permissions: ${needs.permission}.`,
    `Endpoint${endpoints.length > 1 ? "s" : ""}: ${endpoints.map((endpoint) => `\`${endpoint}\``).join(", ")}.`,
  ];
  return parts.join("\n\n");
}

/**
 * The type of a field whose forms the variants of its kind describe. The field that tells them apart stays as it is.
 */
function findVariantType({ shape, name }: AnyKind, field: string, types: SchemaTypes): TypeSpec | undefined {
  const { variants } = shape;
  if (variants === undefined) return undefined;
  const { options, discriminator } = (variants as unknown as { def: { options: z.ZodType[]; discriminator: string } })
    .def;
  const shapes = options.map(getShape);
  if (field === discriminator || !shapes.some((shape) => field in shape)) return undefined;
  const forms = shapes.map((shape) => ({ tag: shape[discriminator]!, shape: getShape(shape[field]!) }));
  return types.buildForm(forms, `${name}${toPascal(field)}`);
}
