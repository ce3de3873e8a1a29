import { type DocumentField, dropUndefined, isPacked, isUnknown, type Properties, unpack } from "../core/engine";
import type { parseSpecFile } from "../core/files";
import type { Json, Path } from "../core/model/json";
import { encodeText, formatPath, hideSecretText, parseSpec } from "../core/model/text";
import type { Folders, ProgramFiles } from "./program-files";
import { type Asset, isAsset, isFolder, type Marked, type Opened, open, readMarked } from "./values";

/** The inputs of a document. */
export interface OpenedDocument extends Opened {
  /** Whether an object has an unknown value: once that is known, the text is another one. */
  readonly isOpen: boolean;
}

/** How a kind names and reads the document among its inputs. */
export interface DocumentInput {
  /** The input. */
  readonly field: DocumentField;
  /** Reads a file; the path is relative to the program's folder. */
  readonly parseFile: typeof parseSpecFile;
  /** Whether it may be a folder of files, as an archive. */
  readonly canBeFolder?: boolean;
}

/**
 * The inputs of a data model or workbook as the lifecycle has them: the document is one JSON text with placeholders,
 * whose values are in `refs`. A program gives an object with outputs anywhere in it, JSON or YAML text, or a file as an
 * asset; a state holds the text, packed. In an object, unknown and secret values become placeholders: one unknown value
 * leaves the rest known, and messages leave out the secret alone.
 *
 * @param properties with the engine's marks.
 * @throws when a text or file can't be read; the message names the file and line.
 */
export function openDocument(properties: Properties, input: DocumentInput, files: ProgramFiles): OpenedDocument {
  const { field } = input;
  const { [field]: given, ...others } = properties;
  const opened = open(others);
  const whole = readMarked(given);
  const value = whole === undefined ? given : whole.value;
  const read = () => readDocument(value, input, files);
  const { inputs, placeholders = {} } = whole?.isSecret === true ? hideSecretText(read, field) : read();
  const marks = Object.values(placeholders);
  const isOpen = marks.some(({ value: inner }) => isUnknown(inner));
  const isSecret = whole?.isSecret || opened.secrets.has("refs") || marks.some((mark) => mark.isSecret);
  const added = Object.fromEntries(Object.entries(placeholders).map(([name, mark]) => [name, mark.value]));
  const refs = { ...(opened.values.refs as Properties | undefined), ...added };
  const values = { ...opened.values, ...inputs, ...(Object.keys(refs).length > 0 ? { refs } : {}) };
  if (!isSecret) return { values, secrets: opened.secrets, isOpen };
  // After drift, the text contains the platform's values, and nobody knows which of them is secret. What is packed was
  // marked because of the values beside it.
  const confidential = whole?.isSecret && !isPacked(value) ? "whole" : (opened.values.confidential ?? true);
  return { values: { ...values, confidential }, secrets: new Set([...opened.secrets, field, "refs"]), isOpen };
}

/** The inputs that follow from a document, and what its placeholders stand for. */
interface ReadInputs {
  readonly inputs: Properties;
  readonly placeholders?: Readonly<Record<string, Marked>>;
}

function readDocument(value: unknown, input: DocumentInput, files: ProgramFiles): ReadInputs {
  const { field } = input;
  if (value === undefined || isUnknown(value)) return { inputs: value === undefined ? {} : { [field]: value } };
  if (isPacked(value)) return { inputs: { [field]: unpack(value, field) } };
  if (isAsset(value) || (input.canBeFolder && isFolder(value))) return { inputs: readAsset(value, input, files) };
  refuseDroppedTags(value, field);
  const { text, values } = encodeText(value, {
    field,
    file: (path) => `an asset: fn::fileAsset: ${path} in YAML, pulumi.FileAsset("${path}") in other languages`,
    leaf: (part) => {
      const mark = readMarked(part);
      if (mark === undefined) return undefined;
      return mark.isSecret || isUnknown(mark.value) ? { later: mark } : { keep: mark.value };
    },
  });
  const file = typeof value === "string" ? files.findReadFile(value) : undefined;
  return { inputs: dropUndefined({ [field]: text, file }), placeholders: values as Record<string, Marked> };
}

/** What is wrong with a representation, a sentence or more for each problem. */
export class DocumentProblems extends Error {
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
 * @throws DocumentProblems
 */
function refuseDroppedTags(document: unknown, field: DocumentField): void {
  const problems: string[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (value === null || typeof value !== "object" || readMarked(value) !== undefined) return;
    for (const [key, item] of Object.entries(value)) {
      const here = [...path, Array.isArray(value) ? Number(key) : key];
      if (typeof item === "string" && !isUnknown(item) && isDroppedRef(key, item)) {
        problems.push(
          `${formatPath(document as Json, here)}: "${item}" isn't an id. If it was \`!ref ${item}\` in a file: ` +
            `Pulumi drops such tags in a program. Write \`${key}: { $ref: "${item}" }\` and give the ` +
            `value beside \`${field}\`, \`refs: { "${item}": … }\`, or give the document as a file, \`${field}: { ` +
            `fn::fileAsset: ${fileNames[field]} }\`.`,
        );
      } else {
        visit(item, here);
      }
    }
  };
  visit(document, []);
  if (problems.length > 0) throw new DocumentProblems(problems.map((problem) => `${field}: ${problem}`));
}

/** An element of the same model is called by an id of the user's own, so that only a name with the model's tells. */
function isDroppedRef(field: string, text: string): boolean {
  if (!idFields.has(field)) return false;
  return text.includes("#") || (field !== "elementId" && text.length < shortestId);
}

const fileNames: Readonly<Record<DocumentField, string>> = {
  spec: "models/orders.yaml",
  contents: "workbooks/sales.yaml",
};

function readAsset(
  { path, text = "", uri }: Pick<Asset, "path" | "text" | "uri">,
  { field, parseFile }: DocumentInput,
  { root, program }: Folders,
): Properties {
  if (path === undefined) {
    if (uri) throw new Error(`${field}: the asset is a web address. Use a file or text.`);
    return { [field]: JSON.stringify(parseSpec(text)) };
  }
  const { value, file } = parseFile(path, { project: root, program });
  return { [field]: JSON.stringify(value), file };
}
