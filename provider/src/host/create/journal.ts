import { rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import {
  appendJsonLine,
  createFileName,
  isRunning,
  listFiles,
  parseJsonLines,
  readProcessName,
  readText,
} from "../../core/runtime";

const create = z.object({
  create: z.string(),
  urn: z.string().optional(),
  kind: z.string(),
  /** Identifies the base URL: another one has other objects. */
  place: z.string(),
  /** The ids of the objects that had its natural key before; left out: unknown. */
  older: z.array(z.string()).optional(),
  /** What it sent, see `seal`. */
  sent: z.string(),
});

const update = z.object({ update: z.string(), id: z.string(), sent: z.string() });

const line = z.union([
  create,
  update,
  z.object({ made: z.string(), id: z.string() }),
  z.object({ refused: z.string() }),
  z.object({ settled: z.string() }),
  z.object({ delete: z.string() }),
  z.object({ deleted: z.string() }),
]);

/** A create; `create` is its stamp. */
export type JournalledCreate = z.infer<typeof create> & { readonly id?: string };

/** An update of the object with an id; `update` is its stamp. */
export type JournalledUpdate = z.infer<typeof update>;

/** `<name of the process>-<random>.jsonl` */
const fileName = /^(\d+-\w+)-\w+\.jsonl$/;

/** The journal ignores older files: a user runs the stack again within days. */
const lifetimeMs = 14 * 24 * 3600 * 1000;

/** What a file tells. */
interface Told {
  readonly creates: readonly JournalledCreate[];
  readonly updates: readonly JournalledUpdate[];
  readonly settled: readonly string[];
  readonly deletes: readonly string[];
  readonly stamps: readonly (readonly [id: string, stamp: string])[];
}

interface JournalOptions {
  readonly self?: string;
  readonly warn?: (message: string) => void;
}

/** The folder of the journal: `$PULUMI_HOME/analytics/journal`, the home by default `~/.pulumi`. */
export function getJournalFolder({ PULUMI_HOME: home }: Readonly<Record<string, string | undefined>>): string {
  return join(home || join(homedir(), ".pulumi"), "analytics/journal");
}

/**
 * What this machine's processes began, for what a state can't know: a host that died alone, updates of a killed run,
 * an engine that saves its state at the end.
 *
 * Each process writes a file of its own, before each create or update, and removes it when the engine has saved all
 * results. So a file of an ended process tells of a killed one. A process reads those files once, when it starts.
 *
 * Containers and machines may share the folder. A process of another container counts as ended, since it can't be seen
 * from here. That is harmless for one that still runs: a create recovers only those of its own stack, whose other runs
 * the lock of the stack excludes.
 *
 * Nothing here throws: without a journal, only the recovery of what the state can't know doesn't work.
 */
export class Journal {
  /** The creates of ended processes, oldest first. */
  readonly creates: readonly JournalledCreate[];
  /** The stamps of their creates by the ids of the objects, also where it is known what became of these. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Their updates, oldest first. */
  readonly updates: readonly JournalledUpdate[];
  /**
   * The stamps of creates that ended processes have settled. The engine keeps a pending create, and a person may make
   * the state forget the entry that says so.
   */
  readonly settled: ReadonlySet<string>;
  /** The ids of the objects that ended processes began to delete, without an answer. */
  readonly deletes: ReadonlySet<string>;
  readonly #own: string;
  readonly #warn: (message: string) => void;
  readonly #settled = new Set<string>();
  #hasWritten = false;
  #hasWarned = false;

  /**
   * @param options.self the name of this process.
   * @param options.warn prints, once, that the journal can't be written.
   */
  constructor(
    private readonly directory: string,
    { self = readProcessName(process.pid) ?? `${process.pid}-0`, warn = console.log }: JournalOptions = {},
  ) {
    this.#own = join(directory, createFileName("jsonl", self));
    this.#warn = warn;
    const former = readFormer(directory, self);
    this.creates = former.flatMap(({ creates }) => creates);
    this.updates = former.flatMap(({ updates }) => updates);
    this.settled = new Set(former.flatMap(({ settled }) => settled));
    this.deletes = new Set(former.flatMap(({ deletes }) => deletes));
    this.stamps = new Map(former.flatMap(({ stamps }) => stamps));
  }

  /** Call it before the first request of a create or an update. */
  begin(begun: Omit<JournalledCreate, "id"> | JournalledUpdate): void {
    this.#write(begun);
  }

  /** The platform answered with the object's id. */
  made(stamp: string, id: string): void {
    this.#write({ made: stamp, id });
  }

  /** The platform has carried out nothing of a create or an update. */
  refused(stamp: string): void {
    this.#write({ refused: stamp });
  }

  /** Call it before a delete of the object with an id, and {@link Journal.endDelete} after its answer. */
  beginDelete(id: string): void {
    this.#write({ delete: id });
  }

  endDelete(id: string): void {
    this.#write({ deleted: id });
  }

  /** It is known what became of a create or an update of an earlier run. */
  settle(stamp: string): void {
    this.#settled.add(stamp);
  }

  /** The run ends. @param isSaved whether the engine has saved all responses: else the file tells of them. */
  ended(isSaved: boolean): void {
    if (!isSaved) return;
    if (this.#hasWritten) remove(this.#own);
    for (const stamp of this.#settled) this.#append({ settled: stamp });
  }

  #write(value: z.infer<typeof line>): void {
    this.#append(value);
    this.#hasWritten = true;
  }

  #append(value: z.infer<typeof line>): void {
    try {
      appendJsonLine(this.#own, value);
    } catch (error) {
      if (this.#hasWarned) return;
      this.#hasWarned = true;
      this.#warn(
        `The journal of creates can't be written: ${(error as Error).message}. This run continues without it: if the ` +
          "provider is killed, the next run may not find what it created. Free disk space, or make " +
          `${this.directory} writable.`,
      );
    }
  }
}

/** What the files of ended processes tell, oldest first. Removes those that tell nothing. */
function readFormer(directory: string, self: string): readonly Told[] {
  // This process has written nothing yet: a file with its number is from an earlier process.
  const isEnded = ([, writer = ""]: RegExpExecArray) =>
    Number.parseInt(writer, 10) === Number.parseInt(self, 10) || !isRunning(writer);
  const files = listFiles(directory, fileName)
    .filter((name) => isEnded(fileName.exec(name)!))
    .map((name) => join(directory, name))
    .map((file) => ({ file, writtenMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.writtenMs - b.writtenMs);
  const all = files.map(({ file, writtenMs }) => {
    const isOld = writtenMs < Date.now() - lifetimeMs;
    return { file, ...readTold(isOld ? "" : readText(file)) };
  });
  // A stamp may come again where nothing is pending any more: the latest file counts.
  const known = new Set<string>();
  for (const told of all) {
    for (const { create: stamp } of told.creates) known.delete(stamp);
    for (const stamp of told.settled) known.add(stamp);
  }
  return all.map(({ file, ...told }) => {
    const creates = told.creates.filter(({ create }) => !known.has(create));
    const updates = told.updates.filter(({ update }) => !known.has(update));
    const settled = told.settled.filter((stamp) => known.has(stamp));
    if (creates.length + updates.length + settled.length + told.deletes.length === 0) remove(file);
    return { ...told, creates, updates, settled };
  });
}

function readTold(text: string): Told {
  const creates = new Map<string, JournalledCreate>();
  const updates = new Map<string, JournalledUpdate>();
  const deletes = new Set<string>();
  const settled: string[] = [];
  for (const value of parseJsonLines(text)) {
    const { data } = line.safeParse(value);
    if (data === undefined) continue;
    if ("create" in data) creates.set(data.create, data);
    if ("update" in data) updates.set(data.update, data);
    if ("refused" in data) for (const begun of [creates, updates]) begun.delete(data.refused);
    if ("settled" in data) settled.push(data.settled);
    if ("delete" in data) deletes.add(data.delete);
    if ("deleted" in data) deletes.delete(data.deleted);
    if ("made" in data) {
      const begun = creates.get(data.made);
      if (begun !== undefined) creates.set(data.made, { ...begun, id: data.id });
    }
  }
  const all = [...creates.values()];
  const stamps = all.flatMap(({ create: stamp, id }) => (id === undefined ? [] : [[id, stamp] as const]));
  return { creates: all, updates: [...updates.values()], settled, deletes: [...deletes], stamps };
}

/** A file in a folder that may not be written stays. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next process tries again.
  }
}
