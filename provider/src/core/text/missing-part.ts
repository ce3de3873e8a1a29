/**
 * Says that a model lacks a part that something refers to, and lists those that it has.
 *
 * @param known the parts by name.
 * @param where what refers to it.
 * @example describeMissingPart('element "a"', { b: "…" }) // 'The model has no element "a". It has: b.'
 */
export function describeMissingPart(part: string, known: object, where?: string): string {
  const names = Object.keys(known).join(", ") || "none";
  return `${where === undefined ? "The" : `${where}: the`} model has no ${part}. It has: ${names}.`;
}
