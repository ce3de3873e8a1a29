/** Adoption: which object a create with `adopt` takes, and what it changes of it. A preview tells, a create does it. */
import { hasUnknown, type Properties } from "../../core/engine";
import { findNearest, joinSome, normalizeName } from "../../core/text";
import type { AnyKind, AnyRemote, CommonInputs, LifecycleContext } from "../../kinds/declare";
import { listKept } from "../baseline/kept";
import { type Access, compare } from "../baseline/write";

/** What becomes of an adopted object whose resource is removed, as a clause after its name. */
export const removalOfAdopted =
  "an object that was adopted is kept on the platform; to delete it too, set allowDelete: true and run `pulumi up` " +
  "before the removal";

const mostNamed = 5;

/** Who created an object: the resource itself, whose replacement asks, or its stack, as far as is known; or others. */
export type Owner = "resource" | "stack" | "others";

/** An object that a create adopts. */
export interface Adoptee {
  readonly remote: AnyRemote;
  /** The fields that the declaration leaves to the platform. */
  readonly kept: readonly string[];
  /** Those that an update changes. */
  readonly changed: readonly string[];
}

/** The ids of the objects that `adopt` means. @throws where only an id finds one. */
export async function findAdoptees({ kind, context }: Access, inputs: Properties): Promise<readonly string[]> {
  const { adopt } = inputs as CommonInputs;
  if (!adopt) return [];
  if (adopt !== true) return [(await kind.adoption?.ownId?.(context.client, adopt.id)) ?? adopt.id];
  if (kind.adoption?.find !== undefined) return kind.adoption.find(context, inputs);
  // Its create writes the declaration, whether or not the object exists.
  if (kind.writing?.isRepeatable) return [];
  throw new Error(`adopt: only its id finds the ${kind.name}: adopt: { id: "…" }.`);
}

/** What is wrong with several objects to adopt. */
export const describeSeveral = ({ describe }: AnyKind, inputs: Properties, ids: readonly string[]): string =>
  `adopt: ${ids.length} objects match ${describe(inputs)}: ${ids.join(", ")}. Select one: adopt: { id: "…" }.`;

/** Compares the object to adopt with the declaration; undefined: there is none with this id. */
export async function readAdoptee(access: Access, id: string, inputs: Properties): Promise<Adoptee | undefined> {
  const { kind, context } = access;
  const found =
    (await compare(access, id, inputs)) ??
    // A list from before may lack it.
    (await compare({ kind, context: { ...context, client: context.client.afterWrites } }, id, inputs)) ??
    (await readRestorable(access, id, inputs));
  if (found === undefined) return undefined;
  const kept = listKept(kind, inputs, found.remote.inputs);
  return { remote: found.remote, kept, changed: found.changed.filter((name) => !kept.includes(name)) };
}

/** An archived object that an update restores: all that is declared counts as changed. */
async function readRestorable({ kind, context }: Access, id: string, inputs: Properties) {
  const remote = (await kind.adoption?.archived?.(context, id)) as AnyRemote | undefined;
  return remote && { remote, changed: kind.shape.findChanged(remote.inputs, inputs) };
}

/** What a create with `adopt` will do. */
export interface PlannedAdoption {
  /** The object that it adopts; undefined: it creates one. */
  readonly id?: string;
  readonly message: string;
}

/**
 * What a create will adopt, for a preview; undefined: nothing, that can't be known now, or it replaces an object of
 * its own. Reads the list that has the object, and the object.
 *
 * @param findOwner whose an object is; undefined: unknown.
 */
export async function describeAdoption(
  access: Access,
  declared: Properties,
  findOwner: (id: string) => Promise<Owner | undefined>,
): Promise<PlannedAdoption | undefined> {
  const { kind, context } = access;
  // A create of such a kind adopts what it finds.
  const isImplied = !declared.adopt && kind.writing?.isRepeatable === true;
  const inputs: Properties = isImplied ? { ...declared, adopt: true } : declared;
  const { adopt, allowDelete } = inputs as CommonInputs & { readonly allowDelete?: boolean };
  if (!adopt || hasUnknown(inputs) || kind.adoption === undefined) return undefined;
  if (adopt === true && kind.adoption.find === undefined) return undefined;
  const ids = await findAdoptees(access, inputs);
  if (ids.length > 1) return { message: `warning: ${describeSeveral(kind, inputs, ids)}` };
  const [id] = ids;
  const found = id === undefined ? undefined : await readAdoptee(access, id, inputs);
  // What differs, it refuses, or says what it changed.
  if (isImplied && (found === undefined || found.changed.length > 0)) return undefined;
  if (id === undefined || found === undefined) {
    if (adopt !== true) return { message: `warning: adopt: there is no ${kind.name} with the id ${id}.` };
    const similar = await describeSimilar(kind, context, inputs);
    return { message: `finds no ${kind.describe(inputs)} to adopt: creates one${similar}` };
  }
  const { remote, kept, changed } = found;
  const says = [
    ...(changed.length > 0 ? [`changes ${joinSome(changed, mostNamed)}`] : ["changes nothing"]),
    ...(kept.length > 0 ? [`${joinSome(kept, mostNamed)} ${kept.length === 1 ? "stays" : "stay"}`] : []),
  ];
  const owner = await findOwner(id);
  if (owner === "resource" || (isImplied && owner !== "others")) return undefined;
  // The preview of a removal asks no provider.
  const later =
    allowDelete !== true && owner === "others"
      ? ". A later removal of this resource keeps it, although its preview shows a delete"
      : "";
  return { id, message: `adopts ${kind.describe(remote.inputs)} (${id}): ${says.join("; ")}${later}` };
}

/** Objects that a misspelt name may mean. */
async function describeSimilar(
  { naming }: AnyKind,
  { client }: LifecycleContext,
  { name, title }: Properties,
): Promise<string> {
  const wanted = name ?? title;
  if (naming === undefined || typeof wanted !== "string") return "";
  const fold = (text: string) => normalizeName(text).toLowerCase();
  const all: string[] = [];
  for await (const { names } of naming.list(client)) all.push(names[0]!);
  const similar = all.filter((one) => fold(one).includes(fold(wanted)) || fold(wanted).includes(fold(one)));
  const near = findNearest(wanted, all);
  const named = [...new Set([...(near === undefined ? [] : [near]), ...similar])];
  return named.length === 0 ? "" : `; similar: ${joinSome(named, mostNamed)}`;
}
