import { type AnalyticsClient, readUnlessGone } from "../core/api";
import { equal, type Properties } from "../core/engine";
import { cut, redact } from "../core/text";
import type { AnyKind, AnyRemote } from "../kinds/declare";
import { restoreDeclared, type StateObject } from "./baseline/values";
import { type Access, listChanged, listWrittenFields } from "./baseline/write";

/** Characters of a value that an error shows. */
const longest = 200;

/** The objects of a kind that this run has updated: the reads of a burst may lack that. */
const createUpdated = (_kind: AnyKind) => new Set<string>();

/**
 * Refuses an update that would overwrite what someone changed on the platform since the state was written. A refresh
 * brings the change into the state, so that a preview shows it; the next update then overwrites it.
 *
 * @param secrets the texts that the error may not show; `inputs`: those whose values it may not show at all.
 * @throws unless the platform has what the state has, or what is declared now, in every field that the update writes.
 */
export async function refuseOverwrite(
  { kind, context }: Access,
  id: string,
  before: StateObject,
  inputs: Properties,
  secrets: { readonly inputs?: readonly string[]; readonly texts: readonly string[] },
): Promise<void> {
  const { shape } = kind;
  const written = listWrittenFields(kind, listChanged(kind, before, inputs));
  if (kind.writing?.refusesConflicts || written.length === 0) return;
  // A read would log the drift, which the error already reports.
  const read = async (client: AnalyticsClient, known: Properties) => {
    const quiet = { ...context, client, log: () => undefined };
    const found = await readUnlessGone<AnyRemote | undefined>(kind.read(quiet, id, { ...before, inputs: known }));
    return found && { ...found, inputs: restoreDeclared(kind, found.inputs, before.values).inputs };
  };
  const describeMoves = (found: AnyRemote) => {
    const moved = shape.findChanged(before.inputs, found.inputs);
    return written.filter((name) => moved.includes(name));
  };
  const { client } = context;
  const updated = context.run.get(createUpdated, kind);
  /** Whether a field has what a failed update tried. */
  const isOwn = async (name: string) => {
    for (const value of before.tried?.[name] ?? []) {
      const tried = { ...before.inputs, [name]: value ?? undefined };
      const found = await read(client, tried);
      if (found !== undefined && !shape.findChanged(found.inputs, tried).includes(name)) return true;
    }
    return false;
  };
  // What a burst of creates listed before may lack the object.
  const listed = updated.has(id) ? undefined : await read(client.ofBurst, before.inputs);
  const seen = listed ?? (await read(client, before.inputs));
  updated.add(id);
  // The update reports an object that is gone.
  if (seen === undefined || describeMoves(seen).length === 0) return;
  const found = await read(client, before.inputs);
  if (found === undefined) return;
  // Only a read that knows the declaration recognizes values with the same meaning.
  const differs = shape.findChanged((await read(client, inputs))?.inputs ?? inputs, inputs);
  const moves = describeMoves(found).filter((name) => differs.includes(name));
  const own = await Promise.all(moves.map(isOwn));
  const conflicts = moves.filter((_, index) => !own[index]);
  const texts = [...secrets.texts, ...shape.collectSecrets(found.inputs)];
  // Secrets are removed before the value is cut: a part of one can't be found.
  const formatValue = (value: unknown) =>
    cut(value === undefined ? "not set" : JSON.stringify(redact(value, texts)), longest);
  const changes = conflicts.flatMap((name) => {
    const [was, is, wanted] = [before, found, { inputs }].map((remote) => remote.inputs[name]);
    const isSet = ["set", "hosts"].includes(kind.fields[name]?.equal ?? "");
    // A default may follow from another field.
    const change = isSet
      ? changeOfSet(was, is, wanted, before.tried?.[name], formatValue)
      : was === is
        ? undefined
        : `${formatValue(was)} → ${formatValue(is)}`;
    return change === undefined ? [] : [`${name}: ${secrets.inputs?.includes(name) ? "(secret)" : change}`];
  });
  if (changes.length === 0) return;
  const told = [
    `${kind.describe(before.inputs)} (${id}): changed on the platform since it was last read. Nothing was written.`,
    ...changes.map((change) => `  ${change}`),
    "To overwrite the change, run `pulumi refresh`, then `pulumi up`. To keep it, declare it.",
  ];
  throw new Error(redact(told.join("\n"), texts));
}

/**
 * Items of a set whose change an update would undo: those that someone added and no declaration has, and those that
 * someone removed and both declarations have. Anything else may come from an update that failed halfway. Undefined:
 * none.
 *
 * @param tried the sets that failed updates sent: they may have added what these have, and removed what these lack.
 */
function changeOfSet(
  was: unknown,
  is: unknown,
  wanted: unknown,
  tried: readonly unknown[] = [],
  shown: (value: unknown) => string,
): string | undefined {
  const toItems = (value: unknown) => (value ?? []) as readonly unknown[];
  const [before, found, declared] = [toItems(was), toItems(is), toItems(wanted)];
  const sent = tried.map(toItems);
  const subtractItems = (items: readonly unknown[], others: readonly unknown[]) =>
    items.filter((item) => !others.some((other) => equal(item, other)));
  const added = [before, declared, ...sent].reduce(subtractItems, found);
  const keptByAll = [declared, ...sent].reduce(
    (kept, items) => subtractItems(kept, subtractItems(kept, items)),
    before,
  );
  const removed = subtractItems(keptByAll, found);
  const changes = [
    ...(added.length > 0 ? [`added ${shown(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${shown(removed)}`] : []),
  ];
  return changes.length > 0 ? changes.join(", ") : undefined;
}
