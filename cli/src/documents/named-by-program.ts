import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { load } from "js-yaml";
import { findProjectFolder, isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { readProgramFiles } from "../project/program-files";

/**
 * Says which files the project's program names: themselves, as `specFile` does, or a folder of them, as a
 * `DataModelDirectory` does. The program is read when that is first asked.
 *
 * @returns takes a path relative to `cwd`.
 */
export function createNamedFinder(cwd: string): (path: string) => boolean {
  let places: readonly string[] | undefined;
  return (path) => {
    places ??= listNamedPlaces(cwd);
    const place = resolve(cwd, path);
    return places.some((named) => !isOutsideFolder(named, place));
  };
}

/** The files and folders below the project that its program has as texts; none where there is no project. */
function listNamedPlaces(cwd: string): string[] {
  const project = findProjectFolder(cwd);
  if (project === undefined) return [];
  const texts = readProgramFiles(project).flatMap(({ file, text }) =>
    /\.ya?ml$/.test(file) ? listYamlTexts(text) : listQuoted(text),
  );
  return [...new Set(texts)].flatMap((text) => {
    const place = resolve(project, text);
    return text !== "" && relative(project, place) !== "" && existsSync(place) ? [place] : [];
  });
}

const listQuoted = (text: string) =>
  [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");

function listYamlTexts(text: string): string[] {
  try {
    return listTexts(load(text));
  } catch {
    return [];
  }
}

function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
