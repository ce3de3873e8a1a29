import type { JsonObject } from "pulumi-analytics-internal/core/model";
import type { Address, Target } from "./address";
import { createDataModel } from "./data-model";
import type { Document, DocumentFacts } from "./document";
import type { DocumentFile } from "./read-files";
import { createWorkbook } from "./workbook";

/** A document of what is known of it. */
export const createDocument = (facts: DocumentFacts): Document =>
  facts.type === "data model" ? createDataModel(facts) : createWorkbook(facts);

/**
 * The document of files that were read.
 *
 * @param locate the address of a path; default: that of a file as it is.
 */
export function toDocument(
  file: DocumentFile,
  locate: (target: Target) => Address = (target) => ({ from: "files", ...target }),
  part?: string,
): Document {
  const address = locate({ by: "path", value: file.file, part });
  return createDocument({ address, type: file.type, name: file.name, contents: file.form as JsonObject, file });
}
