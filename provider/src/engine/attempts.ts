import { createHmac } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";

/**
 * What this machine tried to create and may not have been able to remember: a journal written before each create is sent.
 *
 * The engine saves its state only after a create has answered. When the process is killed between the two, the object exists and no
 * state knows it. The next create of the same thing finds the attempt here, and with it the moment from which an object may
 * be taken for the lost one. An object whose id the engine has shown since (in a diff, read, update or delete) is in a state, and
 * never up for taking; nor is one of a run that came to its end, as long as nobody says that its engine was lost all the same.
 *
 * Every process writes a file of its own, so that no lock is needed; what stands in the files of processes still running is theirs.
 */
export interface Attempts {
  /** The unfinished attempts at creating this thing by processes that have ended, oldest first; the promised ones only if asked for. */
  earlier(key: string, options?: { withPromised: boolean }): readonly Attempt[];
  /**
   * When the oldest unfinished attempt on a connection was begun, as this process found them; where there is none, the oldest promised one.
   * Undefined: nothing may be lost.
   */
  lostSince(connection: string): number | undefined;
  /** To be called before a create is sent. */
  begin(key: string, about?: About): void;
  /** The create was refused: nothing was made. */
  refused(key: string): void;
  /** The create came to this id; `earlier` is the attempt it had to reckon with, which so is settled. */
  made(key: string, id: string, earlier?: Attempt): void;
  /** The engine knows this id. */
  claim(id: string): void;
  /** Whether a state is known to hold this id, or this process has given it to a resource. */
  isClaimed(id: string): boolean;
  /** Whether it is claimed, or promised to a state. */
  isTaken(id: string): boolean;
  /** The engine ends this process in order. `isSaved`: whether it has saved all it was answered, or is yet to do so. */
  ended(isSaved: boolean): void;
}

/** What an attempt is about, beside its key. */
export interface About {
  /** Names the connection, for {@link Attempts.lostSince}. */
  readonly connection?: string;
  /** What it comes to may be as old as that: an earlier process may have made it. Left out: it is new. */
  readonly since?: number;
}

/** One attempt at a create. `id` is there when it answered. */
export interface Attempt extends About {
  readonly at: number;
  readonly id?: string;
  /** In a state, if the engine lived to save it: the process ended in order before that. */
  readonly isPromised?: boolean;
}

const lineSchema = z.union([
  z.object({ begin: z.string(), at: z.number(), connection: z.string().optional(), since: z.number().optional() }),
  z.object({ refused: z.string() }),
  /** `settles`: when the earlier attempt was begun. */
  z.object({ made: z.string(), id: z.string(), settles: z.number().optional() }),
  z.object({ claim: z.string() }),
  /** What was made is promised to a state. */
  z.object({ promised: z.literal(true) }),
]);

type Line = z.infer<typeof lineSchema>;

/** Older attempts tell nothing any more: whoever lost an answer runs again within days. */
const lifetime = 14 * 24 * 3600 * 1000;

/**
 * The journal in a folder.
 *
 * @param now in milliseconds since the epoch.
 * @throws nothing: where the folder can't be written there is no journal, and a lost create shows as a name that exists.
 */
