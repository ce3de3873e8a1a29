/** Writes a workbook into files: new ones, or those that it has, of which only what differs is touched. */
import { parse, posix } from "node:path";
import type { WorkbookFiles } from "pulumi-analytics-internal/core/files";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import {
  filterObjects,
  isObject,
  isSameJson,
  readKnownString,
  toList,
} from "pulumi-analytics-internal/core/model/json";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import { createNameFinder } from "pulumi-analytics-internal/core/text";
import { getGrammar, readNoun } from "pulumi-analytics-internal/core/workbook";
import { formatPath } from "../command/files";
import { formatSchemaLine, formatSchemaLineIn, type schemas } from "../project/schema-line";
import { updateModel, writeModel } from "../text";
import { toFileName } from "../text/names";
import type { FileEdit } from "./document";
import { type ModelFile, readModelFile } from "./model-file";
import type { DocumentFile } from "./read-files";

const fields = ["pages", "overlays", "panels"] as const;

/**
 * The files of a new workbook or report that is a folder, by their path in it.
 *
 * @param form with its layout by block; see `readLayoutAsRows`.
 * @param folder where they will be, from the folder of which the path to the package is given.
 */
export function createWorkbookFiles(form: JsonObject, folder: string, packagePath: string): Map<string, string> {
  const { schemaVersion: _, kind: __, elements, pages, layout, ...rest } = form;
  const files = new Map<string, string>();
  const shapes = getGrammar();
  const names = new FileNames([]);
  const add = (file: string, kind: keyof typeof schemas, value: Json, shape: Shape) =>
    files.set(file, formatSchemaLine(packagePath, `${folder}/${file}`, kind) + writeModel(value, [], shape));
  const layouts = isObject(layout) ? layout : {};
  const pageNames = filterObjects(pages).map((page) => {
    const { name, value } = names.placeItem("pages", addLayout(page, layouts));
    add(`pages/${name}.yaml`, "page", value, shapes.page);
    return name;
  });
  for (const element of filterObjects(elements)) {
    const { name, value } = names.placeItem("elements", element);
    add(`elements/${name}.yaml`, "element", value, shapes.element);
  }
  const main: JsonObject = { pages: pageNames, ...lowerLayouts(rest, layouts) };
  if (typeof layout === "string") main.layout = layout;
  const noun = readNoun(form);
  add(`${noun}.yaml`, noun, main, shapes.documents[noun]);
  return files;
}

const addLayout = (item: JsonObject, layouts: JsonObject): JsonObject =>
  typeof item.id === "string" && Object.hasOwn(layouts, item.id) ? { ...item, layout: layouts[item.id]! } : item;

/** Puts layouts of overlays and panels into them. */
function lowerLayouts(document: JsonObject, layouts: JsonObject): JsonObject {
  const lowered = fields.slice(1).flatMap((field) => {
    const list = document[field];
    return Array.isArray(list)
      ? [[field, list.map((item) => (isObject(item) ? addLayout(item, layouts) : item))] as const]
      : [];
  });
  return { ...document, ...Object.fromEntries(lowered) };
}

/** The names of the files of pages and elements, each once, also where the file system doesn't tell case apart. */
class FileNames {
  readonly #taken: Set<string>;
  readonly #findFreePath = createNameFinder("-");

  constructor(paths: readonly string[]) {
    this.#taken = new Set(paths.map((path) => path.toLowerCase()));
  }

  /** The file's name of an item, and what stands in it: an id that the name says is left out. */
  placeItem(folder: string, item: JsonObject): { name: string; value: JsonObject } {
    const id = readKnownString(item.id) ?? "";
    const title = isObject(item.name) ? item.name.text : (item.name ?? item.text);
    const isOwn = /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(id) && id.length <= 60;
    const base = (isOwn ? id : toFileName(readKnownString(title) ?? "") || toFileName(id)) || "part";
    const path = this.#findFreePath(`${folder}/${base}`, (other) => this.#taken.has(other.toLowerCase()));
    this.#taken.add(path.toLowerCase());
    const name = path.slice(folder.length + 1);
    const { id: _, ...rest } = item;
    return { name, value: name === id ? rest : item };
  }
}

