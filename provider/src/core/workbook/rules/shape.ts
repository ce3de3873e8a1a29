/** What the grammar says of a document: the shape of its values, and its fields and kinds. */

import { remember } from "../../data";
import { filterObjects, type JsonObject, type Path } from "../../model/json";
import { type About, checkShape, type ObjectShape, type ShapeRule } from "../../model/schema";
import type { Report } from "../../model/text";
import { getOwnValue, suggest } from "../../text";
import { getGrammar } from "../grammar";
import type { WorkbookIndex } from "../workbook-index";
import type { WorkbookRule } from "./rule";
import { movedFields } from "./structure";

interface ShapeProblem {
  readonly rule: string;
  readonly report: Report;
}

const known = new WeakMap<WorkbookIndex, readonly ShapeProblem[]>();

/** The deviations from the grammar, found once for all rules. */
const findDeviations = (workbook: WorkbookIndex): readonly ShapeProblem[] =>
  remember(known, workbook, () => listDeviations(workbook));

function listDeviations({ document, noun }: WorkbookIndex): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  const fields = listControlFields();
  // What the document itself lacks is a finding of `documentShape`.
  const { kind: _, schemaVersion: __, ...rest } = document;
  checkShape(getGrammar().documents[noun], rest, [], (rule, { about = {}, ...report }) => {
    const { path } = report;
    const field = String(path.at(-1));
    const isOfType = path.length === 3 && isControl(document, path) && fields.has(field);
    const isMoved = path.length === 1 && Object.hasOwn(movedFields, field);
    const isOfPage = path.length === 3 && path[0] === "pages" && field === "elements";
    // Editors check a JSON file by it, also that of a page or an element.
    const isSchema = field === "$schema" && (path.length === 1 || path.length === 3);
    if (path.length === 0 || (rule === "unknown-field" && (isOfType || isMoved || isOfPage || isSchema))) return;
    found.push({
      rule: nameRule(rule, path, about),
      report: { ...report, path: [...path], ...describe(rule, report, about) },
    });
  });
  return found;
}

/** The fields of all types of controls: the platform takes those of one for another. */
function listControlFields(): ReadonlySet<string> {
  const control = getGrammar().element.variants.get("control");
  const types = control?.is === "variant" ? [...control.variants.values()] : [];
  const objects = types.flatMap((type) => (type.is === "variant" ? [...type.variants.values()] : [type]));
  return new Set(objects.flatMap((type) => [...(type as ObjectShape).fields.keys()]));
}

const isControl = (document: JsonObject, [list, index]: Path) =>
  list === "elements" && filterObjects(document.elements)[Number(index)]?.kind === "control";

/** The rule that a finding is of. */
function nameRule(rule: ShapeRule, path: Path, { field, traits, near }: About): string {
  const isBlock = path.length === 2 && ["pages", "overlays", "panels"].includes(String(path[0]));
  if (field !== undefined && isBlock) return "workbook-shape";
  if (traits?.isClosed) return "missing-field";
  if (rule === "unknown-field" && near !== undefined) return "misspelt-field";
  return rule === "unknown-value" ? "unknown-kind" : rule;
}

/** What to write for a field that is missing. */
const examples: Readonly<Record<string, string>> = {
  id: "Write an id of your own.",
  formula: "Such as `[Orders/Amount]`.",
  mode: "Such as `mode: include` of a list, `mode: equals` of a text, `mode: between` of a range of dates.",
};

/** What is said of workbooks, whose interface is in beta: what is not known is sent as it is. */
function describe(
  rule: ShapeRule,
  { path, message: own, hint }: Report,
  { field, traits, value, known, near }: About,
): Partial<Report> {
  const last = String(path.at(-1));
  if (rule === "missing-field" && field !== undefined)
    return { hint: hint ?? traits?.hint ?? getOwnValue(examples, field) ?? `Write \`${field}: …\`.` };
  if (rule === "wrong-type" && value === null && last === "id")
    return { hint: "Write an id of your own, such as `id: revenue`." };
  if (rule === "wrong-type" && path.length === 1 && last === "layout")
    return { message: own.replace("a string or an object", "lists by page, or XML") };
  if (rule === "misspelt-field") return { message: `\`${last}\` is not known here` };
  if (rule === "unknown-field" && near !== undefined)
    return { message: `\`${last}\` is not known here`, hint: suggest(near) };
  if (rule === "unknown-field") {
    const message = `\`${last}\` is not known here; it is sent as it is, and the platform may drop it`;
    return { message, hint: getOwnValue(traits?.misplaced ?? {}, last) ?? "Remove it, if it isn't new." };
  }
  if (known === undefined) return {};
  if (traits?.isClosed) return { message: `there is no ${traits.noun} \`${value}\``, hint: suggest(near, known) };
  const what = `the ${traits?.noun ?? `\`${last}\``} \`${value}\` is not known`;
  if (near !== undefined) return { message: `${what} here` };
  return { message: `${what}; it is sent as it is, unchecked`, hint: suggest(undefined, known.slice(0, 8)) };
}

const define = (name: string, severity: WorkbookRule["severity"]): WorkbookRule => ({
  name,
  severity,
  check(workbook, report) {
    for (const found of findDeviations(workbook)) if (found.rule === name) report(found.report);
  },
});

/** The rules that the grammar has. */
export const shapeRules: readonly WorkbookRule[] = [
  define("workbook-shape", "error"),
  define("wrong-type", "error"),
  define("missing-field", "error"),
  define("misspelt-value", "error"),
  define("misspelt-field", "error"),
  define("unknown-kind", "warning"),
  define("unknown-field", "warning"),
  define("dropped-field", "warning"),
];
