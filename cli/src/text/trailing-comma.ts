export const commaProblem = "JSON has no comma behind the last item";
export const commaFix = "Remove it.";

/**
 * Where a text has a comma that JSON doesn't have: behind the last item of a list or object. YAML takes it.
 *
 * @returns its offset; undefined: there is none.
 * @example findTrailingComma("[1, 2,]") // 5
 */
export function findTrailingComma(text: string): number | undefined {
  let comma: number | undefined;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (isText) {
      if (letter === "\\") at++;
      else if (letter === '"') isText = false;
      continue;
    }
    if ((letter === "]" || letter === "}") && comma !== undefined) return comma;
    if (letter === ",") comma = at;
    else if (letter.trim() !== "") comma = undefined;
    isText = letter === '"';
  }
  return undefined;
}
