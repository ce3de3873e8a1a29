import { describeSchemaError, tryParseJson } from "pulumi-analytics-internal/core/data";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import * as z from "zod";
import { UsageError } from "../command";
import type { FileWrite, FileWriter } from "../command/files";
import { formatJson } from "../project/program";

/** Where a folder of generated models keeps the settings of its sources; to be committed with the rest. */
export const settingsPath = ".analytics/generate.json";

const name = z.string().min(1);

/** How the models of a dbt project are divided. */
export const divisions = ["model", "group", "folder", "tag"] as const;

/** The settings of `generate dbt`. */
export const dbtSettings = z
  .strictObject({
    /** One data model for each dbt model, group, folder or first tag. */
    per: z.enum(divisions),
    /** The name of the connection in `!ref`. */
    ref: name,
    /** Whether the columns of keys are hidden. */
    "hide-keys": z.boolean(),
    /** Whether `uniqueKeys` are written, which the platform has in private beta. */
    "unique-keys": z.boolean(),
    /** Other names for databases of the manifest. */
    map: z.record(z.string(), name),
    /** Who sees the columns with a tag: `nobody`, `team:Support`. */
    restrict: z.record(z.string(), name),
  })
  .partial();

/** The settings of `generate osi`: the dialect of SQL, and database and schema of sources that name neither. */
export const osiSettings = dbtSettings.extend({ dialect: name.optional(), within: name.optional() });

/** The settings of `generate warehouse`. */
export const warehouseSettings = z
  .strictObject({
    /** One data model for each table, or one for all of the schema. */
    per: z.enum(["table", "schema"]),
    ref: name,
    /** Whether relationships that names suggest are written. */
    guess: z.boolean(),
  })
  .partial();

/** The settings of a source, and the file that keeps them for the next run. */
export interface KeptSettings<Settings> {
  readonly settings: Settings;
  /** To be written with the models; undefined: the file stays as it is. */
  readonly write: FileWrite | undefined;
}

/**
 * The settings of a source that an earlier run kept in the folder of its models, with those of this run.
 *
 * @param source what generates, such as `dbt shop`: each source of a folder has settings of its own.
 * @param given of this run, `name=value`; `name` alone is true, `name=` takes one out.
 * @throws UsageError about the first setting that is none, or a file that can't be read.
 * @example readSettings(folder, "dbt shop", dbtSettings, ["per=group", "map.dev=ANALYTICS", "hide-keys"])
 */
export function readSettings<Settings extends JsonObject>(
  folder: FileWriter,
  source: string,
  schema: z.ZodType<Settings>,
  given: readonly string[],
): KeptSettings<Settings> {
  const all = readFile(folder);
  let settings = parseSettings(schema, all[source] ?? {}, `${settingsPath}, ${source}`);
  for (const text of given) settings = parseSettings(schema, applySetting(settings, text), `--set ${text}`);
  if (given.length === 0) return { settings, write: undefined };
  const { [source]: _, ...others } = all;
  const after = Object.keys(settings).length === 0 ? others : { ...others, [source]: settings };
  const isEmpty = Object.keys(after).length === 0;
  return { settings, write: { path: settingsPath, after: isEmpty ? undefined : formatJson(after) } };
}

/** Each setting as it is written in `--set`. */
export function formatSettings(settings: JsonObject): string[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, text]) => `${key}.${inner}=${String(text)}`)
      : [value === true ? key : `${key}=${String(value)}`],
  );
}

function readFile(folder: FileWriter): JsonObject {
  const text = folder.read(settingsPath);
  if (text === undefined) return {};
  const json = tryParseJson(text);
  if (isObject(json as Json | undefined)) return json as JsonObject;
  throw new UsageError(`${settingsPath}: not a JSON object. Restore it from version control, or delete it.`);
}

function parseSettings<Settings>(schema: z.ZodType<Settings>, settings: Json, place: string): Settings {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${place}: ${describeSchemaError(parsed.error)}. See --help for the settings.`);
}

/** Settings with one of them changed. */
function applySetting(settings: JsonObject, text: string): JsonObject {
  const [, key, inner, value = "true"] = /^([\w-]+)(?:[.]([^=]+))?(?:=(.*))?$/.exec(text) ?? [];
  if (key === undefined) throw new UsageError(`--set ${text}: write name=value, such as per=group.`);
  if (inner === undefined) return setField(settings, key, parseValue(value));
  const before = settings[key];
  const changed = setField(isObject(before) ? before : {}, inner, value || undefined);
  return setField(settings, key, Object.keys(changed).length === 0 ? undefined : changed);
}

function setField(fields: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...others } = fields;
  return value === undefined ? others : { ...others, [key]: value };
}

function parseValue(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  return text || undefined;
}
