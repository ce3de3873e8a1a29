import { identityOf, isUncertain, orGone } from "../../core/api";
import { KeyedMutex } from "../../core/keyed-mutex";
import type { Properties } from "../../core/values";
import type { AnyKind, AnyRemote, CommonInputs, LifecycleContext, Origin, Shape } from "../../kinds/declare";
import { type Connection, recovery, SettingsError, settingsOf } from "../../settings";
import { compare, createOrAdopt, type Existing, logUnwritten } from "./creation";
import { createKey } from "./journal";
import { type Creation, ownership } from "./ownership";

/**
 * A run that this one makes up for, as the stack setting `analytics:recover` says.
 *
 * What a killed run made, and no state knows, is found again by the journal of creates where there is one: on the same machine, without
 * being asked. This is for where there is none, such as a build server with a fresh home, and stricter: what is adopted equals
 * the declaration, is new since the lost run, was made by the same member, and belongs to no resource that this process knows of.
 */
export interface LostRun {
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  /** Whether the journal tells which creates it attempted. */
  readonly isJournalled: boolean;
}

/**
 * The lost run to make up for on a connection; undefined: none.
 *
 * @throws SettingsError when the journal is to tell, and knows of none: objects would be made a second time.
 */
export function lostRun(connection: string | undefined): LostRun | undefined {
  const setting = recovery();
  if (setting === undefined) return undefined;
  if (setting.since !== "journal") return { since: setting.since, isJournalled: false };
  const since = ownership().lostSince(connectionKey(settingsOf(connection)));
  if (since !== undefined) return { since, isJournalled: true };
  throw new SettingsError([
    "analytics:recover is true, and the journal of this machine ($PULUMI_HOME/analytics/journal) knows of no lost run. Say when the lost run began, " +
      "as its log tells: pulumi config set analytics:recover <such as 2026-02-03T10:15:00Z>. " +
      `If no run was lost, unset it: ${setting.unset}.`,
  ]);
}

/** Names a connection in the journal. */
export function connectionKey({ baseUrl, clientId }: Pick<Connection, "baseUrl" | "clientId">): string {
  return createKey(clientId, [baseUrl]);
}

let hasReminded = false;

/** Says, once per process, that `analytics:recover` is set and isn't to stay. */
export function remindOfRecovery(): void {
  const setting = recovery();
  if (setting === undefined || hasReminded) return;
  hasReminded = true;
  const { since } = setting;
  const when = since === "journal" ? "the lost run that this machine remembers" : new Date(since).toISOString();
  console.log(
    `analytics:recover is set: new resources adopt what these credentials have made since ${when}, where it equals the declaration. ` +
      `Unset it once the run has ended well: ${setting.unset}`,
  );
}

let hasMentioned = false;

/** Says, once per process, what ends the engine's warnings: it keeps the operations of a killed run, also when they are made up for. */
function mentionPendingOperations(): void {
  if (hasMentioned) return;
  hasMentioned = true;
  console.log(
    "An earlier run ended before it knew what became of its creates. This run looks for what that one created, and creates the rest. " +
      "If Pulumi still warns of pending operations afterwards, clear them: pulumi refresh --yes --skip-preview --clear-pending-creates",
  );
}

// Creates that could find the same object take turns, so that none takes what another is making.
const creates = new KeyedMutex();

/** Makes the declared object, unless it is named by `adopt`, or made by the lost run. */
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
    return await createOrTake(kind, shape, context, inputs, creation, lost);
  } catch (error) {
    if (!isUncertain(error)) creation.refused();
    throw error;
  }
}

async function createOrTake(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  lost: LostRun | undefined,
): Promise<Existing> {
  if (lost === undefined || (inputs as CommonInputs).adopt)
    return createOrAdopt(kind, shape, context, inputs, creation);
  const { origin } = kind;
  if (origin === undefined) {
    // What leaves nothing to be found, and may have been done, counts as done.
    const attempt = kind.find === undefined && !lost.isJournalled ? { attemptedAt: lost.since } : undefined;
    return createOrAdopt(kind, shape, context, inputs, creation, attempt);
  }
  return creates.run(`${kind.name} ${kind.describe(inputs)}`, async () => {
    const candidates = await candidatesFor({ kind, shape, context, inputs, creation, lost, origin });
    const found = choose(kind, inputs, candidates, creation);
    // Everything that may be found was looked at.
    if (found === undefined) return createOrAdopt(kind, shape, context, inputs, creation, {});
    // Should this run be lost too, the next one finds the object as this one did.
    creation.take(found.id, lost.since);
    logUnwritten(kind, context, `recovered ${kind.describe(inputs)} (${found.id}), which the lost run made`, inputs);
    return { id: found.id, outputs: found.remote.outputs };
  });
}

/** An object that could be what the lost run made of a declaration. */
interface Candidate {
  readonly id: string;
  /** Whether the journal has it as what came of this very create. */
  readonly isKnown: boolean;
  /** Whether it is new since the lost run for sure. */
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
  readonly origin: NonNullable<AnyKind["origin"]>;
}

/** Everything with the natural key that belongs to no resource, and that nothing shows to be older or another member's. */
async function candidatesFor(search: Search): Promise<Candidate[]> {
  const { kind, context, inputs, creation } = search;
  // The lost run had ended when this process began.
  await context.client.listedUntil(performance.timeOrigin);
  const ids: readonly string[] = (await kind.find?.(context, inputs)) ?? [];
  const candidates = await Promise.all(ids.map((id) => candidateOf(search, id)));
  return candidates.filter((candidate) => candidate !== undefined && !creation.isHeld(candidate.id)) as Candidate[];
}

async function candidateOf(search: Search, id: string): Promise<Candidate | undefined> {
  const { kind, shape, context, inputs, creation, lost } = search;
  const origin = await orGone<Origin | undefined>(search.origin(context, id));
  if (origin === undefined) return undefined;
  const { at, notBefore, by } = origin;
  const isSince = (time: string | undefined) => time !== undefined && context.client.madeSince(time, lost.since);
  const isKnown = creation.known.includes(id);
  if (!isKnown) {
    if (at !== undefined && !isSince(at)) return undefined;
    if (by !== undefined && by !== (await identityOf(context.client)).userId) return undefined;
  }
  // A read tells of drift, and this may be nobody's.
  const compared = await compare(kind, shape, { ...context, log: () => undefined }, id, inputs);
  return compared && { id, isKnown, isNew: isKnown || isSince(at) || isSince(notBefore), ...compared };
}

/**
 * The one that the lost run made; undefined when it made none.
 *
 * @throws when that can't be decided, rather than to make a second one or adopt the wrong one.
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
  // What differs and may be older is most likely that.
  const doubtful = candidates.filter(({ isNew, changed }) => isNew || changed.length === 0);
  if (doubtful.length === 0) return undefined;
  const all = doubtful.map((candidate) => `${candidate.id} (${doubt(candidate)})`).join(", ");
  throw new Error(
    `recover: nothing was made, because it can't be told whether the lost run made the ${kind.describe(inputs)}: there is ${all}. ` +
      'Adopt it with adopt: { id: "…" }; or, if it is something else, run without analytics:recover to make another.',
  );
}

function doubt({ isNew, changed }: Candidate): string {
  if (changed.length > 0) return `new since then, and differs in ${changed.join(" and ")}`;
  return isNew ? "equal, and not the only one" : "equal, and the platform doesn't tell how old it is";
}
