import type { CreateOptions } from "../api";
import { ApiError, isNotFound, isUncertain } from "../api/errors";
import { attempts, sinceOf } from "./attempts";
import type { AnyKind, Call, CommonInputs } from "./kind";
import type { AnyRemote, Shape } from "./shape";
import type { Properties } from "./values";

/** An object that is there now. */
export interface Existing {
  readonly id: string;
  readonly outputs: Properties;
}

/** How a create stands in the journal of attempts. */
export interface Journalled {
  readonly key: string;
  /** Names the connection it goes through. */
  readonly connection: string;
  /** The earlier attempt whose object is looked for before anything is sent; left out: the one the journal tells of. */
  readonly attempt?: CreateOptions;
}

/** Makes the declared object, or takes over the one that `adopt` names. */
export async function createOrAdopt(
  kind: AnyKind,
  shape: Shape,
  call: Call,
  inputs: Properties,
  journalled: Journalled,
): Promise<Existing> {
  const id = await adoptee(kind, call, inputs);
  return id === undefined ? make(kind, call, inputs, journalled) : takeOver(kind, shape, call, id, inputs);
}

/** Brings an object to what is declared, and answers what the platform then has. */
export async function change(
  kind: AnyKind,
  shape: Shape,
  call: Call,
  id: string,
  before: AnyRemote,
  inputs: Properties,
): Promise<Properties> {
  const changed = new Set(shape.changedKeys(before.inputs, inputs));
  const outputs = (await kind.update(call, id, before, inputs, changed)) as Properties | undefined;
  return outputs ?? readBack(kind, call, id, { ...before, inputs });
}

/**
 * Creates, remembering the attempt first: when the process is killed before the engine has saved the answer, the next create of the
 * same thing finds the object that nobody knows of.
 */
async function make(
  kind: AnyKind,
  call: Call,
  inputs: Properties,
  { key, connection, attempt: given }: Journalled,
): Promise<Existing> {
  const journal = attempts();
  const [lost] = journal.earlier(key);
  const since = lost && sinceOf(lost);
  journal.begin(key, { connection, since });
  let made: { id: string; outputs?: Properties };
  try {
    const attempt = { ...(given ?? { attemptedAt: since, attemptedId: lost?.id }), isTaken: journal.isTaken };
    const reached: Call["reached"] = (id, remote) => {
      journal.made(key, id, lost);
      call.reached(id, remote);
    };
    made = await kind.create({ ...call, attempt, reached }, inputs);
  } catch (error) {
    if (!isUncertain(error)) journal.refused(key);
    throw await withTakenName(kind, error, call, inputs);
  }
  journal.made(key, made.id, lost);
  call.reached(made.id, { inputs, outputs: made.outputs ?? {} });
  return { id: made.id, outputs: made.outputs ?? (await readBack(kind, call, made.id, { inputs, outputs: {} })) };
}

/** The id of the object to take over; undefined: make one. */
async function adoptee(kind: AnyKind, call: Call, inputs: Properties): Promise<string | undefined> {
  const { adopt } = inputs as CommonInputs;
  if (!adopt) return undefined;
  if (adopt !== true) return adopt.id;
  if (kind.find === undefined) {
    throw new Error(`adopt: a ${kind.name} can only be found by its id: adopt: { id: "…" }.`);
  }
  const ids = await kind.find(call, inputs);
  if (ids.length > 1) {
    const all = ids.join(", ");
    throw new Error(`adopt: ${ids.length} objects are ${kind.describe(inputs)}: ${all}. Name one: adopt: { id: "…" }.`);
  }
  return ids[0];
}

async function takeOver(kind: AnyKind, shape: Shape, call: Call, id: string, inputs: Properties): Promise<Existing> {
  const compared = await compare(kind, shape, call, id, inputs);
  if (compared === undefined) throw new Error(`adopt: there is no ${kind.name} with the id ${id}.`);
  const { remote, changed } = compared;
  const fixed = changed.filter((key) => kind.replaceOn.includes(key));
  if (fixed.length > 0) {
    const theirs = fixed.map((key) => `${key}: ${JSON.stringify(remote.inputs[key])}`).join(", ");
    throw new Error(
      `adopt: ${kind.describe(remote.inputs)} (${id}) differs from what is declared in ${fixed.join(" and ")}, which can't change in place. ` +
        `Declare ${theirs}, or leave out adopt to make a new one.`,
    );
  }
  if (changed.length === 0) {
    tellUnwritten(kind, call, `adopted ${kind.describe(inputs)} (${id}) as it is`, inputs);
    return { id, outputs: remote.outputs };
  }
  // From here on the object belongs to the stack, even if the update fails.
  const held = { ...remote, inputs: { ...remote.inputs, ...shape.commonOf(inputs) } };
  call.reached(id, held);
  const outputs = await change(kind, shape, call, id, held, inputs);
  call.tell(`adopted ${kind.describe(inputs)} (${id}) and updated its ${changed.join(", ")}`);
  return { id, outputs };
}

/** What an object is, and which of the declared inputs it differs in; undefined when there is none with this id. */
export async function compare(
  kind: AnyKind,
  shape: Shape,
  call: Call,
  id: string,
  inputs: Properties,
): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
  const remote = await orGone<AnyRemote | undefined>(kind.read(call, id, { inputs, outputs: {} }));
  return remote && { remote, changed: shape.changedKeys({ ...remote.inputs, ...shape.commonOf(inputs) }, inputs) };
}

/** Says what was taken over without a write, and what of it nobody could compare. */
export function tellUnwritten(kind: AnyKind, call: Call, what: string, inputs: Properties): void {
  const unseen = kind.unseen?.(inputs);
  call.tell(`${what}: nothing was written${unseen === undefined ? "" : `; ${unseen}`}`);
}

/** A refused create, with the way out when the reason is that the name is taken. */
async function withTakenName(kind: AnyKind, error: unknown, call: Call, inputs: Properties): Promise<unknown> {
  // Nobody says which status a taken name has.
  const mayBeTaken =
    error instanceof ApiError &&
    !error.fromProxy &&
    [400, 409, 422].includes(error.status ?? 0) &&
    kind.find !== undefined;
  if (!mayBeTaken) return error;
  const ids: readonly string[] = await (kind.find as NonNullable<typeof kind.find>)(call, inputs).catch(() => []);
  if (ids.length === 0) return error;
  return new Error(
    `${error.message} There is a ${kind.describe(inputs)} already (${ids.join(", ")}): take it over with adopt: true, or choose another name.`,
  );
}

async function readBack(kind: AnyKind, call: Call, id: string, expected: AnyRemote): Promise<Properties> {
  const remote: AnyRemote | undefined = await kind.read(call, id, expected);
  if (remote === undefined) {
    throw new Error(`${kind.describe(expected.inputs)} (${id}) was written, and the platform then has no such object.`);
  }
  return remote.outputs;
}

/** Undefined for what the platform doesn't have. */
export async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
