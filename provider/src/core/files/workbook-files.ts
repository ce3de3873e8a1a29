import { statSync } from "node:fs";
import { dirname, parse, relative, resolve } from "node:path";
import { isObject, type Json, type JsonObject, type Path } from "../model/json";
import { Places, type SourcePart, type SourceText, SpecSyntaxError, unwrapDocument } from "../model/text";
import { normalizeName, suggestWord } from "../text";
import { listModelFiles } from "./model-files";
import { UnreadableFileError } from "./read";

/** The files of a workbook or report that is a folder: paths that begin with the folder. */
export interface WorkbookFiles {
  readonly folder: string;
  /** What isn't of one page or element: settings, overlays, panels, agents, and the order of the pages. */
  readonly main: string;
  readonly pages: readonly string[];
  readonly elements: readonly string[];
  /** Files that belong to no part of a workbook. */
  readonly others: readonly string[];
}

/** A file of a workbook, or the whole of it, as it reads. */
export interface ReadDocument {
  readonly value: Json;
  readonly source: SourceText;
}

/** What the main file of a folder is called: after what it holds. */
const mainNames = ["workbook", "report"];
const isMain = (path: string) => mainNames.includes(parse(path).name);

/**
 * The workbooks that are folders among some files, and the files that are none of their parts. A folder is a workbook
 * if it has a `workbook.yaml` or `report.yaml` beside a folder `pages` or `elements`.
 *
 * @param files paths as {@link listModelFiles} returns them.
 */
export function groupWorkbookFiles(files: readonly string[]): { workbooks: WorkbookFiles[]; files: string[] } {
  const mains = files.filter(isMain);
  const inside = new Map(mains.map((main) => [dirname(main), [] as string[]]));
  for (const file of files) {
    for (const folder of listFoldersAbove(file)) inside.get(folder)?.push(file);
  }
  const workbooks = mains.flatMap((main) => {
    const found = sortFiles(parse(main).dir, inside.get(dirname(main)) ?? []);
    return found.pages.length + found.elements.length > 0 && found.main === main ? [found] : [];
  });
  const parts = new Set(workbooks.flatMap((each) => [each.main, ...each.pages, ...each.elements, ...each.others]));
  return { workbooks, files: files.filter((file) => !parts.has(file)) };
}

/**
 * The files of a workbook's folder; undefined for what is no folder.
 *
 * @param cwd what `folder` is relative to.
 * @throws UnreadableFileError for a folder without `workbook.yaml` and `report.yaml`.
 */
