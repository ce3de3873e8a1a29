/** What the platform accepts, and what then does nothing or shows nothing. */

import {
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "../../model/json";
import type { Reporter } from "../../model/rules";
import { getOwnValue } from "../../text";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listActions, listEffects } from "./actions";
import type { WorkbookRule } from "./rule";

export const noEffect: WorkbookRule = {
  name: "no-effect",
  severity: "warning",
  check(workbook, report) {
    checkTitles(workbook, report);
    checkShown(workbook, report);
    checkControls(workbook, report);
    checkTriggers(workbook, report);
    checkEffects(workbook, report);
  },
};

function checkTitles({ document }: WorkbookIndex, report: Reporter): void {
  for (const [index, overlay] of listObjectEntries(document.overlays)) {
    for (const type of ["modal", "drawer"]) {
      const header = isObject(overlay[type]) ? overlay[type].header : undefined;
      if (!isObject(header) || header.title !== "") continue;
      const path = ["overlays", index, type, "header", "title"];
      const hint = "Write a title, or leave it out: the platform then writes one.";
      report({ path, message: "an empty title breaks the overlay", hint });
    }
  }
}

/** The setting that shows the panels of a type in a workbook. A report has no such settings. */
const shownBy: Readonly<Record<string, string>> = { header: "pageHeader", sidebar: "pageSidebar" };

function checkShown({ document, noun }: WorkbookIndex, report: Reporter): void {
  const { settings } = document;
  if (noun === "report" || isOpen(settings)) return;
  const navigation = isObject(settings) ? settings.navigation : undefined;
  for (const [index, { type }] of listObjectEntries(document.panels)) {
    const field = getOwnValue(shownBy, readKnownString(type) ?? "");
    const value = field !== undefined && isObject(navigation) ? navigation[field] : undefined;
    if (field === undefined || value === "enabled" || isOpen(value) || isOpen(navigation)) continue;
    const hint = `Write \`${field}: enabled\` in \`settings.navigation\`.`;
    report({ path: ["panels", index], message: `the platform doesn't show this ${type}`, hint });
  }
}

function checkControls({ entries, byId }: WorkbookIndex, report: Reporter): void {
  for (const { element, kind, path } of entries) {
    if (kind !== "control") continue;
    const missing = ["low", "high"].filter((field) => element[field] === undefined || element[field] === null);
    if (element.controlType === "range-slider" && missing.length > 0) {
      const names = missing.map((field) => `\`${field}\``).join(" and ");
      const hint = `Write ${names}, the ends of the track.`;
      report({ path, message: `a range slider without ${names} filters out every row`, hint });
    }
    for (const [index, { source }] of listObjectEntries(element.filters)) {
      const target = isObject(source) ? findElement(byId, source.elementId) : undefined;
      if (target === undefined || !target.kind.endsWith("-map")) continue;
      const message = `a control can't filter a map, and \`${target.id}\` is one`;
      report({ path: [...path, "filters", index], message, hint: "Filter the table that it reads." });
    }
  }
}

function findElement(byId: WorkbookIndex["byId"], id: Json | undefined): ElementEntry | undefined {
  const known = readKnownString(id);
  return known === undefined ? undefined : byId.get(known);
}

const ofOverlays = ["on-primary-cta-click", "on-secondary-cta-click", "on-close"];

/** What triggers the actions of a kind; none: it has no actions; undefined: undocumented. */
function listTriggers(kind: string | undefined): readonly string[] | undefined {
  if (kind === undefined) return ofOverlays;
  if (kind === "button" || kind === "image") return ["on-click"];
  if (kind === "waterfall-chart") return [];
  return kind.endsWith("-chart") || kind.endsWith("-map") || kind.endsWith("table") ? ["on-select"] : undefined;
}

function checkTriggers(workbook: WorkbookIndex, report: Reporter): void {
  for (const { action, kind, path } of listActions(workbook)) {
    const { trigger } = action;
    const name = readKnownString(isObject(trigger) ? trigger.on : trigger);
    const known = listTriggers(kind);
    if (name === undefined || known === undefined || known.includes(name)) continue;
    const host = kind ?? "overlay";
    const [one] = known;
    const message =
      one === undefined ? `the platform runs no actions of a ${host}` : `\`${name}\` is no event of this ${host}`;
    const hint = one === undefined ? "Remove them." : `Write ${known.map((each) => `\`${each}\``).join(" or ")}.`;
    report({ path: [...path, "trigger"], message, hint });
  }
}

/** The kinds of the elements that effects work on, by the field that names one. */
const targets: Readonly<Record<string, (kind: string) => boolean>> = {
  tableElementId: (kind) => kind === "input-table",
  tabbedContainerElementId: (kind) => kind === "tabbed-container",
  containerElementId: (kind) => kind === "container" || kind.endsWith("-container"),
  formElementId: (kind) => kind === "form",
  pluginElementId: (kind) => kind === "plugin",
  chatElementId: (kind) => kind === "chat",
  codeElementId: (kind) => kind === "code",
};

function checkEffects({ document, byId }: WorkbookIndex, report: Reporter): void {
  for (const { object: effect, path } of listEffects(document)) {
    if (effect.effect === "open-url" && effect.url === undefined) {
      report({ path, message: "the effect opens no address", hint: "Write `url: https://…`." });
    }
    for (const { object, at } of [{ object: effect, at: path }, ...listInner(effect, path)]) {
      for (const [field, isFitting] of Object.entries(targets)) {
        const target = findElement(byId, object[field]);
        if (target === undefined || target.kind === "" || isFitting(target.kind)) continue;
        const message = `the effect can't work on \`${target.id}\`, whose kind is \`${target.kind}\``;
        report({ path: [...at, field], message, hint: `Name ${describeTarget(field)}.` });
      }
    }
  }
}

/** What an effect names in `scope` and `target`. */
const listInner = (effect: JsonObject, path: Path): { object: JsonObject; at: Path }[] =>
  ["scope", "target"].flatMap((field) => {
    const value: Json | undefined = effect[field];
    return isObject(value) ? [{ object: value, at: [...path, field] }] : [];
  });

const describeTarget = (field: string) =>
  field === "tableElementId" ? "an input table" : `a ${field.replace("ElementId", "").replace("tabbedC", "tabbed c")}`;
