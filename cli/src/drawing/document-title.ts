import { dirname, resolve } from "node:path";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command/exit";
import type { Document } from "../documents/document";
import { dropExtension } from "../documents/names";
import { listPulled } from "../documents/pull-manifest";
import { recall } from "../documents/recall";

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
    return recall(this.#pulled, folder, () => listPulledNames(folder)).get(dropExtension(path));
  }
}

/** A picture can do without the names of a manifest that can't be read. */
function listPulledNames(from: string): ReadonlyMap<string, string> {
  try {
    return new Map(listPulled(from).flatMap(({ file, name }) => (name ? [[dropExtension(file), name]] : [])));
  } catch (error) {
    if (error instanceof UsageError) return new Map();
    throw error;
  }
}
