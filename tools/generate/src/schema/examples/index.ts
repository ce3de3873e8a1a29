import type { InputFields } from "../../../../../provider/src/kinds/declare";
import { type PackageSpec, token } from "../spec";
import { type Program, programOf } from "./program";
import { inPython } from "./python";
import { Shapes } from "./shapes";
import { inTypeScript } from "./typescript";
import { inYaml } from "./yaml";

/**
 * The section with an example in each language, from one that is written with the classes in TypeScript.
 *
 * @param schema without examples.
 * @param fieldsOf the fields of a kind.
 * @throws when the example can't be translated, or uses what the schema hasn't.
 */
export function exampleSection(text: string, schema: PackageSpec, fieldsOf: (kind: string) => InputFields): string {
  const program = programOf(text, fieldsOf);
  const shapes = new Shapes(schema);
  check(program, schema, shapes);
  const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
  return `{{% examples %}}
## Example Usage

{{% example %}}

${block("typescript", inTypeScript(program))}

${block("python", inPython(program, shapes))}

${block("yaml", inYaml(program))}

{{% /example %}}
{{% /examples %}}`;
}

function check({ statements }: Program, schema: PackageSpec, shapes: Shapes): void {
  for (const one of statements) {
    if (one.is === "resource")
      shapes.check(shapes.inputsOf(one.type), schema.resources[token(one.type)]!.requiredInputs, one.properties);
    if (one.is === "call")
      shapes.check(shapes.argsOf(one.function), schema.functions[token(one.function)]!.inputs.required ?? [], one.args);
  }
}
