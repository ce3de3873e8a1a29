/** What a create must know of the objects that exist already. */
import { ApiError, ifItReplaces, readUnless, TakenError } from "../../core/api";
import type { Properties } from "../../core/engine";
import type { AnyKind } from "../../kinds/declare";
import type { Access } from "../baseline/write";

/** A create, as far as other objects matter to it. */
interface Creating extends Access {
  readonly inputs: Properties;
  isPredecessor(id: string): boolean;
  findOther(id: string): OtherHolder | undefined;
}

/** Another resource whose entry holds an object. */
export interface OtherHolder {
  readonly urn: string;
  /** Whether this run declares the object. */
  readonly isDeclared: boolean;
}

/**
 * The ids of the objects that have the natural key now, and so are older than the one to create. Creates close to each
 * other share the lists. Undefined: they can't be read.
 */
export async function listOlder({
  kind,
  context,
  inputs,
}: Access & { readonly inputs: Properties }): Promise<readonly string[] | undefined> {
  if (kind.adoption?.find === undefined) return undefined;
  const shared = { ...context, client: context.client.ofBurst, log: () => undefined };
  return readUnless<readonly string[]>((error) => error instanceof ApiError, kind.adoption.find(shared, inputs));
}

/** Refuses a name that another object has, where others refer to objects by their names. */
export async function refuseTaken(create: Creating): Promise<void> {
  const { kind, context, inputs } = create;
  const { unique, foldName } = kind.adoption ?? {};
  if (unique === undefined || foldName === undefined) return;
  const { name } = inputs as { readonly name: string };
  const all = await unique.list(context.client.ofBurst);
  const others = all.filter((one) => foldName(one.name) === foldName(name) && !create.isPredecessor(one.id));
  const [other] = others;
  if (other === undefined) return;
  const spelled = other.name === name ? "" : "change the spelling and ";
  const ids = others.map(({ id }) => id);
  const advice = describeHolder(create, ids) ?? `${spelled}${adviseAdoption(kind, others.length)}. ${ifItReplaces}`;
  throw new Error(`Another ${unique.noun} has the name "${other.name}" already (${ids.join(", ")}): ${advice}`);
}

/** The error of a refused create, with a hint if the name is taken. */
export async function hintTakenName(create: Creating, error: unknown): Promise<unknown> {
  const { kind, context, inputs } = create;
  if (error instanceof TakenError) {
    const held = describeHolder(create, [error.id]);
    return held === undefined ? error : new Error(`${error.what}: ${held}`);
  }
  // The status of a taken name is undocumented.
  const mayBeTaken =
    error instanceof ApiError &&
    // The object may be the create's own.
    error.outcome !== "unknown" &&
    !error.fromProxy &&
    [400, 409, 422].includes(error.status ?? 0);
  if (!mayBeTaken) return error;
  const fresh = { ...context, client: context.client.afterWrites };
  const ids: readonly string[] = (await kind.adoption?.find?.(fresh, inputs).catch(() => [])) ?? [];
  if (ids.length === 0) return error.status === 409 && error.hint === undefined ? hintHiddenName(kind, error) : error;
  const advice = describeHolder(create, ids) ?? `${adviseAdoption(kind, ids.length)}. ${ifItReplaces}`;
  return new Error(`${error.message} There is a ${kind.describe(inputs)} already (${ids.join(", ")}): ${advice}`);
}

/** The error of a create that is refused for a name that no object seems to have. */
function hintHiddenName({ name, naming }: AnyKind, error: ApiError): ApiError {
  if (naming === undefined) return error;
  return error.replaceHint(
    `These credentials see no ${name} of this name. One that was archived, or that they can't see, may keep the ` +
      "name: choose another one. Or bring that one back in the product, or let them see it, and add adopt: true.",
  );
}

/** What to do where another resource holds the object: one of the program, or this one under its former name. */
function describeHolder(create: Creating, ids: readonly string[]): string | undefined {
  const holder = ids.map((id) => create.findOther(id)).find((one) => one !== undefined);
  if (holder === undefined) return undefined;
  const { urn, isDeclared } = holder;
  if (isDeclared) return `${urn} of this program has it. Remove one of the two resources.`;
  return `the state has it as ${urn}. If this resource is that one, renamed: aliases: ["${urn}"]. ${ifItReplaces}`;
}

function adviseAdoption({ fields }: AnyKind, count: number): string {
  if (count > 1) return 'adopt one of them with adopt: { id: "…" }, or choose another name';
  return fields.name === undefined
    ? "adopt it with adopt: true, or remove this resource"
    : "adopt it with adopt: true, or choose another name";
}