/**
 * What becomes of the files of a workbook when it reads as `form`: comments, order, anchors and references stay where
 * the meaning does. None: it does already.
 *
 * @param form as {@link readDocumentFile} gives it: with layouts by block, or in one text.
 * @throws UsageError where a file can't be changed in place; it says where.
 */
export function editWorkbookFiles(cwd: string, { file: path, folder }: DocumentFile, form: JsonObject): FileEdit[] {
  if (folder !== undefined) return editFolder(cwd, folder, form);
  const file = readModelFile(cwd, path);
  return changeFile(file, wrapLike(file.form as JsonObject, form));
}

/** A document with the envelope and the layouts at the places that another one has them at. */
function wrapLike(before: JsonObject, form: JsonObject): JsonObject {
  for (const key of ["contents", "document"]) {
    const inner = before[key];
    if (isObject(inner)) return { ...before, [key]: wrapLike(inner, form) };
  }
  return moveLayoutsBack(before, form);
}

/** Layouts that stood in pages, overlays and panels return there. */
function moveLayoutsBack(before: JsonObject, form: JsonObject): JsonObject {
  const own = new Set(
    fields.flatMap((field) =>
      filterObjects(before[field]).flatMap(({ id, layout }) => (layout === undefined ? [] : [id])),
    ),
  );
  if (own.size === 0 || !isObject(form.layout)) return form;
  const layout = { ...form.layout };
  const result: JsonObject = { ...form };
  for (const field of fields) {
    if (!Array.isArray(form[field])) continue;
    result[field] = toList(form[field]).map((item) => {
      if (!isObject(item) || typeof item.id !== "string" || !Object.hasOwn(layout, item.id)) return item;
      if (!own.has(item.id) && before.layout !== undefined) return item;
      const lowered = addLayout(item, layout);
      delete layout[item.id];
      return lowered;
    });
  }
  if (Object.keys(layout).length > 0) return { ...result, layout };
  const { layout: _, ...rest } = result;
  return rest;
}

function changeFile({ path, text, form, source }: ModelFile, value: Json, shape?: Shape): FileEdit[] {
  if (isSameJson(form, value)) return [];
  return [{ path, before: text, after: updateModel(text, value, { ...source, root: ".", ...(shape && { shape }) }) }];
}

function editFolder(cwd: string, folder: WorkbookFiles, form: JsonObject): FileEdit[] {
  const shapes = getGrammar();
  const read = (file: string) => readModelFile(cwd, file, folder.folder);
  const place = formatPath(cwd, folder.folder);
  const main = read(folder.main);
  const before = main.form as JsonObject;
  const names = new FileNames([...folder.pages, ...folder.elements].map((file) => nameInFolder(folder, file)));
  const layouts: JsonObject = isObject(form.layout) ? { ...form.layout } : {};
  // What the main file says of a page's layout stays there.
  const inMain = isObject(before.layout) ? Object.keys(before.layout) : [];
  const ofPages = Object.fromEntries(Object.entries(layouts).filter(([id]) => !inMain.includes(id)));

  const elements = new Items(filterObjects(form.elements));
  const pages = new Items(filterObjects(form.pages).map((page) => addLayout(page, ofPages)));
  const takeOwn = (field: string, items: Items) => takeItems(toList(before[field]), items);
  const ownElements = takeOwn("elements", elements);
  const ownPages = new Map(filterObjects(takeOwn("pages", pages)).map((page) => [String(page.id), page]));
  const edits = [
    ...folder.elements.flatMap((file) => editPart(read(file), elements, shapes.element)),
    ...folder.pages.flatMap((file) => editPart(read(file), pages, shapes.page)),
    ...createParts(cwd, { place, field: "elements", kind: "element", shape: shapes.element }, elements, names),
    ...createParts(cwd, { place, field: "pages", kind: "page", shape: shapes.page }, pages, names),
  ];
  const { elements: _, pages: __, layout, schemaVersion, kind, ...rest } = form;
  const written = toList(before.pages).flatMap((item) => (typeof item === "string" ? [item] : []));
  const order = filterObjects(form.pages).map(({ id }) => {
    const known = ownPages.get(String(id));
    return known ?? written.find((name) => isCalled(name, String(id), folder, read)) ?? String(id);
  });
  const kept = layout !== undefined && inMain.length > 0 ? pick(layouts, inMain) : undefined;
  const after: JsonObject = {
    ...(before.schemaVersion === undefined ? {} : { schemaVersion: schemaVersion as Json }),
    ...(before.kind === undefined ? {} : { kind: kind as Json }),
    ...lowerLayouts(rest, ofPages),
    ...(before.pages === undefined ? {} : { pages: order }),
    ...(before.elements === undefined ? {} : { elements: ownElements }),
    ...(kept === undefined ? {} : { layout: kept }),
    ...(typeof layout === "string" ? { layout } : {}),
  };
  return [...changeFile(main, keepKeyOrder(before, after), shapes.documents[readNoun(form)]), ...edits];
}

