/** The representations of documents, as policies see them. */
import { tryParseJson } from "../core/data";
import { isObject, type Json, type JsonObject, type Path, unknownValue } from "../core/model/json";
import { fillPlaceholders, listPlaceholderNames } from "../core/model/text";
import { isUnknown, noteUnknown } from "./seen";

/** The visible part of a representation. */
export interface Representation {
  /** With its placeholders. */
  readonly form?: JsonObject;
  /** With its placeholders filled. */
  readonly spec?: Json;
  readonly hidden?: "unknown" | "secret";
}

/**
 * What is visible of a representation. Without placeholders, a confidential one is secret as a whole.
 *
 * @param given its text, or the object that a transform put in its place.
 */
export function readRepresentation(given: unknown, refs: unknown, confidential: unknown): Representation {
  if (isUnknown(given)) return { hidden: "unknown" };
  const isConfidential = confidential === true || confidential === "whole";
  // An object from a transform stays visible: otherwise any transform could disable policies.
  const isFromTransform = isObject(given);
  // Any text that the resource class didn't write, such as the engine's mask of a secret, isn't an object in JSON.
  const form = typeof given === "string" ? tryParseJson(given) : given;
  if (!isObject(form)) return { hidden: "secret" };
  if (!isFromTransform && isConfidential && listPlaceholderNames(form).length === 0) return { hidden: "secret" };
  return { form, spec: fillPlaceholders(form, filterVisible(refs, isConfidential)).spec };
}

/**
 * The values of the placeholders. In a confidential document all are unknown, because it is unknown which one is
 * secret.
 */
function filterVisible(refs: unknown, isConfidential: boolean): JsonObject {
  const values = isObject(refs) ? refs : {};
  return isConfidential ? Object.fromEntries(Object.keys(values).map((name) => [name, unknownValue])) : values;
}

/** A representation that a policy asks for, which may leave it out. */
export function askFor(representation: Representation): Representation {
  if (representation.hidden === "unknown") noteUnknown();
  return representation;
}

/** Reports a violation, with its place if a path into the representation is given. */
export type DocumentReport = (message: string, path?: Path) => void;

/** A {@link DocumentReport} on a document. */
export const createReporter =
  (document: { readonly file: string | undefined; findPlace(path: Path): string }, report: (message: string) => void) =>
  (message: string, path?: Path): void => {
    const place = path === undefined ? (document.file ?? "") : document.findPlace(path);
    report(place === "" ? message : `${place}: ${message}`);
  };

/** A place for people: the file, with line and column where they are known, and the path. */
export const joinPlace = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(": ");
