import * as z from "zod";
import { type AnyKind, commonFields, type Field, type Fields } from "../../../provider/src/kinds/declare";
import type { LookupDeclaration } from "../../../provider/src/lookups/declare";

/** What the declarations say of all kinds, as plain data: for documentation, and for plugins in other languages. */
export function schemaOf(kinds: readonly AnyKind[], lookups: readonly LookupDeclaration[]): object {
  return {
    functions: Object.fromEntries(lookups.map((lookup) => [lookup.question.name, functionSchema(lookup)])),
    resources: Object.fromEntries(kinds.map((kind) => [kind.name, resource(kind)])),
  };
}

function functionSchema({ question, docs, permission, args, result, isList }: LookupDeclaration): object {
  const { required = [], oneOf = [] } = question;
  const answer = jsonSchema(z.object(result(z)));
  return {
    description: docs.description,
    endpoints: docs.endpoints,
    ...(permission === undefined ? {} : { permission }),
    inputs: jsonSchema(z.object(args(z))),
    required,
    oneOf,
    answer: isList ? { type: "array", items: answer } : answer,
  };
}

function resource(kind: AnyKind): object {
  const { connection, adopt } = commonFields;
  const inputs: Fields = { ...kind.fields, connection, ...(kind.isAdoptable ? { adopt } : {}) };
  const required = Object.entries(inputs).filter(([, { type }]) => !type.safeParse(undefined).success);
  return {
    description: kind.docs.description,
    endpoints: kind.docs.endpoints,
    ...(kind.permission === undefined ? {} : { permission: kind.permission }),
    deleteBeforeReplace: kind.isUnique,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, property(field)])),
    requiredInputs: required.map(([name]) => name),
    outputs: Object.fromEntries(Object.entries(kind.outputFields).map(([name, field]) => [name, property(field)])),
    ...(kind.variants === undefined ? {} : { variants: jsonSchema(kind.variants) }),
  };
}

function property({ type, description, clearWith, ...behavior }: Field): object {
  return {
    description,
    schema: jsonSchema(type),
    ...behavior,
    ...(clearWith === undefined || typeof clearWith === "function" ? {} : { default: clearWith }),
  };
}

function jsonSchema(type: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { unrepresentable: "any", io: "input" });
  return schema;
}
