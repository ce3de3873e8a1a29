/** What data models, workbooks and reports have in common: a file with a name and a place, and a text that is written whole. */
import * as z from "zod";
import type { Baseline, CodedNoun } from "../../core/model";
import { escapeLine } from "../../core/text";
import { defineOwnerField, field, output, type Remote, reference, text } from "../declare";

/** The fields of a document that `/v2/files` stores. */
export interface FileFields {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string | undefined;
  /** Undefined: not declared, or not told by the platform. */
  readonly ownerId?: string | undefined;
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
export interface StoredForm {
  /** Of the representation: changes to its canonical form. */
  readonly contents?: Baseline;
  /** The stored values of name, folder, description and owner, if different. */
  readonly place?: Partial<FileFields>;
  /**
   * Changes from the declaration in the state to the one that was last written, if a refresh changed it: what
   * `pull` merges from.
   */
  readonly written?: Baseline;
}

/** A part of a declaration that the platform didn't keep as it was written. */
export interface NotKept {
  /** Where, for people: `pages[main].elements[orders].source.joins[0].left.connectionId`. */
  readonly at: string;
  /** Whether it is gone, or has another value. */
  readonly what: "missing" | "changed";
}

/** Inputs that every document has. */
export interface DocumentInputs extends FileFields {
  readonly refs?: Record<string, unknown> | undefined;
  readonly file?: string | undefined;
  /** See {@link areSecretsInRefs}. */
  readonly confidential?: boolean | "whole" | undefined;
  readonly ignorePaths?: string[] | undefined;
  readonly onConflict?: "refuse" | "overwrite" | undefined;
  readonly deletion?: "delete" | "retain" | undefined;
  readonly restoreDeleted?: boolean | undefined;
}

/** Outputs that every document has. */
export interface DocumentOutputs {
  readonly url: string;
  readonly documentVersion?: number | undefined;
  readonly baseline?: StoredForm | undefined;
  readonly notKept?: readonly NotKept[] | undefined;
  readonly contentsDigest?: string | undefined;
  readonly deleted?: boolean | undefined;
}

/** A document as far as the state knows it; a partially created one has no outputs yet. */
export type KnownDocument<Inputs = DocumentInputs, Outputs = DocumentOutputs> = Remote<Inputs, Partial<Outputs>>;

/** A document on the platform. */
export interface ServerDocument extends FileFields {
  readonly url: string;
  readonly documentVersion: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** What messages call a document of a kind. */
export type DocumentNoun = "data model" | CodedNoun;

/** The kind and the area of each sort of document, and the field with its id. */
export const documentKinds = {
  "data model": { kind: "DataModel", area: "dataModels", key: "dataModelId" },
  workbook: { kind: "Workbook", area: "workbooks", key: "workbookId" },
  report: { kind: "Report", area: "reports", key: "reportId" },
} as const satisfies Record<DocumentNoun, object>;

/** The same where it is clear which models are meant. */
export const shortenNoun = (noun: DocumentNoun) => (noun === "data model" ? "model" : noun);

/** What messages call a document, on one line. */
export const getTitle = (noun: DocumentNoun, { name }: { readonly name: string }) =>
  `${noun} "${escapeLine(String(name))}"`;

type Noun = ReturnType<typeof shortenNoun>;

/** The fields that `/v2/files` stores. */
export const definePlaceFields = (noun: Noun) => ({
  name: field(text, `The ${noun}'s name. Changing it renames the ${noun}.`),
  folderId: reference(
    ["Folder", "Workspace"],
    `Id of the folder or workspace that the ${noun} is in. Changing it moves the ${noun}.`,
  ),
  description: field(z.string().optional(), `The description of the ${noun}.`, { equal: "text", clearWith: "" }),
  ownerId: defineOwnerField(noun),
});

/** The fields beside a representation, and those that say how it is written. */
export const defineWritingFields = (noun: Noun, ignorable: string) => ({
  refs: field(z.record(z.string(), z.unknown()).optional(), "The values of the placeholders.", { internal: true }),
  file: field(
    z.string().optional(),
    "The file of the text, relative to the project's folder. Messages refer to its lines.",
    { internal: true },
  ),
  confidential: field(
    z.union([z.boolean(), z.literal("whole")]).optional(),
    "Whether the representation contains a secret: one of its placeholders' values, or any part of it (`whole`). " +
      "Messages then leave out what may show it.",
    { internal: true },
  ),
  ignorePaths: field(
    z.array(text).optional(),
    "Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any " +
      `one step and \`**\` for any number of steps: ${ignorable}. The provider ignores ` +
      "differences in them, and an update preserves the platform's values.",
    { local: true, formerly: "leave" },
  ),
  onConflict: field(
    z.enum(["refuse", "overwrite"]).optional(),
    `What an update does when someone changed the ${noun} on the platform after the version that the state knows: ` +
      "`refuse` (default) stops, and reports who changed what and when; `overwrite` overwrites the change.",
    { local: true },
  ),
  deletion: field(
    z.enum(["delete", "retain"]).optional(),
    `What happens to the ${noun} when the resource is deleted: \`delete\` (default) or \`retain\`.`,
    { local: true },
  ),
  restoreDeleted: field(
    z.boolean().optional(),
    `Whether a ${noun} that was deleted on the platform is restored with its id into the declared folder, ` +
      "instead of recreated. Default: false.",
    { local: true },
  ),
});

/** Data of a type that needs no check: this provider wrote it. */
export const defineOwn = <T>() => z.custom<T>();

export const defineAddressOutputs = (noun: Noun) => ({
  url: output(z.string(), `The address of the ${noun} in the product.`, { changesWith: ["name", "folderId"] }),
  documentVersion: output(
    // For a program it is always there: a write that was cut short has ended the run.
    z.int().optional().meta({ type: "number" }),
    "The platform's number of the version last written or read; absent after an interrupted write.",
  ),
});

export const defineStoredOutputs = (noun: Noun) => ({
  baseline: output(
    defineOwn<StoredForm | undefined>().optional(),
    "The platform's stored form, if it differs from the declaration.",
    { asJson: true, internal: true },
  ),
  notKept: output(
    defineOwn<readonly NotKept[] | undefined>().optional(),
    "The fields that the platform dropped or changed, if any.",
    { internal: true },
  ),
  contentsDigest: output(
    z.string().optional(),
    "A digest of the contents on the platform when they were last compared. While they are the same, " +
      "a refresh doesn't compare them.",
    { internal: true },
  ),
  deleted: output(
    z.boolean().optional(),
    `Whether the ${noun} was deleted on the platform and the next update restores it.`,
    { internal: true },
  ),
});
