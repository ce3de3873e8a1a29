import { isObject } from "../../../core/data";
import type { Properties } from "../../../core/engine";

/** What requests call the formats that answers call something else. */
const requestedTypes: Readonly<Record<string, string>> = { EXCEL: "XLSX" };

/** What requests call a condition on a column, and the types of its value. */
const requestedConditions: Readonly<Record<string, string>> = { sheetColumn: "column" };
const requestedValues: Readonly<Record<string, string>> = { bool: "boolean", string: "text" };

/** The parts of a format that requests take. */
const formatParts = ["layout", "scaleFactor", "pixelWidth", "pixelHeight"];

/** The format of an attachment in the form of requests, which is `XLSX` where answers have `EXCEL`. */
export function toRequestFormat(format: unknown): unknown {
  if (!isObject(format)) return format;
  const { type, ...parts } = format;
  const known = Object.entries(parts).filter(([name, value]) => formatParts.includes(name) && value !== null);
  return { type: requestedTypes[String(type)] ?? type, ...Object.fromEntries(known) };
}

/** The part of a document in the form of requests: one list of ids, where answers have `nodeIds` or a single id. */
export function toRequestSource(source: unknown): unknown {
  if (!isObject(source)) return source;
  const { type, nodeIds, ...rest } = source;
  if (type !== "element" && type !== "page") return source;
  const { [`${type}Id`]: single, [`${type}Ids`]: listed, ...others } = rest;
  const ids = listed ?? nodeIds ?? (single === undefined ? undefined : [single]);
  return { type, ...others, ...(ids === undefined ? {} : { [`${type}Ids`]: ids }) };
}

/**
 * A condition in the form of requests. Of several, which the product can set, requests have no form: they stay as they
 * are.
 */
export function toRequestCondition(options: unknown): unknown {
  if (!isObject(options) || !Array.isArray(options.conditions) || options.conditions.length !== 1) return options;
  const { conditions, ...rest } = options;
  const [only] = conditions as readonly unknown[];
  if (!isObject(only)) return options;
  const { type, sheetId, value, ...others } = only;
  const condition = {
    ...others,
    ...(type === undefined ? {} : { type: requestedConditions[String(type)] ?? type }),
    ...(sheetId === undefined ? {} : { elementId: sheetId }),
    ...(value === undefined || value === null ? {} : { value: toRequestValue(value) }),
  };
  return { ...rest, condition };
}

function toRequestValue(value: unknown): unknown {
  if (!isObject(value) || !("val" in value)) return value;
  const { type, val, ...others } = value;
  if (type === "datetime") return { ...others, type: "fixed-date", date: val };
  return { ...others, type: requestedValues[String(type)] ?? type, value: val };
}

/** The attachments as a request has them: who wrote `EXCEL`, as answers have it, means `XLSX`. */
export function toRequestAttachments<Attachment extends { readonly format: unknown }>(
  attachments: readonly Attachment[],
): Attachment[] {
  return attachments.map((attachment) =>
    isObject(attachment.format) && String(attachment.format.type) in requestedTypes
      ? { ...attachment, format: { ...attachment.format, type: requestedTypes[String(attachment.format.type)] } }
      : attachment,
  );
}

/** Those of an object's parts that requests take. */
export function pickRequestParts(value: unknown, names: readonly string[]): Properties | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => names.includes(name) && part !== null));
}
