import { resolve } from "node:path";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { PlatformDocument } from "pulumi-analytics-internal/core/impact";
import { isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import type { OwnFile } from "./read-files";
import type { StateDocument } from "./states";

/** A data model or workbook of the project. */
export interface OwnDocument extends OwnFile {
  /** Its id on the platform, as far as that is known; otherwise one that stands for its file. */
  readonly id: string;
  readonly state: StateDocument | undefined;
  /** What it is on the platform; undefined: not known, or not asked. */
  readonly onPlatform: PlatformDocument | undefined;
  /** Whether its file is gone. */
  readonly isGone: boolean;
}

/** The project's documents, with what they are in the state and on the platform. */
export interface OwnDocuments {
  readonly documents: readonly OwnDocument[];
  /** What was taken for granted, for people. */
  readonly notes: readonly string[];
}

/**
 * Finds what the project's documents are: in the state by their files, and on the platform by the ids there. A data
 * model that no state has counts as the only one of the platform that has its name.
 *
 * @param platform the platform's documents; undefined: it isn't asked.
 */
export function matchDocuments(
  cwd: string,
  { files, gone }: { readonly files: readonly OwnFile[]; readonly gone: readonly OwnFile[] },
  states: readonly StateDocument[],
  platform: readonly PlatformDocument[] | undefined,
): OwnDocuments {
  const notes: string[] = [];
  const byId = new Map((platform ?? []).map((document) => [document.id, document]));
  const claimed = new Set(states.map(({ id }) => id));
  const findNamed = (file: OwnFile) =>
    (platform ?? []).filter((model) => !claimed.has(model.id) && isNamed(model, listNames(file)));
  const match = (file: OwnFile, isGone: boolean): OwnDocument => {
    const findState = (path: string) => states.find((one) => one.type === file.type && one.file === resolve(cwd, path));
    const state = findState(file.file) ?? (file.former && findState(file.former.file));
    if (state !== undefined) return { ...file, isGone, state, id: state.id, onPlatform: byId.get(state.id) };
    const named = file.type === "data model" ? findNamed(file) : [];
    const [only] = named;
    if (only === undefined || named.length > 1) {
      if (named.length > 1) notes.push(`${file.file}: ${named.length} data models of the platform have its name.`);
      return { ...file, isGone, state: undefined, id: formFileId(file), onPlatform: undefined };
    }
    notes.push(`${file.file} counts as the platform's data model ${only.name}: no state says what it is.`);
    return { ...file, isGone, state: undefined, id: only.id, onPlatform: only };
  };
  const documents = [
    ...files.map((file) => match(file, false)),
    ...gone.map((file) => match({ ...file, former: file }, true)),
  ];
  return { documents, notes };
}

/** Keys are divided by slashes. */
const formFileId = ({ file }: OwnFile) => `file:${encodeURIComponent(file)}`;

/** Whether a document of the platform is a data model that is called so, in any spelling. */
export const isNamed = ({ type, tag, name }: PlatformDocument, names: readonly string[]) =>
  type === "data model" && tag === undefined && names.map(normalizePlainName).includes(normalizePlainName(name));

/** What people may call a document: by its file, and by the name in it. */
function listNames({ name, form, state }: OwnFile & Partial<Pick<OwnDocument, "state">>): string[] {
  const own = isObject(form) ? readKnownString(form.name) : undefined;
  return [...new Set([name, ...(own === undefined ? [] : [own]), ...(state?.names ?? [])])];
}
