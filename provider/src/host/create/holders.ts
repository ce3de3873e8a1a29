import { mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createFileName, isRunning, listFiles, parseJsonLines, readText } from "../../core/runtime";
import { remove } from "./files";
import { type Answered, isSameStack } from "./journal";

/** One entry of a state. */
export interface Entry {
  /** The stamp from its create; undefined: an older release created it. */
  readonly stamp: string | undefined;
  /** The URN of its resource, if known. */
  readonly urn: string | undefined;
}

/** An entry that holds an object. */
interface Holder extends Entry {
  /** Whether the program of this run declares it. */
  readonly isDeclared: boolean;
}

/** The entries that hold objects, as far as this process knows them. */
export class Holders {
  /** The entries by object and stamp. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** The objects that a state entry holds, or held when this run began, or that a create of this process returned. */
  readonly #held = new Set<string>();
  /** The objects whose last entry this process removed. */
  readonly #deleted = new Set<string>();

  /**
   * @param handedOut what killed runs assigned to entries that may be in a state.
   * @param others undefined: there are none.
   */
  constructor(
    handedOut: readonly Answered[],
    private readonly others: OtherProcesses | undefined,
  ) {
    for (const { id, stamp, urn } of handedOut) this.#add(id, { stamp, urn, isDeclared: false });
  }

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /** Whether another process of the run has an entry that holds the object. */
  isHeldElsewhere(id: string, entry: Entry): boolean {
    return this.others?.holderOf(id, entry) !== undefined;
  }

  /** Whether the entry with this URN holds the object, or an entry that this process removed did. */
  isPredecessor(id: string, urn: string | undefined): boolean {
    if (this.#deleted.has(id)) return true;
    return urn !== undefined && this.#listHolders(id).some((holder) => holder.isDeclared && holder.urn === urn);
  }

  /** An entry of the state holds the object. */
  noteShown(id: string, stamp: string | undefined): void {
    this.#held.add(id);
    // An object that a program only reads with `get` has no stamp, and no entry holds it.
    if (stamp === undefined || this.#holders.get(id)?.has(stamp)) return;
    this.#add(id, { stamp, urn: undefined, isDeclared: false });
  }

  /**
   * An entry of the state holds the object.
   *
   * @throws when the program declares it, and another resource of the program holds the object too.
   */
  noteCompared(id: string, entry: Entry, isDeclared: boolean, description: () => string): void {
    this.#held.add(id);
    if (isDeclared) this.#declare(id, entry, description);
    else this.#add(id, { ...entry, isDeclared: false });
  }

  /**
   * A create returns the object to a new entry.
   *
   * @param wasThere whether the create found the object.
   * @throws when another resource of the program holds it.
   */
  noteHandedOut(id: string, { stamp, urn }: Entry, wasThere: boolean, description: () => string): void {
    // Before it is declared: what is refused here is in no file for the other processes.
    if (wasThere) refuseSecond(id, urn, this.others?.holderOf(id, { stamp, urn }), description);
    this.#declare(id, { stamp, urn }, description);
    this.#held.add(id);
  }

  /** The entry with this stamp is in no state. */
  forget(id: string, stamp: string): void {
    this.#holders.get(id)?.delete(stamp);
  }

  /** Removes an entry. Returns another entry that holds the object. */
  release(id: string, entry: Entry): Entry | undefined {
    this.#held.add(id);
    this.#holders.get(id)?.delete(entry.stamp ?? "");
    const other = this.#listHolders(id)[0] ?? this.others?.holderOf(id, entry);
    if (other === undefined) this.#deleted.add(id);
    return other;
  }

  /** A removed entry stays in the state. */
  noteRetained(id: string, stamp: string | undefined): void {
    this.#deleted.delete(id);
    this.#add(id, { stamp, urn: undefined, isDeclared: false });
  }

  /** Records that a declared resource holds an object, unless another declared resource does. */
  #declare(id: string, entry: Entry, description: () => string): void {
    const { stamp, urn } = entry;
    const other = this.#listHolders(id).find(
      (holder) => holder.isDeclared && holder.stamp !== stamp && holder.urn !== urn,
    );
    refuseSecond(id, urn, other, description);
    this.#add(id, { ...entry, isDeclared: true });
    // In this order: of two processes that declare the same object at once, at least one sees the other.
    this.others?.declared(id, entry);
    refuseSecond(id, urn, this.others?.holderOf(id, entry), description);
  }

