import { dirname, join, resolve } from "node:path";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command/exit";
import type { Document } from "../documents/document";
import { dropExtension } from "../documents/names";
import { findPulledFolder, type PulledFolder } from "../documents/pull-manifest";

/** Finds the names that people gave to documents. */
export class DocumentTitles {
  readonly #cwd: string;
  /** The platform's names of the files that were pulled, by path, for each folder with documents. */
  readonly #pulled = new Map<string, ReadonlyMap<string, string>>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The name in the document, in the program, or on the platform; undefined: only that of its file is known. */
  find({ contents, name, file, state, stored }: Document): string | undefined {
    const own = readKnownString(contents.name);
    if (own !== undefined) return own;
    if (stored !== undefined) return name;
    if (state !== undefined) return state.names.at(-1);
    return file === undefined ? undefined : this.#findPulled(resolve(this.#cwd, file.file));
  }

  #findPulled(path: string): string | undefined {
    const folder = dirname(path);
    const names = this.#pulled.get(folder) ?? listPulledNames(folder);
    this.#pulled.set(folder, names);
    return names.get(dropExtension(path));
  }
}

function listPulledNames(from: string): ReadonlyMap<string, string> {
  const pulled = findReadableFolder(from);
  if (pulled === undefined) return new Map();
  const { folder, manifest } = pulled;
  const all = [manifest.models, manifest.workbooks ?? {}, manifest.reports ?? {}];
  return new Map(
    all
      .flatMap((documents) => Object.values<{ file: string; about?: { name: string } | undefined }>(documents))
      .flatMap(({ file, about }) => (about ? [[dropExtension(join(folder.folder, file)), about.name]] : [])),
  );
}

/** A picture can do without the names of a manifest that can't be read. */
function findReadableFolder(from: string): PulledFolder | undefined {
  try {
    return findPulledFolder(from);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
