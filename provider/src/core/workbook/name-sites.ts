/** The names in a document, and what each means where it stands. */
import { findNames } from "../formula";
import { assignIds } from "../model/identity";
import {
  getValue,
  isObject,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
} from "../model/json";
import {
  FormulaSite,
  findMeaning,
  listElementPlaces,
  type Meaning,
  type ModelNames,
  walkFormulas,
} from "../model/references";
import { convertToModel, toWorkbookPath } from "./as-model";
import { listFormulaTexts } from "./formula-texts";

/** A name in a text of a document. */
export interface NameSite {
  /** Of the text, in the document. */
  readonly path: Path;
  readonly text: string;
  /** Where the name stands in the text, without its brackets. */
  readonly start: number;
  readonly end: number;
  readonly segments: readonly string[];
  /** Whether it is the whole text, without brackets. */
  readonly isBare: boolean;
  readonly site: FormulaSite;
}

/** A data model or a workbook, as its names are looked up. */
export interface NamedForm {
  readonly form: JsonObject;
  readonly isWorkbook: boolean;
  /** The form as a data model: all that has columns is a table. */
  readonly model: JsonObject;
}

/** @param form without the envelope of the API; a data model's parts get ids where they have none. */
export const createNamedForm = (form: JsonObject, isWorkbook: boolean): NamedForm => ({
  form,
  isWorkbook,
  model: isWorkbook ? convertToModel(form, { isOfAnyKind: true }) : assignIds(form),
});

/** The elements of a document as its formulas see them, with their places in the document. */
export const listNamedElements = ({ model, isWorkbook }: NamedForm): { element: JsonObject; path: Path }[] =>
  listElementPlaces(model).map(({ element, path }) => ({ element, path: isWorkbook ? toWorkbookPath(path) : path }));

/** The names in all texts of a document. */
export const listNameSites = (named: NamedForm): NameSite[] => [
  ...listFormulaNames(named),
  ...(named.isWorkbook ? listTextNames(named) : []),
];

/** Names in formulas of columns and metrics, and in the sides of joins, unions and transposes. */
function listFormulaNames({ model, isWorkbook }: NamedForm): NameSite[] {
  const found: NameSite[] = [];
  const add = (site: FormulaSite) => {
    const at = site.buildPath();
    const text = readKnownString(getValue(model, at));
    if (text === undefined) return;
    const path = isWorkbook ? toWorkbookPath(at) : at;
    const isBare = site.scope === "side" && !text.includes("[");
    if (isBare) found.push({ path, text, start: 0, end: text.length, segments: [text], isBare, site });
    else for (const one of listNamesIn(text, { path, text, site })) found.push(one);
  };
  walkFormulas(model, add);
  for (const { element, path } of listElementPlaces(model)) {
    const { source } = element;
    if (!isObject(source) || source.kind !== "transpose") continue;
    for (const field of ["outputColumns", "columnsToMerge"]) {
      for (const [index, text] of toList(source[field]).entries()) {
        add(new FormulaSite(element, "side", text, path, ["source", field, index], source.source));
      }
    }
  }
  return found;
}

/** Names in texts with `{{…}}`, actions, conditional formats, marks and progress of a workbook. */
function listTextNames({ form, model }: NamedForm): NameSite[] {
  const listInside = (value: JsonObject[string], path: Path, host: JsonObject) =>
    [...listFormulaTexts(value, path)].flatMap(({ formula, path: at, text, start }) =>
      listNamesIn(formula, { path: at, text, site: new FormulaSite(host, "table", text, [], at) }, start),
    );
  return [
    ...listObjectEntries(form.elements).flatMap(([index, element]) => {
      const converted = getValue(model, ["pages", 0, "elements", index]);
      const { columns: _, source: __, ...rest } = element;
      return listInside(rest, ["elements", index], isObject(converted) ? converted : element);
    }),
    ...["pages", "overlays", "panels", "agents", "settings"].flatMap((field) => listInside(form[field], [field], {})),
  ];
}

const listNamesIn = (formula: string, at: Pick<NameSite, "path" | "text" | "site">, from = 0): NameSite[] =>
  findNames(formula).map(({ segments, start, end }) => ({
    ...at,
    segments,
    isBare: false,
    start: from + start + 1,
    end: from + end,
  }));

/**
 * What a name means where it stands, also without the side of a join behind it.
 *
 * @param segments in place of those that the name has.
 */
export function resolveName(
  names: ModelNames,
  { site, segments: own }: Pick<NameSite, "site" | "segments">,
  segments: readonly string[] = own,
): Meaning {
  const found = findMeaning(names, site, dropContext(segments));
  const plain = dropSide(segments);
  if (found.status === "found" || plain === undefined) return found;
  const behind = findMeaning(names, site, dropContext(plain));
  return behind.status === "found" ? behind : found;
}

/** Whether a name means something only without the side of a join behind it. */
export const isOfSide = (names: ModelNames, { site, segments }: NameSite): boolean =>
  dropSide(segments) !== undefined && findMeaning(names, site, dropContext(segments)).status !== "found";

/** A name without what is behind that of a column of a join: the side that it is from. */
export function dropSide(segments: readonly string[]): readonly string[] | undefined {
  const [, plain] = /^(.*) \([^()]*\)$/s.exec(segments.at(-1) ?? "") ?? [];
  return plain === undefined ? undefined : [...segments.slice(0, -1), plain];
}

/** The word before a slash that leads to what the reader selected. */
const selection = "Selection";

/** A name without what leads to the reader's selection, or to a card of a repeated container. */
function dropContext(segments: readonly string[]): readonly string[] {
  const [first = "", ...rest] = segments;
  if (rest.length === 0) return segments;
  return first === selection ? rest : [first.replace(/ repeated container$/, ""), ...rest];
}