const pick = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]]])));

/** Keys in the order of another object; further ones follow. */
function keepKeyOrder(order: JsonObject, object: JsonObject): JsonObject {
  return { ...pick(object, Object.keys(order)), ...object };
}

const nameInFolder = ({ folder }: WorkbookFiles, file: string) =>
  posix.relative(folder.replaceAll("\\", "/"), file.replaceAll("\\", "/")).replace(/\.\w+$/, "");

/** Whether a name in the list of pages is that of the page with an id. */
function isCalled(name: string, id: string, { pages }: WorkbookFiles, read: (file: string) => ModelFile): boolean {
  if (name === id) return true;
  const file = pages.find((page) => parse(page).name === name);
  return file !== undefined && listIds(read(file)).includes(id);
}

/** The ids of what a file has. */
function listIds({ path, form }: ModelFile): string[] {
  if (Array.isArray(form)) return filterObjects(form).map(({ id }) => String(id));
  return [String((form as JsonObject).id ?? parse(path).name)];
}

/** Items by their ids, each taken once. */
class Items {
  readonly #left: Map<string, JsonObject>;

  constructor(items: readonly JsonObject[]) {
    this.#left = new Map(items.map((item) => [String(item.id), item]));
  }

  take(id: string | undefined): JsonObject | undefined {
    const found = id === undefined ? undefined : this.#left.get(id);
    if (id !== undefined) this.#left.delete(id);
    return found;
  }

  /** Those that nothing has taken. */
  takeAll(): JsonObject[] {
    const left = [...this.#left.values()];
    this.#left.clear();
    return left;
  }
}

/** A list as it is to be: its items that are still there, in their order. */
function takeItems(list: readonly Json[], items: Items): Json[] {
  const taken = list.map((item) => (isObject(item) ? items.take(readKnownString(item.id)) : item));
  return taken.filter((item) => item !== undefined);
}

/** A file of one part or several; it goes when it has none left. */
function editPart(file: ModelFile, items: Items, shape: Shape): FileEdit[] {
  const { path, text, form } = file;
  const gone: FileEdit = { path, before: text, after: undefined };
  if (Array.isArray(form)) {
    const list = takeItems(form, items);
    return list.length === 0 ? [gone] : changeFile(file, list, shape);
  }
  const { id: written } = form as JsonObject;
  const item = items.take(readKnownString(written) ?? parse(path).name);
  if (item === undefined) return [gone];
  const { id: _, ...rest } = item;
  return changeFile(file, written === undefined ? rest : item, shape);
}

interface Parts {
  /** The folder of the workbook, from the working directory. */
  readonly place: string;
  readonly field: string;
  readonly kind: "element" | "page";
  readonly shape: Shape;
}

function createParts(cwd: string, { place, field, kind, shape }: Parts, items: Items, names: FileNames): FileEdit[] {
  return items.takeAll().map((item) => {
    const { name, value } = names.placeItem(field, item);
    const path = posix.join(place, field, `${name}.yaml`);
    const line = formatSchemaLineIn(cwd, path, kind);
    return { path, before: undefined, after: line + writeModel(value, [], shape) };
  });
}
