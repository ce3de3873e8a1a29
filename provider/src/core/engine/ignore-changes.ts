import { parsePropertyPath } from "./property-path";

/** An input that holds a whole document, and a path into it that people ignore. */
const examples = { spec: "pages/*/elements/*/description", contents: "elements/*/description" } as const;

/** The inputs whose parts are no properties for the engine. */
export type DocumentField = keyof typeof examples;

/** What to write instead of a path into a document in the option `ignoreChanges`. */
export const adviseIgnorePaths = (field: DocumentField): string =>
  `Use the argument ignorePaths, such as ignorePaths: ["${examples[field]}"], or ignoreChanges: ["${field}"] for all ` +
  "of it.";

/**
 * What is wrong with the option `ignoreChanges` of a data model or workbook; undefined: nothing.
 *
 * @example findPathIntoDocument("spec", ["name", "spec.pages[0].name"])
 * // 'ignoreChanges: "spec.pages[0].name" can't name a part of spec, …'
 */
export function findPathIntoDocument(field: DocumentField, ignoreChanges: readonly string[]): string | undefined {
  const inside = ignoreChanges.find((path) => {
    const { name, isPart } = parsePropertyPath(path);
    return name === field && isPart;
  });
  if (inside === undefined) return undefined;
  return (
    `ignoreChanges: ${JSON.stringify(inside)} can't name a part of ${field}, because the state has ${field} as one ` +
    `text. ${adviseIgnorePaths(field)}`
  );
}
