/** The grammar of workbooks and reports: the shapes of their schema, built when they are first asked for. */

import type { CodedNoun } from "../spec";
import { buildShape, type ObjectShape, type Shape, type VariantShape } from "../spec/internal";

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
