import { ApiError, type CreateOptions, ifItReplaces, readUnlessGone } from "../../core/api";
import type { Properties } from "../../core/values";
import type { AnyKind, AnyRemote, CommonInputs, LifecycleContext, Shape } from "../../kinds/declare";
import {
  hasBaseline,
  type Known,
  listWrittenFields,
  restoreDeclared,
  type StoredValues,
  takeStoredValues,
} from "../stored";
import type { Creation } from "./creation-in-progress";

/** An object on the platform. */
export interface Existing {
  readonly id: string;
  readonly outputs: Properties;
  /** What the platform made of the declared values. */
  readonly values: StoredValues;
}

/**
 * Creates the declared object, or adopts the one that `adopt` names.
 *
 * @param attempt the earlier attempt whose object the create looks for first; default: the lost one that this create recovers.
 */
export async function createOrAdopt(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  attempt?: CreateOptions,
): Promise<Existing> {
  const id = await findAdoptee(kind, context, inputs, creation);
  return id === undefined
    ? create(kind, shape, context, inputs, creation, attempt)
    : adoptExisting(kind, shape, context, id, inputs, creation);
}

/**
 * Updates an object to the declared inputs. If that fails after some of it was written, the state gets what the platform has now, so that the next
 * update continues from there and doesn't take its own work for somebody's change.
 */
export async function change(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  before: Known,
  inputs: Properties,
): Promise<Omit<Existing, "id">> {
  const changed = shape.changedKeys(before.inputs, inputs);
  const written = listWrittenFields(kind, changed);
  let outputs: Properties | undefined;
  try {
    outputs = (await kind.update(context, id, before, inputs, new Set(changed))) as Properties | undefined;
  } catch (error) {
    await recordUnfinished(kind, shape, context, id, before, written);
    throw error;
  }
  return readStored(kind, shape, context, id, { ...before, inputs }, outputs, written);
}

/** Records what an update wrote before it failed. The guard against overwriting has just compared the rest: what differs now is its work. */
async function recordUnfinished(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  before: Known,
  written: readonly string[],
): Promise<void> {
  if (!hasBaseline(kind) || written.length === 0) return;
  const found = await readQuietly(kind, context, id, before);
  if (found === undefined) return;
  const inputs = restoreDeclared(kind, shape, found.inputs, before.values).inputs;
  const moved = shape.changedKeys(before.inputs, inputs).filter((name) => written.includes(name));
  if (moved.length === 0) return;
  const changes = Object.fromEntries(moved.map((name) => [name, inputs[name]]));
  context.checkpoint(id, { inputs: { ...before.inputs, ...changes }, outputs: found.outputs });
}

/**
 * Reads what the platform made of a write.
 *
 * @param outputs what the write returned; undefined: read them.
 * @throws if the outputs can't be read. The baseline alone is no reason to fail: the write succeeded.
 */
async function readStored(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  expected: Known,
  outputs: Properties | undefined,
  written: readonly string[],
): Promise<Omit<Existing, "id">> {
  const takesBaseline = hasBaseline(kind) && written.length > 0;
  if (outputs !== undefined && !takesBaseline) return { outputs, values: expected.values };
  const found =
    outputs === undefined
      ? await readBack(kind, context, id, expected)
      : await readQuietly(kind, context, id, { ...expected, outputs });
  const values =
    takesBaseline && found !== undefined
      ? takeStoredValues(shape, expected.inputs, found.inputs, written, expected.values)
      : expected.values;
  return { outputs: outputs ?? found?.outputs ?? {}, values };
}

/** Reads an object as it is after a write, without a message about drift; undefined if that fails. */
async function readQuietly(
  kind: AnyKind,
  context: LifecycleContext,
  id: string,
  known: AnyRemote,
): Promise<AnyRemote | undefined> {
  try {
    return await kind.read({ ...context, client: context.client.afterWrites, log: () => undefined }, id, known);
  } catch {
    return undefined;
  }
}

/** Creates the object, unless an earlier attempt did: if a process is killed before the engine saves the response, no state records the object. */
async function create(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  given?: CreateOptions,
): Promise<Existing> {
  const { lost } = creation;
  const createOptions: CreateOptions = {
    ...(given ?? { attemptedAt: lost?.since, attemptedId: lost?.id }),
    isTaken: (id) => creation.isTaken(id),
    onFound: (id) => context.log(describeFound(kind.describe(inputs), id, id === lost?.id)),
  };
  let isMade = false;
  const checkpoint: LifecycleContext["checkpoint"] = (id, remote) => {
    isMade = true;
    creation.noteCreated(id);
    context.checkpoint(id, remote);
  };
  let created: { id: string; outputs?: Properties };
  try {
    created = await kind.create(
      { ...context, createOptions, replaces: (id: string) => creation.isPredecessor(id), checkpoint },
      inputs,
    );
  } catch (error) {
    // What a later call refuses isn't the name.
    throw isMade ? error : await hintTakenName(kind, error, context, inputs);
  }
  checkpoint(created.id, { inputs, outputs: created.outputs ?? {} });
  const expected = { inputs, outputs: {}, values: {} };
  const written = Object.keys(kind.fields);
  const stored = await readStored(kind, shape, context, created.id, expected, created.outputs, written);
  return { id: created.id, ...stored };
}

