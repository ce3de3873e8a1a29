import { dropFormat } from "../formula";
import { type Json, type JsonObject, type Path, readKnownString, walkObjects } from "../model/json";

/** A formula, and where it is: in a text, as `{{…}}` or `{{… | format}}`, or the whole of it. */
export interface FormulaText {
  readonly formula: string;
  readonly path: Path;
  readonly text: string;
  /** Where in the text it begins. */
  readonly start: number;
}

export const formWhole = (formula: string, path: Path): FormulaText => ({ formula, path, text: formula, start: 0 });

/** The formulas of actions, marks, formats and progress, and those in texts. */
export function* listFormulaTexts(value: Json | undefined, path: Path): Generator<FormulaText> {
  for (const { object, path: place } of walkObjects(value, path)) {
    for (const [field, text] of Object.entries(object).flatMap(([key, one]) => listTexts(one, [key]))) {
      const at = [...place, ...field];
      if (isFormula(object, String(field[0]), place)) yield formWhole(text, at);
      else
        for (const { 1: inside = "", 2: end, index } of text.matchAll(/\{\{(.*?)(\}\}|$)/gs)) {
          if (end !== "") yield { formula: dropFormat(inside), path: at, text, start: index + 2 };
        }
    }
  }
}

/** A text, and those of a list; what is inside of objects is walked on its own. */
function listTexts(value: Json | undefined, at: Path): [Path, string][] {
  return (Array.isArray(value) ? [...value.entries()] : [[undefined, value] as const]).flatMap(([index, item]) => {
    const text = readKnownString(item);
    return text === undefined ? [] : [[index === undefined ? at : [...at, index], text]];
  });
}

const isFormula = ({ kind }: JsonObject, field: string, place: Path) =>
  field === "formula" ||
  (field === "condition" && place.at(-1) === "trigger") ||
  (kind === "progress" && ["value", "min", "max"].includes(field));
