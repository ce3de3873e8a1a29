import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { explainOutside, writeDraft } from "../files";
import type { KnownDocument, KnownDocuments } from "./reader";

/** Changes with what is kept: a file of another form is not used. */
const form = 4;
const kept = z.object({ form: z.literal(form), documents: z.record(z.string(), z.custom<KnownDocument>()) });

/**
 * What earlier runs have read, by the ids of documents: a file in `.analytics/cache`, which holds ids, names and what
 * formulas refer to, and no data.
 */
export class Cache implements KnownDocuments {
  readonly #project: string;
  readonly #path: string;
  readonly #before: Readonly<Record<string, KnownDocument>>;
  readonly #now: Record<string, KnownDocument> = {};
  #hasNews = false;

  /** @param project the project's folder. */
  constructor(project: string, organizationId: string) {
    this.#project = project;
    this.#path = join(locateFolder(project), `usage-${organizationId.replace(/[^\w-]/g, "")}.json`);
    this.#before = readFile(this.#path);
  }

  find(id: string, stamp: string): KnownDocument | undefined {
    const known = this.#now[id] ?? this.#before[id];
    if (known?.stamp !== stamp) return undefined;
    this.#now[id] = known;
    return known;
  }

  keep(id: string, known: KnownDocument): void {
    this.#now[id] = known;
    this.#hasNews = true;
  }

  /** The cache of a project where an earlier run of the command has made one. */
  static find(project: string, organizationId: string): Cache | undefined {
    return existsSync(locateFolder(project)) ? new Cache(project, organizationId) : undefined;
  }

  /**
   * Writes what this run knows, unless the file has it; documents that are gone are left out. A file that can't be
   * written is no failure. Nothing is written through a link: somebody else's project may have one.
   */
  save(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const folder = dirname(this.#path);
    const write = (place: string, text: string) => renameSync(writeDraft(place, text), place);
    try {
      for (const step of [dirname(folder), folder]) {
        mkdirSync(step, { recursive: true });
        if (explainOutside(step, this.#project, this.#project) !== undefined) return;
      }
      write(join(folder, "../.gitignore"), "*\n");
      write(this.#path, JSON.stringify({ form, documents: this.#now }));
    } catch {
      // Another run reads everything again.
    }
  }
}

const locateFolder = (project: string) => join(project, ".analytics", "cache");

function readFile(path: string): Readonly<Record<string, KnownDocument>> {
  try {
    return kept.parse(JSON.parse(readFileSync(path, "utf8"))).documents;
  } catch {
    return {};
  }
}
