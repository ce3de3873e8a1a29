import type { Json, Path } from "../json";
import { formatPath } from "./findings";

/** What a value is that JSON doesn't have, and what to write instead. */
interface Foreign {
  readonly path: Path;
  readonly problem: string;
}

/** What the engine and the SDKs mark assets and archives with. */
const markKey = "4dabf18193072939515e22adb298388d";
const assetMarks: ReadonlySet<unknown> = new Set(["c44067f5952c0a294b673a41bacd8c17", "__pulumiAsset"]);
const archiveMarks: ReadonlySet<unknown> = new Set(["0def7320c3a5731c473e5ecbe6d01bc7", "__pulumiArchive"]);

/** The texts that JavaScript makes of an output, a promise or an object in the place of a key. */
const noKey = /^Calling \[toString\] on an \[Output|^\[object (Promise|Object)\]$/;

interface Circumstances {
  readonly isLater: (value: unknown) => boolean;
  readonly file: (path: string) => string;
  readonly field?: string;
}

/**
 * Refuses an object of a program that has no JSON: a part that is inside itself, a number without bounds, an asset.
 * JSON would refuse it without a path, or leave it out without a word.
 *
 * @param isLater finds the values that become placeholders: what is in them isn't looked at.
 * @param file how the program's language writes a file.
 * @param field the input.
 * @throws with the path of the part, and what to write instead.
 */
export function refuseForeign(spec: unknown, { isLater, file, field = "spec" }: Circumstances): void {
  const found = findForeign(spec, { isLater, file }, [], new Set());
  if (found === undefined) return;
  const { path, problem } = found;
  throw new Error(`${[field, ...(path.length > 0 ? [formatPath(spec as Json, path)] : [])].join(".")} ${problem}`);
}

function findForeign(value: unknown, how: Circumstances, path: Path, above: Set<unknown>): Foreign | undefined {
  if (how.isLater(value)) return undefined;
  const problem = above.has(value)
    ? "is a part that it is in itself. Write what belongs there."
    : describeForeign(value, how.file);
  if (problem !== undefined) return { path: [...path], problem };
  if (value === null || typeof value !== "object" || hasOwnForm(value)) return undefined;
  above.add(value);
  for (const [key, item] of Object.entries(value)) {
    if (noKey.test(key)) {
      return { path: [...path], problem: "has a key that is an output or an object. Write the key as a text." };
    }
    path.push(Array.isArray(value) ? Number(key) : key);
    const found = findForeign(item, how, path, above);
    if (found !== undefined) return found;
    path.pop();
  }
  above.delete(value);
  return undefined;
}

/** Undefined: nothing is wrong with the value itself. */
function describeForeign(value: unknown, file: (path: string) => string): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "is a BigInt, which JSON doesn't have. Write a number, or a text if it is an id.";
    case "number":
      return Number.isFinite(value)
        ? undefined
        : `is ${value}, which JSON doesn't have. Write a number, or leave it out.`;
    case "function":
    case "symbol":
      return `is a ${typeof value}, which JSON doesn't have. Write its value.`;
    case "object":
      return value === null ? undefined : describeObject(value, file);
    default:
      return undefined;
  }
}

function describeObject(value: object, file: (path: string) => string): string | undefined {
  const marked = value as Record<string, unknown>;
  const isMarked = (marks: ReadonlySet<unknown>) =>
    marks.has(marked[markKey]) || [...marks].some((mark) => marked[String(mark)] === true);
  const model = `Give the model as an object or as ${file("models/orders.yaml")}.`;
  if (isMarked(archiveMarks)) return `is an archive, which can't hold a representation. ${model}`;
  if (isMarked(assetMarks)) return `is an asset, which the representation can't have here. ${model}`;
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const isPlain = Array.isArray(value) || tag === "Object" || hasOwnForm(value);
  return isPlain ? undefined : `is a ${tag}, which JSON doesn't have. Write an object or a list.`;
}

/** Whether JSON asks the value itself, such as a date. */
function hasOwnForm(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}
