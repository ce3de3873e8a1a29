/** Whether a text stands in place of a value that isn't shown. */
export function isMask(text: string): boolean {
  return /^[*\u2022]+$|^\[?redacted\]?$/i.test(text.trim());
}
