import { type AnalyticsClient, ApiError, readUnlessGone } from "../core/api";
import type { Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import type { AnyKind, AnyRemote, CheckContext, LifecycleContext } from "../kinds/declare";
import { getStackClient, readSettings, readSettingsTable } from "../settings";
import type { Access } from "./baseline/write";
import { isPlaceholder } from "./create";
import { hasDeleteOptions } from "./delete-consent";
import { addHint } from "./error-hints";
import { PartiallyCreatedError, type PlainError } from "./errors";
import { createWrongOrganizationError, getCurrentName, guardOrganization, hashAddress } from "./organization-guard";
import { buildState, getEnvelope, getProfile, type Held, noteSettled, noteWrite, readState } from "./state";
import { type ProgramResource, Voice } from "./voice";

/** What an operation is given. */
interface Given {
  readonly resource: ProgramResource;
  readonly inputs: Properties;
  readonly id?: string;
  readonly state?: Properties;
  /** The stamp of a create. */
  readonly stamp?: string;
  readonly news?: Properties;
}

/** An operation that may send requests. */
export interface Begun extends Access {
  readonly held: Held;
  /** Of the profile. */
  readonly clientSecret: string;
  /** See {@link hashAddress}. */
  readonly address: string;
}

/** The settings that the stack has for a kind. */
export function readKindSettings({ settings }: AnyKind): CheckContext["settings"] {
  return settings === undefined ? {} : readSettingsTable(settings);
}

/** The context of what only reads, and says nothing. */
export const createQuietContext = (run: Run, kind: AnyKind, client: AnalyticsClient): LifecycleContext => ({
  run,
  client,
  mayBeDone: false,
  settings: readKindSettings(kind),
  replaces: () => false,
  checkpoint: () => undefined,
  log: () => undefined,
});

/**
 * One operation of the engine on an object. Its messages and errors never contain a secret, and an error keeps a
 * partially created object.
 *
 * @example
 * ```ts
 * const operation = new Operation(kind, { resource, inputs, news }, run);
 * try {
 *   const { context } = await operation.begin();
 *   await context.client.tags.update(id, change);
 * } catch (error) {
 *   throw await operation.explain(error);
 * }
 * ```
 */
export class Operation {
  /** The platform repeats values in its messages ("Expecting … but instead got: <value>"), and one may be a secret. */
  #voice: Voice;
  #held: Held = {};
  #context: LifecycleContext | undefined;
  /** The object that the state must remember if the operation fails. */
  #checkpoint: { readonly id: string; readonly remote: AnyRemote } | undefined;

  constructor(
    private readonly kind: AnyKind,
    private readonly given: Given,
    private readonly run: Run,
  ) {
    this.#voice = this.#createVoice();
  }

  /**
   * Begins it, with the profile of the state's object.
   *
   * @throws when the profile signs in to another organization than the object's.
   */
  async begin(): Promise<Begun> {
    const { kind, given } = this;
    const { resource, inputs, state, news } = given;
    const known = getEnvelope(state);
    const profile = getCurrentName(getProfile(inputs), known);
    const client = getStackClient(this.run, profile);
    const settings = readSettings(profile);
    const { clientId, clientSecret } = settings;
    const { home, unproven } = await guardOrganization(known, clientId, client);
    const address = hashAddress(settings);
    this.#held = {
      ...home,
      writtenAt: known?.writtenAt,
      address: news === undefined ? known?.address : address,
      stamp: given.stamp ?? known?.stamp,
      secretInputs: news === undefined ? known?.secretInputs : resource.secretInputs,
      settles: known?.settles,
      adopted: known?.adopted,
      urn: hasDeleteOptions(kind) || known?.settles !== undefined ? (resource.urn ?? known?.urn) : undefined,
    };
    const context: LifecycleContext = {
      ...createQuietContext(this.run, kind, client),
      isAdopted: known?.adopted !== undefined,
      checkpoint: (id, remote) => {
        this.#checkpoint = { id, remote: remote as AnyRemote };
        // An output may be secret, too.
        this.#voice = this.#createVoice({ ...remote.inputs, ...remote.outputs });
      },
      log: (message) => this.#voice.tell(message),
    };
    this.#context = context;
    if (unproven !== undefined && !(await this.isThere(context))) throw createWrongOrganizationError(unproven);
    return { kind, context, held: this.#held, address, clientSecret };
  }

  #createVoice(made?: Properties): Voice {
    const { resource, news, state } = this.given;
    return new Voice(this.run, this.kind, resource, news, state, made);
  }

  /** Whether the object of the state exists. */
  isThere(context: LifecycleContext): Promise<boolean> {
    const { id = "", state = {} } = this.given;
    return this.#canRead(context, id, readState(this.kind, state));
  }

  async #canRead(context: LifecycleContext, id: string, known: AnyRemote): Promise<boolean> {
    // A read logs drift, which is not the purpose here.
    const quiet = { ...context, log: () => undefined };
    return (await readUnlessGone<AnyRemote | undefined>(this.kind.read(quiet, id, known))) !== undefined;
  }

  /**
   * The error as the engine gets it.
   *
   * @param create of a create, what it knows of others.
   */
  async explain(error: unknown, create: Pick<Held, "settles" | "older"> = {}): Promise<PlainError> {
    const { kind, given } = this;
    const { inputs, state = {} } = given;
    const { outputs, values, tried } = readState(kind, state);
    const known = { inputs, outputs };
    const id = this.#checkpoint?.id ?? given.id;
    const context = this.#context;
    // Without an answer, nothing says that it is gone.
    const isThere = async () =>
      context === undefined || id === undefined || this.#canRead(context, id, known).catch(() => true);
    const hinted = await addHint(error, kind, {
      known,
      id,
      client: context?.client,
      isThere,
      isDeleted: id !== undefined && given.news === undefined,
    });
    const told = hinted instanceof ApiError ? hinted.redactTexts(this.#voice.texts) : hinted;
    const refusal = this.#voice.refuse(told instanceof Error ? told.message : String(told));
    if (this.#checkpoint === undefined) return refusal;
    const { id: kept, remote } = this.#checkpoint;
    const { settles = this.#held.settles, older } = create;
    const held = noteSettled(this.#held, settles, given.resource.urn);
    const noted = noteWrite({ ...held, older: isPlaceholder(kept) ? older : undefined });
    return new PartiallyCreatedError(refusal.message, kept, buildState(kind, { tried, ...remote }, values, noted));
  }
}
