/** Unchanged lines shown around a change. */
const around = 3;

/** Lines compared with each other before it is said that all of them differ. */
const mostCompared = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/**
 * What differs between two texts, line by line, as version control shows it; empty when nothing does.
 *
 * @example lineDiff("a\nb\n", "a\nc\n") // ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]
 */
export function lineDiff(before: string, after: string): string[] {
  const lines = compared(linesOf(before), linesOf(after));
  const shown = new Set<number>();
  for (const [index, { sign }] of lines.entries()) {
    if (sign !== " ") for (let at = index - around; at <= index + around; at++) shown.add(at);
  }
  const result: string[] = [];
  let [old, now] = [1, 1];
  let hunk: Line[] = [];
  const close = () => {
    if (hunk.length === 0) return;
    const count = (sign: string) => hunk.filter((line) => line.sign === " " || line.sign === sign).length;
    const [removed, added] = [count("-"), count("+")];
    result.push(`@@ -${old - removed},${removed} +${now - added},${added} @@`);
    result.push(...hunk.map(({ sign, text }) => sign + text));
    hunk = [];
  };
  for (const [index, line] of lines.entries()) {
    if (!shown.has(index)) close();
    else hunk.push(line);
    if (line.sign !== "+") old++;
    if (line.sign !== "-") now++;
  }
  close();
  return result;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function compared(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  const unchanged = (lines: readonly string[]) => lines.map((text): Line => ({ sign: " ", text }));
  return [
    ...unchanged(before.slice(0, start)),
    ...middle(before.slice(start, before.length - same), after.slice(start, after.length - same)),
    ...unchanged(before.slice(before.length - same)),
  ];
}

/** The longest lines in common stay, the rest goes and comes. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const isTooLong = before.length * after.length > mostCompared;
  const width = after.length + 1;
  const longest = new Uint32Array(isTooLong ? 0 : (before.length + 1) * width);
  if (!isTooLong) {
    for (let i = before.length - 1; i >= 0; i--) {
      for (let j = after.length - 1; j >= 0; j--) {
        longest[i * width + j] =
          before[i] === after[j]
            ? longest[(i + 1) * width + j + 1]! + 1
            : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
      }
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (!isTooLong && i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i]! });
      i++;
      j++;
    } else if (
      i < before.length &&
      (j === after.length || longest[(i + 1) * width + j]! >= longest[i * width + j + 1]! || isTooLong)
    ) {
      lines.push({ sign: "-", text: before[i++]! });
    } else lines.push({ sign: "+", text: after[j++]! });
  }
  return lines;
}
