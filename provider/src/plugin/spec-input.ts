import { parseSpecFile } from "../core/files";
import { isPacked, unpack } from "../core/packed";
import type { Json, Path } from "../core/spec/json";
import { encodeText, formatPath, hideSecretText, parseSpec } from "../core/spec/text";
import { isUnknown, type Properties } from "../core/values";
import type { Folders } from "./codec";
import { type Asset, isAsset, type Marked, type Opened, open, readMarked } from "./values";

/** The inputs of a model. */
export interface OpenedModel extends Opened {
  /** Whether an object has an unknown value: once that is known, the text is another one. */
  readonly isOpen: boolean;
}

/**
 * The inputs of a model as the lifecycle has them: `spec` is one JSON text with placeholders, whose values are in
 * `refs`. A program gives an object with outputs anywhere in it, JSON or YAML text, or a file as an asset; a state
 * holds the text, packed. In an object, unknown and secret values become placeholders: one unknown value leaves the
 * rest of the model known, and messages leave out the secret alone.
 *
 * @param properties with the engine's marks.
 * @throws when a text or file can't be read; the message names the file and line.
 */
export function openModel(properties: Properties, folders: Folders): OpenedModel {
  const { spec: given, ...others } = properties;
  const opened = open(others);
  const whole = readMarked(given);
  const spec = whole === undefined ? given : whole.value;
  const read = () => readSpec(spec, folders);
  const { inputs, placeholders = {} } = whole?.isSecret === true ? hideSecretText(read) : read();
  const marks = Object.values(placeholders);
  const isOpen = marks.some(({ value }) => isUnknown(value));
  const isSecret = whole?.isSecret || opened.secrets.has("refs") || marks.some((mark) => mark.isSecret);
  const added = Object.fromEntries(Object.entries(placeholders).map(([name, { value }]) => [name, value]));
  const refs = { ...(opened.values.refs as Properties | undefined), ...added };
  const values = { ...opened.values, ...inputs, ...(Object.keys(refs).length > 0 ? { refs } : {}) };
  if (!isSecret) return { values, secrets: opened.secrets, isOpen };
  // After drift, the text contains the platform's values, and nobody knows which of them is secret.
  return { values: { ...values, confidential: true }, secrets: new Set([...opened.secrets, "spec", "refs"]), isOpen };
}

/** The inputs that follow from `spec`, and what its placeholders stand for. */
interface ReadSpec {
  readonly inputs: Properties;
  readonly placeholders?: Readonly<Record<string, Marked>>;
}

function readSpec(spec: unknown, folders: Folders): ReadSpec {
  if (spec === undefined || isUnknown(spec)) return { inputs: spec === undefined ? {} : { spec } };
  if (isPacked(spec)) return { inputs: { spec: unpack(spec) } };
  if (isAsset(spec)) return { inputs: readAsset(spec, folders) };
  refuseDroppedTags(spec);
  const { text, values } = encodeText(spec, {
    file: (path) => `an asset: fn::fileAsset: ${path} in YAML, pulumi.FileAsset("${path}") in other languages`,
    leaf: (value) => {
      const mark = readMarked(value);
      if (mark === undefined) return undefined;
      return mark.isSecret || isUnknown(mark.value) ? { later: mark } : { keep: mark.value };
    },
  });
  return { inputs: { spec: text }, placeholders: values as Record<string, Marked> };
}

/** What is wrong with a representation, a sentence or more for each problem. */
export class SpecProblems extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** Fields that have the id of an object of the platform. */
const idFields: ReadonlySet<string> = new Set(["connectionId", "dataModelId", "elementId"]);

/** The shortest id that the platform has for a connection or a model, in characters. */
const shortestId = 20;

/**
 * Refuses the text that is left of `!ref warehouse` where a model file is pasted into a program in YAML: Pulumi drops
 * the tag, and the platform would refuse the text only after the preview. `!include` leaves a text in the place of an
 * object or a list, which the check of the contents reports.
 *
 * @throws SpecProblems
 */
function refuseDroppedTags(spec: unknown): void {
  const problems: string[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (value === null || typeof value !== "object" || readMarked(value) !== undefined) return;
    for (const [key, item] of Object.entries(value)) {
      const here = [...path, Array.isArray(value) ? Number(key) : key];
      if (typeof item === "string" && !isUnknown(item) && isDroppedRef(key, item)) {
        problems.push(
          `${formatPath(spec as Json, here)}: "${item}" isn't an id. If it was \`!ref ${item}\` in a model ` +
            `file: Pulumi drops such tags in a program. Write \`${key}: { $ref: "${item}" }\` and give the ` +
            `value beside \`spec\`, \`refs: { "${item}": … }\`, or give the model as a file, \`spec: { ` +
            "fn::fileAsset: models/orders.yaml }`.",
        );
      } else {
        visit(item, here);
      }
    }
  };
  visit(spec, []);
  if (problems.length > 0) throw new SpecProblems(problems.map((problem) => `spec: ${problem}`));
}

/** An element of the same model is called by an id of the user's own, so that only a name with the model's tells. */
function isDroppedRef(field: string, text: string): boolean {
  if (!idFields.has(field)) return false;
  return text.includes("#") || (field !== "elementId" && text.length < shortestId);
}

function readAsset({ path, text = "", uri }: Asset, { root, program }: Folders): Properties {
  if (path === undefined) {
    if (uri) throw new Error("spec: the asset is a web address. Use a file or text.");
    return { spec: JSON.stringify(parseSpec(text)) };
  }
  const { value, file } = parseSpecFile(path, { project: root, program });
  return { spec: JSON.stringify(value), file };
}
