/** The settings by which VS Code and editors like it check the YAML of documents. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Node, type ParseError, parse, parseTree } from "jsonc-parser";
import { isObject, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { type FileChange, FileWriter } from "../command/files";
import { findFolderWith, findPackagePath } from "./package-place";
import { formatJson } from "./program";
import { schemas } from "./schema-line";

type Kind = keyof typeof schemas;

/** The files that editors check by each schema. */
const filesOfSchemas: Readonly<Record<Kind, readonly string[]>> = {
  // Files whose names begin with `_` are parts that models include.
  "data-model": ["models/**/*.yaml", "!models/**/_*.yaml", "!models/**/_*/**", "!**/*.checks.yaml"],
  workbook: ["workbooks/*.yaml", "workbooks/**/workbook.yaml"],
  report: ["reports/*.yaml", "reports/**/report.yaml"],
  element: ["workbooks/**/elements/*.yaml", "reports/**/elements/*.yaml"],
  page: ["workbooks/**/pages/*.yaml", "reports/**/pages/*.yaml"],
  checks: ["**/*.checks.yaml"],
};

/** What documents need of an editor. */
export interface EditorSettings {
  /** The files of each schema, by the path to it. */
  readonly schemas: Readonly<Record<string, readonly string[]>>;
  /** The tags that a document may have. */
  readonly tags: readonly string[];
}

const settingsFile = ".vscode/settings.json";

/**
 * Adds what documents need to the settings of the editor; what is set there stays, with its comments.
 *
 * @param project the folder of the project.
 * @returns the file, unless it has all or can't be read.
 */
export function addEditorSettings(
  cwd: string,
  project: string,
  options: { readonly dryRun?: boolean } = {},
): FileChange[] {
  const opened = findOpenedFolder(project);
  const folder = new FileWriter(cwd, opened, options);
  const merged = mergeEditorSettings(folder.read(settingsFile), listSettings(project, opened));
  const written = merged === undefined ? [] : [folder.write(settingsFile, merged)];
  return written.filter(({ action }) => action !== "unchanged");
}

/** Files by which an editor's folder is told from one that VS Code keeps its extensions in. */
const editorFiles = ["settings.json", "extensions.json", "launch.json", "tasks.json"];

/**
 * The folder that people open: the nearest one with settings, up to that of the repository. Settings in a folder below
 * it, no editor reads.
 */
function findOpenedFolder(project: string): string {
  const repository = findFolderWith(project, ".git");
  for (let folder = project; repository !== undefined; folder = dirname(folder)) {
    if (editorFiles.some((file) => existsSync(join(folder, ".vscode", file)))) return folder;
    if (folder === repository) break;
  }
  return project;
}

/** The settings of a project for an editor that has a folder around it open. */
function listSettings(project: string, opened: string): EditorSettings {
  const inside = relative(opened, project).split(sep).join("/");
  const prefix = inside === "" ? "" : `${inside}/`;
  const packagePath = findPackagePath(opened, project);
  // The folder `models` of a dbt project has files of another kind, too; those of models name their schema.
  const isDbt = existsSync(join(project, "dbt_project.yml"));
  const kinds = (Object.keys(schemas) as Kind[]).filter((kind) => !(isDbt && kind === "data-model"));
  return {
    schemas: Object.fromEntries(
      kinds.map((kind) => [
        `${packagePath}/schema/${schemas[kind]}`,
        filesOfSchemas[kind].map((files) => files.replace(/^!?/, `$&${prefix}`)),
      ]),
    ),
    tags: ["!ref scalar", "!include scalar"],
  };
}

const schemasKey = "yaml.schemas";
const tagsKey = "yaml.customTags";

/**
 * The text of settings with what they lack. A schema that is set for other files, files that have another schema, and
 * a tag that is set otherwise stay.
 *
 * @param text JSON with comments; undefined: there is none.
 * @returns undefined where the text can't be read.
 */
