import * as z from "zod";
import type { LookupDeclaration, LookupModule } from "../../../../provider/src/lookups/declare";
import type { FunctionSpec } from "./spec";
import { type SchemaTypes, toPascal, unlinkText } from "./types";

const profile = z
  .string()
  .optional()
  .describe("The named profile (`analytics:profiles.<name>`) to use. Default: the provider's own settings.");

/** A lookup as a function. The result of a function is an object, so a list is its `items`. */
export function buildFunction(lookup: LookupDeclaration, { lookups }: LookupModule, types: SchemaTypes): FunctionSpec {
  const { question, args, result, resultDescription, isList, base, resultName } = lookup;
  const { name, oneOf = [] } = question;
  const fields = Object.entries(args(z)).map(([field, type]) => [
    field,
    oneOf.includes(field) ? type.optional() : type,
  ]);
  const inputs = types.addObject({ ...Object.fromEntries(fields), profile }, `${toPascal(name)}Args`);
  const inherited = base === undefined ? {} : lookups.find((other) => other.resultName === base)?.result(z);
  const found = { ...inherited, ...result(z) };
  const buildEntry = () =>
    z.object(found).meta({ title: resultName.replace(/^Get(\w+)Result$/, "Listed$1"), about: resultDescription });
  return {
    description: describeLookup(lookup),
    inputs,
    outputs: {
      description: unlinkText(isList ? `Result of \`${name}\`.` : resultDescription),
      ...types.addObject(
        isList ? { items: z.array(buildEntry()).describe(lookup.docs.description) } : found,
        `${toPascal(name)}Result`,
      ),
    },
  };
}

function describeLookup({ question, docs, permission }: LookupDeclaration): string {
  const { description, endpoints, throws } = docs;
  const { oneOf = [] } = question;
  const choice = listText(oneOf.map((field) => `\`${field}\``));
  const parts = [
    description,
    ...(choice === "" ? [] : [`Exactly one of ${choice} is required.`]),
    ...(throws === undefined ? [] : [`Fails ${throws}`]),
    `Permissions: ${permission ?? "none beyond signing in"}.`,
    `Endpoint${endpoints.length > 1 ? "s" : ""}: ` +
      `${endpoints.map((endpoint) => endpoint.replace(/^\S+ \S+/, "`$&`")).join(", ")}.`,
  ];
  return unlinkText(parts.join("\n\n"));
}

/** `a`, `b` and `c`. */
function listText(items: readonly string[]): string {
  return [items.slice(0, -1).join(", "), ...items.slice(-1)].filter((part) => part !== "").join(" and ");
}
