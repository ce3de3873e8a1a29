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
import { getElementName, getGrammar, readNoun } from "pulumi-analytics-internal/core/workbook";
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
  const layouts = isObject(layout) ? layout : {};
  const writer = new PartWriter([], (file, kind) => formatSchemaLine(packagePath, `${folder}/${file}`, kind));
  const ofPages = writer.write(
    "pages",
    filterObjects(pages).map((page) => addLayout(page, layouts)),
  );
  const parts = [...ofPages, ...writer.write("elements", filterObjects(elements))];
  const main: JsonObject = { pages: ofPages.map(({ name }) => name), ...lowerLayouts(rest, layouts) };
  if (typeof layout === "string") main.layout = layout;
  const noun = readNoun(form);
  const text = writer.formatText(`${noun}.yaml`, noun, main, getGrammar().documents[noun]);
  return new Map([...parts, { file: `${noun}.yaml`, text }].map((one) => [one.file, one.text]));
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

/** Files of pages and elements, each with a name of its own, also where the file system doesn't tell case apart. */
class PartWriter {
  readonly #taken: Set<string>;
  readonly #findFreePath = createNameFinder("-");

  /**
   * @param paths of the files that are there, without their extensions.
   * @param formatHead the line above what a file has, by its path in the folder.
   */
  constructor(
    paths: readonly string[],
    private readonly formatHead: (file: string, kind: keyof typeof schemas) => string,
  ) {
    this.#taken = new Set(paths.map((path) => path.toLowerCase()));
  }

  /** New files, one for each item. */
  write(folder: "pages" | "elements", items: readonly JsonObject[]) {
    const kind = folder === "pages" ? "page" : "element";
    return items.map((item) => {
      const { name, value } = this.#placeItem(folder, item);
      const file = `${folder}/${name}.yaml`;
      return { name, file, text: this.formatText(file, kind, value, getGrammar()[kind]) };
    });
  }

  formatText(file: string, kind: keyof typeof schemas, value: Json, shape: Shape): string {
    return this.formatHead(file, kind) + writeModel(value, [], shape);
  }

  /** The file's name of an item, and what stands in it: an id that the name says is left out. */
  #placeItem(folder: string, item: JsonObject): { name: string; value: JsonObject } {
    const id = readKnownString(item.id) ?? "";
    const title = getElementName(item.name ?? item.text);
    const isOwn = /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(id) && id.length <= 60;
    const base = (isOwn ? id : toFileName(title ?? "") || toFileName(id)) || "part";
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
  return [{ path, before: text, after: updateModel(text, value, { ...source, root: ".", shape }) }];
}

function editFolder(cwd: string, folder: WorkbookFiles, form: JsonObject): FileEdit[] {
  const shapes = getGrammar();
  const read = (file: string) => readModelFile(cwd, file, folder.folder);
  const place = formatPath(cwd, folder.folder);
  const main = read(folder.main);
  const before = main.form as JsonObject;
  const writer = new PartWriter(
    [...folder.pages, ...folder.elements].map((file) => nameInFolder(folder, file)),
    (file, kind) => formatSchemaLineIn(cwd, posix.join(place, file), kind),
  );
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
    ...[...writer.write("elements", elements.takeAll()), ...writer.write("pages", pages.takeAll())].map(
      ({ file, text }) => ({ path: posix.join(place, file), before: undefined, after: text }),
    ),
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
  return [...changeFile(main, after, shapes.documents[readNoun(form)]), ...edits];
}

const pick = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]]])));

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