export function mergeEditorSettings(text: string | undefined, settings: EditorSettings): string | undefined {
  if (text === undefined || text.trim() === "") {
    return formatJson({ [schemasKey]: settings.schemas, [tagsKey]: settings.tags });
  }
  const before = readSettings(text);
  if (before === undefined) return undefined;
  const { [schemasKey]: ownSchemas = {}, [tagsKey]: ownTags = [] } = before;
  const newSchemas = isObject(ownSchemas) ? listLackingSchemas(ownSchemas, settings.schemas) : [];
  const newTags = Array.isArray(ownTags) ? listLackingTags(ownTags, settings.tags) : [];
  const withSchemas = addItems(text, schemasKey, "{}", newSchemas);
  const merged = addItems(withSchemas, tagsKey, "[]", newTags);
  return readSettings(merged) === undefined ? undefined : merged;
}

function listLackingSchemas(own: JsonObject, wanted: EditorSettings["schemas"]): string[] {
  const files = new Set(Object.values(own).flat().map(String).map(dropAnyFolder));
  const isSet = (key: string, globs: readonly string[]) =>
    Object.keys(own).some((other) => getSchema(other) === getSchema(key)) ||
    globs.filter((glob) => !glob.startsWith("!")).every((glob) => files.has(dropAnyFolder(glob)));
  return Object.entries(wanted).flatMap(([key, globs]) =>
    isSet(key, globs) ? [] : [`${JSON.stringify(key)}: ${JSON.stringify(globs).replaceAll('","', '", "')}`],
  );
}

/** A pattern without its way to say "in any folder". */
const dropAnyFolder = (glob: string) => glob.replace(/^(?:\.?\/)?(?:\*\*\/)?/, "");

/** A schema wherever its package is, such as `pulumi-analytics/schema/workbook.json`. */
const getSchema = (path: string) => path.slice(Math.max(0, path.indexOf("pulumi-analytics/schema/")));

const getTagName = (tag: Json | undefined) => String(tag).split(" ", 1)[0];

function listLackingTags(own: readonly Json[], wanted: readonly string[]): string[] {
  const names = own.map(getTagName);
  return wanted.filter((tag) => !names.includes(getTagName(tag))).map((tag) => JSON.stringify(tag));
}

function readSettings(text: string): JsonObject | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isObject(value as Json) ? (value as JsonObject) : undefined;
}

/** Adds items to a list or object of the settings, which is created where it is missing. */
function addItems(text: string, key: string, empty: "{}" | "[]", items: readonly string[]): string {
  if (items.length === 0) return text;
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const found = root.children?.find(({ children = [] }) => children[0]?.value === key)?.children?.[1];
  if (found !== undefined) return append(text, found, items);
  return addItems(append(text, root, [`${JSON.stringify(key)}: ${empty}`]), key, empty, items);
}

/** Adds items behind the last one of a list or object, and behind its comment. */
function append(text: string, { offset, length, children = [] }: Node, items: readonly string[]): string {
  const close = offset + length - 1;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const last = children.at(-1);
  const end = last === undefined ? offset + 1 : last.offset + last.length;
  const rest = text.slice(end, close);
  const comma = last === undefined || stripComments(rest).includes(",") ? "" : ",";
  if (last !== undefined && !text.slice(offset, close).includes("\n")) {
    return `${text.slice(0, end)}${comma}${rest.trimEnd()} ${items.join(", ")}${text.slice(close)}`;
  }
  const line = text.lastIndexOf("\n", offset) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
  const deeper = indent + (/^[ \t]+/m.exec(text)?.[0] ?? "  ");
  const lines = items.map((item) => deeper + item).join(`,${lineBreak}`);
  return `${text.slice(0, end)}${comma}${rest.trimEnd()}${lineBreak}${lines}${lineBreak}${indent}${text.slice(close)}`;
}

const stripComments = (text: string) => text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, "");
