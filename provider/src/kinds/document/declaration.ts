/** The text of a document among the inputs, and the values of its placeholders. */

import { collectTexts, findExcess, largestJson } from "../../core/data";
import { equal, isUnknown } from "../../core/engine";
import {
  dropIgnored,
  type Forms,
  type Json,
  type JsonObject,
  type LocalSpec,
  listPlaceholderNames,
} from "../../core/model";
import { splitRef } from "../../core/model/json";
import { ownLimit } from "../../core/text";
import type { DocumentInputs } from "./fields";

/**
 * A representation among the inputs: the JSON text that the resource class makes, or the object that a transform put in
 * its place.
 */
export type AuthoredText = string | JsonObject;

/** A text that is no representation. Only a transform gives one: the resource class makes JSON. */
export class TextError extends Error {}

/**
 * The representation, placeholders unfilled.
 *
 * @param field the input, for the error.
 * @throws {@link TextError}
 */
function parseAuthored(given: AuthoredText, field: string): Json {
  if (typeof given !== "string") return given;
  const excess = findExcess(given);
  if (excess !== undefined) {
    const { depth, values } = largestJson;
    const much =
      excess === "depth" ? `nested deeper than ${depth} levels` : `more than ${values / 1_000_000} million values`;
    throw new TextError(`${field}: ${much}, ${ownLimit}. Split the document into several.`);
  }
  try {
    return JSON.parse(given) as Json;
  } catch (error) {
    throw new TextError(
      `${field}: not JSON text (${(error as Error).message}). A transform gives JSON text or an object, not a path ` +
        "or YAML.",
    );
  }
}

/** The most documents that are kept: one operation uses the same one several times, and several run in parallel. */
const mostRecent = 32;

/**
 * Reads declared texts into their forms, and keeps the last ones, by text and values.
 *
 * @param field the input that the texts stand in.
 */
function createFormsCache<Of extends Forms>(
  field: string,
  create: (authored: Json, refs: Refs) => Of,
): (text: AuthoredText, refs: Refs) => Of {
  const recent: { readonly text: AuthoredText; readonly forms: Of }[] = [];
  return (text, refs) => {
    const sameText = recent.filter((entry) => entry.text === text);
    const known = sameText.find(({ forms }) => equal(forms.refs, refs));
    if (known !== undefined) return known.forms;
    const forms = create(sameText[0]?.forms.authored ?? parseAuthored(text, field), refs);
    recent.unshift({ text, forms });
    recent.length = Math.min(recent.length, mostRecent);
    return forms;
  };
}

/** The input that holds a kind's text. */
export type TextField = "spec" | "contents";

/** A text among the inputs, and the values of its placeholders. */
export type TextInputs<Field extends TextField> = { readonly [Name in Field]: AuthoredText } & Pick<
  DocumentInputs,
  "refs" | "ignorePaths"
>;

/** How a kind reads its text. */
interface Language<Field extends TextField, Of extends Forms> {
  readonly field: Field;
  createForms(authored: Json, refs: Refs): Of;
  /** The text with its placeholders, as {@link Forms.declared} has it filled. */
  toSpec(authored: Json): LocalSpec;
}

/** The texts of a kind's documents. */
export interface Texts<Field extends TextField, Of extends Forms = Forms> extends Language<Field, Of> {
  /** The document that inputs declare, with its forms; cached by text and values. */
  getForms(inputs: TextInputs<Field>): Of;
  /** The names of the placeholders outside ignored parts. */
  listOwnPlaceholders(inputs: TextInputs<Field>): readonly string[];
  /**
   * Whether two declarations mean the same contents. An unknown value is a change, but for an element id of a model
   * that stays.
   *
   * @param isSame compares the declared forms.
   */
  isSame(
    olds: TextInputs<Field>,
    news: TextInputs<Field>,
    isSame: (before: LocalSpec, after: LocalSpec) => boolean,
  ): boolean;
}

