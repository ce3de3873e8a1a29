import { existsSync, readdirSync } from "node:fs";
import { extname, join, parse, resolve, sep } from "node:path";
import { findNearest } from "../text";
import { isOutsideFolder } from "./leads-out";

/** How a path is named, and where it may lead. */
interface PathOptions {
  /** The path as the user spelled it; default: as it is. */
  readonly called?: string;
  /** The folder outside of which nothing is named. */
  readonly within?: string;
}

/**
 * The hint for a path to nothing that is almost one to something: a folder or file is misspelled, or the extension is
 * another one. Empty when the path exists, or nothing is close.
 *
 * @example suggestPath("/shop/models/order.yaml", { called: "models/order.yaml" })
 * // " Did you mean models/orders.yaml?"
 */
export function suggestPath(path: string, { called = path, within }: PathOptions = {}): string {
  const { root } = parse(resolve(path));
  let place = root;
  const spelled = called.split(/[\\/]/);
  let isCorrected = false;
  const steps = resolve(path).slice(root.length).split(sep);
  for (const [index, step] of steps.entries()) {
    const name = existsSync(join(place, step)) ? step : findNearestName(step, listNames(place));
    if (name === undefined) return "";
    place = join(place, name);
    if (name === step) continue;
    isCorrected = true;
    // Counted from the end, where both are spelled alike.
    spelled[spelled.length - (steps.length - index)] = name;
  }
  const isOutside = within !== undefined && isOutsideFolder(resolve(within), place);
  return isCorrected && !isOutside ? ` Did you mean ${spelled.join("/")}?` : "";
}

/** The name that is nearest without its extension, which would make short names look alike. */
function findNearestName(name: string, known: readonly string[]): string | undefined {
  const near = findNearest(
    parse(name).name,
    known.map((other) => parse(other).name),
  );
  const found = known.filter((other) => near !== undefined && parse(other).name === near);
  return found.find((other) => extname(other) === extname(name)) ?? found[0];
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
