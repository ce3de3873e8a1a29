import { normalizeFormula } from "../formula";
import { filterObjects, isObject, type Json, type JsonObject, readKnownString, writeStableText } from "../model/json";
import { getColumnName, listElements } from "../model/references";
import type { Exposed } from "./document";
import { addTo, closeOver } from "./graph";
import { formColumnKey, formControlKey, formElementKey, formMetricKey, listKeys } from "./keys";

/** A data model as one side of a comparison has it. */
export interface ComparedModel {
  readonly dataModelId: string;
  /** With an id for each part. */
  readonly form: Json;
  /** What {@link readUses} says that it offers. */
  readonly exposed: readonly Exposed[];
}

/** A column or metric whose values may be other ones. */
export interface ChangedPart extends Pick<Exposed, "key" | "elementId" | "name"> {
  readonly dataModelId: string;
  readonly is: "column" | "metric";
}

/**
 * The columns and metrics whose values may differ between two times: their formula does, or that of what they read, or
 * the source or a filter of an element on the way. A part that one side lacks is one, too.
 *
 * @param before the models of one time; a model that isn't among them counts as it is.
 * @example listChangedParts(old, now).map(({ name }) => name) // ["Revenue", "Average order"]
 */
export function listChangedParts(before: readonly ComparedModel[], after: readonly ComparedModel[]): ChangedPart[] {
  const [old, now] = [new Meanings(before), new Meanings(after)];
  const parts = new Map([...old.parts, ...now.parts]);
  return [...parts.values()].filter(({ key }) => old.describe(key) !== now.describe(key));
}

/** What the parts of some models mean. */
class Meanings {
  readonly parts = new Map<string, ChangedPart>();
  readonly #definitions = new Map<string, string>();
  readonly #reads = new Map<string, string[]>();

  constructor(models: readonly ComparedModel[]) {
    for (const { dataModelId, form, exposed } of models) {
      for (const part of exposed) {
        const { is, key, elementId, name, reads } = part;
        const holder = formElementKey(dataModelId, elementId);
        for (const one of listKeys(part)) for (const read of [holder, ...reads]) addTo(this.#reads, one, read);
        // A control filters tables, and formulas name it by its value: any of the model counts.
        addTo(this.#reads, holder, formControlKey(dataModelId, ""));
        if (is === "column" || is === "metric") this.parts.set(key, { dataModelId, is, key, elementId, name });
      }
      const [controls, tables] = splitControls(form as JsonObject);
      this.#definitions.set(formControlKey(dataModelId, ""), writeStableText(controls.map(dropDisplay)));
      for (const table of tables) this.#define(dataModelId, table);
    }
  }

  #define(dataModelId: string, element: JsonObject): void {
    const holder = formElementKey(dataModelId, readKnownString(element.id) ?? "");
    this.#definitions.set(holder, writeStableText(dropDisplay(element)));
    for (const item of filterObjects(element.columns)) {
      const key = formColumnKey(holder, getColumnName(item) ?? readKnownString(item.id) ?? "");
      this.#definitions.set(key, writeFormula(item));
    }
    for (const item of filterObjects(element.metrics)) {
      this.#definitions.set(formMetricKey(holder, readKnownString(item.name) ?? String(item.id)), writeFormula(item));
    }
  }

  /** All that its values depend on, as a text; undefined: there is no such part. */
  describe(key: string): string | undefined {
    if (!this.parts.has(key)) return undefined;
    const reached = closeOver([key], (one) => this.#reads.get(one) ?? []);
    return [...reached]
      .sort()
      .map((one) => `${one} ${this.#definitions.get(one) ?? ""}`)
      .join("\n");
  }
}

/** Fields of an element that change no value in it; columns and metrics count by themselves. */
const display = new Set([
  "id",
  "name",
  "description",
  "columns",
  "metrics",
  "metricFolders",
  "metricOrder",
  "folders",
  "order",
  "columnSecurities",
  "visibleAsSource",
]);

const dropDisplay = (element: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(element).filter(([field]) => !display.has(field)));

function splitControls(form: JsonObject): readonly [controls: JsonObject[], tables: JsonObject[]] {
  const all = listElements(form);
  return [all.filter(({ kind }) => kind === "control"), all.filter(({ kind }) => kind !== "control")];
}

const writeFormula = ({ formula }: JsonObject): string =>
  typeof formula === "string" ? normalizeFormula(formula) : isObject(formula) ? writeStableText(formula) : "";
