/** Tells texts that fit a pattern from others. */
export interface Pattern {
  test(text: string): boolean;
}

/** A pattern in which `*` and `?` stand for other letters, and everything else for itself. */
export function createPattern(pattern: string, flags?: "i"): Pattern {
  const fold = (text: string) => (flags === "i" ? text.toLowerCase() : text);
  return { test: (text) => isMatch(fold(text), fold(pattern)) };
}

function isMatch(text: string, pattern: string): boolean {
  let at = 0;
  /** The last `*`, and where the text goes on that doesn't belong to it. */
  let star = { at: -1, end: 0 };
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === "*") star = { at: at++, end: index };
    else if (pattern[at] === "?" || pattern[at] === text[index]) [at, index] = [at + 1, index + 1];
    else if (star.at < 0) return false;
    else [at, index] = [star.at + 1, ++star.end];
  }
  return [...pattern.slice(at)].every((letter) => letter === "*");
}
