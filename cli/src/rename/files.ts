/** The models and workbooks of the project's files, as documents that are renamed in, and their texts afterwards. */
import { posix, resolve } from "node:path";
import type { NamedDocument, RenamePlan } from "pulumi-analytics-internal/core/rename";
import {
  isPlaceholder,
  type JsonObject,
  parseSpec,
  type SourceText,
  SpecSyntaxError,
} from "pulumi-analytics-internal/core/spec";
import { filterObjects, isObject, isSameJson, readKnownString } from "pulumi-analytics-internal/core/spec/json";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { readInput } from "../files";
import { type DocumentFile, formatPath, readDocumentFile, readModelFile } from "../model-file";
import { listRootedModelFiles } from "../model-files";
import { updateModelFiles } from "../text";
import { editWorkbookFiles } from "../workbook-files";

/** A model or workbook of the project. */
export interface OwnDocument extends NamedDocument {
  readonly file: DocumentFile;
  readonly source: SourceText;
  /** The folder that includes may not leave. */
  readonly root: string;
}

/** The documents of some files, and the files that may be models and can't be read. */
export interface OwnDocuments {
  readonly documents: readonly OwnDocument[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/** Other YAML and JSON of a project has no such words. */
const mayBeDocument = (text: string) => /\b(?:pages|elements)\b/.test(text);

/** Reads the models and workbooks among files and folders; others are passed over. */
export function readOwnDocuments(cwd: string, paths: readonly string[]): OwnDocuments {
  const unread: { file: string; why: string }[] = [];
  const found = listRootedModelFiles(cwd, paths, { ifPresent: true }).flatMap(({ path, root }) => {
    try {
      const isFolder = !/\.(ya?ml|json)$/i.test(path);
      if (!isFolder && !mayBeDocument(readInput(cwd, path))) return [];
      const file = readDocumentFile(cwd, path, root);
      const isModel = isObject(file.form) && Array.isArray(file.form.pages);
      return file.isWorkbook || isModel ? [{ file, root }] : [];
    } catch (error) {
      if (!(error instanceof SpecSyntaxError) && !(error instanceof UsageError)) throw error;
      unread.push({ file: formatPath(cwd, path), why: error.message.split("\n")[0]! });
      return [];
    }
  });
  const documents: OwnDocument[] = [];
  for (const { file, root } of found) {
    const name = posix.parse(file.path).name;
    documents.push({
      key: file.path,
      name,
      form: file.form as JsonObject,
      isWorkbook: file.isWorkbook,
      locate: (source) => locateByName(documents, source),
      file,
      source: file.source,
      root,
    });
  }
  return { documents, unread };
}

/** `!ref orders#fact_orders` is an element of the only model whose file is called `orders`. */
function locateByName(documents: readonly OwnDocument[], { dataModelId, elementId }: JsonObject) {
  if (!isPlaceholder(dataModelId) || !isPlaceholder(elementId)) return undefined;
  const [model = "", element = ""] = elementId.$ref.split("#", 2);
  if (!isSameName(dataModelId.$ref, model)) return undefined;
  const [document, ...others] = documents.filter((one) => !one.isWorkbook && isSameName(one.name, model));
  if (document === undefined || others.length > 0) return undefined;
  const ids = filterObjects(document.form.pages).flatMap((page) => filterObjects(page.elements));
  const id = ids.flatMap((one) => readKnownString(one.id) ?? []).find((one) => isSameName(one, element));
  return id === undefined ? undefined : { document: document.key, element: id };
}

/** The texts of the files that change, by path. What several documents include changes once, for all of them. */
export function editFiles(cwd: string, { documents }: OwnDocuments, { forms }: RenamePlan): Map<string, string> {
  const texts = new Map<string, string>();
  const readFile = (root: string) => (path: string) =>
    texts.get(path) ?? readInput(cwd, path, { within: resolve(cwd, root) });
  for (const { key, file, root } of documents) {
    const form = forms.get(key);
    if (form === undefined) continue;
    if (file.isWorkbook) {
      for (const { path, after } of editWorkbookFiles(cwd, file, form)) texts.set(path, after ?? "");
      continue;
    }
    const { text, source } = readModelFile(cwd, file.path, root);
    const options = { ...source, root: formatPath(cwd, root) || ".", readFile: readFile(root) };
    const changed = updateModelFiles(texts.get(file.path) ?? text, form, { ...options, file: file.path });
    texts.set(file.path, changed.text);
    for (const [path, included] of changed.included) texts.set(path, included);
  }
  for (const document of documents) checkText(cwd, document, forms.get(document.key), texts, readFile(document.root));
  return new Map([...texts].filter(([path, text]) => text !== readInput(cwd, path)));
}

/** A file that several include may not change for one of them only. */
function checkText(
  cwd: string,
  { file, root, form: before }: OwnDocument,
  form: JsonObject = before,
  texts: ReadonlyMap<string, string>,
  readFile: (path: string) => string,
): void {
  if (file.isWorkbook) return;
  const text = texts.get(file.path) ?? readInput(cwd, file.path);
  const now = parseSpec(text, { file: file.path, root: formatPath(cwd, root) || ".", readFile });
  if (isSameJson(now, form)) return;
  throw new UsageError(
    `${file.path}: it includes a file that another model includes too, and the name means something else there. ` +
      "Write the included part into one of them first.",
  );
}
