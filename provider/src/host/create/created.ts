import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJsonLines, readText } from "../../core/runtime";
import { recoveryDays } from "../../settings";
import { remove } from "./files";
import { getStack } from "./journal";

/** An object that a run of the stack created. */
export interface CreatedObject {
  readonly urn: string;
  readonly id: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The objects that runs of a stack created on this machine, as far as states had them: if a state lost one, such as by
 * `pulumi state delete`, the next create of its resource would be the second. One file for each stack, of the last 14
 * days.
 */
export interface Created {
  /** The latest object of a resource. */
  find(urn: string): CreatedObject | undefined;
  add(urn: string, id: string, at: number): void;
  /** The object was deleted. */
  remove(id: string): void;
  /** A state has all of it. */
  save(): void;
}

const lifetimeMs = recoveryDays * 24 * 3600 * 1000;

/** @throws nothing: where the folder can't be written, nothing is known. */
export function openCreated(directory: string, now: () => number = Date.now): Created {
  const added = new Map<string, CreatedObject>();
  const removed = new Set<string>();
  const nameFile = (stack: string) =>
    join(directory, `${createHash("sha256").update(stack).digest("hex").slice(0, 16)}.created`);
  const read = (stack: string) => {
    const oldest = now() - lifetimeMs;
    const lines = parseJsonLines(readText(nameFile(stack))) as readonly Partial<CreatedObject>[];
    const valid = lines.filter(
      (line): line is CreatedObject =>
        typeof line?.urn === "string" && typeof line.id === "string" && (line.at ?? 0) >= oldest,
    );
    return new Map(valid.map((line) => [line.urn, line]));
  };
  let known: { readonly stack: string; readonly objects: ReadonlyMap<string, CreatedObject> } | undefined;

  return {
    find(urn) {
      const stack = getStack(urn);
      if (known?.stack !== stack) known = { stack, objects: read(stack) };
      const found = known.objects.get(urn);
      return found === undefined || removed.has(found.id) ? undefined : found;
    },
    add: (urn, id, at) => void added.set(urn, { urn, id, at }),
    remove: (id) => void removed.add(id),
    save() {
      const urns = [...added.keys()];
      const stack = urns[0] === undefined ? known?.stack : getStack(urns[0]);
      if (stack === undefined) return;
      const all = [...new Map([...read(stack), ...added]).values()].filter(({ id }) => !removed.has(id));
      write(nameFile(stack), all);
    },
  };
}

function write(file: string, all: readonly CreatedObject[]): void {
  if (all.length === 0) {
    remove(file);
    return;
  }
  const draft = `${file}-${randomBytes(6).toString("hex")}`;
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(draft, all.map((one) => JSON.stringify(one)).join("\n"), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // The journal in the same folder warns about it.
    remove(draft);
  }
}

/** Nothing was created. */
export const emptyCreated: Created = {
  find: () => undefined,
  add: () => undefined,
  remove: () => undefined,
  save: () => undefined,
};
