import { normalizeName } from "./name";

/**
 * How many words of one text get a suggestion. Each search compares all known words, so that thousands of them would
 * take a time that grows with the square of the text.
 */
export const mostSuggestions = 50;

/**
 * The known word that a misspelled word probably means: at most two letters different (one in short words), another
 * case, or other separators. Undefined if there is none.
 *
 * @example findNearest("fromula", ["formula", "format"]) // "formula"
 */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  const plain = normalizeWord(word);
  const wanted = normalizeName(word);
  for (const candidate of known) {
    const other = normalizeName(candidate);
    const distance = normalizeWord(candidate) === plain ? 0 : measureEditDistance(wanted, other);
    if (distance < bestDistance && distance <= getMaxDistance(Math.min(wanted.length, other.length))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

const normalizeWord = (word: string) =>
  normalizeName(word)
    .toLowerCase()
    .replace(/[\s_-]/g, "");

function getMaxDistance(length: number): number {
  if (length <= 2) return 0;
  return length <= 4 ? 1 : 2;
}

/** The number of letters to insert, drop, change or swap with their neighbor to turn one word into the other. */
function measureEditDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
