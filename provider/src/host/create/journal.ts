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
import { recoveryDays } from "../../settings";
import { nameSentFile, readSent, remove } from "./files";
import { logToStack } from "./process-hooks";

/**
 * The creates of this machine that no state may have saved: the part of {@link Ownership} that outlives a process.
 *
 * The engine saves its state only after a create has returned. If the process is killed in between, the object exists,
 * but no state holds it. The journal gets one line before the create request, and one after the response.
 *
 * Each process writes its own file, so no lock is needed. A process reads the files of ended processes once, when it
 * starts.
 *
 * Containers and machines may share the folder. A process of another container counts as ended, since it can't be seen
 * from here. That is right where each job of a pipeline has a container of its own: the next job must recover what a
 * killed one created, and can't distinguish a killed job from a running one. It is harmless for a process that still
 * runs: a create recovers only attempts of its own stack, whose other runs the lock of the stack excludes. The removal
 * of its file loses nothing: a file with an open attempt stays, and the next line creates the file again.
 */
export interface Journal {
  /** The attempts of ended processes whose objects may be in no state; oldest first. */
  readonly lost: readonly CreateRecord[];
  /** The objects that ended processes assigned to an entry that may be in a state. */
  readonly handedOut: readonly Answered[];
  /**
   * What creates of other resources, of this stack or another, returned while there is a lost attempt without a
   * response. The objects may look like the one of that attempt: they have its name, and are newer.
   */
  readonly returnedToOthers: readonly Answered[];
  /** Call it before the first request that may create something. @param sent what it sends, see `seal`. */
  begin(record: Omit<CreateRecord, "sent">, sent: string): void;
  /** The platform refused the create: there is no object. It may begin again. */
  refused(stamp: string): void;
  /**
   * The create ended with this id, and recovers the attempts that it settles. `wasThere`: the object was found, not
   * created. `since`: the earliest time at which it may have been created.
   */
  made(stamp: string, id: string, more: { wasThere: boolean; since?: number; settles: string[] }): void;
  /** The engine has the result of the create. */
  returned(stamp: string): void;
  /** The updates of ended processes that no state may have saved, oldest first. */
  readonly lostUpdates: readonly UpdateRecord[];
  /** Call it before the first request of an update. @param sent what it sends, see `seal`. */
  beginUpdate(record: Omit<UpdateRecord, "sent">, sent: string): void;
  /** The engine has the result of the update. @param settles the stamps of earlier ones that count no more. */
  updated(stamp: string, settles: readonly string[]): void;
  /** A state holds this id, in the entry with this stamp. */
  shown(id: string, stamp: string | undefined): void;
  /**
   * The engine ends this process. `isSaved`: whether the engine has saved all responses already. It has not if it ends
   * the process while a create runs, as a second Ctrl-C makes it do: then the journal reads like that of a killed
   * process.
   */
  ended(isSaved: boolean): void;
}

/** One attempt at a create. */
export interface CreateRecord {
  /** Identifies the attempt; the state of its object holds it. */
  readonly stamp: string;
  /** Identifies the declared object; see `createKey`. */
  readonly key: string;
  /** The same for its name alone: a declaration that was edited keeps it. */
  readonly name?: string;
  /** The URN of the resource; undefined if an older release of the package declared it. */
  readonly urn?: string;
  /** Identifies the profile. */
  readonly profile?: string;
  /** Identifies the base URL: whatever the credentials are, another one has other objects. */
  readonly place?: string;
  /** When the attempt began, in milliseconds since 1970. */
  readonly at: number;
  /** The earliest time at which its object may have been created, by an earlier process. Undefined: `at`. */
  readonly since?: number;
  /** The ids of the objects that had its natural key before; undefined: unknown. */
  readonly older?: readonly string[];
  /** The object's id; undefined: there was no response. */
  readonly id?: string;
  /** What it sent, see `seal`; undefined: an older release began it. */
  readonly sent?: Sealed;
  /**
   * Whether the process ended normally before its engine saved: a state has the object, unless the engine was killed.
   */
  readonly isSavePending?: boolean;
}

/** One attempt at an update. */
export interface UpdateRecord {
  readonly stamp: string;
  /** The object's id. */
  readonly id: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly sent: Sealed;
}

