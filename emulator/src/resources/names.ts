import type { Call } from "../call";
import { createFailure } from "../http/errors";
import type { Collection } from "../state/store";

/** Objects whose names the platform may keep unique: the setting that says so, and how messages call one of them. */
const named = {
  apiConnectors: ["connectorNames", "An API connector"],
  connections: ["connectionNames", "A connection"],
  plugins: ["pluginNames", "A plugin"],
  teams: ["teamNames", "A team"],
  userAttributes: ["userAttributeNames", "A user attribute"],
} as const;

/** Refuses a name that another object has which isn't archived. @param id the object's own, if it has one already. */
export function checkName({ store, settings }: Call, kind: keyof typeof named, name?: string, id?: string): void {
  const [setting, title] = named[kind];
  if (settings[setting] !== "unique") return;
  const all: Collection<{ readonly name: string; readonly isArchived?: boolean }> = store[kind];
  const isTaken = [...all.listEntries()].some(
    ([other, record]) => other !== id && record.name === name && !record.isArchived,
  );
  if (isTaken) throw createFailure(409, `${title} with the name '${name}' already exists`);
}
