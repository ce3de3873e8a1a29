import { dirname, resolve } from "node:path";
import { listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { formatPath } from "../command/files";
import type { Document } from "./document";
import { dropExtension } from "./names";
import {
  findPulledFolder,
  getPulled,
  hashDocument,
  type PulledFolder,
  type PulledModel,
  type PulledWorkbook,
} from "./pull-manifest";
import { References } from "./references";
import type { DocumentSet } from "./set";
import type { StateDocument } from "./states";

/** What is known of a document's files before the platform is asked. */
export interface KnownFiles {
  /** Of the document on the platform. */
  readonly id: string | undefined;
  readonly profile: string | undefined;
  /** The folder that was pulled into, if the files are in one. */
  readonly folder: PulledFolder | undefined;
  /** What the last pull, or update of the files, left of them. */
  readonly pulled: PulledModel | PulledWorkbook | undefined;
  /** Whether they say something else since. */
  readonly isEdited: boolean;
  /** The resource of the stack that has the document, or that is declared by the files. */
  readonly state: StateDocument | undefined;
  /** Values of names, by the last pull and by the state. */
  readonly refs: Readonly<Record<string, unknown>>;
}

/**
 * From the manifest of the folder the files are in, and from the state of their project's stack.
 *
 * @param wanted the id of the document on the platform, where it is known.
 * @param folder the folder that is pulled into; default: the nearest one.
 * @throws UsageError for a document with a secret.
 */
export async function findKnown(
  documents: DocumentSet,
  document: Document,
  wanted?: string,
  folder: PulledFolder | undefined = findPulledFolder(dirname(resolve(documents.cwd, document.file!.file))),
): Promise<KnownFiles> {
  const { type, file } = document;
  const all = folder === undefined ? {} : getPulled(folder.manifest, type);
  const place = folder && formatPath(folder.folder.folder, resolve(documents.cwd, file!.file));
  const isOwn = ({ file: own }: { file: string }) => dropExtension(own) === dropExtension(place!);
  const id = wanted ?? Object.entries(all).find(([, one]) => isOwn(one))?.[0];
  const pulled = id === undefined ? undefined : getOwnValue(all, id);
  const state = await documents.findResource(document, id);
  if (state?.isConfidential) {
    throw new UsageError(
      `${file!.file}: this ${type === "data model" ? "model" : type} contains a secret, so the command doesn't ` +
        "write or show it. Run `pulumi preview --refresh` to see the changes, and edit the files by hand.",
    );
  }
  return {
    id: id ?? state?.id,
    profile: folder?.manifest.profile ?? state?.profile,
    folder,
    pulled,
    isEdited: pulled !== undefined && pulled.hash !== hashDocument(file!),
    state,
    refs: { ...state?.refs, ...pulled?.refs },
  };
}

/** The connections and models that files may refer to: those of the last pull, else those that a program names. */
export function createReferences({ folder, state }: Pick<KnownFiles, "folder" | "state">): References {
  if (folder === undefined) return createStateReferences(state?.refs ?? {});
  const { models, names } = folder.manifest;
  const references = new References(Object.entries(names.connections ?? {}).map(([id, name]) => [name, id]));
  for (const [id, { name, ids }] of Object.entries(models)) references.add({ id, name, ids });
  return references;
}

/** What the names of a program's `refs` stand for: `orders` and `orders#lines` are a model and its element. */
function createStateReferences(refs: Readonly<Record<string, unknown>>): References {
  const values = Object.entries(refs).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const whole = values.filter(([name]) => splitRef(name)[1] === undefined);
  const references = new References(whole);
  for (const [name, id] of whole) {
    const elements = values.flatMap(([other, inside]) => {
      const [model, element] = splitRef(other);
      return model === name && element !== undefined ? [[element, { id: inside }] as const] : [];
    });
    references.add({ id, name, ids: { elements: Object.fromEntries(elements) } });
  }
  return references;
}

/** What a name in a document's files stands for: in a model's, as the latest ids have it; a workbook's are its own. */
export function findValue(
  { type }: Pick<Document, "type">,
  name: string,
  refs: KnownFiles["refs"],
  references: References,
): unknown {
  const [own, common] = [getOwnValue(refs, name), references.getValue(name)];
  return type === "data model" ? (common ?? own) : (own ?? common);
}

/**
 * The values of the names of a document's files.
 *
 * @throws UsageError for those without one.
 */
export function mapValues(
  document: Document,
  { refs, folder }: Pick<KnownFiles, "refs" | "folder">,
  references: References,
): Record<string, unknown> {
  const { file, type } = document;
  const noun = type === "data model" ? "model" : type;
  const names = listPlaceholderNames(file!.form);
  const values = names.map((name) => [name, findValue(document, name, refs, references)] as const);
  const open = values.filter(([, value]) => value === undefined).map(([name]) => `\`${name}\``);
  if (open.length === 0) return Object.fromEntries(values);
  const where = folder
    ? "No pull gave it one, and the stack's state has none"
    : `The file is not in a pulled folder, and not used by a ${noun} in the stack's state`;
  throw new UsageError(
    `${file!.file}: no value for ${open.join(" and ")}. ${where}. Run \`pulumi up\` once, or add --stack.`,
  );
}
