import {
  filterObjects,
  isObject,
  isOpen,
  type Json,
  listObjectEntries,
  type Path,
  readKnownString,
} from "../../spec/json";
import { walkObjects } from "./references";
import type { WorkbookRule } from "./rule";

function* walkTexts(value: Json | undefined, path: Path): Generator<{ text: string; path: Path }> {
  if (typeof value === "string") yield { text: value, path };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walkTexts(item, [...path, index]);
  else if (isObject(value)) for (const [key, inner] of Object.entries(value)) yield* walkTexts(inner, [...path, key]);
}

export const blockedColor: WorkbookRule = {
  name: "blocked-color",
  severity: "error",
  check({ document }, report) {
    for (const { text, path } of walkTexts(document, [])) {
      if (!/\brgba?\(/i.test(text)) continue;
      const hint = "Write the color in hex: `#1a2b3c`.";
      report({ path, message: "the gateway in front of the platform refuses `rgb(`, whatever it stands in", hint });
    }
  },
};

export const textMarkup: WorkbookRule = {
  name: "text-markup",
  severity: "error",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      const body = kind === "text" ? readKnownString(element.body) : undefined;
      if (body === undefined) continue;
      const at = [...path, "body"];
      if (/^#{4,}\s/m.test(body)) report({ path: at, message: "headings have at most three `#`" });
      if (/<p>/i.test(body)) {
        report({
          path: at,
          message: "a plain `<p>` is refused",
          hint: 'Leave it out, or write `<p class="p-large">` or `<p class="p-small">`.',
        });
      }
      const [, tag] = /<(?!\/)(?!(?:span|p|h[1-3]|u|sub|sup|a|br)\b)([a-z][a-z0-9]*)[\s>]/i.exec(body) ?? [];
      if (tag !== undefined) {
        report({
          path: at,
          message: `\`<${tag}>\` is no tag of a text`,
          hint: "Known: span, p, h1 to h3, u, sub, sup, a.",
        });
      }
    }
  },
};

export const listTarget: WorkbookRule = {
  name: "list-target",
  severity: "warning",
  check({ entries, byId }, report) {
    for (const { element, kind, path } of entries) {
      if (kind !== "control" || element.controlType !== "list") continue;
      for (const [index, { source, columnId }] of listObjectEntries(element.filters)) {
        const target = isObject(source) ? byId.get(readKnownString(source.elementId) ?? "") : undefined;
        const column = filterObjects(target?.element.columns).find(({ id }) => id === columnId);
        if (column === undefined || !isNumberOrDate(column)) continue;
        const message = "a list can't filter numbers or dates: the platform accepts this and forgets the target";
        report({ path: [...path, "filters", index], message, hint: "Filter a column with `Text(…)` around it." });
      }
    }
  },
};

/** As far as a column says so itself. */
function isNumberOrDate({ format, formula }: { format?: Json; formula?: Json }): boolean {
  if (isObject(format)) return format.kind === "number" || format.kind === "datetime";
  return /^\s*(sum|count|avg|datetrunc|date|number|year|month)\w*\(/i.test(readKnownString(formula) ?? "");
}

export const openRange: WorkbookRule = {
  name: "open-range",
  severity: "error",
  check({ entries }, report) {
    for (const { element, path } of entries) {
      for (const [index, { kind, min, max }] of listObjectEntries(element.filters)) {
        if (kind !== "number-range" || min !== null || max !== null) continue;
        report({
          path: [...path, "filters", index],
          message: "a range of numbers needs one of its ends",
          hint: "Write `min` or `max`, or leave the filter out.",
        });
      }
      const { style } = element;
      if (
        isObject(style) &&
        style.padding === "none" &&
        (style.borderColor !== undefined || style.borderWidth !== undefined)
      ) {
        report({
          path: [...path, "style", "padding"],
          message: "an element with a border keeps its padding",
          hint: "Remove `padding`, or the border.",
        });
      }
    }
  },
};

/** Fields whose values belong to one organization. */
const ownedFields: Readonly<Record<string, string>> = {
  connectionId: "warehouse",
  dataModelId: "orders",
  pluginId: "plugin",
  connectorId: "connector",
  documentId: "workbook",
  userId: "user",
  teamId: "team",
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const organizationId: WorkbookRule = {
  name: "organization-id",
  severity: "warning",
  check({ authored }, report) {
    for (const { object, path } of walkObjects(authored, [])) {
      for (const [field, value] of Object.entries(object)) {
        const isTheme = field === "name" && path.at(-1) === "theme";
        const name = isTheme ? "theme" : ownedFields[field];
        if (name === undefined || typeof value !== "string" || isOpen(value) || !uuid.test(value)) continue;
        const message = "this id belongs to one organization, and the file only works there";
        report({ path: [...path, field], message, hint: `Write \`!ref ${name}\`, and give its value in \`refs\`.` });
      }
      if (object.kind === "upload" && object.key !== undefined) {
        report({
          path: [...path, "key"],
          message: "an uploaded image belongs to one organization, and others refuse it",
          hint: "Use `kind: url`.",
        });
      }
    }
  },
};