/** The message for an object that a create found. Only if the platform had returned its id is it surely the create's own object. */
function describeFound(what: string, id: string, wasAnswered: boolean): string {
  if (wasAnswered) return `recovered ${what} (${id}), which an earlier run created: it isn't created again`;
  return (
    `the response to the create of ${what} was lost, but ${id} was found: it isn't created again. ` +
    "If another stack created it at the same time, both stacks now manage it: see docs/guides/teams.md."
  );
}

/** The id of the object to adopt; undefined: create one. The object that a replacement replaces is never adopted. */
async function findAdoptee(
  kind: AnyKind,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
): Promise<string | undefined> {
  const { adopt } = inputs as CommonInputs;
  if (!adopt) return undefined;
  if (adopt !== true) {
    const id = (await kind.adoption?.ownId?.(context.client, adopt.id)) ?? adopt.id;
    return creation.isPredecessor(id) ? undefined : id;
  }
  if (kind.adoption?.find === undefined) {
    throw new Error(`adopt: a ${kind.name} can only be found by its id: adopt: { id: "…" }.`);
  }
  const ids = (await kind.adoption.find(context, inputs)).filter((id) => !creation.isPredecessor(id));
  if (ids.length > 1) {
    const all = ids.join(", ");
    throw new Error(
      `adopt: ${ids.length} objects match ${kind.describe(inputs)}: ${all}. Select one: adopt: { id: "…" }.`,
    );
  }
  return ids[0];
}

async function adoptExisting(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  inputs: Properties,
  creation: Creation,
): Promise<Existing> {
  const compared =
    (await compare(kind, shape, context, id, inputs)) ?? (await readRestorable(kind, shape, context, id, inputs));
  if (compared === undefined) {
    throw new Error(
      `adopt: there is no ${kind.name} with the id ${id}. Correct the id, or remove adopt to create a ${kind.name}.`,
    );
  }
  const { remote, changed } = compared;
  const fixed = changed.filter((key) => kind.replaceOn.includes(key));
  if (fixed.length > 0) {
    const theirs = fixed.map((key) => `${key}: ${JSON.stringify(remote.inputs[key])}`).join(", ");
    throw new Error(
      `adopt: ${kind.describe(remote.inputs)} (${id}) differs from the declaration in ${fixed.join(" and ")}, which can't be updated. ` +
        `Declare ${theirs}, or remove adopt to create a new object.`,
    );
  }
  creation.take(id);
  if (changed.length === 0) {
    logUnwritten(kind, context, `adopted ${kind.describe(inputs)} (${id}) as it is`, inputs);
    return { id, outputs: remote.outputs, values: {} };
  }
  // From here on the stack manages the object, even if the update fails.
  const held = { ...remote, inputs: { ...remote.inputs, ...shape.commonOf(inputs) }, values: {} };
  context.checkpoint(id, held);
  const changes = await change(kind, shape, context, id, held, inputs);
  context.log(`adopted ${kind.describe(inputs)} (${id}) and updated its ${changed.join(", ")}`);
  return { id, ...changes };
}

/** Reads an object and compares it with the declared inputs; undefined if there is no object with this id. */
export async function compare(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  inputs: Properties,
): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
  const remote = await readUnlessGone<AnyRemote | undefined>(kind.read(context, id, { inputs, outputs: {} }));
  return remote && { remote, changed: shape.changedKeys({ ...remote.inputs, ...shape.commonOf(inputs) }, inputs) };
}

/** An archived object that an update restores: all that is declared counts as changed. */
async function readRestorable(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  inputs: Properties,
): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
  const remote = (await kind.adoption?.archived?.(context, id)) as AnyRemote | undefined;
  return remote && { remote, changed: shape.changedKeys(remote.inputs, inputs) };
}

/** Logs an adoption without a write, and the inputs that can't be compared. */
export function logUnwritten(kind: AnyKind, context: LifecycleContext, what: string, inputs: Properties): void {
  const notComparable = kind.adoption?.notComparable?.(inputs);
  context.log(`${what}: nothing was written${notComparable === undefined ? "" : `; ${notComparable}`}`);
}

/** The error of a refused create, with a hint if the name is taken. */
async function hintTakenName(
  kind: AnyKind,
  error: unknown,
  context: LifecycleContext,
  inputs: Properties,
): Promise<unknown> {
  // The status of a taken name is undocumented.
  const mayBeTaken =
    error instanceof ApiError &&
    // The object may be the create's own.
    error.outcome !== "unknown" &&
    !error.fromProxy &&
    [400, 409, 422].includes(error.status ?? 0);
  if (!mayBeTaken) return error;
  const ids: readonly string[] = (await kind.adoption?.find?.(context, inputs).catch(() => [])) ?? [];
  if (ids.length === 0) return error;
  return new Error(
    `${error.message} There is a ${kind.describe(inputs)} already (${ids.join(", ")}): adopt it with adopt: true, or choose another name. ${ifItReplaces}`,
  );
}

async function readBack(kind: AnyKind, context: LifecycleContext, id: string, expected: AnyRemote): Promise<AnyRemote> {
  const remote: AnyRemote | undefined = await kind.read(context, id, expected);
  if (remote === undefined) {
    throw new Error(`${kind.describe(expected.inputs)} (${id}) was saved, but reading it back returned 404.`);
  }
  return remote;
}
