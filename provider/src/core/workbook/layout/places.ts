/** The layout of a report as a list that people read and review: where each element lies, in pixels. */
import { isObject, type Json, type JsonObject, type Path } from "../../model/json";
import { isSameNode, type LayoutNode, parseLayout, walkLayout } from "./layout";
import { LayoutTreeError } from "./tree";

/** Where an element lies and how large it is. */
export const placeFields = ["x", "y", "width", "height"] as const;

/** Whether a layout places elements by pixels, which only reports do. */
export const isInPixels = (xml: string): boolean =>
  [...walkLayout(parseLayout(xml).blocks)].some(({ node }) => placeFields.every((field) => field in node.attributes));

/**
 * The block of a page or panel from its places.
 *
 * @param at where they stand in the document.
 * @throws LayoutTreeError
 * @example compilePlaces("Page", "cover", [{ element: "orders", x: 48, y: 48, width: 720, height: 480 }])
 */
export function compilePlaces(tag: "Page" | "Panel", id: string, places: Json, at: Path = []): LayoutNode {
  const example = "{ element: orders, x: 48, y: 48, width: 720, height: 480 }";
  if (!Array.isArray(places)) {
    throw new LayoutTreeError(at, "the layout of a page of a report is a list of places", `Write \`- ${example}\`.`);
  }
  const children = places.map((place, index) => {
    const here = [...at, index];
    if (!isObject(place) || typeof place.element !== "string" || place.element === "") {
      throw new LayoutTreeError(here, "a place names its element", `Write \`${example}\`.`);
    }
    const { element, ...rest } = place;
    const unknown = Object.keys(rest).find((field) => !placeFields.some((known) => known === field));
    if (unknown !== undefined) {
      const hint = "A place has `element`, `x`, `y`, `width` and `height`; what else there is, write as XML.";
      throw new LayoutTreeError([...here, unknown], `\`${unknown}\` is no part of a place`, hint);
    }
    return { tag: "Element", attributes: { elementId: element, ...readNumbers(rest, here) }, children: [], at: here };
  });
  return { tag, attributes: { id }, children, at };
}

function readNumbers(place: JsonObject, at: Path): Record<string, string> {
  const read = (field: string): [string, string] => {
    const value = place[field];
    if (typeof value === "number" && value >= 0) return [field, String(value)];
    const path = value === undefined ? at : [...at, field];
    const what = value === undefined ? `\`${field}\` is missing` : `\`${field}\` is a number of pixels from 0`;
    throw new LayoutTreeError(path, what, `Write \`${field}: 48\`.`);
  };
  return Object.fromEntries(placeFields.map(read));
}

/** The places of a block, if they compile to exactly it; undefined for what only the XML can say. */
export function toPlaces(block: LayoutNode): Json[] | undefined {
  const { tag, attributes, children } = block;
  if (attributes.id === undefined || (tag !== "Page" && tag !== "Panel")) return undefined;
  const places = children.map((child): JsonObject => {
    const numbers = placeFields.map((field) => [field, Number(child.attributes[field])]);
    return { element: child.attributes.elementId ?? "", ...Object.fromEntries(numbers) };
  });
  try {
    return isSameNode(compilePlaces(tag, attributes.id, places), block) ? places : undefined;
  } catch (error) {
    if (error instanceof LayoutTreeError) return undefined;
    throw error;
  }
}
