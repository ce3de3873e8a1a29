import { setTimeout as sleep } from "node:timers/promises";
import { type AnalyticsClient, type Identity, readMemberLabel, readUnlessGone } from "../core/api";
import { isMissingDeleted } from "../settings";

/** An object of the state that an operation looks for. */
export interface Sought {
  readonly id: string;
  /** Its name in messages, such as `data model "Orders" (3f…)`. */
  readonly description: string;
  /** Ids of the folders and workspaces in its inputs. */
  readonly folders: readonly string[];
  /**
   * Whether it belongs to another object, such as the member of a team, and goes with it. Its absence says nothing
   * about access.
   */
  readonly isPart?: boolean;
}

/**
 * How long no read has begun before the reads of a run count as complete, and how long to wait for that at most; in
 * milliseconds.
 */
const quiet = { forMs: 200, atMostMs: 5_000, stepMs: 20 };

/** What a run has seen of a group of objects, by their ids: those of one folder, or all. */
interface Group {
  readonly shown: Set<string>;
  readonly missing: Set<string>;
}

/**
 * What the platform shows of the state's objects in this run. The platform answers 404, and lists nothing, for what the
 * credentials may not see. So an object that isn't shown is not always a deleted one, and an entry that leaves the
 * state by mistake is created a second time by the next `up`.
 *
 * One missing object among others counts as deleted. Where most objects of a folder or of the run are missing, or an
 * object together with its folder, that is what lost access looks like: the operation fails, and the state keeps its
 * entries.
 */
export class Sightings {
  readonly #groups = new Map<string, Group>();
  /** Operations that are under way, and how many of them wait for a verdict. */
  #running = 0;
  #waiting = 0;
  #lastBegan = 0;
  #identity: Promise<Identity> | undefined;

  constructor(private readonly client: AnalyticsClient) {}

  /**
   * Runs an operation on an object.
   *
   * @param operation its result is undefined if the platform doesn't show the object.
   * @param isShown whether a result says that the platform shows the object. One that is to be restored is neither
   * shown nor lost.
   * @returns the result; undefined: the object was deleted.
   * @throws if the object may only be invisible.
   */
  async look<T>(
    sought: Sought,
    operation: () => Promise<T | undefined>,
    isShown: (found: T) => boolean = () => true,
  ): Promise<T | undefined> {
    if (this.#running === 0) this.#identity = undefined;
    this.#running += 1;
    this.#lastBegan = Date.now();
    try {
      const found = await operation();
      if (found === undefined) await this.#confirmMissing(sought);
      else if (isShown(found)) this.show(sought);
      return found;
    } finally {
      this.#running -= 1;
    }
  }

  /** Notes that the platform has the object. */
  show(sought: Sought): void {
    for (const group of this.#getGroups(sought)) {
      group.shown.add(sought.id);
      group.missing.delete(sought.id);
    }
  }

  async #confirmMissing(sought: Sought): Promise<void> {
    // Any error here keeps the entry. One request for all that are missing at a time.
    this.#identity ??= this.client.readIdentity();
    const { userId } = await this.#identity;
    const groups = this.#getGroups(sought);
    // This run has seen it with the same credentials: since then it was deleted.
    if (sought.isPart || groups.some(({ shown }) => shown.has(sought.id)) || isMissingDeleted()) return;
    for (const group of groups) group.missing.add(sought.id);
    for (const folder of sought.folders) await this.#lookForFolder(folder, groups);
    await this.#settle();
    const doubtful = groups.find(isDoubtful);
    if (doubtful !== undefined)
      throw createNotVisibleError(sought, doubtful, await readMemberLabel(this.client, userId));
  }

  /** A folder may be no resource of the stack, and says as much about access as one that is. */
  async #lookForFolder(id: string, groups: readonly Group[]): Promise<void> {
    if (groups.some(({ shown, missing }) => shown.has(id) || missing.has(id))) return;
    const isShown = (await readUnlessGone(this.client.files.get(id))) !== undefined;
    for (const { shown, missing } of groups) (isShown ? shown : missing).add(id);
  }

  /** Waits until each other operation of the run has an answer: the engine sends several at a time. */
  async #settle(): Promise<void> {
    this.#waiting += 1;
    const end = Date.now() + quiet.atMostMs;
    const isQuiet = () => this.#waiting === this.#running && Date.now() - this.#lastBegan >= quiet.forMs;
    while (!isQuiet() && Date.now() < end) await sleep(quiet.stepMs);
    this.#waiting -= 1;
  }

  #getGroups({ folders }: Sought): Group[] {
    return ["", ...folders].map((key) => {
      const group = this.#groups.get(key) ?? { shown: new Set(), missing: new Set() };
      this.#groups.set(key, group);
      return group;
    });
  }
}

function isDoubtful({ shown, missing }: Group): boolean {
  return missing.size > 1 && missing.size > shown.size;
}

/** The error for an object that the member behind the credentials may not see, or that was deleted. */
function createNotVisibleError({ description }: Sought, { shown, missing }: Group, member: string): Error {
  const others = missing.size - 1;
  return new Error(
    `${description} isn't visible to ${member}, nor are ${others} of the other ${others + shown.size} objects and ` +
      `folders looked for. ${keptInState}`,
  );
}

/** The error for an object that the state has from a member with other credentials. */
export function createNotVisibleToOtherError(
  { description }: Sought,
  member: string,
  former: string | undefined,
): Error {
  const writer = former === undefined ? "with other API credentials" : `as ${former}`;
  return new Error(`${description} isn't visible to ${member}. The state was last written ${writer}. ${keptInState}`);
}

const keptInState =
  "That may be missing access, so the state keeps it and nothing was changed. Restore the access of that member, " +
  "or the former credentials. If the objects were deleted on the platform, set ANALYTICS_MISSING_OBJECTS=deleted " +
  "in the environment of this command, and repeat it.";

const sightings = new WeakMap<AnalyticsClient, Sightings>();

/** The sightings of a client. */
export function getSightings(client: AnalyticsClient): Sightings {
  const known = sightings.get(client) ?? new Sightings(client);
  sightings.set(client, known);
  return known;
}
