import { setTimeout as sleep } from "node:timers/promises";
import {
  type AnalyticsClient,
  collect,
  type Identity,
  isNotFound,
  isRefusal,
  readMemberLabel,
  readUnless,
  type Sight,
  Witness,
} from "../core/api";
import { describeDuration } from "../core/text";
import { isMissingDeleted } from "../settings";
import { createMissingError, type Doubt, type Missing } from "./missing-doubt";

/** An object of the state that an operation looks for. */
export interface Sought<Found = unknown> extends Missing {
  /** The id as the object's own path has it. */
  readonly pathId: string;
  readonly kind: string;
  /** Ids of the folders and workspaces in its inputs. */
  readonly folders: readonly string[];
  /** Whether it belongs to other objects, such as the member of a team, and goes with them. Its id has theirs. */
  readonly isPart?: boolean;
  /** Ids of the documents that it belongs to. */
  readonly documents: readonly string[];
  /** Whether a deleted object may still be read by its id. */
  readonly mayOutliveList?: boolean;
  /** When this stack last wrote it (ISO 8601). */
  readonly writtenAt?: string;
  /** Why no answer counts: the state is from another address, organization or member. */
  findForeignSource(identity: Identity): Promise<Doubt | undefined>;
  /** Reads it again. */
  read(client: AnalyticsClient, isQuiet: boolean): Promise<Found | undefined>;
  /** Sends reads that show more than `read` does; one that answers true shows the object. */
  readEvidence(client: AnalyticsClient, isAdministrator: boolean): readonly Promise<unknown>[];
  log(message: string): void;
}

/** Milliseconds. */
export interface Timing {
  /** No read has begun for so long when the reads of a run count as complete; and how long to wait for that at most. */
  readonly quietForMs: number;
  readonly quietAtMostMs: number;
  /** What this stack wrote more recently isn't gone because lists lack it. */
  readonly recentMs: number;
  /** How long after a write its object may be missing from lists. */
  readonly listingLagMs: number;
  /** Between two answers that a recent object is gone. */
  readonly confirmMs: number;
}

const usualTiming: Timing = {
  quietForMs: 200,
  quietAtMostMs: 300_000,
  recentMs: 15 * 60_000,
  listingLagMs: 60_000,
  confirmMs: 1_500,
};

/** So many absent objects are looked at one by one. More of a kind in one place are no lone absences anyway. */
const mostAlone = 3;
/** With several absent objects, so many others must be shown for each. */
const othersForEach = 4;
const longestPauseMs = 10_000;

/** An absent object whose operation waits for a verdict. */
interface Held {
  readonly sought: Sought;
  /** Settles it: what was found after all; undefined: it is gone. */
  resolve(found: unknown): void;
  reject(error: Error): void;
  /** Since when the platform answers 404 for the object's own path, or that of what holds it. */
  deniedAt?: number;
  /** Whether an answer shows the object, which its read doesn't. */
  isShown?: boolean;
}

/** The absent objects of a kind in one place, and what fresh reads show of them. */
interface Group {
  readonly key: string;
  readonly kind: string;
  readonly held: Held[];
  witness: Witness;
  /** Of the documents that they belong to. */
  documents: Witness;
}

/**
 * What the platform shows of the state's objects in this run. The platform answers 404, and lists nothing, for what the
 * credentials may not see, and lists new objects late. So an object that isn't shown is not always a deleted one, and
 * an entry that leaves the state by mistake is created a second time by the next `up`.
 *
 * Absences are held until no other read is under way, and judged together. One that the platform's own 404 and a fresh
 * list with others prove leaves the state. Otherwise all of them fail, and the state keeps its entries.
 */
export class Sightings {
  /** Ids that this run has seen, and how many of each kind. */
  readonly #shown = new Set<string>();
  readonly #shownOfKind = new Map<string, number>();
  /** Ids that were judged to be gone, or that this run deleted. */
  readonly #gone = new Set<string>();
  /** The descriptions of entries that left the state in this run. */
  readonly #removed: string[] = [];
  /** By kind, and by kind and place: lone absences of this run. */
  readonly #alone = new Map<string, Set<string>>();
  /** What this run refused to call gone, by id. */
  readonly #refused = new Map<string, Sought>();
  /** Whether the platform has shown or deleted an object of the stack in this run. */
  #hasSeen = false;
  readonly #timing: Timing;
  /** Operations that are under way, and how many of them wait for a verdict. */
  #running = 0;
  #waiting = 0;
  #lastBegan = 0;
  #held: Held[] = [];
  #isJudging = false;

