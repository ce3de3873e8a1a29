import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Json } from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";

/** `workbooks/sales` of the folder or file of a document. */
export const dropExtension = (file: string) => file.replace(/\.(ya?ml|json)$/i, "");

/** The name of a document's file or folder, without its extension. */
export const getFileName = (path: string) => dropExtension(basename(path));

/** What a document says at its top that it is called. */
export const readTitle = (form: Json) => (isObject(form) ? readKnownString(form.name) : undefined);

/** What people may call a document: by its file, and by the name in it. */
export const listNames = ({ name, form }: { readonly name: string; readonly form: Json }): string[] => [
  ...new Set([name, readTitle(form) ?? name]),
];

/** The file with a name in one of the endings of YAML and JSON. */
export const findBeside = (cwd: string, name: string) =>
  ["yaml", "yml", "json"].map((ending) => `${name}.${ending}`).filter((path) => existsSync(resolve(cwd, path)));
