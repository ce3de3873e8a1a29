/** What is said of an adoption: it changes only what is declared, and a removal keeps its object. */
import { hasUnknown, type Properties } from "../core/engine";
import { findNearest, joinSome, normalizeName } from "../core/text";
import type { AnyKind, LifecycleContext } from "../kinds/declare";
import { listKept } from "./baseline/kept";
import { compare } from "./baseline/write";
import type { Owner } from "./create";

/** What becomes of an adopted object whose resource is removed, as a clause after its name. */
export const removalOfAdopted =
  "an object that was adopted is kept on the platform; to delete it too, set allowDelete: true and run `pulumi up` " +
  "before the removal";

const mostNamed = 5;

/**
 * What a create with `adopt` will do, for a preview; undefined: that can't be known now, or it replaces an object of
 * its own. Reads the list that has the object, and the object.
 *
 * @param findOwner whose an object is; undefined: unknown.
 */
export async function describeAdoption(
  kind: AnyKind,
  context: LifecycleContext,
  inputs: Properties,
  findOwner: (id: string) => Promise<Owner | undefined>,
): Promise<string | undefined> {
  const { adopt } = inputs as { readonly adopt?: true | { readonly id: string } };
  if (!adopt || hasUnknown(inputs) || kind.adoption === undefined) return undefined;
  const quiet = { ...context, log: () => undefined };
  if (adopt === true && kind.adoption.find === undefined) return undefined;
  const ids =
    adopt === true
      ? await kind.adoption.find!(quiet, inputs)
      : [(await kind.adoption.ownId?.(context.client, adopt.id)) ?? adopt.id];
  if (ids.length > 1)
    return (
      `warning: adopt: ${ids.length} objects match ${kind.describe(inputs)}: ${joinSome(ids, mostNamed)}. ` +
      'Select one: adopt: { id: "…" }.'
    );
  const [id] = ids;
  const found = id === undefined ? undefined : await compare({ kind, context: quiet }, id, inputs);
  if (id === undefined || found === undefined) {
    if (adopt !== true) return `warning: adopt: there is no ${kind.name} with the id ${id}.`;
    return `finds no ${kind.describe(inputs)} to adopt: creates one${await describeSimilar(kind, context, inputs)}`;
  }
  const there = found.remote.inputs;
  const kept = listKept(kind, inputs, there);
  const changed = found.changed.filter((name) => !kept.includes(name));
  const says = [
    ...(changed.length > 0 ? [`changes ${joinSome(changed, mostNamed)}`] : ["changes nothing"]),
    ...(kept.length > 0 ? [`${joinSome(kept, mostNamed)} ${kept.length === 1 ? "stays" : "stay"}`] : []),
  ];
  const owner = await findOwner(id);
  if (owner === "resource") return undefined;
  const isKept = inputs.allowDelete !== true && owner === "others";
  // The preview of a removal asks no provider.
  const later = isKept ? ". A later removal of this resource keeps it, although its preview shows a delete" : "";
  return `adopts ${kind.describe(there)} (${id}): ${says.join("; ")}${later}`;
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