  constructor(
    private readonly client: AnalyticsClient,
    timing: Partial<Timing> = {},
  ) {
    this.#timing = { ...usualTiming, ...timing };
  }

  /**
   * Reads an object.
   *
   * @param isShown whether the result proves that the platform shows the object. A deleted object that the provider
   * will restore is neither shown nor lost.
   * @returns the result; undefined: the object was deleted.
   * @throws if the object may only be invisible, or not listed yet.
   */
  readObject<Found>(
    sought: Sought<Found>,
    read: () => Promise<Found | undefined>,
    isShown: (found: Found) => boolean = () => true,
  ): Promise<Found | undefined> {
    return this.#run(async () => {
      const found = (await read()) ?? ((await this.#judge(sought)) as Found | undefined);
      if (found === undefined) this.#noteGone(sought);
      else if (isShown(found)) this.show(sought);
      return found;
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
    return this.#run(async () => {
      const done = await remove();
      // This run has seen it with the same credentials: since then it was deleted.
      if (done === undefined && !this.#shown.has(sought.id) && (await this.#judge(sought)) !== undefined) {
        throw await this.#explain(sought, { reason: "shown" }, [], await this.client.readIdentity());
      }
      this.#hasSeen ||= done !== undefined;
      this.#noteGone(sought);
      return done;
    });
  }

  /** Notes that the platform has the object. */
  show({ id, kind }: Sought): void {
    if (!this.#shown.has(id)) this.#shownOfKind.set(kind, (this.#shownOfKind.get(kind) ?? 0) + 1);
    this.#shown.add(id);
    this.#gone.delete(id);
    this.#refused.delete(id);
    this.#hasSeen = true;
  }

  #noteGone({ id, description }: Sought): void {
    this.#gone.add(id);
    this.#removed.push(description);
  }

