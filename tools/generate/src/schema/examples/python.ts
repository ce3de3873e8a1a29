import type { Properties, TypeSpec } from "../spec";
import { isIdentifier, wrapped } from "./layout";
import type { ObjectValue, Program, Statement, Value } from "./program";
import type { Shapes } from "./shapes";
import { refersTo } from "./typescript";

/** An example in Python. */
export function inPython({ config, statements }: Program, shapes: Shapes): string {
  const variables = Object.entries(config);
  /** The properties of what a variable is. */
  const known = new Map<string, Properties>();
  const resources = new Set<string>();
  const usesPulumi = variables.length > 0 || /"is":"(file|output)"/.test(JSON.stringify(statements));

  const lines = statements.map(statementText);
  return [
    ...(usesPulumi ? ["import pulumi"] : []),
    "import pulumi_analytics as analytics",
    "",
    ...(variables.length > 0 ? ["config = pulumi.Config()"] : []),
    ...variables.map(
      ([name, { isSecret }]) =>
        `${snake(name)} = config.${isSecret ? "require_secret" : "require"}(${JSON.stringify(name)})`,
    ),
    ...(variables.length > 0 ? [""] : []),
    ...lines,
  ].join("\n");

  function statementText(one: Statement): string {
    switch (one.is) {
      case "resource": {
        const args = keywords(one.properties, shapes.inputsOf(one.type));
        const created = wrapped(`analytics.${one.type}(`, [JSON.stringify(one.name), ...args], ")");
        if (one.variable === undefined) return created;
        known.set(one.variable, shapes.outputsOf(one.type));
        resources.add(one.variable);
        return `${snake(one.variable)} = ${created}`;
      }
      case "call": {
        const isOutput = refersTo(resources, one.args);
        const args = keywords(one.args, shapes.argsOf(one.function));
        known.set(one.variable, shapes.resultOf(one.function));
        if (isOutput) resources.add(one.variable);
        const call = wrapped(`analytics.${snake(one.function)}${isOutput ? "_output" : ""}(`, args, ")");
        return `${snake(one.variable)} = ${call}`;
      }
      case "output":
        return `pulumi.export(${JSON.stringify(one.name)}, ${value(one.value)})`;
    }
  }

  function keywords({ entries }: ObjectValue, properties: Properties): string[] {
    return Object.entries(entries).map(([key, one]) => `${snake(key)}=${value(one, shapes.property(properties, key))}`);
  }

  function value(of: Value, type?: TypeSpec): string {
    switch (of.is) {
      case "literal":
        if (typeof of.value === "boolean") return of.value ? "True" : "False";
        return JSON.stringify(of.value);
      case "list":
        return wrapped(
          "[",
          of.items.map((item) => value(item, shapes.inner(type))),
          "]",
        );
      case "object": {
        const named = shapes.typeOf(type, of);
        const members = Object.entries(of.entries).map(([key, one]) =>
          named === undefined
            ? `${JSON.stringify(key)}: ${value(one, shapes.inner(type))}`
            : `${JSON.stringify(snake(key))}: ${value(one, shapes.property(named.spec.properties, key))}`,
        );
        return wrapped("{", members, "}");
      }
      case "reference":
        return `${snake(of.to)}${steps(of.path, known.get(of.to))}`;
      case "file":
        return `pulumi.FileAsset(${JSON.stringify(of.path)})`;
    }
  }

  /** Properties are attributes, the keys of maps are not. */
  function steps([first, ...others]: readonly string[], properties: Properties | undefined): string {
    if (first === undefined) return "";
    const isAttribute = properties !== undefined && isIdentifier(first);
    const type = isAttribute ? shapes.property(properties, first) : undefined;
    const named = type === undefined ? undefined : shapes.typeOf(type, { is: "object", entries: {} });
    return `${isAttribute ? `.${snake(first)}` : `[${JSON.stringify(first)}]`}${steps(others, named?.spec.properties)}`;
  }
}

/** A name as the SDK for Python has it. */
const snake = (name: string) =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before}_${letter}`).toLowerCase();
