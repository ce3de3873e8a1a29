/** Objects of a stack that lie in a folder or workspace of it, which a delete with its contents would take along. */
import { collect, isBelow, readUnlessGone } from "../core/api";
import type { Properties } from "../core/engine";
import { joinSome } from "../core/text";
import type { AnyKind, LifecycleContext } from "../kinds/declare";
import { getOwnership } from "./create";
import { nameResource } from "./relations";

const mostNamed = 8;

/**
 * Refuses to delete an object with contents that entries of the same stack hold. In the order of the engine, entries
 * that depend on it are deleted or moved before; in a replacement that deletes first, they aren't.
 *
 * @throws Error that names them.
 */
export async function refuseTakingAlong(
  { describe, deletion }: AnyKind,
  { run, client: { files } }: LifecycleContext,
  { id, inputs }: { readonly id: string; readonly inputs: Properties },
): Promise<void> {
  if (!deletion?.takesAlong?.(inputs)) return;
  const listed = await readUnlessGone(collect(files.list({ parentId: id })));
  const own: string[] = [];
  for (const file of listed ?? []) {
    const holder = getOwnership(run).holders.find(file.id)?.urn;
    // A list may show too much.
    if (holder !== undefined && (await isBelow(files, file, id))) own.push(holder);
  }
  if (own.length === 0) return;
  const names = joinSome(own.map(nameResource), mostNamed);
  throw new Error(
    `${describe(inputs)} (${id}) was not deleted: the objects of ${names} lie in it, and a delete with ` +
      "deleteContents would take them along. If it is replaced, give it the option deleteBeforeReplace: false, so " +
      "that they move to the new one first. Otherwise move them, or remove their resources, with " +
      "`pulumi up --refresh`, and repeat.",
  );
}
