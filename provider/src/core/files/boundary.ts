import { realpathSync } from "node:fs";
import { isOutsideFolder } from "./leads-out";
import { findProjectFolder } from "./project-file";

/**
 * The folder out of which no link may lead: the project of some files, or their own folder where no project is around
 * it.
 */
export function findBoundary(folder: string): string {
  const real = realpathSync(folder);
  return findProjectFolder(real) ?? real;
}

/**
 * Why a file or folder isn't read, if a link leads there out of the project: whoever writes the project's files could
 * otherwise have any file of the machine read and printed. Undefined: it may be read.
 *
 * @param folder where the project's files are.
 * @param called the folder as the user spelled it.
 * @throws the system's error, when one of them isn't there.
 */
export function explainOutside(
  path: string,
  folder: string,
  called: string,
  kind: "file" | "folder" = "file",
): string | undefined {
  const boundary = findBoundary(folder);
  if (!isOutsideFolder(boundary, realpathSync(path))) return undefined;
  const isProject = boundary !== realpathSync(folder) || called === ".";
  const [out, into] = isProject ? ["the project", "the project"] : [called, "that folder"];
  return `leads out of ${out} through a link. Copy the ${kind} into ${into}.`;
}
