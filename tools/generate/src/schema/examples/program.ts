import * as ts from "typescript";
import type { InputFields } from "../../../../../provider/src/kinds/declare";

/** A value in an example, in no language. */
export type Value =
  | { readonly is: "literal"; readonly value: string | number | boolean }
  | { readonly is: "list"; readonly items: readonly Value[] }
  | ObjectValue
  /** A property of a resource or of a function's result, or a variable of the configuration, whose path is empty. */
  | { readonly is: "reference"; readonly to: string; readonly path: readonly string[] }
  | { readonly is: "file"; readonly path: string };

export interface ObjectValue {
  readonly is: "object";
  readonly entries: Readonly<Record<string, Value>>;
}

export type Statement =
  | {
      readonly is: "resource";
      /** What other statements call it; undefined where none does. */
      readonly variable?: string;
      readonly type: string;
      readonly name: string;
      readonly properties: ObjectValue;
    }
  | { readonly is: "call"; readonly variable: string; readonly function: string; readonly args: ObjectValue }
  | { readonly is: "output"; readonly name: string; readonly value: Value };

/** An example program, in no language. */
export interface Program {
  /** The variables that it reads from the stack's configuration, and whether they are secret. */
  readonly config: Readonly<Record<string, { readonly isSecret: boolean }>>;
  readonly statements: readonly Statement[];
}

/**
 * An example that is written with the classes in TypeScript, in no language: constants, resources, lookups and outputs.
 * Loops are left out, and outputs that TypeScript computes.
 *
 * @param fieldsOf the fields of a kind.
 * @throws when it has anything else.
 */
