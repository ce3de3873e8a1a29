import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { z } from "zod";
import { getPlainFileSize, writeWhole } from "../files";
import { Lock } from "./lock";

/** A record put (or, with null, removed): collection, id, record. */
export type Change = [collection: string, id: string, record: unknown];

/** Version 1 has no checksums. */
const Header = z.object({
  format: z.literal("analytics-emulator"),
  version: z.union([z.literal(1), z.literal(2)]),
  seed: z.number(),
});
const Changes = z.array(z.tuple([z.string(), z.string(), z.unknown()]));

/**
 * The state in a file: one line for each request that changed something, appended before the request is answered.
 *
 * So what was answered survives even a SIGKILL, a request is kept wholly or not at all (a line cut short is one that
 * was never answered), and writing costs what changed, not what exists. Each start writes the file anew without what
 * has been overwritten since, beside the old one and then over it.
 *
 * A line is JSON, a tab, and a checksum of the JSON: `[["tags","…",{…}]]⇥0f343b0931126a20`.
 */
export class Journal {
  readonly seed: number;
  readonly changes: Change[];
  readonly #lock: Lock;
  #file: number | undefined;
  /** Bytes of whole lines in the file. */
  #size = 0;

  /** @throws if the file isn't one of the emulator, is damaged, or is in use by another emulator; it stays as it is */
  constructor(
    private readonly path: string,
    seed: number,
  ) {
    const size = getPlainFileSize(path);
    this.#lock = new Lock(path);
    try {
      const state = size ? readState(path) : { seed, changes: [] };
      this.seed = state.seed;
      this.changes = state.changes;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Writes the whole state and goes on appending to it. */
  rewrite(state: Iterable<Change>): void {
    const draft = `${this.path}.${process.pid}.tmp`;
    try {
      const lines = [formatLine({ format: "analytics-emulator", version: 2, seed: this.seed })];
      for (const change of state) {
        lines.push(formatLine([change]));
      }
      writeFileSync(draft, lines.join(""), { mode: 0o600 });
      renameSync(draft, this.path);
      this.#file = openSync(this.path, "r+");
      this.#size = fstatSync(this.#file).size;
    } catch (error) {
      this.close();
      throw new Error(`${this.path} can't be written: ${(error as Error).message}`);
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** @throws if the changes can't be stored; the file then has none of them */
  append(changes: Change[]): void {
    if (this.#file === undefined) return;
    this.#refuseOtherWriter(this.#file);
    const text = formatLine(changes);
    try {
      writeWhole(this.#file, text, this.#size);
    } catch (error) {
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
    this.#size += Buffer.byteLength(text);
  }

  close(): void {
    if (this.#file !== undefined) {
      closeSync(this.#file);
      this.#file = undefined;
    }
    this.#lock.release();
  }

  /** An emulator on another machine may have opened the same file: each would overwrite lines of the other. */
  #refuseOtherWriter(file: number): void {
    const ours = fstatSync(file);
    const current = statSync(this.path, { throwIfNoEntry: false });
    if (current?.ino !== ours.ino || current.dev !== ours.dev || current.size !== this.#size) {
      throw new Error("something else wrote to this file; restart the emulator to use its state");
    }
  }
}

function readState(path: string): { seed: number; changes: Change[] } {
  const text = readFileSync(path, "utf8");
  const [first, ...lines] = text.split("\n");
  const header = readHeader(first!);
  // The first line was renamed into place with those below it, so it is whole.
  if (header === undefined || lines.length === 0) {
    throw new Error(`${path} isn't a state file of the emulator. Choose another path.`);
  }
  const read = header.version === 1 ? JSON.parse : readLine;
  // After the last line break there is nothing, or a line that was cut short.
  const changes = lines.slice(0, -1).flatMap((text, index) => {
    try {
      return Changes.parse(read(text));
    } catch {
      throw new Error(
        `${path} is damaged: line ${index + 2} isn't what the emulator wrote. Restore the file from a ` +
          "copy, or remove it to start anew.",
      );
    }
  });
  return { seed: header.seed, changes };
}

function readHeader(text: string): z.infer<typeof Header> | undefined {
  try {
    const header = Header.parse(JSON.parse(text.split("\t", 1)[0]!));
    if (header.version === 2) readLine(text);
    return header;
  } catch {
    return undefined;
  }
}

function formatLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${json}\t${computeChecksum(json)}\n`;
}

/** @throws if the text isn't what the checksum was computed from */
function readLine(text: string): unknown {
  const [json, sum] = text.split("\t") as [string, string?];
  if (sum !== computeChecksum(json)) throw new Error("checksum mismatch");
  return JSON.parse(json);
}

function computeChecksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