export function openAttempts(directory: string, pid = process.pid, now: () => number = Date.now): Attempts {
  const own = join(directory, `${pid}-${now()}.jsonl`);
  const open = new Map<string, Attempt[]>();
  const atStart: Attempt[] = [];
  const claimed = new Set<string>();
  const fromJournal = new Set<string>();
  const promised = new Set<string>();
  const madeHere = new Set<string>();
  load();

  function load(): void {
    const dead = new Map<string, Line[]>();
    for (const name of files()) {
      const owner = Number.parseInt(name, 10);
      if (owner !== pid && isRunning(owner)) continue;
      dead.set(name, linesOf(join(directory, name)));
    }
    const all = [...dead.values()].flat();
    const settled = new Set(all.flatMap((line) => ("settles" in line ? [`${line.made} ${line.settles}`] : [])));
    for (const line of all) if ("claim" in line) claimed.add(line.claim);
    for (const [name, lines] of dead) {
      const attempts = attemptsIn(lines).filter(
        ({ key, attempt: { at, id } }) =>
          at > now() - lifetime && !settled.has(`${key} ${at}`) && !(id !== undefined && claimed.has(id)),
      );
      // Claims and settlements only ever answer attempts: such a file has said all it can once no other is open either.
      if (attempts.length === 0 && !lines.some((line) => "claim" in line || "settles" in line)) remove(name);
      for (const { key, attempt } of attempts) {
        open.set(key, [...(open.get(key) ?? []), attempt]);
        if (attempt.id !== undefined) fromJournal.add(attempt.id);
        if (attempt.id !== undefined && attempt.isPromised) promised.add(attempt.id);
        atStart.push(attempt);
      }
    }
    if (open.size === 0) for (const name of dead.keys()) remove(name);
    for (const attempts of open.values()) attempts.sort((a, b) => a.at - b.at);
  }

  function files(): string[] {
    try {
      return readdirSync(directory).filter((name) => /^\d+-\d+\.jsonl$/.test(name));
    } catch {
      return [];
    }
  }

  function remove(name: string): void {
    rmSync(join(directory, name), { force: true });
  }

  function write(...lines: Line[]): void {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      appendFileSync(own, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
    } catch {
      // Without a journal everything works but the taking over of what a killed process left behind.
    }
  }

  return {
    earlier: (key, { withPromised } = { withPromised: false }) =>
      (open.get(key) ?? []).filter(({ isPromised }) => withPromised || !isPromised),
    lostSince(connection) {
      const all = atStart.filter((attempt) => attempt.connection === connection);
      const unfinished = all.filter(({ isPromised }) => !isPromised);
      const times = (unfinished.length > 0 ? unfinished : all).map(sinceOf).sort((a, b) => a - b);
      return times[0];
    },
    begin: (key, about) => write({ begin: key, at: now(), ...about }),
    refused: (key) => write({ refused: key }),
    made(key, id, earlier) {
      claimed.add(id);
      madeHere.add(id);
      open.set(
        key,
        (open.get(key) ?? []).filter((attempt) => attempt !== earlier),
      );
      write({ made: key, id, ...(earlier ? { settles: earlier.at } : {}) });
    },
    claim(id) {
      if (claimed.has(id)) return;
      claimed.add(id);
      if (fromJournal.has(id)) write({ claim: id });
    },
    isClaimed: (id) => claimed.has(id),
    isTaken: (id) => claimed.has(id) || promised.has(id),
    ended(isSaved) {
      if (madeHere.size === 0) return;
      write(...(isSaved ? [...madeHere].map((id) => ({ claim: id })) : [{ promised: true } as const]));
    },
  };
}

/**
 * Names what is to be created, by kind, place and content, without telling any of it: contents hold secrets.
 *
 * @param secret keys the digest; the connection's client secret.
 */
export function attemptKey(secret: string, parts: readonly unknown[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** From when on an object may be what an attempt came to. */
export function sinceOf({ at, since }: Attempt): number {
  return since ?? at;
}

let journal: Attempts | undefined;

/** The journal of this machine's user. */
export function attempts(): Attempts {
  journal ??= openAttempts(attemptsFolder(process.env));
  return journal;
}

/** Where it lies: in Pulumi's home. */
export function attemptsFolder(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment.PULUMI_HOME ?? join(homedir(), ".pulumi"), "analytics", "attempts");
}

function attemptsIn(lines: readonly Line[]): { key: string; attempt: Attempt }[] {
  const found: { key: string; attempt: Attempt }[] = [];
  const unanswered = (wanted: string) => found.findIndex(({ key, attempt: { id } }) => key === wanted && !id);
  for (const line of lines) {
    if ("begin" in line) {
      const { begin: key, ...attempt } = line;
      found.push({ key, attempt });
    }
    if ("refused" in line && unanswered(line.refused) >= 0) found.splice(unanswered(line.refused), 1);
    // An answer may be told of twice.
    if ("made" in line && !found.some(({ key, attempt: { id } }) => key === line.made && id === line.id)) {
      const begun = found[unanswered(line.made)];
      if (begun !== undefined) begun.attempt = { ...begun.attempt, id: line.id };
    }
    if ("promised" in line) {
      for (const answered of found.filter(({ attempt: { id } }) => id))
        answered.attempt = { ...answered.attempt, isPromised: true };
    }
  }
  return found;
}

function linesOf(file: string): Line[] {
  const text = readFileSync(file, "utf8");
  return text.split("\n").flatMap((line) => {
    try {
      const parsed = lineSchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      // The last line of a killed process may be cut.
      return [];
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