export function readProgram(text: string, fieldsOf: (kind: string) => InputFields): Program {
  const source = ts.createSourceFile("example.ts", text, ts.ScriptTarget.ES2022, true);
  const config: Record<string, { isSecret: boolean }> = {};
  const statements: Statement[] = [];
  /** What an identifier of the example is. */
  const known = new Map<string, Value & { is: "reference" }>();

  const fail: (node: ts.Node) => never = (node) => {
    throw new Error(`The example can't be translated: ${node.getText()}\nin:\n${text}`);
  };
  const readSetting = (name: string, isSecret: boolean): Value => {
    config[name] = { isSecret };
    return { is: "reference", to: name, path: [] };
  };

  for (const statement of source.statements.flatMap(listStatements)) {
    if (ts.isForOfStatement(statement)) continue;
    if (ts.isExpressionStatement(statement)) {
      if (ts.isNewExpression(statement.expression)) addResource(statement.expression, undefined);
      else fail(statement);
    } else if (ts.isVariableStatement(statement)) {
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
      for (const { name, initializer } of statement.declarationList.declarations)
        addConstant(name, initializer!, isExported);
    } else fail(statement);
  }
  return { config, statements };

  function addConstant(name: ts.BindingName, initializer: ts.Expression, isExported: boolean): void {
    const from = ts.isAwaitExpression(initializer) ? initializer.expression : initializer;
    const lookup = readLookup(from);
    if (lookup !== undefined) {
      const variable = ts.isIdentifier(name) ? name.text : getNoun(lookup.name);
      statements.push({ is: "call", variable, function: lookup.name, args: readObject(lookup.args) });
      if (ts.isIdentifier(name)) known.set(name.text, { is: "reference", to: variable, path: [] });
      else if (ts.isObjectBindingPattern(name)) {
        for (const { name: bound } of name.elements)
          known.set(bound.getText(), { is: "reference", to: variable, path: [bound.getText()] });
      }
    } else if (ts.isNewExpression(from)) {
      addResource(from, name.getText());
    } else if (isExported) {
      statements.push({ is: "output", name: name.getText(), value: translateValue(from) });
    } else fail(initializer);
  }

  function addResource(
    { expression, arguments: args = [] as never }: ts.NewExpression,
    variable: string | undefined,
  ): void {
    const type = expression.getText().replace("analytics.", "");
    const [name, properties] = args;
    const title = name !== undefined && ts.isStringLiteral(name) ? name.text : fail(expression);
    const given =
      properties === undefined ? { is: "object" as const, entries: {} } : readObject(properties, fieldsOf(type));
    statements.push({ is: "resource", ...(variable && { variable }), type, name: title, properties: given });
    if (variable !== undefined) known.set(variable, { is: "reference", to: variable, path: [] });
  }

  function readObject(node: ts.Node | undefined, fields: InputFields = {}): ObjectValue {
    if (node === undefined) return { is: "object", entries: {} };
    if (!ts.isObjectLiteralExpression(node)) return fail(node);
    const entries: Record<string, Value> = {};
    for (const property of node.properties) {
      const key = property.name?.getText().replaceAll('"', "") ?? "";
      if (ts.isShorthandPropertyAssignment(property)) entries[key] = translateValue(property.name);
      else if (!ts.isPropertyAssignment(property)) fail(property);
      else if (isSpecFile(property.initializer)) {
        const [path, options] = property.initializer.arguments;
        entries[key] = { is: "file", path: (path as ts.StringLiteral).text };
        Object.assign(entries, readObject(options).entries);
      } else if (isResource(property.initializer)) {
        // The class takes a resource for what refers to one.
        const { by = "id", idIn } = fields[key]?.ref ?? {};
        entries[key] = translateValue(property.initializer, by);
        if (idIn !== undefined) entries[idIn] = translateValue(property.initializer, "id");
      } else entries[key] = translateValue(property.initializer);
    }
    return { is: "object", entries };
  }

  function translateValue(node: ts.Node, ...rest: string[]): Value {
    if (ts.isStringLiteral(node)) return { is: "literal", value: node.text };
    if (ts.isNumericLiteral(node)) return { is: "literal", value: Number(node.text) };
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { is: "literal", value: true };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { is: "literal", value: false };
    if (ts.isArrayLiteralExpression(node))
      return { is: "list", items: node.elements.map((item) => translateValue(item)) };
    if (ts.isObjectLiteralExpression(node)) return readObject(node);
    if (ts.isPropertyAccessExpression(node)) return translateValue(node.expression, node.name.text, ...rest);
    if (ts.isIdentifier(node)) {
      const found = known.get(node.text);
      if (found !== undefined) return { ...found, path: [...found.path, ...rest] };
    }
    if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const method = ts.isPropertyAccessExpression(node.expression) ? node.expression : fail(node);
      const key = argument !== undefined && ts.isStringLiteral(argument) ? argument.text : fail(node);
      if (method.getText() === "config.require") return readSetting(key, false);
      if (method.getText() === "config.requireSecret") return readSetting(key, true);
      // Methods of the classes are maps of the plugin's resources.
      if (method.name.text === "elementId") {
        const model = method.expression;
        if (!ts.isCallExpression(model)) return translateValue(model, "elementIds", key);
        const [file] = model.arguments as unknown as [ts.StringLiteral];
        return translateValue(
          (model.expression as ts.PropertyAccessExpression).expression,
          "elementIds",
          file.text,
          key,
        );
      }
    }
    return fail(node);
  }

  function isResource(node: ts.Node): boolean {
    return ts.isIdentifier(node) && statements.some((one) => one.is === "resource" && one.variable === node.text);
  }
}

/** The statements of a program that exports an async function, or the statement itself. */
function listStatements(statement: ts.Statement): readonly ts.Statement[] {
  if (!ts.isExportAssignment(statement)) return [statement];
  const { expression } = statement;
  return ts.isArrowFunction(expression) && ts.isBlock(expression.body) ? expression.body.statements : [statement];
}

/** The lookup that an expression calls. */
function readLookup(node: ts.Expression): { name: string; args: ts.Expression | undefined } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const name = /^analytics\.((?:get|list)\w+?|whoami)(?:Output)?$/.exec(node.expression.getText())?.[1];
  return name === undefined ? undefined : { name, args: node.arguments[0] };
}

const isSpecFile = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === "analytics.specFile";

/** `getDataModel` as a variable: `dataModel`; `whoami`: `owner`. */
function getNoun(lookup: string): string {
  const noun = lookup.replace(/^(get|list)/, "");
  return noun === "whoami" ? "owner" : noun.charAt(0).toLowerCase() + noun.slice(1);
}
