import { structuredPatch } from "diff";

/**
 * What differs between two texts, line by line, as version control shows it; empty when nothing does.
 *
 * @example diffLines("a\nb\n", "a\nc\n") // ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]
 */
export function diffLines(before: string, after: string): string[] {
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: 3 });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
}
