import { isObject } from "./document";

/** Fields that hold a color, wherever they stand in settings, pages, panels and elements. */
const colorFields: ReadonlySet<string> = new Set([
  "backgroundColor",
  "bandingColor",
  "borderColor",
  "color",
  "colorBad",
  "colorGood",
  "fillColor",
  "fontColor",
  "headerDividerColor",
  "labelColor",
  "selectedColor",
  "subTotalColor",
  "textColor",
  "trackColor",
]);

/** Fields that hold a color by each of their keys. */
const colorMaps: ReadonlySet<string> = new Set(["colorOverrides", "colors", "waterfallColors"]);

/** Parts whose fields belong to something else: to what an action does, where rows come from, or to a plugin. */
const foreignParts: ReadonlySet<string> = new Set(["actions", "filters", "source"]);

/** Colors in lower case. Schemes keep theirs, and so do texts that only look like a color. */
export function lowerColors(part: Record<string, unknown>): Record<string, unknown> {
  const isForeign = (field: string) => foreignParts.has(field) || (part.kind === "plugin" && field === "config");
  return Object.fromEntries(
    Object.entries(part).map(([field, value]) => {
      const isColor = colorFields.has(field) || (field === "value" && part.by === "single");
      if (typeof value === "string") return [field, isColor ? value.toLowerCase() : value];
      if (isForeign(field)) return [field, value];
      return [field, colorMaps.has(field) && isObject(value) ? lowerMap(value) : lowerInside(value)];
    }),
  );
}

function lowerInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerInside);
  return isObject(value) ? lowerColors(value) : value;
}

function lowerMap(colors: Record<string, unknown>): Record<string, unknown> {
  const isHex = (value: unknown): value is string => typeof value === "string" && value.startsWith("#");
  return Object.fromEntries(
    Object.entries(colors).map(([key, value]) => [key, isHex(value) ? value.toLowerCase() : value]),
  );
}
