/** A pattern in which `*` and `?` stand for other letters, and everything else for itself. */
export function createPattern(text: string, flags?: "i"): RegExp {
  const escaped = text.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, flags);
}
