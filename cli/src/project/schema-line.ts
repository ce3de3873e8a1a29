import { basename, dirname, posix, resolve } from "node:path";
import { writeYamlComment } from "../text/writers/yaml";
import { findPackagePath } from "./package-place";

/** The JSON Schema of each kind of file, in the package. */
export const schemas = {
  "data-model": "data-model.json",
  workbook: "workbook.json",
  report: "report.json",
  element: "element.json",
  page: "page.json",
  checks: "checks.json",
} as const;

/**
 * The first line of a document's file, so that editors complete and check it.
 *
 * @param packagePath from the folder that the file's path begins in; see `findPackagePath`.
 * @example formatSchemaLine("./node_modules/pulumi-analytics", "models/orders.yaml", "data-model")
 * // "# yaml-language-server: $schema=../node_modules/pulumi-analytics/schema/data-model.json\n"
 */
export function formatSchemaLine(packagePath: string, file: string, kind: keyof typeof schemas): string {
  const up = posix.relative(posix.dirname(file), ".");
  const folder = posix.join(up, packagePath);
  const schema = `${folder.startsWith(".") ? folder : `./${folder}`}/schema/${schemas[kind]}`;
  return `${writeYamlComment(`yaml-language-server: $schema=${schema}`)}\n`;
}

/** The same for a file of a project, wherever it is. */
export function formatSchemaLineIn(project: string, file: string, kind: keyof typeof schemas): string {
  const place = resolve(project, file);
  return formatSchemaLine(findPackagePath(dirname(place), project), basename(place), kind);
}
