import { resolve } from "node:path";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { PlatformDocument } from "pulumi-analytics-internal/core/impact";
import type { IdentityMap } from "pulumi-analytics-internal/core/model";
import { listNames } from "./names";
import type { OwnFile } from "./read-files";
import type { DocumentSet } from "./set";
import type { StateDocument } from "./states";

/** A data model or workbook of the project. */
export interface OwnDocument extends OwnFile {
  /** Its id on the platform, as far as that is known; otherwise one that stands for its file. */
  readonly id: string;
  readonly state: StateDocument | undefined;
  /** The platform's ids of its parts, as far as they are known. */
  readonly ids: IdentityMap | undefined;
  /** What it is on the platform; undefined: not known, or not asked. */
  readonly onPlatform: PlatformDocument | undefined;
  /** Whether its file is gone. */
  readonly isGone: boolean;
}

/** The project's documents, with what they are in the state and on the platform. */
export interface OwnDocuments {
  readonly documents: readonly OwnDocument[];
  /** All that the states have. */
  readonly states: readonly StateDocument[];
  /** What was taken for granted, for people. */
  readonly notes: readonly string[];
}

/**
 * Finds what the project's documents are: in the state by their files, and on the platform by the ids there. A data
 * model that no state has counts as the only one of the platform that has its name.
 *
 * @param gone what only an earlier time has.
 * @param platform the platform's documents; left out: it isn't asked.
 */
export async function matchDocuments(
  project: DocumentSet,
  { files, gone = [] }: { readonly files: readonly OwnFile[]; readonly gone?: readonly OwnFile[] },
  platform: readonly PlatformDocument[] = [],
): Promise<OwnDocuments> {
  const states = await project.listResourcesAround(files);
  const notes: string[] = [];
  const byId = new Map(platform.map((document) => [document.id, document]));
  const claimed = new Set(states.map(({ id }) => id));
  const findNamed = (file: OwnFile) =>
    platform.filter((model) => !claimed.has(model.id) && isNamed(model, listNames(file)));
  const match = (file: OwnFile, isGone: boolean): OwnDocument => {
    const findState = (path: string) =>
      states.find((one) => one.type === file.type && one.file === resolve(project.cwd, path));
    const state = findState(file.file) ?? (file.former && findState(file.former.file));
    if (state !== undefined)
      return { ...file, isGone, state, ids: state.ids, id: state.id, onPlatform: byId.get(state.id) };
    const named = file.type === "data model" ? findNamed(file) : [];
    const [only] = named;
    if (only === undefined || named.length > 1) {
      if (named.length > 1) notes.push(`${file.file}: ${named.length} data models of the platform have its name.`);
      return { ...file, isGone, ...unknown, id: formFileId(file), onPlatform: undefined };
    }
    notes.push(`${file.file} counts as the platform's data model ${only.name}: no state says what it is.`);
    return { ...file, isGone, ...unknown, id: only.id, onPlatform: only };
  };
  const documents = [
    ...files.map((file) => match(file, false)),
    ...gone.map((file) => match({ ...file, former: file }, true)),
  ];
  return { documents, states, notes };
}

const unknown = { state: undefined, ids: undefined };

/** Keys are divided by slashes. */
const formFileId = ({ file }: OwnFile) => `file:${encodeURIComponent(file)}`;

/** Whether a document of the platform is a data model that is called so, in any spelling. */
export const isNamed = ({ type, tag, name }: PlatformDocument, names: readonly string[]) =>
  type === "data model" && tag === undefined && names.map(normalizePlainName).includes(normalizePlainName(name));
