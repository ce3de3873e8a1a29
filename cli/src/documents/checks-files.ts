/** Checks files: what each says, and of which model. */
import { dirname, join } from "node:path";
import type { ReadChecks } from "pulumi-analytics-internal/core/checks";
import { type Finding, type Json, type SourceText, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command";
import { formatPath } from "../command/files";
import { type ChecksFile, listChecks } from "./find-files";
import { type ModelFile, type Observer, openFile, readModelFile } from "./model-file";

/** A checks file, read. */
export interface ReadChecksFile extends Omit<ReadChecks, "model" | "findings"> {
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly source: SourceText;
  /** The file of its model, likewise; undefined: it names none, and has none beside it. */
  readonly modelPath: string | undefined;
  /** What is wrong in it; what its model lacks is added. */
  readonly findings: Finding[];
}

/** @throws UsageError when it can't be read, SpecSyntaxError when it is no YAML or JSON. */
export function readChecksFile(cwd: string, checks: ChecksFile, observe?: Observer): ReadChecksFile {
  // Few projects have such files.
  const { readChecks } = require("pulumi-analytics-internal/core/checks") as Checks;
  const source = openFile(cwd, checks.path, undefined, observe);
  const { model, findings, ...read } = readChecks(source);
  const modelPath = findModelPath(cwd, checks, { model });
  return { ...read, file: source.file, source, modelPath, findings: [...findings] };
}

type Checks = typeof import("pulumi-analytics-internal/core/checks");

/** The file of the model that a checks file names, else of the one beside it. */
export function findModelPath(cwd: string, { path, model }: ChecksFile, form: Json): string | undefined {
  const named = isObject(form) ? readKnownString(form.model) : undefined;
  const found = named === undefined ? model : join(dirname(path), named);
  return found && formatPath(cwd, found);
}

/** The checks files in and below a folder as they read, and the files of their models; those that can't be read aren't. */
export function findChecks(folder: string): (ModelFile & { readonly modelPath: string | undefined })[] {
  return listChecks(folder, ["."], () => {}).flatMap((one) => {
    try {
      const file = readModelFile(folder, one.path, ".");
      return { ...file, modelPath: findModelPath(folder, one, file.form) };
    } catch (error) {
      if (error instanceof UsageError || error instanceof SpecSyntaxError) return [];
      throw error;
    }
  });
}
