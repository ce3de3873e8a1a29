import { addTo } from "../data";
import { normalizeFormula } from "../formula";
import {
  filterObjects,
  isObject,
  type Json,
  type JsonObject,
  omitFields,
  readKnownString,
  writeStableText,
} from "../model/json";
import { getColumnName, listElements } from "../model/references";
import type { Exposed } from "./document";
import { closeOver } from "./graph";
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
  /** What its formulas name, itself and through others, that isn't there, at each time. */
  readonly missing: readonly [before: readonly string[], after: readonly string[]];
}

type KnownPart = Omit<ChangedPart, "missing">;

/** A column or metric that is called otherwise and means the same. */
export interface RenamedPart extends KnownPart {
  readonly was: string;
}

/**
 * The columns and metrics whose values may differ between two times: their formula does, or that of what they read, or
 * the source or a filter of an element on the way. A part that one side lacks is one, too; one with another name and
 * the same id is both.
 *
 * @param before the models of one time; a model that isn't among them counts as it is.
 * @example compareParts(old, now).changed.map(({ name }) => name) // ["Revenue", "Average order"]
 */
export function compareParts(
  before: readonly ComparedModel[],
  after: readonly ComparedModel[],
): { readonly changed: ChangedPart[]; readonly renamed: RenamedPart[] } {
  const [old, now] = [new Meanings(before), new Meanings(after)];
  const changed: KnownPart[] = [];
  const renamed: RenamedPart[] = [];
  for (const id of new Set([...old.parts.keys(), ...now.parts.keys()])) {
    const [one, other] = [old.parts.get(id), now.parts.get(id)];
    const isRenamed = one !== undefined && other !== undefined && one.key !== other.key;
    if (old.describe(id) !== now.describe(id)) changed.push(...(isRenamed ? [one, other] : [(other ?? one)!]));
    else if (isRenamed) renamed.push({ ...other, was: one.name });
  }
  return {
    changed: changed.map((part) => ({ ...part, missing: [old.listMissing(part.key), now.listMissing(part.key)] })),
    renamed,
  };
}

/** What the parts of some models mean. */
class Meanings {
  /** By their ids, as far as they have some. */
  readonly parts = new Map<string, KnownPart>();
  readonly #ids = new Map<string, string>();
  readonly #missing = new Map<string, readonly string[]>();
  readonly #definitions = new Map<string, string>();
  readonly #reads = new Map<string, string[]>();

  constructor(models: readonly ComparedModel[]) {
    for (const { dataModelId, form, exposed } of models) {
      for (const part of exposed) {
        const { is, key, idKey, elementId, name, reads, missing = [] } = part;
        this.#missing.set(key, missing);
        const holder = formElementKey(dataModelId, elementId);
        for (const one of listKeys(part)) for (const read of [holder, ...reads]) addTo(this.#reads, one, read);
        // A control filters tables, and formulas name it by its value: any of the model counts.
        addTo(this.#reads, holder, formControlKey(dataModelId, ""));
        if (is !== "column" && is !== "metric") continue;
        const id = `${is} ${idKey ?? key}`;
        this.parts.set(id, { dataModelId, is, key, elementId, name });
        this.#ids.set(key, id);
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

  /** All that the values of a part depend on, as a text; undefined: there is no such part. */
  describe(id: string): string | undefined {
    const part = this.parts.get(id);
    if (part === undefined) return undefined;
    return [...this.#reach(part.key)]
      .map((key) => `${this.#ids.get(key) ?? key} ${this.#definitions.get(key) ?? ""}`)
      .sort()
      .join("\n");
  }

  /** What it names, itself and through others, that isn't there. */
  listMissing(key: string): string[] {
    const reached = this.#ids.has(key) ? [...this.#reach(key)] : [];
    return [...new Set(reached.flatMap((one) => this.#missing.get(one) ?? []))];
  }

  #reach(key: string): Set<string> {
    return closeOver([key], (one) => this.#reads.get(one) ?? []);
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

const dropDisplay = (element: JsonObject): JsonObject => omitFields(element, display);

function splitControls(form: JsonObject): readonly [controls: JsonObject[], tables: JsonObject[]] {
  const all = listElements(form);
  return [all.filter(({ kind }) => kind === "control"), all.filter(({ kind }) => kind !== "control")];
}

const writeFormula = ({ formula }: JsonObject): string =>
  typeof formula === "string" ? normalizeFormula(formula) : isObject(formula) ? writeStableText(formula) : "";
