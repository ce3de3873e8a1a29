import { isUncertain, readUnlessGone } from "../../core/api";
import type { Properties } from "../../core/engine";
import { type AnyKind, type AnyRemote, addTried, type LifecycleContext } from "../../kinds/declare";
import { hasBaseline, restoreDeclared, type StateObject, type StoredValues, takeStoredValues } from "./values";

/** The inputs that an update must write: those that differ, and those whose value on the platform is unknown. */
export function listChanged(
  { fields, shape }: AnyKind,
  { inputs: before, tried = {} }: StateObject,
  inputs: Properties,
) {
  const isManaged = (name: string) => inputs[name] !== undefined || fields[name]?.omitted !== "keep";
  return [...new Set([...shape.findChanged(before, inputs), ...Object.keys(tried).filter(isManaged)])];
}

/** What the state knows, plus what an update sent whose result no state has. */
export function addSent({ shape }: AnyKind, before: StateObject, sent: Properties): StateObject {
  return { ...before, tried: addTried(before.tried, sent, shape.findChanged(before.inputs, sent, before.outputs)) };
}

/** An object of which it is unknown whether the platform has these inputs: the next update writes them. */
export function doubtInputs(object: StateObject, names: readonly string[]): StateObject {
  return { ...object, tried: addTried(object.tried, object.inputs, names) };
}

/** The fields that an update writes; none if it sends no request. */
export function listWrittenFields({ fields, writing }: AnyKind, changed: readonly string[]): string[] {
  const isSent = (name: string) => !fields[name]?.local;
  const sent = changed.flatMap((name) => [name, ...(fields[name]?.sentWith ?? [])]).filter(isSent);
  if (sent.length === 0 || !writing?.sendsAll) return [...new Set(sent)];
  return Object.keys(fields).filter(isSent);
}

/** What an operation reaches the objects of a kind by. */
export interface Access {
  readonly kind: AnyKind;
  readonly context: LifecycleContext;
}

/** What a write left. */
export interface Written {
  readonly outputs: Properties;
  /** What the platform made of the declared values. */
  readonly values: StoredValues;
}

/**
 * Updates an object to the declared inputs. If that fails after some of it was written, or may have been, the state
 * gets what the platform has now and what was tried, so that the next update continues from there and doesn't
 * report its own work as a conflict.
 */
export async function change(access: Access, id: string, before: StateObject, inputs: Properties): Promise<Written> {
  const { kind, context } = access;
  const changed = listChanged(kind, before, inputs);
  const written = listWrittenFields(kind, changed);
  try {
    const outputs = (await kind.update(context, id, before, inputs, new Set(changed))) as Properties | undefined;
    return await readStored(access, id, { ...before, inputs, tried: undefined }, outputs, written);
  } catch (error) {
    const tried = addTried(before.tried, inputs, written);
    await recordUnfinished(access, id, { ...before, tried }, written, isUncertain(error));
    throw error;
  }
}

/**
 * Records what an update wrote before it failed. The guard against overwriting has just compared the rest: what differs
 * now is its work.
 *
 * @param before with what the update tried.
 * @param mayFollow whether the platform may still carry out what failed.
 */
async function recordUnfinished(
  access: Access,
  id: string,
  before: StateObject,
  written: readonly string[],
  mayFollow: boolean,
): Promise<void> {
  const { kind, context } = access;
  if (!hasBaseline(kind) || written.length === 0) return;
  const { outputs, inputs: found } = (await readQuietly(access, id, before)) ?? {};
  const inputs = found && restoreDeclared(kind, found, before.values).inputs;
  const moved = inputs ? kind.shape.findChanged(before.inputs, inputs).filter((name) => written.includes(name)) : [];
  const isUnclear = inputs === undefined || mayFollow;
  if (moved.length === 0 && !isUnclear) return;
  const changes = Object.fromEntries(moved.map((name) => [name, inputs?.[name]]));
  context.checkpoint(id, {
    inputs: { ...before.inputs, ...changes },
    outputs: outputs ?? before.outputs,
    tried: isUnclear ? before.tried : {},
  });
}

/**
 * Reads what the platform made of a write.
 *
 * @param outputs what the write returned; undefined: read them.
 * @param written the fields that the write sent.
 * @throws if the outputs can't be read. The baseline alone is no reason to fail: the write succeeded.
 */
export async function readStored(
  access: Access,
  id: string,
  expected: StateObject,
  outputs: Properties | undefined,
  written: readonly string[],
): Promise<Written> {
  const takesBaseline = hasBaseline(access.kind) && written.length > 0;
  if (outputs !== undefined && !takesBaseline) return { outputs, values: expected.values };
  const found =
    outputs === undefined
      ? await readBack(access, id, expected)
      : await readQuietly(access, id, { ...expected, outputs });
  const values =
    takesBaseline && found !== undefined
      ? takeStoredValues(access.kind, expected.inputs, found.inputs, written, expected.values)
      : expected.values;
  return { outputs: outputs ?? found?.outputs ?? {}, values };
}

/** Reads an object and compares it with the declared inputs; undefined if there is no object with this id. */
export async function compare(
  { kind, context }: Access,
  id: string,
  inputs: Properties,
): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
  const remote = await readUnlessGone<AnyRemote | undefined>(kind.read(context, id, { inputs, outputs: {} }));
  if (remote === undefined) return undefined;
  const { shape } = kind;
  return { remote, changed: shape.findChanged({ ...remote.inputs, ...shape.pickCommon(inputs) }, inputs) };
}

async function readBack({ kind, context }: Access, id: string, expected: AnyRemote): Promise<AnyRemote> {
  const remote: AnyRemote | undefined = await kind.read(context, id, expected);
  if (remote === undefined) {
    throw new Error(`${kind.describe(expected.inputs)} (${id}) was saved, but reading it back returned 404.`);
  }
  return remote;
}

/** Reads an object as it is after a write, without a message about drift; undefined if that fails. */
async function readQuietly({ kind, context }: Access, id: string, known: AnyRemote): Promise<AnyRemote | undefined> {
  try {
    return await kind.read({ ...context, client: context.client.afterWrites, log: () => undefined }, id, known);
  } catch {
    return undefined;
  }
}