export function findWorkbookFiles(folder: string, cwd = "."): WorkbookFiles | undefined {
  if (statSync(resolve(cwd, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const files = listModelFiles(folder, cwd);
  const found = sortFiles(folder, files);
  if (found.main !== "") return found;
  throw new UnreadableFileError(
    folder,
    "is a folder without workbook.yaml. Write it (for a report: report.yaml), or name a file.",
  );
}

function listFoldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === dirname(folder) ? [folder] : [folder, ...listFoldersAbove(folder)];
}

function sortFiles(folder: string, files: readonly string[]): WorkbookFiles {
  const inside = files.flatMap((path) => {
    const [first = "", ...rest] = relative(folder, path).split(/[\\/]/);
    return first === ".." || first === "" ? [] : [{ path, part: rest.length === 0 ? "" : first }];
  });
  const list = (part: string) => inside.flatMap((file) => (file.part === part ? [file.path] : []));
  const [main = "", ...more] = list("").filter(isMain);
  if (more.length > 0) {
    throw new UnreadableFileError(folder, `has ${[main, ...more].join(" and ")}. Keep one of them.`);
  }
  const [pages, elements] = [list("pages"), list("elements")];
  const known = new Set([main, ...pages, ...elements]);
  const others = inside.flatMap(({ path }) => (known.has(path) ? [] : [path]));
  return { folder, main, pages, elements, others };
}

/**
 * A workbook of one file: the document without the envelope that the API has around it, and with the layouts of pages,
 * overlays and panels by their ids. One that is wrapped twice stays as it is, for the rules to report.
 */
export function openWorkbookFile({ value, source }: ReadDocument): ReadDocument {
  const { document, prefix } = unwrapDocument(value);
  if (unwrapDocument(document).prefix.length > 0) return { value, source };
  const opened: SourceText = prefix.length === 0 ? source : { ...source, parts: [{ path: [], from: prefix, source }] };
  return isObject(document) ? liftLayouts(document, opened) : { value: document, source: opened };
}

/** Puts what a page, overlay or panel says of its layout where that of all is; both say the same. */
function liftLayouts(document: JsonObject, source: SourceText): ReadDocument {
  const parts: SourcePart[] = [];
  const { layout: before } = document;
  if (before !== undefined && !isObject(before)) return { value: document, source };
  const layout: JsonObject = { ...before };
  const result: JsonObject = { ...document };
  for (const field of ["pages", "overlays", "panels"]) {
    const list = document[field];
    if (!Array.isArray(list)) continue;
    result[field] = list.map((item, index) => {
      if (!isObject(item) || typeof item.id !== "string" || item.layout === undefined || Object.hasOwn(layout, item.id))
        return item;
      const { layout: own, ...rest } = item;
      layout[item.id] = own;
      parts.push({ path: ["layout", item.id], from: [field, index, "layout"], source });
      return rest;
    });
  }
  if (parts.length === 0) return { value: document, source };
  return { value: { ...result, layout }, source: { ...source, parts: [{ path: [], from: [], source }, ...parts] } };
}

/**
 * A workbook from the files of its folder. A page or element without `id` has the name of its file.
 *
 * @param read reads one of the files.
 * @throws SpecSyntaxError for files that make no workbook, with the place.
 */
export function assembleWorkbook(files: WorkbookFiles, read: (path: string) => ReadDocument): ReadDocument {
  const main = read(files.main);
  const { value } = main;
  if (!isObject(value))
    throw createError(main.source, [], "a workbook or report is a mapping", "Write `pages: [...]`.");
  const [other] = files.others;
  if (other !== undefined) {
    const hint = "Move it to pages or elements, or begin its name with `_` if it is included.";
    throw createError(
      { text: "", file: read(other).source.file },
      [],
      `the file is no part of the ${parse(files.main).name}`,
      hint,
    );
  }
  const parts: SourcePart[] = [{ path: [], from: [], source: main.source }];
  const collect = (field: string, items: readonly Item[]): Json[] =>
    items.map(({ item, from, source }, index) => {
      parts.push({ path: [field, index], from, source });
      return item;
    });
  const pages = collect(
    "pages",
    orderPages(
      main,
      files.pages.flatMap((path) => listItems(path, read(path), "page")),
    ),
  );
  const own = listOwn(main, "elements").flatMap(({ item, ...place }) => (isObject(item) ? [{ item, ...place }] : []));
  const elements = collect("elements", [
    ...own,
    ...files.elements.flatMap((path) => listItems(path, read(path), "element")),
  ]);
  const whole: JsonObject = { schemaVersion: 1, kind: parse(files.main).name, ...value, pages, elements };
  return liftLayouts(whole, { ...main.source, parts });
}

/** A page or element, and where it stands. */
interface Item {
  readonly item: Json;
  readonly from: Path;
  readonly source: SourceText;
  /** Of one that has a file to itself: what the file is called. */
  readonly name?: string;
}

function listItems(path: string, { value, source }: ReadDocument, what: string): Item[] {
  const { name } = parse(path);
  if (isObject(value)) return [{ item: { id: name, ...value }, from: [], source, name }];
  if (!Array.isArray(value)) {
    throw createError(source, [], `the file of ${what === "page" ? "a page" : "an element"} is a mapping`);
  }
  return value.map((item, index) => {
    if (isObject(item)) return { item, from: [index], source };
    throw createError(source, [index], `the items of this list are ${what}s`, "Write each as a mapping.");
  });
}

function listOwn({ value, source }: ReadDocument, field: string): Item[] {
  const list = (value as JsonObject)[field];
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw createError(source, [field], `\`${field}\` is a list`);
  return list.map((item, index) => ({ item, from: [field, index], source }));
}

/** The pages in the order in which the main file names them; those that it doesn't name follow. */
function orderPages(main: ReadDocument, files: readonly Item[]): Item[] {
  const left = new Set(files);
  const named = listOwn(main, "pages").map((entry) => {
    const { item: name, from, source } = entry;
    if (typeof name !== "string") return entry;
    const isCalled = (text: Json | undefined) =>
      typeof text === "string" && normalizeName(text) === normalizeName(name);
    const found = [...left].find(({ item, name: file }) => isCalled((item as JsonObject).id) || isCalled(file));
    if (found === undefined) {
      const known = files.flatMap(({ item, name: file }) => [String((item as JsonObject).id), ...(file ? [file] : [])]);
      const isTwice = known.some(isCalled);
      const what = isTwice ? `the page \`${name}\` is named twice` : `no file in pages has the page \`${name}\``;
      throw createError(source, from, what, isTwice ? "Name it once." : suggestWord(name, known).trim() || undefined);
    }
    left.delete(found);
    return found;
  });
  return [...named, ...left];
}

function createError(source: SourceText, path: Path, reason: string, hint?: string): SpecSyntaxError {
  const { file = source.file, line, column } = source.text === "" ? {} : new Places(source).locate(path);
  return new SpecSyntaxError({ file, line: line ?? 1, column: column ?? 1, reason, hint });
}
