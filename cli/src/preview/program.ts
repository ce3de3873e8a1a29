/** The program of a preview: pure functions from documents to files. */
import { writeJson } from "pulumi-analytics-internal/core/data";
import { type Json, type JsonObject, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { isId } from "../documents/address";
import type { DocumentType } from "../documents/read-files";
import { insertNames, References } from "../documents/references";
import { escapeDollars, writeAccess } from "../text/writers/yaml";

/** A document as a preview creates it. */
export interface PreviewedDocument {
  /** Its name in the program. */
  readonly resource: string;
  readonly type: DocumentType;
  /** On the platform. */
  readonly title: string;
  readonly form: JsonObject;
  /** What it is in production; of one that is new, what stands for it. */
  readonly id: string;
  /** Of a data model: the ids of its elements by those of its form, where it is in production. */
  readonly elements: Readonly<Record<string, string>>;
  /** What its `!ref`s stand for in production. */
  readonly refs: Readonly<Record<string, unknown>>;
  /** The file that it is of, and what `!ref`s of other files call it; undefined: a copy. */
  readonly file?: string;
  readonly name?: string;
}

/** Where the documents go, and what to know of production. */
export interface ProgramOptions {
  readonly folder: { readonly name: string; readonly description: string; readonly parent?: string };
  /** What a `!ref` stands for in production; undefined: unknown. */
  findValue(name: string): string | undefined;
}

const kinds: Readonly<Record<DocumentType, { readonly type: string; readonly field: string }>> = {
  "data model": { type: "analytics:DataModel", field: "spec" },
  workbook: { type: "analytics:Workbook", field: "contents" },
  report: { type: "analytics:Report", field: "contents" },
};

/**
 * A program that creates documents in a folder, those that read each other by references. All else stays a reference to
 * production by its id.
 *
 * @throws UsageError for a `!ref` that stands for nothing known.
 */
export function writeProgram(documents: readonly PreviewedDocument[], { folder, findValue }: ProgramOptions) {
  const models = documents.filter(({ type }) => type === "data model");
  const redirect = createRedirect(models);
  const files = new Map<string, string>();
  const resources: Record<string, unknown> = { folder: { type: "analytics:Folder", properties: writeFolder(folder) } };
  for (const document of documents) {
    const { type, field } = kinds[document.type];
    const form = redirect.insertNames(document.form);
    const path = `documents/${document.resource}.json`;
    files.set(path, writeJson(form) ?? "");
    const refs = listPlaceholderNames(form).map((name) => {
      const value = redirect.findTarget(name, document.refs) ?? writeValue(document, name, findValue);
      return [name, value] as const;
    });
    const properties = {
      name: escapeDollars(document.title),
      folderId: writeAccess("folder", "id"),
      [field]: { "fn::fileAsset": path },
      ...(refs.length > 0 ? { refs: Object.fromEntries(refs) } : {}),
    };
    resources[document.resource] = { type, properties };
  }
  const outputs = Object.fromEntries(
    documents.map(({ resource }) => [resource, { id: writeAccess(resource, "id"), url: writeAccess(resource, "url") }]),
  );
  return { program: { resources, outputs: { ...outputs, folder: { id: writeAccess("folder", "id") } } }, files };
}

function writeFolder({ name, description, parent }: ProgramOptions["folder"]): object {
  const lookup = { function: "analytics:getFolder", arguments: { path: escapeDollars(parent ?? "") }, return: "id" };
  return {
    name,
    description,
    ...(parent === undefined ? {} : { parentId: isId(parent) ? parent : { "fn::invoke": lookup } }),
    // Also what a killed run has created, which the state doesn't know.
    deleteContents: true,
  };
}

function writeValue({ refs, file, title }: PreviewedDocument, name: string, findValue: ProgramOptions["findValue"]) {
  const known = refs[name] ?? findValue(name);
  if (typeof known === "string") return escapeDollars(known);
  const why = known === undefined ? "nothing that the stack or the project's files know" : "a secret of the stack";
  throw new UsageError(
    `${file ?? title}: !ref ${name} stands for ${why}. Run \`pulumi up\` of a program that gives it a value, and ` +
      "name its stack with --stack.",
  );
}

/** Leads what reads data models of production to those of the preview. */
function createRedirect(models: readonly PreviewedDocument[]) {
  // Names in `!ref` that no file has: a file's own keep their meaning.
  const formName = ({ resource }: PreviewedDocument) => `preview/${resource}`;
  const references = new References([]);
  for (const model of models) {
    const elements = Object.fromEntries(Object.entries(model.elements).map(([own, id]) => [own, { id }]));
    references.add({ id: model.id, name: formName(model), ids: { elements } });
  }
  const findElement = ({ resource, elements }: PreviewedDocument, isMeant: (own: string, id: string) => boolean) => {
    const [own] = Object.entries(elements).find(([key, id]) => isMeant(key, id)) ?? [];
    return own === undefined ? undefined : writeAccess(resource, "elementIds", own);
  };
  return {
    /** The ids of data models of the preview, and of their elements, as names: also those in parameters of controls. */
    insertNames: (form: Json) => insertNames(form, references, { mayRefer: () => true }),

    /** The expression for a name, by what it stands for in production, or else by what files call a data model. */
    findTarget(name: string, refs: PreviewedDocument["refs"]): string | undefined {
      const [own = "", element] = name.split("#", 2);
      const isMeant = (model: PreviewedDocument) =>
        formName(model) === own || refs[own] === model.id || (refs[own] === undefined && isCalled(model, own));
      const model = models.find(isMeant);
      if (model === undefined) {
        const value = refs[name];
        return models.flatMap((one) => findElement(one, (_, id) => id === value) ?? [])[0];
      }
      if (element === undefined) return writeAccess(model.resource, "id");
      const value = refs[name];
      const byValue = value === undefined ? undefined : findElement(model, (_, id) => id === value);
      return byValue ?? writeAccess(model.resource, "elementIds", element);
    },
  };
}

const isCalled = ({ name }: PreviewedDocument, text: string) => name !== undefined && isSameName(name, text);
