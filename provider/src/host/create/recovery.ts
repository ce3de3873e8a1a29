import { isUncertain, readIdentity, readUnlessGone } from "../../core/api";
import { KeyedMutex } from "../../core/keyed-mutex";
import type { Properties } from "../../core/values";
import type { Adoption, AnyKind, AnyRemote, CommonInputs, LifecycleContext, Origin, Shape } from "../../kinds/declare";
import { type Profile, readRecoverySetting, readSettings, SettingsError } from "../../settings";
import { compare, createOrAdopt, type Existing, logUnwritten } from "./creation";
import type { Creation } from "./creation-in-progress";
import { createKey } from "./journal";
import { getOwnership } from "./ownership";
import { logToStack } from "./stack-log";

/**
 * A lost run that this run recovers, from the stack setting `analytics:recoverFrom`.
 *
 * On the same machine, the journal of creates finds the objects of a killed run, without a setting. The setting is for machines without that journal,
 * such as a build server with a new home, and is stricter: an adopted object equals the declaration, was created since the lost run by the same
 * member, and belongs to no resource that this process knows.
 */
export interface LostRun {
  /** When the lost run began, in milliseconds since 1970. */
  readonly since: number;
  /** Whether the journal has its creates. */
  readonly isJournalled: boolean;
}

/**
 * The lost run to recover on a profile, for a resource; undefined: none.
 *
 * @throws SettingsError when the setting is `journal` and the journal has no lost run of the stack: the run would create objects a second time.
 */
export function findLostRun(profile: string | undefined, urn: string | undefined): LostRun | undefined {
  const setting = readRecoverySetting();
  if (setting === undefined) return undefined;
  if (setting.since !== "journal") return { since: setting.since, isJournalled: false };
  const since = getOwnership().lostSince(formProfileKey(readSettings(profile)), urn);
  if (since !== undefined) return { since, isJournalled: true };
  throw new SettingsError([
    "analytics:recoverFrom is journal, and the journal of this machine ($PULUMI_HOME/analytics/journal) has no lost run of this stack. Set the time at which the lost run began, " +
      "from its log: pulumi config set analytics:recoverFrom <such as 2026-02-03T10:15:00Z>. " +
      `If no run was lost, unset it: ${setting.unset}.`,
  ]);
}

/** Identifies a profile in the journal. */
export function formProfileKey({ baseUrl, clientId }: Pick<Profile, "baseUrl" | "clientId">): string {
  return createKey(clientId, [baseUrl]);
}

let hasReminded = false;

/** Logs, once per process, that `analytics:recoverFrom` is set and must be unset after the run. */
export function remindOfRecovery(): void {
  const setting = readRecoverySetting();
  if (setting === undefined || hasReminded) return;
  hasReminded = true;
  const { since } = setting;
  const when = since === "journal" ? "the lost run in this machine's journal" : new Date(since).toISOString();
  logToStack(
    `analytics:recoverFrom is set: new resources adopt equal objects that these credentials created since ${when}. ` +
      `Unset it after the run has succeeded: ${setting.unset}`,
  );
}

let hasMentioned = false;

/** Logs, once per process, how to clear the engine's warnings: it keeps the pending operations of a killed run even after recovery. */
function mentionPendingOperations(): void {
  if (hasMentioned) return;
  hasMentioned = true;
  logToStack(
    "An earlier run ended before it knew the results of its creates. This run adopts the objects that it created, and creates the rest. " +
      "If Pulumi still warns of pending operations afterwards, clear them: pulumi refresh --yes --skip-preview --clear-pending-creates",
  );
}

// Creates that could find the same object run one at a time, so that none adopts an object that another is creating.
const creates = new KeyedMutex();

/** Creates the declared object, unless `adopt` names it or the lost run created it. */
export async function createOrRecover(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  lost: LostRun | undefined,
): Promise<Existing> {
  if (creation.lost !== undefined) mentionPendingOperations();
  try {
    return await createOrAdoptLost(kind, shape, context, inputs, creation, lost);
  } catch (error) {
    if (!isUncertain(error)) creation.noteRefused();
    throw error;
  }
}

