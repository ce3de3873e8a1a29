import { findNearest, normalizeName, suggest } from "../../text";
import { type JsonObject, readKnownString } from "../json";
import type { FormulaSite } from "../references/formula-sites";
import { getNames, type ModelNames } from "../references/model-names";
import { listElementPlaces } from "../references/references";
import { findMeaning } from "../references/resolve";
import { describeSlashName } from "../references/slash-names";
import type { SpecIndex } from "../references/spec-index";
import { findNearestName } from "../references/suggestions";
import type { Report } from "../text/findings";
import { findRepeats } from "./repeats";
import type { Reporter, Rule } from "./rule";

export const duplicateTableName: Rule = {
  name: "duplicate-table-name",
  severity: "warning",
  check: (model, report) =>
    reportRepeats(model, "table", "name", report, (name, other) => ({
      message:
        `the name \`${name}\` is also that of table \`${other}\`: formulas and the ` +
        "matching of ids can't distinguish them",
      hint: "Give each table its own name.",
    })),
};

export const duplicateControlId: Rule = {
  name: "duplicate-control-id",
  severity: "warning",
  check: (model, report) =>
    reportRepeats(model, "control", "controlId", report, (name, other) => ({
      message: `the controlId \`${name}\` is also that of control \`${other}\`: formulas can't distinguish them`,
      hint: "Give each control its own controlId.",
    })),
};

function reportRepeats(
  model: SpecIndex,
  kind: string,
  field: string,
  report: Reporter,
  explain: (name: string, other: string) => Omit<Report, "path">,
): void {
  const readName = (element: JsonObject) => (element.kind === kind ? readKnownString(element[field]) : undefined);
  const getKey = ({ element }: { element: JsonObject }) => {
    const name = readName(element);
    return name === undefined ? undefined : normalizeName(name);
  };
  for (const { item, first } of findRepeats(listElementPlaces(model.spec), getKey))
    report({ path: [...item.path, field], ...explain(readName(item.element)!, String(first.element.id)) });
}

/** Calls back for every name that means nothing in the model. */
export function visitUnresolved(
  model: SpecIndex,
  sites: readonly FormulaSite[],
  callback: (site: FormulaSite, name: ReturnType<FormulaSite["listNames"]>[number], names: ModelNames) => void,
): void {
  const names = getNames(model);
  for (const site of sites) {
    for (const name of site.listNames()) {
      if (findMeaning(names, site, name.segments).status === "missing") callback(site, name, names);
    }
  }
}

/** A rule about the names in formulas that mean nothing, of those that `isMeant`. */
const defineMissingNameRule = (
  name: string,
  isMeant: (site: FormulaSite, segments: readonly string[]) => boolean,
): Rule => ({
  name,
  severity: "error",
  check: (model, report) =>
    visitUnresolved(model, model.formulas, (site, { text, segments, nth }, names) => {
      if (!isMeant(site, segments)) return;
      report({
        path: site.buildPath(),
        span: { text: `[${text}]`, nth },
        message: `nothing in this model is called \`[${text}]\` here`,
        hint: suggestName(site, segments, names),
      });
    }),
});

/** What to write instead of a name that means nothing; undefined: nothing is known. */
export function suggestName(site: FormulaSite, segments: readonly string[], names: ModelNames): string | undefined {
  const near = findNearestName(names, site, segments);
  if (near !== undefined) return suggest(`[${near}]`);
  const sources = site.scope === "table" && segments.length === 1 ? names.listSourceNames(site.element) : [];
  return sources.length === 1 ? `A column of its source is written \`[${sources[0]}/${segments[0]}]\`.` : undefined;
}

/** The platform refuses a name with a slash, and one on the side of a join or union, that leads nowhere. */
export const isRefused = ({ scope }: FormulaSite, segments: readonly string[]) =>
  scope === "side" || segments.length > 1;

export const missingColumn = defineMissingNameRule("missing-column", isRefused);

/** A name with a slash in it: the platform reads what is before it as an element. */
export const slashName: Rule = {
  name: "slash-name",
  severity: "error",
  check(model, report) {
    const names = getNames(model);
    model.formulas.forEach((site) => {
      for (const name of site.listNames()) {
        const found = describeSlashName(names, site, name);
        if (found === undefined) continue;
        report({ path: site.buildPath(), span: { text: `[${name.text}]`, nth: name.nth }, ...found });
      }
    });
  },
};

/** Any other name that leads nowhere is accepted, and the column gets the type `error`: nobody can read it. */
export const unresolvedName = defineMissingNameRule("unresolved-name", (site, segments) => !isRefused(site, segments));

/** The platform accepts it, and the column gets the type `error`. */
export const metricInColumn: Rule = {
  name: "metric-in-column",
  severity: "warning",
  check(model, report) {
    const names = getNames(model);
    model.formulas.forEach((site) => {
      if (site.scope !== "table" || site.buildPath()[4] !== "columns") return;
      for (const { text, segments, nth } of site.listNames()) {
        if (segments.length > 1) continue;
        const { targets, isDoubtful } = findMeaning(names, site, segments);
        if (isDoubtful || targets.length === 0 || !targets.every(({ part }) => part?.kind === "metric")) continue;
        report({
          path: site.buildPath(),
          span: { text: `[${text}]`, nth },
          message: `\`[${text}]\` is a metric, and a column that names one by itself becomes an error`,
          hint: "Write the metric's formula, or make the column a metric.",
        });
      }
    });
  },
};

export const unresolvedControl: Rule = {
  name: "unresolved-control",
  severity: "warning",
  check: (model, report) =>
    visitUnresolved(model, model.statements, (site, { text: id }) => {
      const known = [...model.elements.values()].flatMap(({ controlId }) => readKnownString(controlId) ?? []);
      const near = findNearest(id, known);
      report({
        path: site.buildPath(),
        message: `no control has the controlId \`${id}\``,
        hint: suggest(near && `{{${near}}}`),
      });
    }),
};
