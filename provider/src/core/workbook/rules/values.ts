import { normalizePlainName, parseSoleName } from "../../formula";
import { inferType } from "../../formula/check";
import {
  filterObjects,
  isObject,
  isOpen,
  isPlaceholder,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  walkObjects,
  walkValues,
} from "../../model/json";
import { getColumnName } from "../../model/references";
import { reportForgottenRefs } from "../../model/rules";
import { getOwnValue } from "../../text";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import type { WorkbookRule } from "./rule";

export const blockedColor: WorkbookRule = {
  name: "blocked-color",
  severity: "error",
  check({ document }, report) {
    for (const { value: text, path } of walkValues(document)) {
      if (typeof text !== "string" || !/\brgba?\(/i.test(text)) continue;
      const hint = "Write the color in hex: `#1a2b3c`.";
      report({ path, message: "the gateway in front of the platform refuses `rgb(`, whatever it stands in", hint });
    }
  },
};

export const blockedImage: WorkbookRule = {
  name: "blocked-image",
  severity: "warning",
  check({ document }, report) {
    for (const { value, path } of walkValues(document)) {
      const parts = typeof value === "string" ? value.split(",") : [];
      if (!parts.some((part) => /data:image\/svg\+xml/i.test(part) && /;base64$/i.test(part))) continue;
      const message = "the gateway in front of some organizations refuses an SVG image as data";
      report({ path, message, hint: "Give the image by its address, or as PNG." });
    }
  },
};

/** What a style in a text may set. */
const textProperties: ReadonlySet<string> = new Set([
  "color",
  "background-color",
  "font-size",
  "font-family",
  "text-align",
]);

const listProperties = (style: string): string[] =>
  style.split(";").flatMap((part) => {
    const name = part.split(":", 1)[0]!.trim().toLowerCase();
    return name === "" ? [] : [name];
  });

export const textMarkup: WorkbookRule = {
  name: "text-markup",
  severity: "error",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      const body = kind === "text" ? readKnownString(element.body) : undefined;
      if (body === undefined) continue;
      const at = [...path, "body"];
      if (/^#{4,}\s/m.test(body))
        report({ path: at, message: "headings have at most three `#`", hint: "Write `###`, or bold text." });
      if (/<p>/i.test(body)) {
        report({
          path: at,
          message: "a plain `<p>` is refused",
          hint: 'Leave it out, or write `<p class="p-large">` or `<p class="p-small">`.',
        });
      }
      const [, style = ""] = /<[^<>]*\sstyle\s*=\s*["']([^"'<>]*)["']/i.exec(body) ?? [];
      const property = listProperties(style).find((name) => !textProperties.has(name));
      if (property !== undefined) {
        report({
          path: at,
          message: `the platform refuses \`${property}\` in the style of a text`,
          hint: `Known: ${[...textProperties].join(", ")}.`,
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
  check(workbook, report) {
    for (const { element, kind, path } of workbook.entries) {
      if (kind !== "control" || element.controlType !== "list") continue;
      for (const [index, { source, columnId }] of listObjectEntries(element.filters)) {
        const target = isObject(source) ? workbook.byId.get(readKnownString(source.elementId) ?? "") : undefined;
        const column = filterObjects(target?.element.columns).find(({ id }) => id === columnId);
        if (column === undefined || !isNumberOrDate(workbook, target!, column)) continue;
        const message = "a list can't filter numbers or dates: the platform accepts this and forgets the target";
        report({ path: [...path, "filters", index], message, hint: "Filter a column with `Text(…)` around it." });
      }
    }
  },
};

/** As far as columns say so: one itself, or the one that it stands for. */
function isNumberOrDate(workbook: WorkbookIndex, owner: ElementEntry, column: JsonObject, depth = 0): boolean {
  if (isObject(column.format)) return column.format.kind === "number" || column.format.kind === "datetime";
  const formula = readKnownString(column.formula) ?? "";
  const name = parseSoleName(formula);
  if (name !== undefined) {
    const source = isObject(owner.element.source) ? owner.element.source : {};
    const isOwn = name.segments.length === 1;
    const other = isOwn ? owner : workbook.byId.get(readKnownString(source.elementId) ?? "");
    if (other === undefined || depth > 20 || (!isOwn && name.segments[0] !== other.name)) return false;
    const plain = normalizePlainName(name.segments.at(-1)!);
    const meant = filterObjects(other.element.columns).find(
      (one) => one !== column && normalizePlainName(getColumnName(one) ?? "") === plain,
    );
    return meant !== undefined && isNumberOrDate(workbook, other, meant, depth + 1);
  }
  const type = inferType(formula, () => "any");
  return type === "number" || type === "date";
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

/** What an id names that belongs to one organization: the name to refer to it by, and where its value comes from. */
interface Owned {
  readonly name: string;
  readonly value: string;
}

/** Fields whose values belong to one organization. */
const ownedFields: Readonly<Record<string, Owned>> = {
  connectionId: { name: "warehouse", value: "a `Connection`, or `getConnection`" },
  dataModelId: { name: "orders", value: "the `DataModel`, or `getDataModel`" },
  pluginId: { name: "plugin", value: "a `Plugin`, or `getPlugin`" },
  connectorId: { name: "connector", value: "an `ApiConnector`" },
  documentId: { name: "workbook", value: "`getWorkbook`" },
  userId: { name: "member", value: "a `Member`, or `getMember`" },
  users: { name: "member", value: "a `Member`, or `getMember`" },
  teamId: { name: "team", value: "a `Team`, or `getTeam`" },
  teams: { name: "team", value: "a `Team`, or `getTeam`" },
};

const theme: Owned = {
  name: "theme",
  value: "a value of the stack's configuration, since no endpoint lists them",
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const forgottenRef: WorkbookRule = {
  name: "forgotten-ref",
  severity: "error",
  check: ({ authored }, report) => reportForgottenRefs(authored, report),
};

export const organizationId: WorkbookRule = {
  name: "organization-id",
  severity: "warning",
  check({ authored }, report) {
    for (const { object, path } of walkObjects(authored)) {
      for (const [field, value] of Object.entries(object)) {
        const owned = field === "name" && path.at(-1) === "theme" ? theme : getOwnValue(ownedFields, field);
        const at = [...path, field];
        const ids: [Json | undefined, Path][] = Array.isArray(value)
          ? value.map((id, index) => [id, [...at, index]])
          : [[value, at]];
        for (const [id, place] of owned === undefined ? [] : ids) {
          if (typeof id !== "string" || isOpen(id) || !uuid.test(id)) continue;
          const message = "this id belongs to one organization, and the file only works there";
          report({
            path: place,
            message,
            hint: `Write \`!ref ${owned!.name}\`, and give its value in \`refs\`: ${owned!.value}.`,
          });
        }
      }
      if (object.kind === "data-model" && isPlaceholder(object.dataModelId)) {
        const id = readKnownString(object.elementId);
        const model = object.dataModelId.$ref;
        if (id !== undefined) {
          const message =
            "the platform gives each element of a model an id of its own: this one is of one organization";
          report({
            path: [...path, "elementId"],
            message,
            hint:
              `Write \`!ref ${model}#…\`, with its id in the model's file. Of a model without a file here, write ` +
              `\`!ref ${model}#${id}\`, and give its value in \`refs\`.`,
          });
        }
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
