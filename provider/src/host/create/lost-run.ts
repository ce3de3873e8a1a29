import type { Properties } from "../../core/engine";
import { type Profile, readRecoverySetting, readSettings, SettingsError } from "../../settings";
import { getOwnership } from "./ownership";
import { logToStack } from "./process-hooks";
import { createKey } from "./seal";
import { type Candidate, findCandidates, type Seeker } from "./search";

/**
 * A lost run that this run recovers, from the stack setting `analytics:recoverFrom`.
 *
 * On the same machine, the journal of creates finds the objects of a killed run, without a setting. The setting is for
 * machines without that journal, such as a build server with a new home, and is stricter: an adopted object equals the
 * declaration, was created since the lost run by the same member, and belongs to no resource that this process knows.
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
 * @throws SettingsError when the setting is `journal` and the journal has no lost run of the stack: the run would
 * create objects a second time.
 */
export function findLostRun(profile: string | undefined, urn: string | undefined): LostRun | undefined {
  const setting = readRecoverySetting();
  if (setting === undefined) return undefined;
  if (setting.since !== "journal") return { since: setting.since, isJournalled: false };
  const since = getOwnership().lostSince(formProfileKey(readSettings(profile)), urn);
  if (since !== undefined) return { since, isJournalled: true };
  throw new SettingsError([
    "analytics:recoverFrom is journal, and the journal of this machine ($PULUMI_HOME/analytics/journal) has no " +
      "lost run of this stack. Set the time at which the lost run began, from its log: pulumi config set " +
      `analytics:recoverFrom <such as 2026-02-03T10:15:00Z>. If no run was lost, unset it: ${setting.unset}.`,
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

/**
 * The object that the lost run created for a create; undefined if it created none.
 *
 * @throws when that is uncertain, to avoid a duplicate or the adoption of a wrong object.
 */
export async function findLostObject(
  seeker: Seeker,
  inputs: Properties,
  { since, isJournalled }: LostRun,
): Promise<Candidate | undefined> {
  // The lost run had ended when this process began.
  await seeker.context.client.waitUntilListed(performance.timeOrigin);
  const lost = { sent: inputs, since, isJournalled };
  return choose(seeker, inputs, await findCandidates(seeker, lost));
}

function choose(
  { kind, attempt }: Seeker,
  inputs: Properties,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const equal = candidates.filter(({ changed }) => changed.length === 0);
  const [only, ...others] = equal;
  const answered = attempt.known.map((id) => equal.find((candidate) => candidate.id === id)).find(Boolean);
  const sure = answered ?? (only?.isNew && others.length === 0 ? only : undefined);
  if (sure !== undefined) return sure;
  // An object that differs and may be older is most likely older.
  const doubtful = candidates.filter(({ isNew, changed }) => isNew || changed.length === 0);
  if (doubtful.length === 0) return undefined;
  const all = doubtful.map((candidate) => `${candidate.id} (${describeDoubt(candidate)})`).join(", ");
  throw new Error(
    "recover: nothing was created, because it is uncertain whether the lost run created the " +
      `${kind.describe(inputs)}: there is ${all}. Adopt it with adopt: { id: "…" }; or, if it is another object, ` +
      "run without analytics:recoverFrom to create a new one.",
  );
}

function describeDoubt({ isNew, changed }: Candidate): string {
  if (changed.length > 0) return `new since then, and differs in ${changed.join(" and ")}`;
  return isNew ? "equal, and not the only one" : "equal, and of unknown age";
}
