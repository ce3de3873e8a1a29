import { ApiError, type CreateOptions, orGone } from "../../core/api";

import type { Properties } from "../../core/values";
import type { AnyKind, AnyRemote, CommonInputs, LifecycleContext, Shape } from "../../kinds/declare";
import type { Creation } from "./ownership";

/** An object that is there now. */
export interface Existing {
  readonly id: string;
  readonly outputs: Properties;
}

/**
 * Makes the declared object, or adopts the one that `adopt` names.
 *
 * @param attempt the earlier attempt whose object is looked for before anything is sent; left out: the one that the create makes up for.
 */
export async function createOrAdopt(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  attempt?: CreateOptions,
): Promise<Existing> {
  const id = await adoptee(kind, context, inputs, creation);
  return id === undefined
    ? make(kind, context, inputs, creation, attempt)
    : adoptExisting(kind, shape, context, id, inputs, creation);
}

/** Brings an object to what is declared, and answers what the platform then has. */
export async function change(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  before: AnyRemote,
  inputs: Properties,
): Promise<Properties> {
  const changed = new Set(shape.changedKeys(before.inputs, inputs));
  const outputs = (await kind.update(context, id, before, inputs, changed)) as Properties | undefined;
  return outputs ?? readBack(kind, context, id, { ...before, inputs });
}

/** Creates, unless an earlier attempt did: when a process is killed before the engine has saved the answer, no state knows the object. */
async function make(
  kind: AnyKind,
  context: LifecycleContext,
  inputs: Properties,
  creation: Creation,
  given?: CreateOptions,
): Promise<Existing> {
  const { lost } = creation;
  const createOptions: CreateOptions = {
    ...(given ?? { attemptedAt: lost?.since, attemptedId: lost?.id }),
    isTaken: creation.isTaken,
    onFound: (id) => context.log(foundInsteadOf(kind.describe(inputs), id, id === lost?.id)),
  };
  const checkpoint: LifecycleContext["checkpoint"] = (id, remote) => {
    creation.made(id);
    context.checkpoint(id, remote);
  };
  let made: { id: string; outputs?: Properties };
  try {
    made = await kind.create({ ...context, createOptions, replaces: creation.isPredecessor, checkpoint }, inputs);
  } catch (error) {
    throw await withTakenName(kind, error, context, inputs);
  }
  checkpoint(made.id, { inputs, outputs: made.outputs ?? {} });
  return { id: made.id, outputs: made.outputs ?? (await readBack(kind, context, made.id, { inputs, outputs: {} })) };
}

/** What is said of an object that a create found. Only where the platform answered with the id is it sure to be the create's own. */
function foundInsteadOf(what: string, id: string, wasAnswered: boolean): string {
  if (wasAnswered) return `recovered ${what} (${id}), which an earlier run created: it isn't created again`;
  return (
    `the answer to a create of ${what} was lost, and ${id} was found in its place: it isn't created again. ` +
    "If another stack created that one at the same time, both now hold it: see docs/guides/teams.md."
  );
}

/** The id of the object to adopt; undefined: make one. What a replacement replaces is never meant. */
async function adoptee(
  kind: AnyKind,
  context: LifecycleContext,
  inputs: Properties,
  { isPredecessor }: Creation,
): Promise<string | undefined> {
  const { adopt } = inputs as CommonInputs;
  if (!adopt) return undefined;
  if (adopt !== true) return isPredecessor(adopt.id) ? undefined : adopt.id;
  if (kind.find === undefined) {
    throw new Error(`adopt: a ${kind.name} can only be found by its id: adopt: { id: "…" }.`);
  }
  const ids = (await kind.find(context, inputs)).filter((id) => !isPredecessor(id));
  if (ids.length > 1) {
    const all = ids.join(", ");
    throw new Error(`adopt: ${ids.length} objects are ${kind.describe(inputs)}: ${all}. Name one: adopt: { id: "…" }.`);
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
  const compared = await compare(kind, shape, context, id, inputs);
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
      `adopt: ${kind.describe(remote.inputs)} (${id}) differs from what is declared in ${fixed.join(" and ")}, which can't change in place. ` +
        `Declare ${theirs}, or leave out adopt to make a new one.`,
    );
  }
  creation.take(id);
  if (changed.length === 0) {
    logUnwritten(kind, context, `adopted ${kind.describe(inputs)} (${id}) as it is`, inputs);
    return { id, outputs: remote.outputs };
  }
  // From here on the object belongs to the stack, even if the update fails.
  const held = { ...remote, inputs: { ...remote.inputs, ...shape.commonOf(inputs) } };
  context.checkpoint(id, held);
  const outputs = await change(kind, shape, context, id, held, inputs);
  context.log(`adopted ${kind.describe(inputs)} (${id}) and updated its ${changed.join(", ")}`);
  return { id, outputs };
}

/** What an object is, and which of the declared inputs it differs in; undefined when there is none with this id. */
export async function compare(
  kind: AnyKind,
  shape: Shape,
  context: LifecycleContext,
  id: string,
  inputs: Properties,
): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
  const remote = await orGone<AnyRemote | undefined>(kind.read(context, id, { inputs, outputs: {} }));
  return remote && { remote, changed: shape.changedKeys({ ...remote.inputs, ...shape.commonOf(inputs) }, inputs) };
}

/** Says what was adopted without a write, and what of it nobody could compare. */
export function logUnwritten(kind: AnyKind, context: LifecycleContext, what: string, inputs: Properties): void {
  const notComparable = kind.notComparable?.(inputs);
  context.log(`${what}: nothing was written${notComparable === undefined ? "" : `; ${notComparable}`}`);
}

/** A refused create, with a hint when the reason is that the name is taken. */
async function withTakenName(
  kind: AnyKind,
  error: unknown,
  context: LifecycleContext,
  inputs: Properties,
): Promise<unknown> {
  // The status of a taken name is undocumented.
  const mayBeTaken =
    error instanceof ApiError &&
    !error.fromProxy &&
    [400, 409, 422].includes(error.status ?? 0) &&
    kind.find !== undefined;
  if (!mayBeTaken) return error;
  const ids: readonly string[] = await (kind.find as NonNullable<typeof kind.find>)(context, inputs).catch(() => []);
  if (ids.length === 0) return error;
  return new Error(
    `${error.message} There is a ${kind.describe(inputs)} already (${ids.join(", ")}): adopt it with adopt: true, or choose another name.`,
  );
}

async function readBack(
  kind: AnyKind,
  context: LifecycleContext,
  id: string,
  expected: AnyRemote,
): Promise<Properties> {
  const remote: AnyRemote | undefined = await kind.read(context, id, expected);
  if (remote === undefined) {
    throw new Error(`${kind.describe(expected.inputs)} (${id}) was saved, but reading it back returned 404.`);
  }
  return remote.outputs;
}
