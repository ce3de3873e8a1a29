import { setTimeout as sleep } from "node:timers/promises";
import { remember } from "../data";
import type { ClientArea } from "./areas";
import type { AnalyticsClient, Identity } from "./client";
import type { KnownObject, Listed, Provable } from "./complete-list";
import { type ApiError, archivedCode, isNotFound, isRefusal } from "./errors";
import { Witness } from "./transport/witness";

/**
 * What the platform answers to a call about one object; `unmarked`: it shows one that may be archived; undefined:
 * nothing that counts.
 */
export type Answer = "denied" | "archived" | "unmarked" | "shown" | undefined;

/** Who asks. */
export interface Asker {
  readonly identity: Identity;
  readonly isAdministrator: boolean;
}

/** How long those who ask share who asks: milliseconds. */
const sharedMs = 30_000;

/** How long a list waits for others who want it: milliseconds. */
const gatheringMs = 200;

/** So many absent objects of an area are asked about one by one. What is true of all of them is true of the others. */
const mostAsked = 3;

/** What the platform shows of objects that a read misses: see {@link Provable}. */
export class Evidence {
  /** Reads that no store on the way answers. */
  readonly fresh: AnalyticsClient;
  /** Lists that have not begun, by area. */
  readonly #next = new Map<ClientArea, Promise<readonly object[]>>();
  /** The answers about the first absent objects, by area. */
  readonly #asked = new Map<ClientArea, Promise<Answer>[]>();
  #asker: { readonly at: number; readonly answer: Promise<Asker> } | undefined;

  constructor(client: AnalyticsClient) {
    this.fresh = client.observe(new Witness());
  }

  /** Who asks: the same requests for all who want to know that at about the same time. */
  readAsker(): Promise<Asker> {
    if (this.#asker !== undefined && Date.now() - this.#asker.at < sharedMs) return this.#asker.answer;
    const read = async () => {
      const identity = await this.fresh.readIdentity();
      return { identity, isAdministrator: await this.fresh.members.isAdministrator(identity.userId) };
    };
    const answer = read();
    this.#asker = { at: Date.now(), answer };
    answer.catch(() => {
      this.#asker = undefined;
    });
    return answer;
  }

  /** Whether an administrator sees all that an area has. */
  isComplete(area: ClientArea | undefined): boolean {
    return this.#open(area).isComplete === true;
  }

  /** Asks about an object. */
  async ask(area: ClientArea | undefined, known: KnownObject): Promise<Answer> {
    const opened = this.#open(area);
    try {
      const found = (await opened.ask?.(known)) as { readonly isArchived?: unknown } | undefined;
      if (opened.ask === undefined) return undefined;
      if (found?.isArchived === true) return "archived";
      return opened.isShownWhenArchived === true ? "unmarked" : "shown";
    } catch (error) {
      if (isNotFound(error)) return readDenial(error);
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** Asks about one of many absent objects: about the first ones only, if the platform denies them all. */
  async askOfMany(area: ClientArea | undefined, known: KnownObject): Promise<Answer> {
    if (area === undefined) return undefined;
    const first = remember(this.#asked, area, () => []);
    if (first.length < mostAsked) {
      const answer = this.ask(area, known);
      first.push(answer);
      // What couldn't be asked says nothing of others.
      answer.catch(() => first.splice(first.indexOf(answer), 1));
      return answer;
    }
    return (await Promise.all(first)).every((one) => one === "denied") ? "denied" : this.ask(area, known);
  }

  /** What the complete list of an area, read after this call, says of an object. */
  async findListed(area: ClientArea | undefined, known: KnownObject): Promise<Listed> {
    const { everything } = this.#open(area);
    if (area === undefined || everything === undefined) return undefined;
    const load = async () => {
      await sleep(gatheringMs);
      this.#next.delete(area);
      return everything.load();
    };
    return everything.find(await remember(this.#next, area, load), known);
  }

  #open(area: ClientArea | undefined): Provable {
    return area === undefined ? {} : (this.fresh[area] as Provable);
  }
}

/** What an error says of the object of its call. */
export const readDenial = ({ code }: ApiError): Answer => (code === archivedCode ? "archived" : "denied");