  #listHolders(id: string): Holder[] {
    return [...(this.#holders.get(id)?.values() ?? [])];
  }

  #add(id: string, holder: Holder): void {
    const all = this.#holders.get(id) ?? new Map<string, Holder>();
    this.#holders.set(id, all.set(holder.stamp ?? "", holder));
  }
}

function refuseSecond(id: string, urn: string | undefined, other: Entry | undefined, description: () => string): void {
  if (other?.urn === undefined || urn === undefined || other.urn === urn) return;
  throw new Error(
    `${description()} (${id}) is the object of another resource that the program declares: ${other.urn}. ` +
      `Nothing was written. To move it to ${urn}, remove the other declaration and give this one the option ` +
      `aliases: ["${other.urn}"]. To create a separate object, remove adopt; if the state already has both, ` +
      `run: pulumi state delete '${urn}'.`,
  );
}

/**
 * The entries that other processes of the run hold: one run has a process for each explicit provider, and one for the
 * dynamic provider.
 *
 * Each process writes the entries that its program declares to a file of its own, which it removes when it ends. Only
 * the files of running processes count. The processes of one run are in one container, so no process of another
 * container counts.
 */
export interface OtherProcesses {
  /** An entry of this process holds the object, and the program declares it. */
  declared(id: string, entry: Entry): void;
  /**
   * Another entry of the same stack that holds the object, and that the program of another process declares.
   *
   * @param entry is not returned; with an unknown URN, entries of all stacks count.
   */
  holderOf(id: string, entry: Entry): Entry | undefined;
  /** This process ends. */
  ended(): void;
}

/** `<name of the process>-<random>.held` */
const fileName = /^(\d+-\w+)-\w+\.held$/;

/** One line of a file. */
interface Line {
  readonly id: string;
  readonly stamp?: string;
  readonly urn?: string;
}

/**
 * The other processes that use the folder of the journal. Removes the files of ended processes.
 *
 * @throws nothing: if the folder can't be written, the other processes don't know this one's entries.
 */
export function openOtherProcesses(directory: string): OtherProcesses {
  const own = createFileName("held");
  const file = join(directory, own);
  for (const other of listFiles(directory, fileName))
    if (!isRunning(parseWriter(other))) remove(join(directory, other));
  /** The open file; null: it can't be written. */
  let output: number | null | undefined;

  function open(): number | null {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return openSync(file, "a", 0o600);
    } catch {
      // The journal in the same folder warns about it.
      return null;
    }
  }

  return {
    declared(id, { stamp, urn }) {
      if (output === undefined) output = open();
      if (output !== null) append(output, { id, stamp, urn });
    },
    holderOf(id, { stamp, urn }) {
      for (const other of listFiles(directory, fileName)) {
        if (other === own) continue;
        const holder = readEntries(join(directory, other), id).find(
          (entry) => entry.stamp !== stamp && isSameStack(entry.urn, urn),
        );
        if (holder !== undefined && isRunning(parseWriter(other))) return holder;
      }
      return undefined;
    },
    ended() {
      if (output !== undefined) remove(file);
    },
  };
}

/** The entries in a file that hold the object. */
function readEntries(file: string, id: string): Entry[] {
  const text = readText(file);
  if (!text.includes(id)) return [];
  const lines = parseJsonLines(text) as Line[];
  return lines.filter((line) => line.id === id).map(({ stamp, urn }) => ({ stamp, urn }));
}

function append(output: number, line: Line): void {
  try {
    writeSync(output, `${JSON.stringify(line)}\n`);
  } catch {
    // A full disk: the journal warns about it.
  }
}

function parseWriter(name: string): string {
  return fileName.exec(name)?.[1] ?? "";
}
