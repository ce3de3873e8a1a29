import { parsePropertyPath } from "./property-path";

/** What to write instead of a path into `spec` in the option `ignoreChanges`. */
export const insteadOfPathIntoSpec =
  'Use the argument ignorePaths, such as ignorePaths: ["pages/*/elements/*/description"], or ' +
  'ignoreChanges: ["spec"] for all of it.';

/**
 * What is wrong with the option `ignoreChanges` of a data model; undefined: nothing.
 *
 * @example findPathIntoSpec(["name", "spec.pages[0].name"])
 * // 'ignoreChanges: "spec.pages[0].name" can't name a part of spec, …'
 */
export function findPathIntoSpec(ignoreChanges: readonly string[]): string | undefined {
  const inside = ignoreChanges.find((path) => {
    const { name, isPart } = parsePropertyPath(path);
    return name === "spec" && isPart;
  });
  if (inside === undefined) return undefined;
  return (
    `ignoreChanges: ${JSON.stringify(inside)} can't name a part of spec, because the state has spec as one ` +
    `text. ${insteadOfPathIntoSpec}`
  );
}
