import type { Ruler } from "../scene/measures";

/** Measures with the page's own letters. */
export function makeRuler(): Ruler {
  const { fontFamily } = getComputedStyle(document.body);
  const context = document.createElement("canvas").getContext("2d")!;
  const known = new Map<string, number>();
  return (text, size, weight) => {
    const key = `${weight} ${size} ${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    context.font = `${weight} ${size}px ${fontFamily}`;
    const { width } = context.measureText(text);
    known.set(key, width);
    return width;
  };
}