/** A sealed text, read when it is needed: it may be a long document. */
export type Sealed = () => string | undefined;

/** An attempt that got a response. */
export type Answered = CreateRecord & { readonly id: string };

const lineSchema = z.union([
  z.object({
    begin: z.string(),
    key: z.string(),
    name: z.string().optional(),
    at: z.number(),
    older: z.array(z.string()).optional(),
    urn: z.string().optional(),
    profile: z.string().optional(),
    place: z.string().optional(),
    /** The name of `profile` in earlier releases. */
    connection: z.string().optional(),
    since: z.number().optional(),
  }),
  z.object({ refused: z.string() }),
  z.object({
    made: z.string(),
    id: z.string(),
    wasThere: z.boolean(),
    since: z.number().optional(),
    /** Stamps of earlier attempts. */
    settles: z.array(z.string()),
  }),
  z.object({ shown: z.string(), stamp: z.string().optional() }),
  z.object({ update: z.string(), id: z.string(), at: z.number() }),
  z.object({ updated: z.string(), settles: z.array(z.string()) }),
  // Earlier releases wrote "promised" for "save-pending".
  z.object({ ended: z.enum(["saved", "save-pending", "promised"]) }),
]);

type Line = z.infer<typeof lineSchema>;
type Kind = "begin" | "refused" | "made" | "shown" | "update" | "updated" | "ended";
type LineOf<K extends Kind> = Extract<Line, Record<K, unknown>>;

/** The journal ignores older attempts: a user runs the stack again within days. */
const lifetimeMs = recoveryDays * 24 * 3600 * 1000;

/** `<name of the process>-<random>.jsonl` */
const fileName = /^(\d+-\w+)-\w+\.jsonl$/;

/** The file beside it, see `seal`. */
const sentName = /^(\d+-\w+)-\w+\.sent$/;

/** Options of {@link openJournal}. */
export interface JournalOptions {
  /** The name of this process. */
  readonly self?: string;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
  /** Prints, once, that the journal can't be written. */
  readonly warn?: (message: string) => void;
}

/**
 * The journal in a folder.
 *
 * @throws nothing: without a journal, only the recovery of a killed process's objects doesn't work.
 */
export function openJournal(directory: string, options: JournalOptions = {}): Journal {
  const { self = readProcessName(process.pid) ?? `${process.pid}-0`, now = Date.now, warn = logToStack } = options;
  const own = join(directory, createFileName("jsonl", self));
  const { findings, returnedToOthers, lostUpdates } = load(directory, self, now() - lifetimeMs);
  const known = new Map<string, Set<string>>();
  for (const { record, shownTo } of findings) if (record.id !== undefined) known.set(record.id, new Set(shownTo));
  const running = new Set<string>();
  let hasWritten = false;
  let hasWarned = false;

  function write(line: Line): void {
    append(own, line);
    hasWritten = true;
  }

  function append(file: string, line: object): void {
    try {
      appendJsonLine(file, line);
    } catch (error) {
      if (hasWarned) return;
      hasWarned = true;
      warn(
        `The journal of creates can't be written: ${(error as Error).message}. This run continues without ` +
          "it: if the run is killed, the next one may create the same objects a second time. Free disk space, " +
          `or make ${directory} writable.`,
      );
    }
  }

  return {
    lost: findings.filter(({ isLost }) => isLost).map(({ record }) => record),
    handedOut: findings.filter(({ isHandedOut }) => isHandedOut).map(({ record }) => record as Answered),
    returnedToOthers,
    lostUpdates,
    beginUpdate({ stamp, id, at }, sent) {
      running.add(stamp);
      append(nameSentFile(own), { stamp, sent });
      write({ update: stamp, id, at });
    },
    updated(stamp, settles) {
      if (!running.delete(stamp)) return;
      write({ updated: stamp, settles: [...settles] });
    },
    begin({ stamp, key, name, at, urn, profile, place, since, older }, sent) {
      running.add(stamp);
      // First: no attempt is without what it sent.
      append(nameSentFile(own), { stamp, sent });
      write({ begin: stamp, key, name, at, urn, profile, place, since, older: older && [...older] });
    },
    refused: (stamp) => write({ refused: stamp }),
    made: (stamp, id, more) => write({ made: stamp, id, ...more }),
    returned: (stamp) => void running.delete(stamp),
    shown(id, stamp) {
      const shownTo = known.get(id);
      if (shownTo === undefined || shownTo.has(stamp ?? "")) return;
      shownTo.add(stamp ?? "");
      write({ shown: id, stamp });
    },
    ended(isSaved) {
      if (hasWritten && running.size === 0) write({ ended: isSaved ? "saved" : "save-pending" });
    },
  };
}