async function createOrAdoptLost(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  lost: LostRun | undefined,
): Promise<Existing> {
  if (lost === undefined || (inputs as CommonInputs).adopt)
    return createOrAdopt(kind, shape, context, inputs, creation);
  const origin = kind.adoption?.origin;
  if (origin === undefined) {
    // A create that leaves no object to find, such as a webhook request, counts as done if it may have been sent.
    const attempt = kind.adoption?.find === undefined && !lost.isJournalled ? { attemptedAt: lost.since } : undefined;
    return createOrAdopt(kind, shape, context, inputs, creation, attempt);
  }
  const leave = await creates.enter(`${kind.name} ${kind.describe(inputs)}`);
  try {
    const candidates = await findCandidates({ kind, shape, context, inputs, creation, lost, origin });
    const found = choose(kind, inputs, candidates, creation);
    // All candidates were compared already.
    if (found === undefined) return await createOrAdopt(kind, shape, context, inputs, creation, {});
    // If this run is lost too, the next one finds the object in the same way.
    creation.take(found.id, lost.since);
    logUnwritten(kind, context, `recovered ${kind.describe(inputs)} (${found.id}), which the lost run created`, inputs);
    return { id: found.id, outputs: found.remote.outputs, values: {} };
  } finally {
    leave();
  }
}

/** An object that the lost run may have created for a declaration. */
interface Candidate {
  readonly id: string;
  /** Whether the journal has it as the object of this create. */
  readonly isKnown: boolean;
  /** Whether it was surely created since the lost run began. */
  readonly isNew: boolean;
  readonly remote: AnyRemote;
  /** The inputs that differ from the declaration. */
  readonly changed: readonly string[];
}

interface Search {
  readonly kind: AnyKind;
  readonly shape: Shape;
  readonly context: LifecycleContext;
  readonly inputs: Properties;
  readonly creation: Creation;
  readonly lost: LostRun;
  readonly origin: NonNullable<Adoption<Properties, Properties>["origin"]>;
}

/**
 * All objects with the natural key that belong to no resource, without those that are known to be older or another member's. In a run that goes by the
 * journal, objects that it has from another stack belong to that one. A time alone names no stack: that of the lost run may have been renamed.
 */
async function findCandidates(search: Search): Promise<Candidate[]> {
  const { kind, context, inputs, creation, lost } = search;
  // The lost run had ended when this process began.
  await context.client.waitUntilListed(performance.timeOrigin);
  const ids: readonly string[] = (await kind.adoption?.find?.(context, inputs)) ?? [];
  const candidates = await Promise.all(ids.map((id) => readCandidate(search, id)));
  const isOthers = (id: string) => creation.isHeld(id) || (lost.isJournalled && creation.isOfOtherStack(id));
  return candidates.filter((candidate) => candidate !== undefined && !isOthers(candidate.id)) as Candidate[];
}

async function readCandidate(search: Search, id: string): Promise<Candidate | undefined> {
  const { kind, shape, context, inputs, creation, lost } = search;
  const origin = await readUnlessGone<Origin | undefined>(search.origin(context, id));
  if (origin === undefined) return undefined;
  const { at, notBefore, by } = origin;
  const isSince = (time: string | undefined) => time !== undefined && context.client.isCreatedSince(time, lost.since);
  const isKnown = creation.known.includes(id);
  if (!isKnown) {
    if (at !== undefined && !isSince(at)) return undefined;
    if (by !== undefined && by !== (await readIdentity(context.client)).userId) return undefined;
  }
  // A read logs drift, but this object may belong to no resource.
  const compared = await compare(kind, shape, { ...context, log: () => undefined }, id, inputs);
  return compared && { id, isKnown, isNew: isKnown || isSince(at) || isSince(notBefore), ...compared };
}

/**
 * The object that the lost run created; undefined if it created none.
 *
 * @throws when that is uncertain, to avoid a duplicate or the adoption of a wrong object.
 */
function choose(
  kind: AnyKind,
  inputs: Properties,
  candidates: readonly Candidate[],
  { known }: Creation,
): Candidate | undefined {
  const equal = candidates.filter(({ changed }) => changed.length === 0);
  const [only, ...others] = equal;
  const answered = known.map((id) => equal.find((candidate) => candidate.id === id)).find(Boolean);
  const sure = answered ?? (only?.isNew && others.length === 0 ? only : undefined);
  if (sure !== undefined) return sure;
  // An object that differs and may be older is most likely older.
  const doubtful = candidates.filter(({ isNew, changed }) => isNew || changed.length === 0);
  if (doubtful.length === 0) return undefined;
  const all = doubtful.map((candidate) => `${candidate.id} (${describeDoubt(candidate)})`).join(", ");
  throw new Error(
    `recover: nothing was created, because it is uncertain whether the lost run created the ${kind.describe(inputs)}: there is ${all}. ` +
      'Adopt it with adopt: { id: "…" }; or, if it is another object, run without analytics:recoverFrom to create a new one.',
  );
}

function describeDoubt({ isNew, changed }: Candidate): string {
  if (changed.length > 0) return `new since then, and differs in ${changed.join(" and ")}`;
  return isNew ? "equal, and not the only one" : "equal, and of unknown age";
}
