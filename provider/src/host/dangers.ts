/** What an update or replacement of one resource does to others of the run, by the id of its object. */

/** A change that may delete parts of its object, which other resources manage. */
interface Update {
  /** The kind of these; left out: any. */
  readonly kind?: string;
  /** Shows a warning about the updated resource. */
  warn(part: string): void;
}

/** A resource whose object is a part of another one. */
interface Part {
  readonly kind: string;
  /** How messages call it. */
  readonly name: string;
}

/** The updates and parts of the program of this run, by the id of the whole, and then by URN. */
const updates = new Map<string, Map<string, Update>>();
const parts = new Map<string, Map<string, Part>>();
/** The pairs for which a warning was shown. */
const told = new Set<string>();

/** Notes an update. The engine may check the resources in either order. @param update undefined: it endangers nothing. */
export function noteUpdate(urn: string | undefined, id: string, update: Update | undefined): void {
  if (!note(updates, urn, id, update)) return;
  for (const [other, part] of parts.get(id) ?? []) warn([urn, update], [other, part]);
}

/** Notes a resource of the state. @param id of the whole; undefined: not known yet. */
export function notePart(urn: string | undefined, id: string | undefined, part: Part): void {
  if (!note(parts, urn, id, part)) return;
  for (const [other, update] of updates.get(id ?? "") ?? []) warn([other, update], [urn, part]);
}

function note<Noted>(
  all: Map<string, Map<string, Noted>>,
  urn: string | undefined,
  id: string | undefined,
  noted: Noted | undefined,
): noted is Noted {
  if (urn === undefined || id === undefined) return false;
  const ofId = all.get(id) ?? new Map<string, Noted>();
  all.set(id, ofId);
  if (noted === undefined) ofId.delete(urn);
  else ofId.set(urn, noted);
  return noted !== undefined;
}

function warn([updated, update]: [string | undefined, Update], [urn, part]: [string | undefined, Part]): void {
  const pair = JSON.stringify([updated, urn]);
  if ((update.kind ?? part.kind) !== part.kind || told.has(pair)) return;
  told.add(pair);
  update.warn(part.name);
}
