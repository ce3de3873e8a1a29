import { setTimeout as sleep } from "node:timers/promises";
import {
  type AnalyticsClient,
  type Answer,
  type Asker,
  type ClientArea,
  Evidence,
  type Identity,
  isNotFound,
  isUncertain,
  type KnownObject,
  type Listed,
  readDenial,
  UnusableListError,
} from "../core/api";
import { Operations, type Run } from "../core/runtime";
import { describeDuration } from "../core/text";
import { isMissingDeleted } from "../settings";
import type { BegunDelete } from "./create";
import { createMissingError, type Doubt, type Missing, type Refused } from "./missing-doubt";

/** An object of the state that an operation looks for. */
export interface Sought<Found = unknown> extends Missing, KnownObject {
  /** See {@link Provable}; undefined: nothing proves that it was deleted. */
  readonly area?: ClientArea;
  /** What it is a part of, such as the team and the member of a membership, and the areas that these may be in. */
  readonly ends: readonly { readonly id: string; readonly areas: readonly (ClientArea | undefined)[] }[];
  /** Ids of the folders and workspaces that it is in. */
  readonly folders: readonly string[];
  /** When this stack last wrote it (ISO 8601). */
  readonly writtenAt?: string;
  /** Why no answer counts: the state is from another address or organization. */
  findForeignSource(identity: Identity): Promise<Doubt | undefined>;
  /** Reads it. @throws what the platform answers. */
  read(client: AnalyticsClient): Promise<Found | undefined>;
  /** Notes that its delete begins. */
  beginDelete(): BegunDelete;
  log(message: string): void;
}

/** Milliseconds. */
export interface Timing {
  /** What this stack wrote more recently isn't gone because lists lack it. */
  readonly recentMs: number;
  /** How long after a write its object may be missing from lists. */
  readonly listingLagMs: number;
  /** Between two answers that a recent object is gone. */
  readonly confirmMs: number;
  /** No operation has begun or ended for so long when a run has come to its end; and how long to wait for that at most. */
  readonly quietForMs: number;
  readonly atMostMs: number;
  /** How long a part waits for the verdict on what it belongs to, which comes at the same time. */
  readonly endMs: number;
}

const usualTiming: Timing = {
  recentMs: 15 * 60_000,
  listingLagMs: 60_000,
  confirmMs: 1_500,
  quietForMs: 200,
  atMostMs: 300_000,
  endMs: 5_000,
};

const longestPauseMs = 10_000;

/** The answer to a read that is kept out of the state's way: the entry stays as it is, and another read fails. */
export const kept = Symbol("kept");

/** What is found of an absent object after all, or why it may exist; nothing: it is gone. */
type Verdict = { readonly found?: unknown; readonly doubt?: Doubt };

/**
 * What the platform shows of the state's objects in this run. It answers 404, and lists nothing, for what the
 * credentials may not see, and it lists new objects late; and an entry that leaves the state by mistake is created a
 * second time by the next `up`. So an absent object leaves the state by the one rule of `SECURITY.md`, "What never
 * happens".
 */
export class Sightings {
  /** Ids that were judged to be gone, or that this run deleted. */
  readonly #gone = new Set<string>();
  /** The descriptions of entries that left the state in this run. */
  readonly #removed: string[] = [];
  /** What this run refused to call gone, by id. */
  readonly #refused = new Map<string, Refused>();
  readonly #timing: Timing;
  readonly #evidence: Evidence;
  /** The areas of which this run deleted an object, as the platform confirmed: it empties their lists itself. */
  readonly #emptying = new Set<ClientArea | undefined>();
  readonly #operations = new Operations();
  #isFailing = false;

  constructor(
    private readonly client: AnalyticsClient,
    timing: Partial<Timing> = {},
  ) {
    this.#timing = { ...usualTiming, ...timing };
    this.#evidence = new Evidence(client);
  }

