/** The program of a sandbox: pure functions from documents to files. */
import { writeJson } from "pulumi-analytics-internal/core/data";
import { listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import type { DocumentType } from "../documents/read-files";
import { createRedirect, type MovedModel, requireValue } from "../documents/redirect";
import { escapeDollars, writeAccess } from "../text/writers/yaml";

/** A document as a sandbox creates it. */
export interface SandboxedDocument extends MovedModel {
  /** Its name in the program. */
  readonly resource: string;
  readonly type: DocumentType;
  /** On the platform. */
  readonly title: string;
  /** The file that it is of; undefined: a copy. */
  readonly file?: string;
}

/** Where the documents go, and what to know of production. */
export interface ProgramOptions {
  /** `parent`: the id of the folder around it. */
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
export function writeProgram(documents: readonly SandboxedDocument[], { folder, findValue }: ProgramOptions) {
  const models = documents.filter(({ type }) => type === "data model");
  const redirect = createRedirect(models, ({ resource }, element) =>
    element === undefined ? writeAccess(resource, "id") : writeAccess(resource, "elementIds", element),
  );
  const files = new Map<string, string>();
  const resources: Record<string, unknown> = { folder: { type: "analytics:Folder", properties: writeFolder(folder) } };
  for (const document of documents) {
    const { type, field } = kinds[document.type];
    const form = redirect.insertNames(document.form);
    const path = `documents/${document.resource}.json`;
    files.set(path, writeJson(form) ?? "");
    const refs = listPlaceholderNames(form).map((name) => {
      const target = redirect.findTarget(name, document.refs);
      const value = target ?? escapeDollars(requireValue(name, document, document.file ?? document.title, findValue));
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

const writeFolder = ({ name, description, parent }: ProgramOptions["folder"]): object => ({
  name: escapeDollars(name),
  description: escapeDollars(description),
  ...(parent === undefined ? {} : { parentId: parent }),
});

/** A program that has the folder of a sandbox as it is, and nothing else. @param folder undefined: it is gone. */
export function writeKeptFolder(folder: { readonly name: string } | undefined): Readonly<Record<string, unknown>> {
  if (folder === undefined) return { resources: {} };
  const options = { ignoreChanges: ["name", "description", "parentId"] };
  const properties = { name: escapeDollars(folder.name) };
  return { resources: { folder: { type: "analytics:Folder", properties, options } } };
}
