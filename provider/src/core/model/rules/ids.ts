import { groupBy } from "../../data";
import { findNearest, getOwnValue, mostSuggestions, suggest } from "../../text";
import { type Json, readKnownString, walkValues } from "../json";
import { type IdKind, type IdSite, kindNames, listPartIds } from "../references/references";
import { hasAllParts, type SpecIndex } from "../references/spec-index";
import { findRepeats } from "./repeats";
import type { Reporter, Rule } from "./rule";

/**
 * What no reader of a state or a message can hold as an id: nothing, the name of JavaScript's prototypes, and halves of
 * characters.
 */
const isUsable = (id: string) => id.trim() !== "" && id !== "__proto__" && id.isWellFormed();

export const unusableId: Rule = {
  name: "unusable-id",
  severity: "error",
  check({ definitions }, report) {
    for (const site of definitions) {
      if (isUsable(site.id)) continue;
      report({
        path: site.buildPath(),
        message: `${JSON.stringify(site.id)} can't be an id`,
        hint: "Give it another id, such as `orders`.",
      });
    }
  },
};

/** Fields whose values the platform gives, and files have from a stack. */
const outsideFields: Readonly<Record<string, string>> = { connectionId: "a connection", dataModelId: "a data model" };

/** A word, as people call things: ids of the platform have digits. */
const isWord = (id: string) => /^[a-z][a-z_-]{2,19}$/i.test(id);

/** Reports the names of things outside of a form that lack the tag which makes them one. */
export function reportForgottenRefs(authored: Json, report: Reporter): void {
  for (const { value, path } of walkValues(authored)) {
    const what = getOwnValue(outsideFields, String(path.at(-1)));
    const id = what === undefined ? undefined : readKnownString(value);
    if (id === undefined || !isWord(id)) continue;
    const message = `\`${id}\` can't be the id of ${what}: those of the platform have digits`;
    report({ path, message, hint: `Write \`!ref ${id}\`, and give its value in \`refs\`.` });
  }
}

/** What a program gives for a name may be another name, of which the provider says the id. */
export const forgottenRef: Rule = {
  name: "forgotten-ref",
  severity: "error",
  check({ authored }, report) {
    if (authored !== undefined) reportForgottenRefs(authored, report);
  },
};

/** Kinds that share lists, and so may not share ids. */
const sharing: Partial<Record<IdKind, IdKind>> = { folder: "column", metricFolder: "metric" };

const formKey = ({ kinds: [kind], id }: IdSite) => `${sharing[kind!] ?? kind} ${id}`;

export const duplicateId: Rule = {
  name: "duplicate-id",
  severity: "error",
  check({ definitions }, report) {
    // Pages and elements have theirs in the model, parts in their table.
    const isPart = ({ kinds: [kind] }: IdSite) => kind !== "page" && kind !== "element";
    const scopes = groupBy(definitions, (site) => (isPart(site) ? site.element : undefined));
    for (const sites of scopes.values()) {
      for (const { item: site, first } of findRepeats(sites, formKey)) {
        const place = isPart(site) ? ` of \`${site.owner ?? "this table"}\`` : "";
        report({
          path: site.buildPath(),
          message: `the id \`${site.id}\` is also that of another ${kindNames[first.kinds[0]!]}${place}`,
          hint: "Give each its own id.",
        });
      }
    }
  },
};

export const missingReference: Rule = {
  name: "missing-reference",
  severity: "error",
  check(model, report) {
    let missing = 0;
    for (const site of model.references) {
      if (site.orName || isResolvable(site, model)) continue;
      missing += 1;
      const isElement = site.kinds[0] === "element";
      const kinds = isElement ? "table" : site.kinds.map((kind) => kindNames[kind]).join(" or ");
      const listKnown = () => (isElement ? listTableIds(model) : listCandidates(site, model));
      const near = missing > mostSuggestions ? undefined : findNearest(site.id, listKnown());
      report({
        path: site.buildPath(),
        message: isElement
          ? `there is no table \`${site.id}\` in this model`
          : `table \`${site.owner}\` has no ${kinds} \`${site.id}\``,
        hint: suggest(near),
      });
    }
  },
};

function listTableIds({ elements }: SpecIndex): string[] {
  return [...elements].flatMap(([id, element]) => (element.kind === "table" ? [id] : []));
}

function listCandidates(site: IdSite, { elements }: SpecIndex): string[] {
  const element = elements.get(site.owner ?? "");
  return element ? site.kinds.flatMap((kind) => listPartIds(element, kind)) : [];
}

/**
 * True as well where it can't be decided: something is unknown, or the element that should have the part is missing
 * itself.
 */
function isResolvable(site: IdSite, model: SpecIndex): boolean {
  if (site.kinds[0] === "element") {
    const target = model.elements.get(site.id);
    return target ? target.kind !== "control" : !model.isComplete;
  }
  const owner = model.elements.get(site.owner ?? "");
  if (owner?.kind !== "table") return true;
  return site.kinds.some(
    (kind) =>
      kind !== "page" && kind !== "element" && (model.hasPart(owner, kind, site.id) || !hasAllParts(owner, kind)),
  );
}
