import { isIdentifier, wrapList } from "./layout";
import type { ObjectValue, Program, Statement, Value } from "./program";

/** An example in TypeScript, with the package's own module for the plugin. */
export function writeTypeScript({ config, statements }: Program): string {
  const variables = Object.entries(config);
  const usesPulumi = variables.length > 0 || JSON.stringify(statements).includes('{"is":"file"');
  return [
    ...(usesPulumi ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as analytics from "pulumi-analytics/native";',
    "",
    ...(variables.length > 0 ? ["const config = new pulumi.Config();"] : []),
    ...variables.map(
      ([name, { isSecret }]) =>
        `const ${name} = config.${isSecret ? "requireSecret" : "require"}(${JSON.stringify(name)});`,
    ),
    ...(variables.length > 0 ? [""] : []),
    ...statements.map(writeStatement),
  ].join("\n");
}

function writeStatement(one: Statement): string {
  switch (one.is) {
    case "resource": {
      const created = wrapList(
        `new analytics.${one.type}(${JSON.stringify(one.name)}, {`,
        writeMembers(one.properties),
        "})",
        " ",
      );
      return `${one.variable === undefined ? "" : `const ${one.variable} = `}${created};`;
    }
    case "call": {
      const args = Object.keys(one.args.entries).length === 0 ? "" : writeValue(one.args);
      return `const ${one.variable} = analytics.${one.function}Output(${args});`;
    }
    case "output":
      return `export const ${one.name} = ${writeValue(one.value)};`;
  }
}

function writeValue(of: Value): string {
  switch (of.is) {
    case "literal":
      return JSON.stringify(of.value);
    case "list":
      return wrapList("[", of.items.map(writeValue), "]");
    case "object":
      return wrapList("{", writeMembers(of), "}", " ");
    case "reference":
      return of.to + of.path.map((key) => (isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("");
    case "file":
      return `new pulumi.asset.FileAsset(${JSON.stringify(of.path)})`;
  }
}

function writeMembers({ entries }: ObjectValue): string[] {
  return Object.entries(entries).map(([key, one]) => {
    const text = writeValue(one);
    return text === key ? key : `${isIdentifier(key) ? key : JSON.stringify(key)}: ${text}`;
  });
}

/** Whether a value has an output of one of these resources in it. */
export function isReferring(resources: ReadonlySet<string>, of: Value): boolean {
  if (of.is === "reference") return resources.has(of.to);
  if (of.is === "list") return of.items.some((item) => isReferring(resources, item));
  return of.is === "object" && Object.values(of.entries).some((one) => isReferring(resources, one));
}