/** The texts of documents in a language. */
export function createTexts<Field extends TextField, Of extends Forms>(
  language: Language<Field, Of>,
): Texts<Field, Of> {
  const { field, createForms, toSpec } = language;
  const readForms = createFormsCache(field, createForms);
  const texts: Texts<Field, Of> = {
    ...language,
    getForms: (inputs) => readForms(inputs[field], inputs.refs ?? {}),

    listOwnPlaceholders(inputs) {
      const { authored } = texts.getForms(inputs);
      const ignorePaths = getKnownIgnorePaths(inputs);
      return listPlaceholderNames(ignorePaths.length === 0 ? authored : dropIgnored(toSpec(authored), ignorePaths));
    },

    isSame(olds, news, isSame) {
      if (isUnknown(news[field]) || isUnknown(news.refs)) return false;
      const before = olds.refs ?? {};
      const after = keepElementIds(before, news.refs ?? {});
      const unknown = Object.keys(after).filter((name) => isUnknown(after[name]));
      // Before the text is parsed: nothing in most previews changes.
      if (unknown.length === 0 && olds[field] === news[field] && equal(before, after)) return true;
      if (unknown.length > 0 && texts.listOwnPlaceholders(news).some((name) => unknown.includes(name))) return false;
      return isSame(texts.getForms(olds).declared, readForms(news[field], after).declared);
    },
  };
  return texts;
}

/**
 * Another representation in the form that one has. What was given as an object stays one: the engine finds the secrets
 * in it by their place, and in a text there would be none.
 */
export function matchForm(given: AuthoredText, other: Json): AuthoredText {
  return typeof given === "string" ? JSON.stringify(other) : (other as JsonObject);
}

/** The values that a representation still refers to. */
export function filterRefs(
  authored: Json,
  refs: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const used = listPlaceholderNames(authored).filter((name) => Object.hasOwn(refs, name));
  return used.length > 0 ? Object.fromEntries(used.map((name) => [name, refs[name]])) : undefined;
}

type Refs = Readonly<Record<string, unknown>>;

/**
 * The values of a declaration's placeholders, with the element ids that a preview doesn't know taken from the state
 * where the model they lie in stays.
 *
 * A preview that updates a model knows its id and none of its element ids. If those counted as changes, like other
 * unknown values, every document that refers to one would be shown as updated, and whatever depends on it in turn. The
 * update keeps the ids; should one come to differ, the update of the referring document compares again, with all values
 * known.
 *
 * @example keepElementIds({ orders: "m1", "orders#facts": "e1" },
 *   { orders: "m1", "orders#facts": unknownValue })["orders#facts"] // "e1"
 */
export function keepElementIds(before: Refs, after: Refs): Record<string, unknown> {
  const isKept = (name: string) => {
    const model = getModelPlaceholder(name);
    return (
      model !== undefined &&
      Object.hasOwn(before, name) &&
      typeof after[model] === "string" &&
      after[model] === before[model]
    );
  };
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, isUnknown(value) && isKept(name) ? before[name] : value]),
  );
}

/**
 * The placeholder with the id of the model in which a placeholder's element lies: `orders` for `orders#facts` in a
 * file, `…/dataModelId` for `…/elementId` in an object.
 */
function getModelPlaceholder(name: string): string | undefined {
  const [model, element] = splitRef(name);
  if (element !== undefined) return model;
  return name.endsWith("/elementId") ? name.replace(/elementId$/, "dataModelId") : undefined;
}

type MaybeSecret = Pick<DocumentInputs, "confidential"> & { readonly refs?: unknown };

/**
 * Whether the secrets of a confidential document are among the values of its placeholders. Only the program knows which
 * value is secret: without values, and in a text or object of a transform, the whole document counts as secret.
 */
export function areSecretsInRefs(given: unknown, { confidential, refs }: MaybeSecret): boolean {
  return confidential === true && refs !== undefined && typeof given === "string";
}

/** Texts that no message may contain. */
export function listSecretTexts(given: unknown, inputs: MaybeSecret): string[] {
  const { confidential, refs } = inputs;
  if (!confidential) return [];
  return [...collectTexts(refs), ...(areSecretsInRefs(given, inputs) ? [] : collectTexts(parseReadable(given)))];
}

/** A text's contents, or itself: messages are cleaned of inputs that nobody has checked yet, too. */
function parseReadable(given: unknown): unknown {
  try {
    return JSON.parse(String(given));
  } catch {
    return given;
  }
}

/** Paths of ignored parts; none as long as they are unknown. */
export function getKnownIgnorePaths({ ignorePaths = [] }: { ignorePaths?: string[] | undefined }): readonly string[] {
  return isUnknown(ignorePaths) ? [] : ignorePaths;
}
