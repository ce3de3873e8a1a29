/** Pages, overlays, panels and settings: what the platform refuses in them. */

import {
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
} from "../../model/json";
import type { Reporter } from "../../model/rules";
import { findNearest, suggest } from "../../text";
import { panelTypes } from "../kinds";
import { walkLayout } from "../layout/layout";
import { locateNode } from "./layout";
import type { WorkbookRule } from "./rule";

export const blockShape: WorkbookRule = {
  name: "workbook-shape",
  severity: "error",
  check({ document, noun }, report) {
    for (const [index, { type }] of listObjectEntries(document.pages)) {
      if (type === undefined || type === "page" || isOpen(type)) continue;
      const hint =
        type === "modal" || type === "drawer" ? `Move it to \`overlays\`, as \`type: ${type}\`.` : "Leave `type` out.";
      report({ path: ["pages", index, "type"], message: "the type of a page is `page`", hint });
    }
    const known = panelTypes[noun];
    const taken = new Map<string, Path>();
    for (const [index, panel] of listObjectEntries(document.panels)) {
      const path = ["panels", index];
      const type = readKnownString(panel.type) ?? "";
      if (type !== "" && !known.includes(type)) {
        const message = `a panel of a ${noun} is no \`${type}\``;
        report({ path: [...path, "type"], message, hint: suggest(findNearest(type, known), known) });
      }
      checkPanelStyle(panel, path, report);
      for (const [at, page] of toList(panel.pages).entries()) {
        const id = readKnownString(page);
        if (id === undefined || type === "") continue;
        const other = taken.get(`${type} ${id}`);
        const place: Path = [...path, "pages", at];
        taken.set(`${type} ${id}`, other ?? place);
        if (other === undefined) continue;
        const hint = "Put both into one, or on two pages.";
        report({ path: place, message: `the page \`${id}\` has a ${type} already`, hint, other });
      }
    }
  },
};

/** What only some panels have. */
function checkPanelStyle({ type, width, config }: JsonObject, path: Path, report: Reporter): void {
  if (width !== undefined && type === "header") {
    report({ path: [...path, "width"], message: "only a sidebar has a width", hint: "Remove it." });
  }
  const { scroll, borderStyle } = isObject(config) ? config : {};
  if (borderStyle !== "shadow" || isOpen(scroll) || (type === "header" && scroll === "sticky")) return;
  const hint = type === "header" ? "Write `scroll: sticky`, or `borderStyle: line`." : "Write `borderStyle: line`.";
  report({ path: [...path, "config", "borderStyle"], message: "only a sticky header has a shadow", hint });
}

/** The least and the most that a setting of the theme may be, by its path. */
const themeBounds: readonly (readonly [path: readonly string[], least: number, most: number])[] = [
  [["titleFont", "fontSize"], 6, 96],
  [["elementBorder", "width"], 0, 3],
  [["maxPageWidth"], 600, Number.POSITIVE_INFINITY],
];

/** The same for a size in a stack, by its attribute. */
const sizeBounds: Readonly<Record<string, readonly [least: number, most: number]>> = {
  widthFillFactor: [1, 8],
  widthPixels: [1, 10_000],
  heightRows: [1, 100],
};

export const outOfBounds: WorkbookRule = {
  name: "out-of-bounds",
  severity: "warning",
  check({ document, layout }, report) {
    const overrides: Path = ["settings", "theme", "overrides"];
    for (const [path, least, most] of themeBounds) {
      const value = [...overrides, ...path].reduce<Json | undefined>(getField, document);
      if (typeof value !== "number" || (value >= least && value <= most)) continue;
      report({ path: [...overrides, ...path], ...describeBounds(String(path.at(-1)), value, least, most) });
    }
    for (const { node } of walkLayout(layout.blocks)) {
      for (const [name, [least, most]] of Object.entries(sizeBounds)) {
        const value = Number(node.attributes[name] ?? least);
        if (!(value < least || value > most)) continue;
        report({ ...locateNode(node, name), ...describeBounds(name, value, least, most) });
      }
    }
  },
};

const getField = (value: Json | undefined, field: string | number) =>
  isObject(value) ? value[String(field)] : undefined;

function describeBounds(field: string, value: number, least: number, most: number) {
  if (most === Number.POSITIVE_INFINITY) {
    return { message: `\`${field}\` is at least ${least}`, hint: `Write \`${least}\` or more.` };
  }
  const hint = `Write \`${value < least ? least : most}\`, or a value between ${least} and ${most}.`;
  return { message: `\`${field}\` is from ${least} to ${most}`, hint };
}
