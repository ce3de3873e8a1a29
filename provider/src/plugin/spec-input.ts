import { parseSpecFile } from "../core/files";
import { isPacked, unpacked } from "../core/packed";
import { parseSpec } from "../core/spec/text";
import { isUnknown, type Properties } from "../core/values";
import { type Asset, isAsset, marked, type Opened, open } from "./values";

/** The folders that paths are relative to. */
export interface Folders {
  /** The project's: paths in messages. */
  readonly root: string;
  /** The program's: paths of assets. */
  readonly program: string;
}

/** The inputs of a model. */
export interface OpenedModel extends Opened {
  /** Whether an object has an unknown value: once that is known, the text is another one. */
  readonly isOpen: boolean;
}

/**
 * The inputs of a model as the lifecycle has them: `spec` is one JSON text with placeholders, whose values are in `refs`. A program gives an
 * object with outputs anywhere in it, JSON or YAML text, or a file as an asset; a state holds the text, packed. In an object, unknown and secret
 * values become placeholders: one unknown value leaves the rest of the model known, and messages leave out the secret alone.
 *
 * @param properties with the engine's marks.
 * @throws when a text or file can't be read; the message names the file and line.
 */
export function openModel(properties: Properties, folders: Folders): OpenedModel {
  const { spec: given, ...others } = properties;
  const opened = open(others);
  const whole = marked(given);
  const placeholders: Properties = {};
  let isOpen = false;
  let isSecret = (whole?.isSecret ?? false) || opened.secrets.has("refs");
  const found: FoundMarked = (name, value) => {
    placeholders[name] = value.value;
    isSecret ||= value.isSecret;
    isOpen ||= isUnknown(value.value);
  };
  const read =
    whole?.isSecret === true
      ? readSecret(whole.value, folders, found)
      : readSpec(whole === undefined ? given : whole.value, folders, found);
  const refs = { ...(opened.values.refs as Properties | undefined), ...placeholders };
  const values = { ...opened.values, ...read, ...(Object.keys(refs).length > 0 ? { refs } : {}) };
  if (!isSecret) return { values, secrets: opened.secrets, isOpen };
  // After drift, the text contains the platform's values, and nobody knows which of them is secret.
  return { values: { ...values, confidential: true }, secrets: new Set([...opened.secrets, "spec", "refs"]), isOpen };
}

type FoundMarked = (name: string, value: { readonly value: unknown; readonly isSecret: boolean }) => void;

/** The inputs that follow from `spec`. */
function readSpec(spec: unknown, folders: Folders, found: FoundMarked): Properties {
  if (spec === undefined || isUnknown(spec)) return spec === undefined ? {} : { spec };
  if (isPacked(spec)) return { spec: unpacked(spec) };
  if (isAsset(spec)) return readAsset(spec, folders);
  if (typeof spec === "string") return { spec: JSON.stringify(parsedText(spec)) };
  return { spec: JSON.stringify(withPlaceholders(spec, [], found)) };
}

/** What is wrong with a text quotes it. */
function readSecret(spec: unknown, folders: Folders, found: FoundMarked): Properties {
  try {
    return readSpec(spec, folders, found);
  } catch {
    throw new Error("spec: the secret text is neither JSON nor YAML of a representation. It isn't shown.");
  }
}

function readAsset({ path, text }: Asset, { root, program }: Folders): Properties {
  if (path === undefined) {
    if (text === undefined) throw new Error("spec: the asset is a web address. Use a file or text.");
    return { spec: JSON.stringify(parseSpec(text)) };
  }
  const { value, file } = parseSpecFile(path, { project: root, program });
  return { spec: JSON.stringify(value), file };
}

function parsedText(text: string): unknown {
  const value = parseSpec(text);
  if (typeof value !== "string") return value;
  throw new Error(
    `spec is the text "${value}", not a representation. For a file, use an asset: fn::fileAsset: ${value} in YAML, pulumi.FileAsset("${value}") in other languages.`,
  );
}

/** Replaces every marked value by a placeholder with the name of its path. The function changes `path`. */
function withPlaceholders(value: unknown, path: string[], found: FoundMarked): unknown {
  const leaf = marked(value);
  if (leaf !== undefined) {
    if (!leaf.isSecret && !isUnknown(leaf.value)) return leaf.value;
    const name = path.join("/");
    found(name, leaf);
    return { $ref: name };
  }
  if (value === null || typeof value !== "object") return value;
  const before = value as Properties;
  let after: Properties | undefined;
  for (const key of Object.keys(before)) {
    path.push(Array.isArray(value) ? placeOf(before[key], key) : key);
    const item = withPlaceholders(before[key], path, found);
    path.pop();
    if (item === before[key]) continue;
    after ??= (Array.isArray(value) ? [...value] : { ...before }) as Properties;
    after[key] = item;
  }
  return after ?? value;
}

/** The item's id if it has one, else its index: with ids, an insertion doesn't rename placeholders. */
function placeOf(item: unknown, index: string): string {
  const id = (item as { id?: unknown } | null)?.id;
  return typeof id === "string" && marked(id) === undefined ? id : index;
}
