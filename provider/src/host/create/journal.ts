import { createHmac, randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { isRunning, processName } from "./running";

/**
 * What this machine tried to create and may not have been able to save: the part of {@link Ownership} that outlives a process.
 *
 * The engine saves its state only after a create has answered. When a process is killed between the two, the object exists and no
 * state holds it. The journal has a line from before the create was sent, and one from when it was answered.
 *
 * Every process writes a file of its own, so that no lock is needed. A process reads the files of those that have ended, once, when it starts.
 */
export interface Journal {
  /** The attempts of ended processes of which it is unknown whether a state holds what they came to; oldest first. */
  readonly lost: readonly CreateRecord[];
  /** What ended processes handed out, as far as it may still be in a state. */
  readonly handedOut: readonly Answered[];
  /** To be called before a create is sent. */
  begin(record: CreateRecord): void;
  /** The create was refused: the platform has nothing of it. */
  refused(stamp: string): void;
  /**
   * The create came to this id, and makes up for the attempts that it settles. `wasThere`: the object was found, not created. `since`: it may
   * be as old as that.
   */
  made(stamp: string, id: string, more: { wasThere: boolean; since?: number; settles: string[] }): void;
  /** A state holds this id, in the entry with this stamp. */
  shown(id: string, stamp: string | undefined): void;
  /** The engine ends this process in order. `isSaved`: whether it has saved all it was answered, or is yet to do so. */
  ended(isSaved: boolean): void;
}

/** One attempt at a create. */
export interface CreateRecord {
  /** Names the attempt; the state that comes of it holds it. */
  readonly stamp: string;
  /** Names what is to be created; see {@link createKey}. */
  readonly key: string;
  /** The resource it is for; undefined when the program was an older release's. */
  readonly urn?: string;
  /** Names the connection. */
  readonly connection?: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  /** What it comes to may be as old as that: an earlier process may have made it. Left out: it is new. */
  readonly since?: number;
  /** What it came to; undefined: it was never answered. */
  readonly id?: string;
  /** Whether the process ended in order before its engine saved: a state has it, if the engine lived to save it. */
  readonly isSavePending?: boolean;
}

/** An attempt that was answered. */
export type Answered = CreateRecord & { readonly id: string };

const lineSchema = z.union([
  z.object({
    begin: z.string(),
    key: z.string(),
    at: z.number(),
    urn: z.string().optional(),
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
  // "promised" is the word of earlier releases for "save-pending".
  z.object({ ended: z.enum(["saved", "save-pending", "promised"]) }),
]);

type Line = z.infer<typeof lineSchema>;
type Kind = "begin" | "refused" | "made" | "shown" | "ended";
type LineOf<K extends Kind> = Extract<Line, Record<K, unknown>>;

/** Older attempts tell nothing any more: whoever lost an answer runs again within days. */
const lifetimeMs = 14 * 24 * 3600 * 1000;

/** `<name of the process>-<random>.jsonl` */
const fileName = /^(\d+-\w+)-\w+\.jsonl$/;

/** Options of {@link openJournal}. */
export interface JournalOptions {
  /** The name of the process that writes. */
  readonly self?: string;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
  /** Tells the user, once, that the journal can't be written. */
  readonly warn?: (message: string) => void;
}

/**
 * The journal in a folder.
 *
 * @throws nothing: without a journal everything works but finding again what a killed process left behind.
 */
export function openJournal(directory: string, options: JournalOptions = {}): Journal {
  const { self = processName(process.pid) ?? `${process.pid}-0`, now = Date.now, warn = console.log } = options;
  const own = join(directory, `${self}-${randomBytes(6).toString("hex")}.jsonl`);
  const findings = load(directory, self, now() - lifetimeMs);
  const known = new Map<string, Set<string>>();
  for (const { record, shownTo } of findings) if (record.id !== undefined) known.set(record.id, new Set(shownTo));
  let hasWritten = false;
  let hasWarned = false;

  function write(line: Line): void {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      // It begins a new line: should a full disk have cut the one before, this one isn't lost with it.
      appendFileSync(own, `\n${JSON.stringify(line)}`, { mode: 0o600 });
      hasWritten = true;
    } catch (error) {
      if (hasWarned) return;
      hasWarned = true;
      warn(
        `The journal of creates can't be written: ${(error as Error).message}. This run goes on without it: if it is killed, the next one may ` +
          `create a second time what this one was creating. Free space, or make ${directory} writable.`,
      );
    }
  }

  return {
    lost: findings.filter(({ isLost }) => isLost).map(({ record }) => record),
    handedOut: findings.filter(({ isHandedOut }) => isHandedOut).map(({ record }) => record as Answered),
    begin: ({ stamp, key, at, urn, connection, since }) => write({ begin: stamp, key, at, urn, connection, since }),
    refused: (stamp) => write({ refused: stamp }),
    made: (stamp, id, more) => write({ made: stamp, id, ...more }),
    shown(id, stamp) {
      const shownTo = known.get(id);
      if (shownTo === undefined || shownTo.has(stamp ?? "")) return;
      shownTo.add(stamp ?? "");
      write({ shown: id, stamp });
    },
    ended(isSaved) {
      if (hasWritten) write({ ended: isSaved ? "saved" : "save-pending" });
    },
  };
}

/**
 * Names what is to be created, by kind, place and content, without telling any of it: contents hold secrets. The order of keys doesn't matter.
 *
 * @param secret keys the digest; the connection's client secret.
 */
export function createKey(secret: string, parts: readonly unknown[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts, sorted)).digest("base64url");
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where the journal lies: in Pulumi's home. */
export function journalFolder(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment.PULUMI_HOME ?? join(homedir(), ".pulumi"), "analytics", "journal");
}

/** What is known of an attempt of an ended process. */
interface Finding {
  readonly record: CreateRecord;
  /** The stamps of the entries in which a state was seen to hold what it came to; empty for one of an older release. */
  readonly shownTo: ReadonlySet<string>;
  /** Whether it is unknown if a state holds what it came to. */
  readonly isLost: boolean;
  /** Whether the entry with its stamp may be in a state, beside another entry of the same object. */
  readonly isHandedOut: boolean;
}

/** What the files of ended processes tell, oldest attempt first. Those that tell nothing any more are removed. */
function load(directory: string, self: string, oldest: number): Finding[] {
  const files = new Map<string, readonly Line[]>();
  for (const name of namesIn(directory)) {
    const [, writer = ""] = fileName.exec(name) ?? [];
    // This process has written nothing yet: a file with its number is that of an earlier process.
    const isEnded = Number.parseInt(writer, 10) === Number.parseInt(self, 10) || !isRunning(writer);
    if (isEnded) files.set(name, linesOf(join(directory, name)));
  }
  const settled = new Set(linesOfKind("made", [...files.values()].flat()).flatMap(({ settles }) => settles));
  const sightings = sightingsIn([...files.values()]);

  const findings: Finding[] = [];
  for (const [name, lines] of files) {
    const open = recordsIn(lines)
      .filter(({ stamp, at }) => at >= oldest && !settled.has(stamp))
      .map((record) => judge(record, lines, sightings))
      .filter(({ isLost, isHandedOut }) => isLost || isHandedOut);
    findings.push(...open);
    // What speaks of the attempts in other files is needed as long as one of those is open.
    const speaksOfOthers = lines.some((line) => "shown" in line || ("made" in line && line.settles.length > 0));
    if (open.length === 0 && !speaksOfOthers) remove(directory, name);
  }
  if (findings.length === 0) for (const name of files.keys()) remove(directory, name);
  return findings.sort((a, b) => a.record.at - b.record.at);
}

/** Where an object was seen in a state. */
interface Sighting {
  readonly stamps: Set<string>;
  /** Whether a process that saw it came to its end. */
  isOfEndedRun: boolean;
}

function sightingsIn(files: readonly (readonly Line[])[]): ReadonlyMap<string, Sighting> {
  const sightings = new Map<string, Sighting>();
  for (const lines of files) {
    const isOfEndedRun = linesOfKind("ended", lines).length > 0;
    for (const { shown, stamp = "" } of linesOfKind("shown", lines)) {
      const sighting = sightings.get(shown) ?? { stamps: new Set(), isOfEndedRun: false };
      sighting.stamps.add(stamp);
      sighting.isOfEndedRun ||= isOfEndedRun;
      sightings.set(shown, sighting);
    }
  }
  return sightings;
}

/** The attempts in a file that weren't refused. */
function recordsIn(lines: readonly Line[]): (CreateRecord & { wasThere?: boolean })[] {
  const refused = new Set(linesOfKind("refused", lines).map((line) => line.refused));
  const made = new Map(linesOfKind("made", lines).map((line) => [line.made, line]));
  return linesOfKind("begin", lines).flatMap(({ begin: stamp, ...begun }) => {
    const answer = made.get(stamp);
    if (answer !== undefined) {
      const { id, wasThere, since = begun.since } = answer;
      return [{ ...begun, stamp, id, wasThere, since }];
    }
    return refused.has(stamp) ? [] : [{ ...begun, stamp }];
  });
}

function judge(
  { wasThere = false, ...record }: CreateRecord & { wasThere?: boolean },
  lines: readonly Line[],
  sightings: ReadonlyMap<string, Sighting>,
): Finding {
  if (record.id === undefined) return { record, shownTo: new Set(), isLost: true, isHandedOut: false };
  const [end] = linesOfKind("ended", lines);
  const { stamps: shownTo, isOfEndedRun } = sightings.get(record.id) ?? {
    stamps: new Set<string>(),
    isOfEndedRun: false,
  };
  const isSaved = end?.ended === "saved" || shownTo.has(record.stamp);
  return {
    record: { ...record, ...(end !== undefined && end.ended !== "saved" ? { isSavePending: true } : {}) },
    shownTo,
    isLost: !isSaved && shownTo.size === 0,
    // Of an object that was created no other entry can be. A run that came to its end and saw the object elsewhere only has shown that
    // this entry was never saved.
    isHandedOut: isSaved ? wasThere && end === undefined : !isOfEndedRun,
  };
}

function linesOfKind<K extends Kind>(kind: K, lines: readonly Line[]): LineOf<K>[] {
  return lines.filter((line): line is LineOf<K> => kind in line);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => fileName.test(name));
  } catch {
    return [];
  }
}

function linesOf(file: string): Line[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        const parsed = lineSchema.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        // A killed process or a full disk may have cut it.
        return [];
      }
    });
}

function remove(directory: string, name: string): void {
  rmSync(join(directory, name), { force: true });
}
