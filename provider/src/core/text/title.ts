/**
 * A name for people, of a name in a warehouse, an id or a file: nearly as the platform derives it, which writes some
 * words small.
 *
 * @example formTitle("ORDER_ID") // "Order Id"
 */
export function formTitle(name: string): string {
  const isLoud = name === name.toUpperCase();
  const words = (isLoud ? name.toLowerCase() : name)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  return words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ") || "Unnamed";
}
