import type { AnalyticsClient, DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import type {
  Baseline,
  Finding,
  IdentityMap,
  Json,
  JsonObject,
  Severity,
  SpecChange,
} from "pulumi-analytics-internal/core/model";
import { UsageError } from "../command/exit";
import type { FileWrite } from "../command/files";
import type { Address } from "./address";
import type { DocumentFile, DocumentType } from "./read-files";
import type { StateDocument } from "./states";

/** What is known of a document. */
export interface DocumentFacts {
  /** Names this document alone. */
  readonly address: Address;
  readonly type: DocumentType;
  /** That of its file or folder, of its resource, or on the platform. */
  readonly name: string;
  /** With placeholders, where it has them; includes are in their places. */
  readonly contents: JsonObject;
  /** Of a file or a commit: its path, and where things stand in it. */
  readonly file?: DocumentFile;
  /** Of the state of a stack: the resource. */
  readonly state?: StateDocument;
  /** Of the platform. */
  readonly stored?: StoredDocument;
  /** A data model of the platform as it was read. */
  readonly model?: DataModelRepresentation;
}

/** A data model, workbook or report that an address names, with its contents and what commands do with it. */
export interface Document extends DocumentFacts {
  /**
   * Compares it with another one in meaning, in one set of ids.
   *
   * @throws UsageError for one of another type.
   */
  compare(after: Document, options: CompareOptions): Comparison;
  /**
   * Both in one set of ids, without what counts as no difference: what the platform has is written in the words of the
   * file.
   *
   * @throws UsageError for one of another type.
   */
  align(after: Document, known: KnownBeside): readonly [before: AlignedDocument, after: AlignedDocument];
  /**
   * Merges its files with what changed on the platform since they last agreed, as the provider does. What only the
   * files changed stays; where both changed the same, the preferred side's is taken.
   *
   * @throws UsageError for one of another type.
   */
  merge(received: DocumentFacts, known: KnownForMerge): DocumentMerge;
  /**
   * What becomes of its files when it reads as `form`: comments, order and references stay where the meaning does.
   * None: it does already.
   *
   * @throws UsageError where a file can't be changed in place; it says where.
   */
  edit(cwd: string, form: JsonObject): FileEdit[];
  /** What is wrong in its file by itself, at its place there. */
  validate(severities: Severities): Finding[];
  /** In the form of a data model, with values in the places of placeholders. */
  convertToModel(values: Readonly<Record<string, string>>): ModelForm;
}

/** Of rules. */
export type Severities = Readonly<Record<string, Severity | "off">>;

/** A document in the form of a data model. */
export interface ModelForm {
  readonly spec: JsonObject;
  /** Findings with places in the document, in the place of those in `spec`. */
  locate(findings: readonly Finding[]): Finding[];
}

/** What the platform says of a document beside its contents. */
export interface StoredDocument {
  readonly id: string;
  readonly documentVersion: number;
  /** The latest one there is. */
  readonly latestVersion: number;
  readonly folderId: string;
  readonly description: string | undefined;
  readonly url: string;
  /** Id of the member who last changed it. */
  readonly updatedBy: string;
  /** When that was (ISO 8601). */
  readonly updatedAt: string;
  readonly client: AnalyticsClient;
}

/** What differs between two documents. */
export interface Comparison {
  readonly changes: readonly SpecChange[];
  /**
   * What each placeholder stands for on the other side; or each id of the first organization, by its field:
   * `connectionId 1b0c…`.
   */
  readonly values: Readonly<Record<string, Json>>;
  /** What could not be told apart, and ids that changed on the platform. */
  readonly remarks: readonly string[];
}

/** What is known beside a file and a document of the platform. */
export interface KnownBeside {
  /** Paths of parts that don't count; see `dropIgnored`. */
  readonly ignore?: readonly string[];
  /** The document in the state of a stack: what the platform made of the declaration there is no difference. */
  readonly state?: StateDocument;
}

/** What a document's files and the platform agreed on last. */
export interface MergeBase {
  /** Default: what the files say now, so that all that differs on the platform changed there. */
  readonly form?: Json;
  /** What the names in `form` stood for. */
  readonly refs?: Readonly<Record<string, unknown>>;
  /** What the platform had beside the form. */
  readonly about?: { readonly name?: string; readonly description?: string };
  /** Of a data model: the ids in the file and the platform's. */
  readonly ids?: IdentityMap;
  /** How the platform stored the form. */
  readonly baseline?: Baseline;
  /** Changes from the form, which a refresh may have changed, to the one before that. */
  readonly base?: Baseline;
  /** The platform's version that has it: while it is the latest, nothing changed there. */
  readonly documentVersion?: number;
}

/** What a merge needs beside the files and the platform. */
export interface KnownForMerge {
  /** What the names in the files stand for. */
  readonly refs: Readonly<Record<string, unknown>>;
  readonly base?: MergeBase;
  /** Parts that are left to the platform; see the resource's `ignorePaths`. */
  readonly ignorePaths?: readonly string[];
  /** Whose value is taken where both changed the same; default: the platform's, as an offer. */
  readonly prefer?: MergeSide | undefined;
}

/** A side of a merge: the files, or the platform. */
export type MergeSide = "file" | "platform";

/** A user's document, merged with what changed on the platform. */
export interface DocumentMerge {
  /** Written as the user would: the files' own form wherever the two mean the same. */
  readonly form: JsonObject;
  /** From the files to the merge; none: they mean the same. */
  readonly changes: readonly SpecChange[];
  /**
   * What the files and the platform both changed, from the files' value to the platform's, which the merge has; none
   * where the files are preferred.
   */
  readonly contested: readonly SpecChange[];
  /** Whether the platform has all that the merge has. */
  readonly isThere: boolean;
  /** Of a data model: the file's ids and the platform's; what is new there has got readable ones. */
  readonly ids?: IdentityMap;
  /** What couldn't be told apart, a sentence each. */
  readonly remarks: readonly string[];
}

export interface CompareOptions extends KnownBeside {
  /** Whether both sides are of one organization, where the same id means the same thing. */
  readonly isOneOrganization: boolean;
}

/** A side of two that are in one set of ids. */
export interface AlignedDocument {
  readonly contents: JsonObject;
  /** Where it was written in the words of the other side: its own ids, by those there. */
  readonly ids?: IdentityMap;
}

/** What becomes of a file: its text, or undefined where it goes. */
export interface FileEdit extends FileWrite {
  /** From the working directory, with `/`. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** @throws UsageError for a data model beside a workbook or report. */
export function requireSameKind(one: DocumentFacts, other: DocumentFacts): void {
  if ((one.type === "data model") === (other.type === "data model")) return;
  throw new UsageError("A workbook and a data model can't be compared. Name two of the same.");
}
