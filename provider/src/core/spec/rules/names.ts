import { nearest } from "../../text";
import { type JsonObject, knownString } from "../json";
import { type FormulaSite, walkFormulas, walkStatements } from "../references/formula-sites";
import { NameResolver } from "../references/names";
import { elementPlaces } from "../references/references";
import type { SpecIndex } from "../references/spec-index";
import type { Report } from "../text/findings";
import type { Rule } from "./rule";

export const duplicateTableName: Rule = {
  name: "duplicate-table-name",
  severity: "warning",
  check: (model, report) =>
    reportRepeats(model, "table", "name", report, (name, other) => ({
      message: `the name \`${name}\` is also that of table \`${other}\`: formulas and the matching of ids can't distinguish them`,
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
  report: (finding: Report) => void,
  explain: (name: string, other: string) => Omit<Report, "path">,
): void {
  const first = new Map<string, JsonObject>();
  for (const { element, path } of elementPlaces(model.spec)) {
    const name = element.kind === kind ? knownString(element[field]) : undefined;
    if (name === undefined) continue;
    const other = first.get(name);
    if (other) report({ path: [...path, field], ...explain(name, String(other.id)) });
    else first.set(name, element);
  }
}

/** Calls back for every name that means nothing in the model. */
function forUnresolved(
  model: SpecIndex,
  walk: (spec: JsonObject, visit: (site: FormulaSite) => void) => void,
  callback: (site: FormulaSite, name: ReturnType<FormulaSite["names"]>[number], names: NameResolver) => void,
): void {
  const names = new NameResolver(model);
  walk(model.spec, (site) => {
    for (const name of site.names()) {
      if (names.meaning(site, name.segments).status === "missing") callback(site, name, names);
    }
  });
}

export const unresolvedName: Rule = {
  name: "unresolved-name",
  severity: "warning",
  check: (model, report) =>
    forUnresolved(model, walkFormulas, (site, { text, segments, nth }, names) => {
      const near = names.nearest(site, segments);
      report({
        path: site.path(),
        span: { text: `[${text}]`, nth },
        message: `nothing in this model is called \`[${text}]\` here`,
        ...(near === undefined ? {} : { hint: `Did you mean \`[${near}]\`?` }),
      });
    }),
};

export const unresolvedControl: Rule = {
  name: "unresolved-control",
  severity: "warning",
  check: (model, report) =>
    forUnresolved(model, walkStatements, (site, { text: id }) => {
      const known = [...model.elements.values()].flatMap(({ controlId }) => knownString(controlId) ?? []);
      const near = nearest(id, known);
      report({
        path: site.path(),
        message: `no control has the controlId \`${id}\``,
        ...(near === undefined ? {} : { hint: `Did you mean \`{{${near}}}\`?` }),
      });
    }),
};