/** The folder of the journal, in Pulumi's home. */
export function getJournalFolder(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment.PULUMI_HOME || join(homedir(), ".pulumi"), "analytics", "journal");
}

/** An attempt of an ended process. */
interface Finding {
  readonly record: CreateRecord;
  /** The stamps of the state entries that were seen to hold its object; empty for an entry of an older release. */
  readonly shownTo: ReadonlySet<string>;
  /** Whether it is unknown if a state holds its object. */
  readonly isLost: boolean;
  /** Whether an entry with its stamp may be in a state, beside another entry for the same object. */
  readonly isHandedOut: boolean;
}

/** Reads the files, oldest attempt first. Removes files of ended processes that are no longer needed. */
function load(
  directory: string,
  self: string,
  oldest: number,
): { findings: Finding[]; returnedToOthers: Answered[]; lostUpdates: UpdateRecord[] } {
  const files = new Map<string, readonly Line[]>();
  const ofRunning: Line[] = [];
  for (const name of listFiles(directory, fileName)) {
    const [, writer = ""] = fileName.exec(name) ?? [];
    // This process has written nothing yet: a file with its number is from an earlier process.
    const isEnded = Number.parseInt(writer, 10) === Number.parseInt(self, 10) || !isRunning(writer);
    const lines = readLines(join(directory, name));
    if (isEnded) files.set(name, lines);
    else ofRunning.push(...lines);
  }
  const settled = new Set(filterLines("made", [...files.values()].flat()).flatMap(({ settles }) => settles));
  const sightings = collectSightings([...files.values()]);

  const listOpen = (name: string, lines: readonly Line[]) => {
    const [end] = filterLines("ended", lines);
    return listRecords(lines, join(directory, name))
      .filter(({ stamp, at }) => at >= oldest && !settled.has(stamp))
      .map((record) => judge(record, end, sightings))
      .filter(({ isLost, isHandedOut }) => isLost || isHandedOut);
  };
  const open = new Map([...files].map(([name, lines]) => [name, listOpen(name, lines)]));
  const findings = [...open.values()].flat().sort((a, b) => a.record.at - b.record.at);
  const unanswered = findings.map(({ record }) => record).filter(({ id }) => id === undefined);
  const settledUpdates = new Set(
    [...files.values()]
      .filter(isSaved)
      .flatMap((lines) => filterLines("updated", lines).flatMap(({ settles }) => settles)),
  );
  const listUpdates = (name: string, lines: readonly Line[]) =>
    (isSaved(lines) ? [] : filterLines("update", lines))
      .filter(({ update, at }) => at >= oldest && !settledUpdates.has(update))
      .map(({ update: stamp, id, at }) => ({ stamp, id, at, sent: () => readSent(join(directory, name), stamp) }));
  const updates = new Map([...files].map(([name, lines]) => [name, listUpdates(name, lines)]));
  const lostUpdates = [...updates.values()].flat().sort((a, b) => a.at - b.at);
  const listReturned = (lines: readonly Line[]) =>
    unanswered.length === 0 ? [] : listRecords(lines).filter((record) => isReturnedToOther(record, unanswered));

  // A killed process may have left one before it began the attempt.
  for (const name of listFiles(directory, sentName)) {
    const isAlone = !files.has(name.replace(/\.sent$/, ".jsonl")) && !isRunning(sentName.exec(name)?.[1] ?? "");
    if (isAlone) remove(join(directory, name));
  }
  for (const [name, lines] of files) {
    // A file that refers to attempts in other files is needed while one of those attempts is open.
    const speaksOfOthers = lines.some((line) => "shown" in line || ("made" in line && line.settles.length > 0));
    const isNeeded = open.get(name)?.length || speaksOfOthers || listReturned(lines).length > 0;
    if (updates.get(name)?.length) continue;
    if (findings.length === 0 || !isNeeded) remove(join(directory, name));
  }
  return { findings, returnedToOthers: [...files.values(), ofRunning].flatMap(listReturned), lostUpdates };
}

