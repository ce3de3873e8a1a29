import type { DocumentContents, DocumentElement } from "../state/records";
import { type LayoutNode, parseLayout, readSpan } from "../workbook/layout";

/** An element of a page, or what holds others, where the layout has it. */
export interface WireBox {
  readonly name: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether other boxes stand in it. */
  readonly isHolder: boolean;
}

/** A page of a workbook or report as boxes. */
export interface WirePage {
  readonly name: string;
  readonly hidden: boolean;
  readonly height: number;
  readonly boxes: readonly WireBox[];
}

/** How wide a page is, and how high a row of its grid. */
export const pageWidth = 960;
const rowHeight = 26;

/**
 * The pages of a document as boxes: from the layout of one that was written as code, else one element below the other.
 */
export function listWirePages({ pages, document }: DocumentContents): WirePage[] {
  if (document === undefined)
    return pages.map(({ name, hidden = false, elements }) => stackElements(name, hidden, elements));
  const elements = new Map(document.elements.map((element) => [element.id, element]));
  const titles = [document.pages, document.overlays, document.panels].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const describe = (id: string): Pick<WireBox, "name" | "kind"> => {
    const element = elements.get(id);
    const names = [element?.name, element?.text].filter((name) => typeof name === "string");
    return { kind: element?.kind ?? "unknown", name: names[0] ?? id };
  };
  return parseLayout(document.layout).map((block): WirePage => {
    const page = titles.find(({ id }) => id === block.attributes.id);
    const height = countRows(block) * rowHeight;
    const boxes = placeChildren(block, { x: 0, y: 0, width: pageWidth, height }, describe);
    return {
      name: page?.name ?? block.attributes.id ?? block.tag,
      hidden: page?.visibility === "hidden",
      height,
      boxes,
    };
  });
}

/** Elements without a layout: two beside each other. */
function stackElements(name: string, hidden: boolean, elements: readonly DocumentElement[]): WirePage {
  const [width, height] = [pageWidth / 2, 4 * rowHeight];
  const boxes = elements.map((element, index): WireBox => {
    const place = { x: (index % 2) * width, y: Math.floor(index / 2) * height, width, height, isHolder: false };
    switch (element.type) {
      case "control":
        return { ...place, kind: "control", name: element.name };
      case "text":
        return { ...place, kind: "text", name: element.id };
      default:
        return {
          ...place,
          kind: element.vizualizationType ?? element.type,
          name: element.table.name ?? element.table.id,
        };
    }
  });
  return { name, hidden, height: Math.ceil(elements.length / 2) * height, boxes };
}

type Area = Pick<WireBox, "x" | "y" | "width" | "height">;

/** The rows that what stands in a node takes. */
function countRows({ children }: LayoutNode): number {
  return Math.max(1, ...children.flatMap(({ attributes }) => (readSpan(attributes.gridRow)?.[1] ?? 2) - 1));
}

function placeChildren(
  node: LayoutNode,
  area: Area,
  describe: (id: string) => Pick<WireBox, "name" | "kind">,
): WireBox[] {
  const columns = Number(/repeat\(\s*(\d+)/.exec(node.attributes.gridTemplateColumns ?? "")?.[1] ?? 24);
  // Of tabs only the first is seen.
  const children = node.tag === "TabbedContainer" ? node.children.slice(0, 1) : node.children.filter(isPlaced);
  const rows = countRows({ ...node, children });
  return children.flatMap((child, index): WireBox[] => {
    if (child.tag === "Tab") return placeChildren(child, area, describe);
    const [left, right] = readSpan(child.attributes.gridColumn) ?? [1, columns + 1];
    // What stands in a stack has no place in a grid.
    const [top, bottom] = readSpan(child.attributes.gridRow) ?? [
      1 + (index * rows) / children.length,
      1 + ((index + 1) * rows) / children.length,
    ];
    const place = {
      x: area.x + ((left - 1) / columns) * area.width,
      y: area.y + ((top - 1) / rows) * area.height,
      width: ((right - left) / columns) * area.width,
      height: ((bottom - top) / rows) * area.height,
    };
    const inside = { x: place.x + 6, y: place.y + 22, width: place.width - 12, height: Math.max(1, place.height - 28) };
    const below = placeChildren(child, inside, describe);
    return [{ ...describe(child.attributes.elementId ?? ""), ...place, isHolder: below.length > 0 }, ...below];
  });
}

const isPlaced = ({ tag }: LayoutNode) => !["Style", "Size", "Desktop", "Mobile"].includes(tag);
