/** The models and workbooks of the project's files, as documents that are renamed in, and their texts afterwards. */
import { resolve } from "node:path";
import {
  isPlaceholder,
  type JsonObject,
  listPlaceholders,
  type Path,
  parseSpec,
  type SourceText,
} from "pulumi-analytics-internal/core/model";
import { filterObjects, isSameJson, readKnownString, splitRef } from "pulumi-analytics-internal/core/model/json";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { formatPath, readInput } from "../command/files";
import { toDocument } from "../documents/create";
import type { FileEdit } from "../documents/document";
import type { OwnFiles } from "../documents/project-files";
import { type DocumentFile, getText } from "../documents/read-files";
import { updateModelFiles } from "../text";
import type { NamedDocument, RenamePlan } from "./plan";

/** A model or workbook of the project. */
export interface OwnDocument extends NamedDocument {
  readonly own: DocumentFile;
  readonly source: SourceText;
}

/** The documents of some files, and the files that may be models and can't be read. */
export interface OwnDocuments {
  readonly documents: readonly OwnDocument[];
  readonly unread: OwnFiles["unread"];
}

/** The project's documents, as they are renamed in. */
export function listOwnDocuments({ files, unread }: OwnFiles): OwnDocuments {
  const documents = files.map(
    (own): OwnDocument => ({
      key: own.file,
      name: own.name,
      form: own.form as JsonObject,
      isWorkbook: own.type !== "data model",
      locate: (source) => locateByName(documents, source),
      own,
      source: own.source,
    }),
  );
  return { documents, unread };
}

/** The models whose files are called so. */
const listModelsNamed = (documents: readonly OwnDocument[], name: string) =>
  documents.filter((one) => !one.isWorkbook && isSameName(one.name, name));

/** `!ref orders#fact_orders` is an element of the only model whose file is called `orders`. */
function locateByName(documents: readonly OwnDocument[], { dataModelId, elementId }: JsonObject) {
  if (!isPlaceholder(dataModelId) || !isPlaceholder(elementId)) return undefined;
  const [model, element = ""] = splitRef(elementId.$ref);
  if (!isSameName(dataModelId.$ref, model)) return undefined;
  const [document, ...others] = listModelsNamed(documents, model);
  if (document === undefined || others.length > 0) return undefined;
  const ids = filterObjects(document.form.pages).flatMap((page) => filterObjects(page.elements));
  const id = ids.flatMap((one) => readKnownString(one.id) ?? []).find((one) => isSameName(one, element));
  return id === undefined ? undefined : { document: document.key, element: id };
}

/** A `!ref` that may be of the model that is renamed in. */
export interface UnclearRef {
  readonly document: string;
  readonly path: Path;
  readonly name: string;
  /** The files that are called so. */
  readonly files: readonly string[];
}

/** Finds what names a model by its file's name, which other models have, too: what it reads isn't known. */
export function findUnclearRefs({ documents }: OwnDocuments, model: OwnDocument): UnclearRef[] {
  const files = listModelsNamed(documents, model.name).map(({ key }) => key);
  if (model.isWorkbook || files.length < 2) return [];
  return documents.flatMap(({ key, form }) =>
    listPlaceholders(form)
      .filter(({ name }) => splitRef(name)[1] !== undefined && isSameName(splitRef(name)[0], model.name))
      .map(({ name, path }) => ({ document: key, path, name, files })),
  );
}

/** The files that change. What several documents include changes once, for all of them. */
export function editFiles(cwd: string, { documents }: OwnDocuments, { forms }: RenamePlan): FileEdit[] {
  const texts = new Map<string, string>();
  const readFile = (root: string) => (path: string) =>
    texts.get(path) ?? readInput(cwd, path, { within: resolve(cwd, root) });
  for (const { key, own } of documents) {
    const form = forms.get(key);
    const { type, file, root, source } = own;
    if (form === undefined) continue;
    if (type !== "data model") {
      for (const { path, after } of toDocument(own).edit(cwd, form)) texts.set(path, after ?? "");
      continue;
    }
    const options = { ...source, root: formatPath(cwd, root) || ".", readFile: readFile(root) };
    const changed = updateModelFiles(texts.get(file) ?? getText(own), form, { ...options, file });
    texts.set(file, changed.text);
    for (const [path, included] of changed.included) texts.set(path, included);
  }
  for (const document of documents)
    checkText(cwd, document, forms.get(document.key), texts, readFile(document.own.root));
  const read = new Map(documents.flatMap(({ own }) => [...own.texts]));
  return [...texts].flatMap(([path, after]) => {
    const before = read.get(path);
    return after === before ? [] : [{ path, before, after }];
  });
}

/** A file that several include may not change for one of them only. */
function checkText(
  cwd: string,
  { own: { file, root, type }, form: before }: OwnDocument,
  form: JsonObject = before,
  texts: ReadonlyMap<string, string>,
  readFile: (path: string) => string,
): void {
  if (type !== "data model") return;
  const text = texts.get(file) ?? readInput(cwd, file);
  const now = parseSpec(text, { file, root: formatPath(cwd, root) || ".", readFile });
  if (isSameJson(now, form)) return;
  throw new UsageError(
    `${file}: it includes a file that another model includes too, and the name means something else there. ` +
      "Write the included part into one of them first.",
  );
}
