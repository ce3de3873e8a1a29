import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { tryParseJson } from "pulumi-analytics-internal/core/data";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import * as z from "zod";
import { UsageError } from "../../command";
import type { FileWriter } from "../../command/files";
import { formatJson } from "../../project/program";

/** Where the folder of generated models keeps what the next run has to know; to be committed with the rest. */
export const recordsFolder = ".analytics/generated";

const recordSchema = z.object({
  version: z.literal(1),
  /** What generated it, such as `dbt shop`. */
  source: z.string(),
  /** Its file, from the folder of the models. */
  file: z.string(),
  /** What the generator wrote last. */
  spec: z.custom<JsonObject>(isObject),
  comments: z.array(z.object({ at: z.array(z.string()), text: z.string() })),
  /**
   * The tables of its elements, by the element's id: what the source calls each, and whether the warehouse told its
   * columns, now or in an earlier run.
   */
  tables: z.record(
    z.string(),
    z.object({ key: z.string(), isWhole: z.boolean(), missing: z.array(z.string()).readonly().optional() }),
  ),
  /** Parts that a person deleted. */
  omitted: z.array(z.string()),
  /** Whether a person deleted the file. */
  deleted: z.boolean().optional(),
});

/** What is kept of a model between two runs. */
export type ModelRecord = z.output<typeof recordSchema>;

export const getRecordPath = (name: string) => `${recordsFolder}/${name}.json`;

export const formatRecord = (record: ModelRecord) => formatJson(record);

/**
 * The records of a folder by the names of their models; an error in the place of one that can't be read.
 */
export function readRecords(folder: FileWriter): Map<string, ModelRecord | UsageError> {
  const place = join(folder.folder, recordsFolder);
  const names = existsSync(place) ? readdirSync(place).filter((name) => /^[^.].*[.]json$/.test(name)) : [];
  return new Map(names.sort().map((file) => [file.slice(0, -".json".length), readRecord(folder, file)]));
}

function readRecord(folder: FileWriter, file: string): ModelRecord | UsageError {
  const path = `${recordsFolder}/${file}`;
  const record = recordSchema.safeParse(tryParseJson(folder.read(path) ?? ""));
  if (record.success) return record.data;
  return new UsageError(
    `${path}: damaged, so it is unknown what people changed in the model. Restore it from version control; or delete ` +
      "it and run with --decide adopt, which keeps all that the model's file has.",
  );
}
