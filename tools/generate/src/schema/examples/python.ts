import type { Properties, TypeSpec } from "../spec";
import { isIdentifier, wrapList } from "./layout";
import type { ObjectValue, Program, Statement, Value } from "./program";
import type { Shapes } from "./shapes";
import { isReferring } from "./typescript";

/** An example in Python. */
export function writePython({ config, statements }: Program, shapes: Shapes): string {
  const variables = Object.entries(config);
  /** The properties of what a variable is. */
  const known = new Map<string, Properties>();
  const resources = new Set<string>();
  const usesPulumi = variables.length > 0 || /"is":"(file|output)"/.test(JSON.stringify(statements));

  const lines = statements.map(writeStatement);
  return [
    ...(usesPulumi ? ["import pulumi"] : []),
    "import pulumi_analytics as analytics",
    "",
    ...(variables.length > 0 ? ["config = pulumi.Config()"] : []),
    ...variables.map(
      ([name, { isSecret }]) =>
        `${toSnake(name)} = config.${isSecret ? "require_secret" : "require"}(${JSON.stringify(name)})`,
    ),
    ...(variables.length > 0 ? [""] : []),
    ...lines,
  ].join("\n");

  function writeStatement(one: Statement): string {
    switch (one.is) {
      case "resource": {
        const args = writeKeywords(one.properties, shapes.getInputs(one.type));
        const created = wrapList(`analytics.${one.type}(`, [JSON.stringify(one.name), ...args], ")");
        if (one.variable === undefined) return created;
        known.set(one.variable, shapes.getOutputs(one.type));
        resources.add(one.variable);
        return `${toSnake(one.variable)} = ${created}`;
      }
      case "call": {
        const isOutput = isReferring(resources, one.args);
        const args = writeKeywords(one.args, shapes.getArgs(one.function));
        known.set(one.variable, shapes.getResult(one.function));
        if (isOutput) resources.add(one.variable);
        const call = wrapList(`analytics.${toSnake(one.function)}${isOutput ? "_output" : ""}(`, args, ")");
        return `${toSnake(one.variable)} = ${call}`;
      }
      case "output":
        return `pulumi.export(${JSON.stringify(one.name)}, ${writeValue(one.value)})`;
    }
  }

  function writeKeywords({ entries }: ObjectValue, properties: Properties): string[] {
    return Object.entries(entries).map(
      ([key, one]) => `${toSnake(key)}=${writeValue(one, shapes.getProperty(properties, key))}`,
    );
  }

  function writeValue(of: Value, type?: TypeSpec): string {
    switch (of.is) {
      case "literal":
        if (typeof of.value === "boolean") return of.value ? "True" : "False";
        return JSON.stringify(of.value);
      case "list":
        return wrapList(
          "[",
          of.items.map((item) => writeValue(item, shapes.openInner(type))),
          "]",
        );
      case "object": {
        const named = shapes.getType(type, of);
        const members = Object.entries(of.entries).map(([key, one]) =>
          named === undefined
            ? `${JSON.stringify(key)}: ${writeValue(one, shapes.openInner(type))}`
            : `${JSON.stringify(toSnake(key))}: ${writeValue(one, shapes.getProperty(named.spec.properties, key))}`,
        );
        return wrapList("{", members, "}");
      }
      case "reference":
        return `${toSnake(of.to)}${writeSteps(of.path, known.get(of.to))}`;
      case "file":
        return `pulumi.FileAsset(${JSON.stringify(of.path)})`;
    }
  }

  /** Properties are attributes, the keys of maps are not. */
  function writeSteps([first, ...others]: readonly string[], properties: Properties | undefined): string {
    if (first === undefined) return "";
    const isAttribute = properties !== undefined && isIdentifier(first);
    const type = isAttribute ? shapes.getProperty(properties, first) : undefined;
    const named = type === undefined ? undefined : shapes.getType(type, { is: "object", entries: {} });
    const step = isAttribute ? `.${toSnake(first)}` : `[${JSON.stringify(first)}]`;
    return `${step}${writeSteps(others, named?.spec.properties)}`;
  }
}

/** A name as the SDK for Python has it. */
const toSnake = (name: string) =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before}_${letter}`).toLowerCase();
