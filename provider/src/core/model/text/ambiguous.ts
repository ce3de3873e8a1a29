/** Values without quotes that mean something else to a reader of YAML than they show. */

import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { isExactNumber, isJson, parseNumber } from "../../data";

/** A value that has to be written in another way. */
export interface Ambiguous {
  readonly event: ScalarEvent;
  /** As written. */
  readonly source: string;
  readonly reason: string;
  readonly hint: string;
}

/** What may be one, anywhere in a text: without any, the events need not be looked through. */
const mayBe = /(?:^|[\s,[{:-])(?:[-+]?0[\dxo]|\+[.\d]|[-+]?[\d.]+[eE][-+]?\d)|(?:^|[\s"'{,])values["']?\s*:/m;

/** Numbers whose text isn't the one that is sent, such as a postal code without its zero. */
const respelled = /^[-+]?(?:0\d[\d.]*|0x[\da-fA-F]+|0o[0-7]+)$|^\+[\d.]+$/;

/** The same for a code such as `1e3`; where only a number can stand, a power is a way to write one. */
const power = /^\d+[eE]\d+$/;

const date = /^\d{4}-\d\d?-\d\d?(?:[Tt\s].*)?$/;

/**
 * Where a value may be text, number or boolean, also what an older reader of YAML takes for something else, and a
 * decimal with a zero at its end or without a digit on one side.
 */
const elsewhere =
  /^(?:y|n|yes|no|on|off|true|false)$|^[-+]?\d+_[\d_]*$|^\d+(?::[0-5]?\d)+$|^-?\d+\.\d*0$|^-?(?:\.\d+|\d+\.)$|^0b[01]+$/i;

/** Booleans as JSON has them. */
const plainBoolean = /^(?:true|false)$/;

/** The first value of a text that is ambiguous; undefined: there is none. */
export function findAmbiguousScalar(text: string, events: readonly Event[]): Ambiguous | undefined {
  if (!mayBe.test(text)) return undefined;
  const found = [...listPlainScalars(text, events)].find(({ event, field, mapping }) => {
    const source = getScalarValue(text, event);
    if (respelled.test(source)) return isNumeric(source);
    if (field !== "values" || plainBoolean.test(source)) return false;
    return power.test(source) || elsewhere.test(source) || (date.test(source) && !mapping?.holdsDates);
  });
  if (found === undefined || isJson(text)) return undefined;
  const source = getScalarValue(text, found.event);
  return { event: found.event, source, ...explain(source) };
}

/** Whether it is a number here: a binary one is none. */
const isNumeric = (source: string) => !/^0b/i.test(source) && !Number.isNaN(Number(source.replace(/^[-+]/, "")));

function explain(source: string): Pick<Ambiguous, "reason" | "hint"> {
  const quoted = `"${source}"`;
  if (isNumeric(source)) {
    const number = readDigits(source);
    return {
      reason: `\`${source}\` without quotes is the number ${number}`,
      hint: `Write ${quoted} for the text, or ${number} for the number.`,
    };
  }
  if (/^\d{4}-/.test(source)) {
    return {
      reason: `\`${source}\` without quotes is a text here, and a date to other readers of YAML`,
      hint: `Write ${quoted}.`,
    };
  }
  if (/^\d/.test(source)) {
    return {
      reason: `\`${source}\` without quotes is a text here, and a number to other readers of YAML`,
      hint: `Write ${quoted} for the text.`,
    };
  }
  const isTrue = /^(?:y|yes|on|true)$/i.test(source);
  return {
    reason: `\`${source}\` without quotes is a text to some readers of YAML, and a boolean to others`,
    hint: `Write ${quoted} for the text, or ${isTrue} for the boolean.`,
  };
}

/** A number of a YAML text that a reader of YAML 1.1, as Pulumi's is, takes for another one than its digits show. */
export interface Respelled {
  /** The nearest key above. */
  readonly field: string;
  /** As written. */
  readonly source: string;
  readonly number: number;
  readonly offset: number;
}

/**
 * The numbers of a text that read differently than they look. Without quotes, such as `02134`, and not where only a
 * number can be meant.
 */
export function listRespelled(text: string, events: readonly Event[]): Respelled[] {
  if (!mayBe.test(text)) return [];
  return [...listPlainScalars(text, events)].flatMap(({ event, field }) => {
    const source = getScalarValue(text, event);
    const isCode = field === "values" && (power.test(source) || elsewhere.test(source));
    const number = respelled.test(source) || isCode ? readOldNumber(source) : Number.NaN;
    return field === undefined || Number.isNaN(number) ? [] : [{ field, source, number, offset: event.valueStart }];
  });
}

/** The number of YAML 1.1: a zero before it means octal. */
function readOldNumber(source: string): number {
  const sign = source.startsWith("-") ? -1 : 1;
  const digits = source.replace(/^[-+]/, "").replaceAll("_", "");
  return sign * (/^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits));
}

/** The number that YAML reads, in digits. */
function readDigits(source: string): string {
  const sign = source.startsWith("-") ? "-" : "";
  const digits = source.replace(/^[-+]/, "");
  const decimal = /^0[xo]/.test(digits) ? String(BigInt(digits)) : digits;
  const value = parseNumber(sign + decimal);
  return isExactNumber(value) ? value.$number : String(value);
}

interface PlainScalar {
  readonly event: ScalarEvent;
  /** The nearest key above; undefined for a key. */
  readonly field: string | undefined;
  /** The nearest mapping around; read to its end once all scalars are known. */
  readonly mapping: { readonly holdsDates: boolean } | undefined;
}

/** A mapping or list that is being read. */
interface Open {
  readonly isMapping: boolean;
  readonly mapping: { holdsDates: boolean } | undefined;
  /** The key whose value is read. */
  field: string | undefined;
  isKeyNext: boolean;
}

/** The values of a text without quotes and tags, in order. */
function* listPlainScalars(text: string, events: readonly Event[]): Generator<PlainScalar> {
  const open: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const top = open.at(-1);
    const isKey = top?.isMapping === true && top.isKeyNext;
    if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0) {
      if (event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0) {
        yield { event, field: isKey ? undefined : top?.field, mapping: top?.mapping };
      }
      const value = getScalarValue(text, event);
      if (isKey) top.field = value;
      else if (top?.mapping && /^(valueType|controlType)$/.test(top.field ?? "") && /^date/.test(value)) {
        top.mapping.holdsDates = true;
      }
    }
    if (top?.isMapping) top.isKeyNext = !isKey;
    const mapping = event.type === EVENT_ID.MAPPING ? { holdsDates: false } : top?.mapping;
    const isMapping = event.type === EVENT_ID.MAPPING;
    if (isMapping || event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) {
      open.push({ isMapping, mapping, field: isMapping ? undefined : top?.field, isKeyNext: isMapping });
    }
  }
}
