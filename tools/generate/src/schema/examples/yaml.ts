import { dump } from "js-yaml";
import { isIdentifier } from "./layout";
import type { ObjectValue, Program, Value } from "./program";

/** An example as a YAML program. */
export function writeYaml({ config, statements }: Program): string {
  const variables: Record<string, unknown> = {};
  const resources: Record<string, unknown> = {};
  const outputs: Record<string, unknown> = {};
  // Settings, variables and resources of a program in YAML share their names.
  const variablesOf = statements.flatMap((one) => (one.is === "output" ? [] : (one.variable ?? [])));
  const taken = new Set([...Object.keys(config), ...variablesOf]);
  for (const one of statements) {
    if (one.is === "resource") {
      const own = toCamel(one.name);
      const key = one.variable ?? (taken.has(own) ? `${own}${one.type}` : own);
      // A resource has the name of its key.
      const named = key === one.name ? {} : { name: one.name };
      resources[key] = { type: `analytics:${one.type}`, ...named, properties: convertValue(one.properties) };
    } else if (one.is === "call") {
      const args = Object.keys(one.args.entries).length === 0 ? {} : { arguments: convertValue(one.args) };
      variables[one.variable] = { "fn::invoke": { function: `analytics:${one.function}`, ...args } };
    } else outputs[one.name] = convertValue(one.value);
  }
  const settings = Object.fromEntries(
    Object.entries(config).map(([name, { isSecret }]) => [
      name,
      { type: "string", ...(isSecret ? { secret: true } : {}) },
    ]),
  );
  const parts = Object.entries({ config: settings, variables, resources, outputs });
  const program = Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0));
  return dump(program, { lineWidth: -1, noRefs: true }).trimEnd();
}

function convertValue(of: Value): unknown {
  switch (of.is) {
    case "literal":
      return of.value;
    case "list":
      return of.items.map(convertValue);
    case "object":
      return convertMembers(of);
    case "reference": {
      const steps = of.path.map((key) => (isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
      return `\${${of.to}${steps.join("")}}`;
    }
    case "file":
      return { "fn::fileAsset": of.path };
  }
}

const convertMembers = ({ entries }: ObjectValue) =>
  Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, convertValue(one)]));

const toCamel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
