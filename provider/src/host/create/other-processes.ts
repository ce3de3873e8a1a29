import { mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../core/running";
import { type Entry, isSameStack } from "./entry";
import { createFileName, listFiles, parseJsonLines, readText, remove } from "./record-files";

/**
 * The entries that other processes of the run hold: one run has a process for each explicit provider, and one for the dynamic provider.
 *
 * Each process writes the entries that its program declares to a file of its own, which it removes when it ends. Only the files of running processes
 * count. The processes of one run are in one container, so no process of another container counts.
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
