import type { AnalyticsClient, DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import type { Address } from "./address";
import type { ReadOwnFile } from "./project-files";
import type { StateDocument } from "./state-documents";

/** The types of documents, as messages name them. */
export type DocumentType = "data model" | CodedNoun;

/** A data model, workbook or report that an address names, with its contents. */
export interface Document {
  /** Names this document alone. */
  readonly address: Address;
  readonly type: DocumentType;
  /** That of its file or folder, of its resource, or on the platform. */
  readonly name: string;
  /** With placeholders, where it has them; includes are in their places. */
  readonly contents: JsonObject;
  /** Of a file or a commit: its path, and where things stand in it. */
  readonly file?: ReadOwnFile;
  /** Of the state of a stack: the resource. */
  readonly state?: StateDocument;
  /** Of the platform. */
  readonly stored?: StoredDocument;
  /** A data model of the platform as it was read. */
  readonly model?: DataModelRepresentation;
}

/** What the platform says of a document beside its contents. */
export interface StoredDocument {
  readonly id: string;
  readonly documentVersion: number;
  readonly url: string;
  readonly client: AnalyticsClient;
}
