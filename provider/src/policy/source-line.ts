import { join } from "node:path";
import { readText } from "../core/files";
import { isSameJson, type Json, type Path } from "../core/model/json";
import { Places, parseSpec } from "../core/model/text";

/**
 * `file:line:column` of a path, if the file is readable from here. A policy pack runs in its own folder and doesn't
 * know the project's. So this looks in the shell's folder, and ignores a file whose contents differ from the model.
 */
export function findLine(file: string, form: Json | undefined, path: Path): string | undefined {
  const places = form === undefined ? undefined : readPlaces(file, form);
  if (places === undefined) return undefined;
  const { file: at, line, column } = places.locate(path);
  return `${at ?? file}:${line}:${column}`;
}

/** The file of the last call: the violations of one model come in sequence. */
let last: { form: Json; places: Places | undefined } | undefined;

function readPlaces(file: string, form: Json): Places | undefined {
  if (last?.form !== form) last = { form, places: locateParts(file, form) };
  return last.places;
}

function locateParts(file: string, form: Json): Places | undefined {
  for (const folder of new Set([process.env.PWD, process.env.INIT_CWD, process.cwd()])) {
    if (folder === undefined) continue;
    try {
      const readFile = (path: string) => readText(join(folder, path), { within: folder });
      const text = readFile(file);
      if (isSameJson(parseSpec(text, { file, root: ".", readFile }), form)) return new Places({ file, text, readFile });
    } catch {
      // Not readable from here: the caller uses the path into the model.
    }
  }
  return undefined;
}
