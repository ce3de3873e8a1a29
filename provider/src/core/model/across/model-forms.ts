import { remember } from "../../data";
import { isSameName, normalizeName } from "../../text";
import { assignIds } from "../identity/assign";
import { isObject, isPlaceholder, type Json, type JsonObject, splitRef } from "../json";
import { createReporter, type Finding, formatFinding, type Report, type Severity } from "../text/findings";
import { locateFindings, type SourceText } from "../text/located";
import { type ModelOfSet, ModelSet } from "./model-set";

/** A model as its file has it, with placeholders. */
export interface ModelForm {
  /** The name by which other files refer to it: `orders` of `!ref orders#fact_orders`. */
  readonly name: string;
  readonly form: Json;
  /** Its text, for the places of findings. */
  readonly source: SourceText;
  /** The models that its own names stand for; default: those of the other files with these names. */
  readonly refs?: ReadonlyMap<string, ModelForm>;
}

/**
 * What formulas name in the models that they read from, although these have nothing of that name, as findings of the
 * rule `missing-column`. A source names another model by `!ref orders` and `!ref orders#fact_orders`. Where two files
 * have one name, nothing can be decided.
 */
export function findMissingNames(
  models: readonly ModelForm[],
  severity: Severity,
): { source: SourceText; findings: Finding[] }[] {
  const set = buildFormSet(models);
  return models
    .filter((model) => set.has(model) && isReadingOthers(model.form))
    .map((model) => {
      const findings: Finding[] = [];
      const report = createReporter(model.form, findings, { own: { "missing-column": severity } });
      for (const found of set.findUnknownNames(model)) report("missing-column", found);
      if (findings.length > 0) locateFindings(findings, model.source);
      return { source: model.source, findings };
    });
}

/** Forms that read from each other. */
export interface FormSet {
  has(form: ModelForm): boolean;
  /** The model that a name in a form stands for; undefined: it can't be known. */
  findMeant(form: ModelForm, ref: string): ModelForm | undefined;
  /** What the form's formulas and parameters name, and the models that it reads from don't have. */
  findUnknownNames(form: ModelForm): Report[];
}

/**
 * Puts forms together by the names that they have for each other.
 *
 * @param readers what reads from models, and no model reads from it.
 */
export function buildFormSet(models: readonly ModelForm[], readers: readonly ModelForm[] = []): FormSet {
  const all = [...models, ...readers];
  const keys = new Map(all.map((model, index) => [model, String(index)]));
  const getKey = (model: ModelForm): string => remember(keys, model, () => String(keys.size));
  const findMeant = ({ refs }: ModelForm, ref: string) =>
    refs === undefined ? findOnlyOne(models, ref) : refs.get(normalizeName(ref));
  const set = new Map<string, ModelOfSet>();
  const add = (model: ModelForm): void => {
    const { name, form, refs } = model;
    if (!isObject(form) || set.has(getKey(model))) return;
    set.set(getKey(model), {
      name,
      spec: assignIds(form),
      locate: (source) => {
        const place = readSource(source);
        const other = place && findMeant(model, place.model);
        return other && { model: getKey(other), element: place.element };
      },
      locateModel: ({ dataModelId }) => {
        const other = isPlaceholder(dataModelId) ? findMeant(model, dataModelId.$ref) : undefined;
        return other && getKey(other);
      },
    });
    for (const other of refs?.values() ?? []) add(other);
  };
  for (const model of all) add(model);
  const resolver = new ModelSet(set);
  return {
    has: (model) => set.has(getKey(model)),
    findMeant,
    findUnknownNames: (model) => resolver.findUnknownNames(getKey(model)).map(({ foreign: _, ...report }) => report),
  };
}

/**
 * The same for a stack, whose `analytics:rules` set the severity.
 *
 * @returns the warnings, as lines.
 * @throws an error of a line for each finding, where they are errors.
 */
export function reviewNames(models: readonly ModelForm[], rules: Readonly<Record<string, unknown>>): string[] {
  const severity = rules["missing-column"];
  if (severity === "off") return [];
  const found = findMissingNames(models, severity === "warning" ? severity : "error");
  const lines = found.flatMap(({ findings }) => findings.map(formatFinding));
  if (severity !== "warning" && lines.length > 0) throw new Error(lines.join("\n"));
  return lines;
}

function findOnlyOne(models: readonly ModelForm[], name: string): ModelForm | undefined {
  const named = models.filter((model) => isSameName(model.name, name));
  return named.length === 1 ? named[0] : undefined;
}

/** Most models read from no other, and looking through all formulas takes time. */
const isReadingOthers = (form: Json) => JSON.stringify(form).includes('"data-model"');

/** The model and element that a source names, where both are names of one model. */
function readSource({ dataModelId, elementId }: JsonObject): { model: string; element: string } | undefined {
  if (!isPlaceholder(dataModelId) || !isPlaceholder(elementId)) return undefined;
  const [model, element] = splitRef(elementId.$ref);
  return element === undefined || !isSameName(dataModelId.$ref, model) ? undefined : { model, element };
}