  async #run<T>(operation: () => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#lastBegan = Date.now();
    try {
      return await operation();
    } finally {
      this.#running -= 1;
    }
  }

  /** Waits for the verdict on an absent object. @returns what was found after all; undefined: it is gone. */
  async #judge(sought: Sought): Promise<unknown> {
    this.#waiting += 1;
    try {
      return await new Promise((resolve, reject) => {
        this.#held.push({ sought, resolve, reject });
        if (!this.#isJudging) void this.#judgeAll();
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  async #judgeAll(): Promise<void> {
    this.#isJudging = true;
    while (this.#held.length > 0) {
      await this.#settle();
      const held = this.#held;
      this.#held = [];
      // Any error here keeps the entries.
      await this.#decide(held).catch((error: Error) => {
        for (const { reject } of held) reject(error);
      });
    }
    this.#isJudging = false;
  }

  /** Waits until each other operation of the run has an answer: the engine sends several at a time. */
  async #settle(): Promise<void> {
    const { quietForMs, quietAtMostMs } = this.#timing;
    const end = Date.now() + quietAtMostMs;
    const isQuiet = () => this.#waiting === this.#running && Date.now() - this.#lastBegan >= quietForMs;
    while (!isQuiet() && Date.now() < end) await sleep(Math.min(20, quietForMs));
  }

  async #decide(all: readonly Held[]): Promise<void> {
    // One request for all that are missing at a time.
    const identity = await this.client.readIdentity();
    const open = all.filter(({ sought, resolve }) => {
      // This run may have deleted it.
      if (!isMissingDeleted(sought.id) && !this.#gone.has(sought.id)) return true;
      this.#gone.add(sought.id);
      resolve(undefined);
      return false;
    });
    if (open.length === 0) return;
    const foreign = await findForeign(open, identity);
    if (foreign.size > 0) return this.#refuse(open, foreign, identity);
    const isAdministrator = await this.client.members.isAdministrator(identity.userId);
    const { groups, late } = await this.#collectGroups(groupByPlace(open), isAdministrator);
    // Who sees nothing of a stack is not known to see all.
    const seesAll = isAdministrator && (this.#hasSeen || listHeld(groups).length === 1);
    const doubts = this.#findDoubts(groups, { late, isAdministrator, seesAll });
    if (doubts.size > 0) return this.#refuse(listHeld(groups), doubts, identity);
    for (const { resolve } of listHeld(groups)) resolve(undefined);
  }

  /** Where one object is in doubt, none leaves the state. */
  async #refuse(missing: readonly Held[], doubts: ReadonlyMap<Sought, Doubt>, identity: Identity): Promise<void> {
    for (const { sought } of missing) this.#refused.set(sought.id, sought);
    for (const { sought, reject } of missing) {
      // Those of earlier reads, too: where few run at a time, the last error has the command for all.
      const others = [...this.#refused.values()].filter(({ id }) => id !== sought.id);
      reject(await this.#explain(sought, doubts.get(sought) ?? { reason: "company" }, others, identity));
    }
  }

  async #explain(sought: Sought, doubt: Doubt, others: readonly Sought[], { userId }: Identity): Promise<Error> {
    const member = await readMemberLabel(this.client, userId);
    return createMissingError(sought, doubt, { others, member, removed: this.#removed });
  }

  /**
   * Reads the absent objects again: recent ones until they are shown, or the platform itself has denied them twice, or
   * lists had time to show them. Those that are found are settled, and no longer in the groups.
   *
   * @returns also the recent ones that lists alone lack.
   */
  async #collectGroups(
    groups: readonly Group[],
    isAdministrator: boolean,
  ): Promise<{ groups: Group[]; late: ReadonlySet<Held> }> {
    const { recentMs, listingLagMs, confirmMs } = this.#timing;
    const begin = Date.now();
    const getWrittenAt = ({ sought }: Held) => Date.parse(sought.writtenAt ?? "");
    const isDenied = ({ deniedAt }: Held) => deniedAt !== undefined && Date.now() - deniedAt >= confirmMs;
    const isWithHolder = ({ sought }: Held) =>
      listHolders(sought).some(
        (id) => this.#gone.has(id) || listHeld(groups).some((one) => one.sought.id === id && isDenied(one)),
      );
    const isUnsettled = (held: Held) => begin - getWrittenAt(held) < recentMs && !isDenied(held) && !isWithHolder(held);
    const getEnd = (held: Held) =>
      held.deniedAt === undefined
        ? Math.max(begin + confirmMs, Math.min(getWrittenAt(held), begin) + listingLagMs)
        : held.deniedAt + confirmMs;
    let due = groups;
    for (let pauseMs = confirmMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await Promise.all(due.map((group) => this.#readGroup(group, isAdministrator)));
      const unsettled = listHeld(groups).filter(isUnsettled);
      const leftMs = Math.max(...unsettled.map(getEnd)) - Date.now();
      if (unsettled.length === 0 || leftMs <= 0) {
        return { groups: groups.filter(({ held }) => held.length > 0), late: new Set(unsettled) };
      }
      if (due === groups && leftMs > 2 * confirmMs) {
        const [{ sought }] = unsettled as [Held];
        sought.log(`${sought.description} was written recently and isn't shown: waiting ${describeDuration(leftMs)}`);
      }
      due = groups.filter(({ held }) => held.some((one) => unsettled.includes(one)));
      await sleep(Math.min(pauseMs, leftMs));
    }
  }

  /** Reads the objects of a group again, without what is cached. */
  async #readGroup(group: Group, isAdministrator: boolean): Promise<void> {
    group.witness = new Witness();
    group.documents = new Witness();
    const client = this.client.observe(group.witness);
    for (const some of [group.held.slice(0, mostAlone), group.held.slice(mostAlone)]) {
      const found = await Promise.all(some.map(({ sought }) => sought.read(client, true)));
      for (const [index, held] of some.entries()) {
        if (found[index] === undefined) continue;
        group.held.splice(group.held.indexOf(held), 1);
        this.show(held.sought);
        // Now with what it says of changes.
        held.resolve(await held.sought.read(client, false));
      }
      // What is true of the first ones is true of the others.
      if (some.some((held) => group.held.includes(held))) break;
    }
    const looked = group.held.slice(0, mostAlone).map(async (held) => {
      const { sought } = held;
      const places = sought.folders.map((folder) => client.files.get(folder));
      const reads = [...places, ...sought.readEvidence(client, isAdministrator)];
      const found = await Promise.all(reads.map((read) => readUnless<unknown>(isAnswered, read)));
      held.isShown = found.includes(true);
    });
    await Promise.all(looked);
    for (const held of group.held) {
      const { isPart, id, pathId } = held.sought;
      const ids = [pathId, ...(isPart ? id.split("/") : [])];
      const isDenied = ids.some((one) => group.witness.find(one).isNotFound);
      held.deniedAt = isDenied ? (held.deniedAt ?? Date.now()) : undefined;
    }
    const documents = group.held.flatMap(({ sought }) => sought.documents);
    const absent = [...new Set(documents)].filter((id) => group.witness.find(id).isNotFound);
    if (isAdministrator && absent.length > 0) await this.#lookForDocuments(absent.slice(0, mostAlone), group.documents);
  }

  /** Documents may be no resources of the stack. */
  async #lookForDocuments(ids: readonly string[], witness: Witness): Promise<void> {
    const { files, dataModels, workbooks, reports } = this.client.observe(witness);
    const all = { skipPermissionCheck: true };
    const lists = [dataModels.list(all), workbooks.list(all), reports.list(all)];
    const reads = [...ids.map((id) => files.get(id)), ...lists.map((list) => collect<unknown>(list))];
    await Promise.all(reads.map((read) => readUnless<unknown>(isAnswered, read)));
  }

  /** The objects that may exist, and why. */
  #findDoubts(groups: readonly Group[], asked: Asked): Map<Sought, Doubt> {
    const doubts = new Map<Sought, Doubt>();
    const alone: { group: Group; held: Held }[] = [];
    // What holds others comes first.
    const sorted = sortByPlace(groups);
    for (const { group, held } of sorted) {
      const { sought } = held;
      const sight = group.witness.find(sought.pathId);
      const isExplained = this.#listAbsentHolders(sought, groups, group, asked).some(
        ({ holder, isGone }) => isGone || (holder !== undefined && !doubts.has(holder)),
      );
      const doubt =
        findContradiction(held, sight, group, asked) ??
        (isExplained ? undefined : findWeakness(held, sight, group, asked));
      if (doubt !== undefined) doubts.set(sought, doubt);
      if (!isExplained && !sight.isArchived) alone.push({ group, held });
    }
    for (const { held, count } of this.#findCrowds(alone)) {
      const reason = doubts.get(held.sought)?.reason;
      if (reason === undefined || weakReasons.includes(reason)) doubts.set(held.sought, { reason: "many", count });
    }
    // What an object holds that may exist may exist, too.
    for (const { held } of sorted) {
      const isHeldByDoubt = [...doubts.keys()].some(({ id }) => listHolders(held.sought).includes(id));
      if (isHeldByDoubt && !doubts.has(held.sought)) doubts.set(held.sought, { reason: "holder" });
    }
    if (doubts.size === 0) {
      for (const { group, held } of alone) {
        for (const key of [group.kind, group.key]) {
          this.#alone.set(key, (this.#alone.get(key) ?? new Set()).add(held.sought.id));
        }
      }
    }
    return doubts;
  }

  /** The objects that hold an absent one and are absent too, in the state or not, and whether they are surely gone. */
  #listAbsentHolders(
    sought: Sought,
    groups: readonly Group[],
    { witness, documents }: Group,
    { isAdministrator }: Asked,
  ): { holder?: Sought; isGone: boolean }[] {
    const isGone = (id: string) => {
      if (this.#gone.has(id)) return true;
      if (!isAdministrator || this.#shown.has(id)) return false;
      // Administrators list the documents of the whole organization. What lists show none of them says nothing.
      const evidence = sought.folders.includes(id) ? witness : documents;
      const { isNotFound: isDenied, isShown } = evidence.find(id);
      return isDenied && !isShown && evidence.countOthers([sought.pathId, id]) > 0;
    };
    return listHolders(sought).map((id) => ({
      holder: listHeld(groups).find((one) => one.sought.id === id)?.sought,
      isGone: isGone(id),
    }));
  }

  /** The absent objects that are too many to be lone ones: of their kind, or of their kind in one place. */
  #findCrowds(alone: readonly { group: Group; held: Held }[]): { held: Held; count: number }[] {
    const findCrowd = (key: string, own: typeof alone) => {
      const refused = [...this.#refused.values()].filter((one) => one.kind === key || formKey(one) === key);
      const ids = [...own.map(({ held }) => held.sought), ...refused].map(({ id }) => id);
      const count = new Set([...ids, ...(this.#alone.get(key) ?? [])]).size;
      const listed = own.map(({ group }) => countOthers(group));
      const others = Math.max(0, this.#shownOfKind.get(key) ?? 0, ...listed);
      const isCrowd = count > mostAlone || (count > 1 && others < count * othersForEach);
      return isCrowd ? own.map(({ held }) => ({ held, count })) : [];
    };
    const keys = new Set(alone.flatMap(({ group }) => [group.kind, group.key]));
    return [...keys].flatMap((key) =>
      findCrowd(
        key,
        alone.filter(({ group }) => group.kind === key || group.key === key),
      ),
    );
  }
}

/** Whether the platform itself refused a read, or found nothing. */
const isAnswered = (error: unknown) => isNotFound(error) || isRefusal(error);

/** What is known of who asks, and of the objects that lists lack since they were written. */
interface Asked {
  readonly late: ReadonlySet<Held>;
  readonly isAdministrator: boolean;
  /** Whether an empty list proves that there are no objects. */
  readonly seesAll: boolean;
}

/** The objects whose state is from elsewhere. */
async function findForeign(held: readonly Held[], identity: Identity): Promise<Map<Sought, Doubt>> {
  const doubts = new Map<Sought, Doubt>();
  for (const { sought } of held) {
    const doubt = await sought.findForeignSource(identity);
    if (doubt !== undefined) doubts.set(sought, doubt);
  }
  return doubts;
}

/** The reasons that stand behind the number of the absent. */
const weakReasons: readonly Doubt["reason"][] = ["alone", "unconfirmed"];

/** What the platform shows of an object that it also says is absent. */
function findContradiction(held: Held, sight: Sight, group: Group, asked: Asked): Doubt | undefined {
  const isShown = sight.isShown || held.isShown;
  return isShown && !(held.sought.mayOutliveList && hasOthers(group, asked)) ? { reason: "shown" } : undefined;
}

/** Why an absence is no evidence; undefined: it is. */
function findWeakness(held: Held, sight: Sight, group: Group, asked: Asked): Doubt | undefined {
  const { isPart, mayOutliveList } = held.sought;
  const { witness } = group;
  if (asked.late.has(held)) return { reason: "recent" };
  if (sight.isArchived) return undefined;
  // The last part of a composed id may be in the object's own path.
  const holders = sight.isNotFound ? held.sought.folders : listHolders(held.sought);
  if (holders.some((id) => witness.find(id).isNotFound)) return { reason: "holder" };
  if (!witness.isDocumented) return { reason: "form" };
  if (!isPart && !sight.isNotFound && !(mayOutliveList && sight.isShown)) return { reason: "unconfirmed" };
  return hasOthers(group, asked) ? undefined : { reason: "alone" };
}

/** Whether a list shows that the credentials see others of the kind in the place, or they are known to see all. */
function hasOthers(group: Group, { seesAll }: Asked): boolean {
  return countOthers(group) > 0 || (seesAll && group.witness.isDocumented);
}

function countOthers({ witness, held }: Group): number {
  return witness.countOthers(held.map(({ sought }) => sought.pathId));
}

/** The ids of the objects that contain or own an object. */
function listHolders({ id, isPart, folders }: Sought): string[] {
  return [...folders, ...(isPart ? id.split("/").filter((part) => part !== id) : [])];
}

function listHeld(groups: readonly Group[]): Held[] {
  return groups.flatMap(({ held }) => held);
}

/** A kind and a place. */
function formKey({ kind, id, isPart, folders }: Sought): string {
  return `${kind} ${isPart ? id.split("/").slice(0, -1).join("/") : folders.join(" ")}`;
}

function groupByPlace(all: readonly Held[]): Group[] {
  const groups = new Map<string, Group>();
  for (const held of all) {
    const { kind } = held.sought;
    const key = formKey(held.sought);
    const group = groups.get(key) ?? { key, kind, held: [], witness: new Witness(), documents: new Witness() };
    groups.set(key, group);
    group.held.push(held);
  }
  return [...groups.values()];
}

/** The absent objects: what holds others comes first. */
function sortByPlace(groups: readonly Group[]): { group: Group; held: Held }[] {
  const left = groups.flatMap((group) => group.held.map((held) => ({ group, held })));
  const sorted: typeof left = [];
  while (left.length > 0) {
    const ids = new Set(left.map(({ held }) => held.sought.id));
    const next = left.findIndex(({ held: { sought } }) => !listHolders(sought).some((id) => ids.has(id)));
    sorted.push(...left.splice(Math.max(0, next), 1));
  }
  return sorted;
}

const sightings = new WeakMap<AnalyticsClient, Sightings>();

/** The sightings of a client. */
export function getSightings(client: AnalyticsClient): Sightings {
  const known = sightings.get(client) ?? new Sightings(client);
  sightings.set(client, known);
  return known;
}