/** Whether the run that wrote a file ended after its engine had saved all results. */
const isSaved = (lines: readonly Line[]) => filterLines("ended", lines).some(({ ended }) => ended === "saved");

/** Whether another resource than that of one of the attempts got an object. */
function isReturnedToOther(record: CreateRecord, attempts: readonly CreateRecord[]): record is Answered {
  return record.id !== undefined && attempts.some(({ urn }) => !isSameResource(urn, record.urn));
}

/** The state entries that were seen to hold an object. */
interface Sighting {
  readonly stamps: Set<string>;
  /** Whether a process that saw it ended normally. */
  isOfEndedRun: boolean;
}

function collectSightings(files: readonly (readonly Line[])[]): ReadonlyMap<string, Sighting> {
  const sightings = new Map<string, Sighting>();
  for (const lines of files) {
    const isOfEndedRun = filterLines("ended", lines).length > 0;
    for (const { shown, stamp = "" } of filterLines("shown", lines)) {
      const sighting = sightings.get(shown) ?? { stamps: new Set(), isOfEndedRun: false };
      sighting.stamps.add(stamp);
      sighting.isOfEndedRun ||= isOfEndedRun;
      sightings.set(shown, sighting);
    }
  }
  return sightings;
}

/** The attempts in a file that the platform didn't refuse. @param file where the lines stand. */
function listRecords(lines: readonly Line[], file?: string): (CreateRecord & { wasThere?: boolean })[] {
  const made = new Map(filterLines("made", lines).map((line) => [line.made, line]));
  const begun = new Map<string, LineOf<"begin">>();
  for (const line of lines) {
    if ("begin" in line) begun.set(line.begin, line);
    if ("refused" in line && !made.has(line.refused)) begun.delete(line.refused);
  }
  return [...begun.values()].map(({ begin: stamp, connection, profile = connection, ...rest }) => {
    const sent = file === undefined ? undefined : () => readSent(file, stamp);
    const record = { ...rest, profile, stamp, sent };
    const answer = made.get(stamp);
    if (answer === undefined) return record;
    const { id, wasThere, since = record.since } = answer;
    return { ...record, id, wasThere, since };
  });
}

/** @param end how the run of the record's file ended; undefined: it didn't end normally. */
function judge(
  { wasThere = false, ...record }: CreateRecord & { wasThere?: boolean },
  end: LineOf<"ended"> | undefined,
  sightings: ReadonlyMap<string, Sighting>,
): Finding {
  if (record.id === undefined) return { record, shownTo: new Set(), isLost: true, isHandedOut: false };
  const { stamps: shownTo, isOfEndedRun } = sightings.get(record.id) ?? {
    stamps: new Set<string>(),
    isOfEndedRun: false,
  };
  const isSaved = end?.ended === "saved" || shownTo.has(record.stamp);
  return {
    record: { ...record, ...(end !== undefined && end.ended !== "saved" ? { isSavePending: true } : {}) },
    shownTo,
    isLost: !isSaved && shownTo.size === 0,
    // A created object has no other entry. If a run ended normally and saw the object only in other entries, this entry
    // was never saved.
    isHandedOut: isSaved ? wasThere && end === undefined : !isOfEndedRun,
  };
}

function filterLines<K extends Kind>(kind: K, lines: readonly Line[]): LineOf<K>[] {
  return lines.filter((line): line is LineOf<K> => kind in line);
}

function readLines(file: string): Line[] {
  return parseJsonLines(readText(file)).flatMap((value) => {
    const parsed = lineSchema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Whether two URNs may name one resource. An unknown URN may name any. */
export function isSameResource(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/**
 * Whether two resources belong to one stack of one project. An unknown URN may belong to any stack.
 *
 * A renamed stack counts as another one: its URNs look like those of a second stack that declares the same. Recovery
 * then needs the time of the lost run.
 */
export function isSameStack(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || getStack(a) === getStack(b);
}

/** `urn:pulumi:<stack>::<project>` */
export function getStack(urn: string): string {
  return urn.split("::", 2).join("::");
}
