import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { z } from "zod";

/** A record put (or, with null, removed): collection, id, record. */
export type Change = [collection: string, id: string, record: unknown];

const Header = z.object({ format: z.literal("analytics-emulator"), version: z.literal(1), seed: z.number() });
const Changes = z.array(z.tuple([z.string(), z.string(), z.unknown()]));

/**
 * The state in a file: one line for each request that changed something, appended before the request is answered.
 *
 * So what was answered survives even a SIGKILL, a request is kept wholly or not at all (a line cut short is one that
 * was never answered), and writing costs what changed, not what exists. Each start writes the file anew without what
 * has been overwritten since, beside the old one and then over it.
 */
export class Journal {
  readonly seed: number;
  readonly changes: Change[];
  #file: number | undefined;

  constructor(
    private readonly path: string,
    seed: number,
  ) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const [header, ...lines] = text.split("\n").slice(0, -1);
    try {
      this.seed = header === undefined ? seed : Header.parse(JSON.parse(header)).seed;
      this.changes = lines.flatMap((line) => Changes.parse(JSON.parse(line)));
    } catch {
      throw new Error(
        `${path} isn't a data file of the emulator, or is damaged; choose another file or remove this one`,
      );
    }
  }

  /** Writes the whole state and goes on appending to it. */
  rewrite(state: Iterable<Change>): void {
    const draft = `${this.path}.${process.pid}.tmp`;
    try {
      const lines = [JSON.stringify({ format: "analytics-emulator", version: 1, seed: this.seed })];
      for (const change of state) {
        lines.push(JSON.stringify([change]));
      }
      writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600 });
      renameSync(draft, this.path);
    } finally {
      rmSync(draft, { force: true });
    }
    this.close();
    this.#file = openSync(this.path, "a");
  }

  append(changes: Change[]): void {
    if (this.#file !== undefined) {
      appendFileSync(this.#file, `${JSON.stringify(changes)}\n`);
    }
  }

  close(): void {
    if (this.#file !== undefined) {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }
}
