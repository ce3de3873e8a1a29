import { readText } from "../../core/files";
import { type Finding, locateFindings } from "../../core/spec";

/** Gives findings their places in the user's file, relative to the project's folder, and in what it includes. */
export function locateIn(file: string, findings: readonly Finding[]): void {
  const readFile = (path: string) => readText(path);
  try {
    locateFindings(findings, { file, text: readFile(file), readFile });
  } catch {
    // Not readable from here: the message has the path into the model.
    for (const finding of findings) finding.file = file;
  }
}
