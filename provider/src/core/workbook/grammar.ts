/** The grammar of workbooks and reports: the shapes of their schema, built when they are first asked for. */

import type { CodedNoun } from "../model";
import {
  getValue,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  type Path,
  readKnownString,
  toList,
} from "../model/json";
import {
  buildShape,
  type ObjectShape,
  pickOption,
  type Reference,
  type Shape,
  type VariantShape,
} from "../model/schema";

/** The shapes of documents and their parts. */
export interface Grammar {
  readonly documents: Readonly<Record<CodedNoun, ObjectShape>>;
  /** Documents in the envelope that the API has around them. */
  readonly envelopes: Readonly<Record<CodedNoun, ObjectShape>>;
  /** A page that is a file of its own. */
  readonly page: ObjectShape;
  readonly element: VariantShape;
}

let grammar: Grammar | undefined;

/** The schema takes some 50 ms, which commands and programs without workbooks don't pay. */
export const getGrammar = (): Grammar => {
  grammar ??= buildGrammar();
  return grammar;
};

function buildGrammar(): Grammar {
  const schema = require("./schema/document") as typeof import("./schema/document");
  const { elementSchema } = require("./schema/elements") as typeof import("./schema/elements");
  const documents = {
    workbook: buildShape(schema.workbookSchema) as ObjectShape,
    report: buildShape(schema.reportSchema) as ObjectShape,
  };
  return {
    documents,
    envelopes: { workbook: wrap(documents.workbook), report: wrap(documents.report) },
    page: { ...(buildShape(schema.pageSchema) as ObjectShape), traits: { isSpacious: true } },
    element: buildShape(elementSchema) as VariantShape,
  };
}

function wrap(document: ObjectShape): ObjectShape {
  const createField = (shape: Shape) => ({ shape, isRequired: false });
  const fields = new Map([
    ...["name", "folderId", "description"].map((name) => [name, createField({ is: "any" })] as const),
    ...["contents", "document"].map((name) => [name, createField(document)] as const),
  ]);
  return { is: "object", fields, required: [], siblings: new Set() };
}

/** An id in a document that names something: where, and the objects around it, the outermost first. */
export interface ReferenceSite {
  readonly reference: Reference;
  readonly id: string;
  readonly path: Path;
  readonly around: readonly JsonObject[];
}

/** The references in a value, by its shape. Ids that a preview doesn't know are left out. */
export function* listReferences(
  shape: Shape,
  value: Json | undefined,
  path: Path = [],
  around: readonly JsonObject[] = [],
): Generator<ReferenceSite> {
  if (value === undefined || isOpen(value)) return;
  const { reference } = shape.traits ?? {};
  if (shape.is === "choice") {
    const option = pickOption(shape, value);
    if (option) yield* listReferences(option, value, path, around);
  } else if (typeof value === "string") {
    if (reference) yield { reference, id: value, path, around };
  } else if (shape.is === "list") {
    for (const [index, item] of toList(value).entries())
      yield* listReferences(shape.item, item, [...path, index], around);
  } else if (shape.is === "variant" && isObject(value)) {
    const variant = shape.variants.get(value[shape.discriminator]) ?? shape.common;
    yield* listReferences(variant, value, path, around);
  } else if (shape.is === "object" && isObject(value)) {
    const inside = [...around, value];
    for (const [key, inner] of Object.entries(value)) {
      const field = shape.fields.get(key)?.shape ?? shape.rest?.value;
      if (shape.rest) yield* listReferences(shape.rest.key, key, [...path, key], inside);
      if (field) yield* listReferences(field, inner, [...path, key], inside);
    }
  }
}

/** What the object around a reference says of whose part it names. */
export function readOwner({ reference: { of = [] }, around }: ReferenceSite): string | undefined {
  const depth = around.length - 1 - of.filter((step) => step === "..").length;
  const way = of.filter((step) => step !== "..");
  return readKnownString(getValue(around[depth], way));
}
