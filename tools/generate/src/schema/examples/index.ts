import type { InputFields } from "../../../../../provider/src/kinds/declare";
import { formToken, type PackageSpec } from "../spec";
import type { Converted } from "./converted";
import { type Program, readProgram } from "./program";
import { writePython } from "./python";
import { Shapes } from "./shapes";
import { writeTypeScript } from "./typescript";
import { writeYaml } from "./yaml";

/**
 * The section with an example in each language, from one that is written with the classes in TypeScript.
 *
 * @param schema without examples.
 * @param fieldsOf the fields of a kind.
 * @param converted the example in Go; one that is new or changed has none until `npm run examples` writes it.
 * @throws when the example can't be translated, or uses what the schema hasn't.
 */
export function writeExamples(
  text: string,
  schema: PackageSpec,
  fieldsOf: (kind: string) => InputFields,
  converted: Converted,
): string {
  const program = readProgram(text, fieldsOf);
  const shapes = new Shapes(schema);
  check(program, schema, shapes);
  const writeBlock = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
  const yaml = writeYaml(program);
  const go = converted.get(yaml);
  return `{{% examples %}}
## Example Usage

{{% example %}}

${writeBlock("typescript", writeTypeScript(program))}

${writeBlock("python", writePython(program, shapes))}

${writeBlock("yaml", yaml)}
${go === undefined ? "" : `\n${writeBlock("go", go)}\n`}
{{% /example %}}
{{% /examples %}}`;
}

function check({ statements }: Program, schema: PackageSpec, shapes: Shapes): void {
  for (const one of statements) {
    if (one.is === "resource")
      shapes.check(shapes.getInputs(one.type), schema.resources[formToken(one.type)]!.requiredInputs, one.properties);
    if (one.is === "call")
      shapes.check(
        shapes.getArgs(one.function),
        schema.functions[formToken(one.function)]!.inputs.required ?? [],
        one.args,
      );
  }
}
