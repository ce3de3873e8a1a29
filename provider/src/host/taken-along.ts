/** Objects of a stack that lie in a folder or workspace of it, which a delete with its contents would take along. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { readUnlessGone } from "../core/api";
import type { Properties } from "../core/engine";
import { joinSome } from "../core/text";
import type { AnyKind, LifecycleContext } from "../kinds/declare";
import { nameResource } from "./shared-sets";

/** The URNs of the entries that this run has compared, created or updated, by the ids of their objects. */
const known = new Map<string, string>();

/** Notes the object of an entry. */
export function noteHeld(id: string, urn: string | undefined): void {
  if (urn !== undefined) known.set(id, urn);
}

/** Notes that an entry's object is deleted. */
export function noteDeleted(id: string): void {
  known.delete(id);
}

const mostNamed = 8;

/**
 * Refuses to delete an object with contents that entries of the same stack hold. In the order of the engine, entries
 * that depend on it are deleted or moved before; in a replacement that deletes first, they aren't.
 *
 * @throws Error that names them.
 */
export async function refuseTakingAlong(
  { describe, deletion }: AnyKind,
  { client }: LifecycleContext,
  { id, inputs, urn }: { readonly id: string; readonly inputs: Properties; readonly urn: string | undefined },
): Promise<void> {
  const list = deletion?.takesAlong?.(inputs);
  const inside = list && (await readUnlessGone(list(client, id)));
  if (inside === undefined || inside.length === 0) return;
  const held = new Map([...(await readEntries(urn)), ...known]);
  const own = inside.flatMap((one) => held.get(one) ?? []);
  if (own.length === 0) return;
  const names = joinSome(own.map(nameResource), mostNamed);
  throw new Error(
    `${describe(inputs)} (${id}) was not deleted: the objects of ${names} lie in it, and a delete with deleteContents ` +
      "would take them along. If it is replaced, give it the option deleteBeforeReplace: false, so that they move to " +
      "the new one first. Otherwise move them, or remove their resources, with `pulumi up`, and repeat.",
  );
}

const stateSchema = z.object({
  deployment: z.object({
    resources: z
      .array(z.object({ urn: z.string(), id: z.string().optional(), delete: z.boolean().optional() }))
      .optional(),
  }),
});

/**
 * What the state of a resource's stack holds, by id. Read with the CLI, which finds the backend as the run's engine did.
 * Without it, only what this run has seen is known.
 */
async function readEntries(urn: string | undefined): Promise<[id: string, urn: string][]> {
  const [, , stack = ""] = urn?.split(":") ?? [];
  if (stack === "") return [];
  const args = ["stack", "export", "--stack", stack, "--non-interactive"];
  try {
    const limits = { timeout: 60_000, maxBuffer: 512 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)("pulumi", args, limits);
    const { resources = [] } = stateSchema.parse(JSON.parse(stdout)).deployment;
    return resources.flatMap((one) => (one.id === undefined || one.delete ? [] : [[one.id, one.urn]]));
  } catch {
    return [];
  }
}