  /**
   * Reads an object.
   *
   * @param isShown whether the result proves that the platform shows the object. A deleted object that the provider
   * will restore is neither shown nor lost.
   * @returns the result; undefined: the object was deleted; {@link kept}: it may exist, and another read fails.
   * @throws if the object may only be invisible, or not listed yet. Of several, one read fails, when the others have
   * ended, and names all.
   */
  readObject<Found>(
    sought: Sought<Found>,
    read: () => Promise<Found | undefined>,
    isShown: (found: Found) => boolean = () => true,
  ): Promise<Found | typeof kept | undefined> {
    return this.#operations.run(async () => {
      const { done, answer } = await attempt(sought, read);
      const { found = done, doubt } = done === undefined ? await this.#judge(sought, answer) : {};
      if (doubt !== undefined) return this.#keep(sought, doubt);
      if (found === undefined) this.#noteGone(sought);
      else if (isShown(found as Found)) this.#show(sought);
      return found as Found | undefined;
    });
  }

  /**
   * Deletes an object.
   *
   * @param remove its result is undefined if the platform has no such object.
   * @returns the result; undefined: the object was deleted before.
   * @throws if the object may only be invisible.
   */
  remove<Done>(sought: Sought, remove: () => Promise<Done | undefined>): Promise<Done | undefined> {
    return this.#operations.run(async () => {
      const begun = sought.beginDelete();
      let { done, answer } = await attempt(sought, remove, begun);
      if (answer === "denied" && this.#isRecent(sought)) {
        await sleep(this.#timing.confirmMs);
        ({ done, answer } = await attempt(sought, remove, begun));
      }
      if (done === undefined) {
        const { found, doubt } = await this.#judge(sought, answer, begun);
        if (found !== undefined || doubt !== undefined) {
          this.#refused.set(sought.id, { ...sought, doubt: doubt ?? { reason: "shown" } });
          await this.#operations.waitForOthers(this.#timing);
          throw await this.#explain(sought.id, "delete");
        }
      } else if (sought.ends.length === 0) this.#emptying.add(sought.area);
      this.#noteGone(sought);
      return done;
    });
  }

  #show({ id }: Sought): void {
    this.#gone.delete(id);
    this.#refused.delete(id);
  }

  #noteGone({ id, description }: Sought): void {
    this.#gone.add(id);
    this.#refused.delete(id);
    this.#removed.push(description);
  }

  /**
   * What becomes of an absent object.
   *
   * @param answer of the platform, about the object itself.
   * @param begun the delete that it answered so.
   */
  async #judge(sought: Sought, answer: Answer, begun?: BegunDelete): Promise<Verdict> {
    const asker = await this.#evidence.readAsker();
    // A person says so, or the state, or this run has deleted it.
    if (isMissingDeleted(sought.id) || begun?.wasDone || this.#gone.has(sought.id)) return {};
    const doubt = await sought.findForeignSource(asker.identity);
    if (doubt !== undefined) return { doubt };
    if (answer === "archived") return {};
    // A delete of what is recent was answered twice.
    const isLate = begun === undefined && this.#isRecent(sought);
    const isDenied = answer === "denied";
    const isPart = sought.ends.length > 0;
    let verdict: Verdict;
    try {
      verdict = await (isPart
        ? this.#judgePart(sought, { isDenied, mayBeLate: isLate || answer === undefined }, asker)
        : this.#judgeObject(sought, { answer, isLate, wasBegun: begun?.wasBegun === true }, asker));
    } catch (error) {
      if (!(error instanceof UnusableListError)) throw error;
      verdict = { doubt: { reason: error.reason } };
    }
    if (verdict.doubt === undefined || begun === undefined || isPart || !isDenied) return verdict;
    // A delete of what was archived may be denied like any other: a read tells it, as in a refresh.
    return (await this.#evidence.ask(sought.area, sought)) === "archived" ? {} : verdict;
  }

  /** An object of its own is gone if the platform says so of it, and an administrator's complete list lacks it. */
  async #judgeObject(
    sought: Sought,
    known: { readonly answer: Answer; readonly isLate: boolean; readonly wasBegun: boolean },
    { isAdministrator }: Asker,
  ): Promise<Verdict> {
    let answer = known.answer ?? (await this.#evidence.askOfMany(sought.area, sought));
    if (answer === "denied" && known.isLate) {
      await sleep(this.#timing.confirmMs);
      answer = await this.#evidence.ask(sought.area, sought);
    }
    if (answer === "archived") return {};
    // An archived object that is shown like a living one is told by the list alone.
    const isToldByList = answer === "denied" || (answer === "unmarked" && !this.#isRecent(sought));
    if (!isToldByList) {
      // A list is late, or something on the way has stored it.
      const { done: found } = await this.#lookAgain(sought);
      if (found !== undefined) return { found };
      // A killed run began to delete it, and this one finds nothing to delete.
      if (known.wasBegun && isAdministrator && answer === undefined) return {};
      if (this.#isRecent(sought)) return { doubt: { reason: "recent" } };
      return { doubt: { reason: answer === "shown" ? "shown" : "access" } };
    }
    if (!isAdministrator) return { doubt: { reason: "rights" } };
    const list = this.#findListed(sought.area, sought);
    const listed = await (known.wasBegun ? list.catch(ignoreUnusable) : list);
    // What a killed run began to delete may be the last of its kind, or of a kind without a complete list.
    const wasDeleted = listed !== "shown" && known.wasBegun;
    if (wasDeleted || listed === "absent" || listed === "archived") return {};
    if (listed === "shown") {
      const { done: found } = await this.#readFresh(sought);
      return found === undefined ? { doubt: { reason: "shown" } } : { found };
    }
    // What lies in a folder goes with it.
    for (const folder of sought.folders) if (await this.#waitUntilGone(folder)) return {};
    return { doubt: { reason: listed === "empty" ? "alone" : "access" } };
  }

  /** A part is gone with what it belongs to, or where both ends are shown and their list lacks it. */
  async #judgePart(
    sought: Sought,
    { isDenied, mayBeLate }: { readonly isDenied: boolean; readonly mayBeLate: boolean },
    { isAdministrator }: Asker,
  ): Promise<Verdict> {
    const isComplete = this.#evidence.isComplete(sought.area);
    let ends: ("gone" | "shown" | undefined)[] = [];
    const isDecided = async () => {
      ends = [];
      for (const end of sought.ends) {
        if (!ends.includes("gone")) ends.push(await this.#judgeEnd(end, isAdministrator, isComplete));
      }
      return !mayBeLate || ends.includes("gone");
    };
    const { done: found, isUnread } = await this.#lookAgain(sought, isDecided);
    // An archived object may still show its parts, and refuse their deletes.
    if (found !== undefined && isDenied) await isDecided();
    if (ends.includes("gone")) return {};
    if (found !== undefined) return { found };
    if (mayBeLate && this.#isRecent(sought)) return { doubt: { reason: "recent" } };
    if (!isAdministrator) return { doubt: { reason: "rights" } };
    if (!isComplete) return { doubt: { reason: "access" } };
    // A 404 for what it belongs to is no list without it.
    const isUnlisted = !isUnread && ends.every((end) => end === "shown");
    return isUnlisted ? {} : { doubt: { reason: "holder" } };
  }

  /** @param isListed whether it matters that an end is shown. */
  async #judgeEnd(
    { id, areas }: Sought["ends"][number],
    isAdministrator: boolean,
    isListed: boolean,
  ): Promise<"gone" | "shown" | undefined> {
    if (this.#gone.has(id)) return "gone";
    const evidence = this.#evidence;
    const known = { id, inputs: {}, outputs: {} };
    if (isAdministrator && (isListed || areas.every((area) => evidence.isComplete(area)))) {
      const listed = await Promise.all(areas.map((area) => this.#findListed(area, known).catch(readUnusable)));
      if (listed.includes("shown")) return "shown";
      const answers = await Promise.all(areas.map((area) => evidence.ask(area, known)));
      if (listed.includes("unusable") && answers.includes("shown")) return "shown";
      const isAbsent =
        listed.every((one) => one === "absent") && answers.every((one) => one === "denied" || one === "unmarked");
      if (isAbsent || listed.includes("archived") || answers.includes("archived")) return "gone";
    }
    return (await this.#waitUntilGone(id)) ? "gone" : undefined;
  }

  /** What the complete list of an area says. One that this run has emptied itself showed objects, and not this one. */
  async #findListed(area: ClientArea | undefined, known: KnownObject): Promise<Listed> {
    const listed = await this.#evidence.findListed(area, known);
    return listed === "empty" && this.#emptying.has(area) ? "absent" : listed;
  }

  #isRecent({ writtenAt = "" }: Sought): boolean {
    return Date.now() - Date.parse(writtenAt) < this.#timing.recentMs;
  }

  /**
   * Reads an object again: at once, and a recent one until it is shown or lists had time for that.
   *
   * @param isEnough whether the first read decides.
   */
  async #lookAgain(sought: Sought, isEnough = async () => false): Promise<Attempt<unknown>> {
    const { listingLagMs, confirmMs } = this.#timing;
    const begin = Date.now();
    const end = Math.max(begin + confirmMs, Math.min(Date.parse(sought.writtenAt ?? ""), begin) + listingLagMs);
    for (let pauseMs = confirmMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const look = await this.#readFresh(sought);
      const isFirst = pauseMs === confirmMs;
      if (look.done !== undefined || (isFirst && (await isEnough())) || !this.#isRecent(sought)) return look;
      const leftMs = end - Date.now();
      if (leftMs <= 0) return look;
      if (isFirst && leftMs > 2 * confirmMs) {
        sought.log(`${sought.description} was written recently and isn't shown: waiting ${describeDuration(leftMs)}`);
      }
      await sleep(Math.min(pauseMs, leftMs));
    }
  }

  #readFresh(sought: Sought): Promise<Attempt<unknown>> {
    return attempt(sought, () => sought.read(this.#evidence.fresh));
  }

  /** Whether another operation of the run finds that an object is gone. */
  async #waitUntilGone(id: string): Promise<boolean> {
    const isOpen = () => !this.#gone.has(id) && !this.#refused.has(id);
    await this.#operations.waitWhile(isOpen, this.#timing.endMs);
    return this.#gone.has(id);
  }

  /** Refuses to call an object gone. The first read that does fails for all. */
  async #keep(sought: Sought, doubt: Doubt): Promise<typeof kept> {
    this.#refused.set(sought.id, { ...sought, doubt });
    if (this.#isFailing) return kept;
    this.#isFailing = true;
    await this.#operations.waitForOthers(this.#timing);
    this.#isFailing = false;
    throw await this.#explain(sought.id, "read");
  }

  async #explain(id: string, operation: "read" | "delete"): Promise<Error> {
    const { identity } = await this.#evidence.readAsker();
    const member = await this.client.members.readLabel(identity.userId);
    const first = this.#refused.get(id)!;
    const others = [...this.#refused.values()].filter((one) => one.id !== id);
    return createMissingError([first, ...others], { member, removed: this.#removed, operation });
  }
}

const ignoreUnusable = (error: unknown): undefined => {
  if (!(error instanceof UnusableListError)) throw error;
};

/** What came of a call about an object. */
interface Attempt<Done> {
  readonly done?: Done;
  /** What the platform itself answered of the object. */
  readonly answer?: Answer;
  /** Whether it answered 404, about the object or what it belongs to. */
  readonly isUnread?: boolean;
}

async function attempt<Done>(
  { id }: KnownObject,
  call: () => Promise<Done | undefined>,
  begun?: BegunDelete,
): Promise<Attempt<Done>> {
  try {
    return { done: await call() };
  } catch (error) {
    if (!isUncertain(error)) begun?.end();
    if (!isNotFound(error)) throw error;
    // It may be about something else, such as the document of a schedule.
    const own = encodeURIComponent(id.split("/").at(-1)!);
    return { isUnread: true, answer: `${error.path}/`.includes(`/${own}/`) ? readDenial(error) : undefined };
  }
}

/** A list with entries that can't be read shows others all the same. */
function readUnusable(error: unknown): "unusable" {
  if (error instanceof UnusableListError && error.reason === "access") return "unusable";
  throw error;
}

const createSightings = (client: AnalyticsClient) => new Sightings(client);

/** What a run has seen with a client. */
export const getSightings = (run: Run, client: AnalyticsClient): Sightings => run.get(createSightings, client);
