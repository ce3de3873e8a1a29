import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { repository } from "../repository";

/** What a module sees in place of globals. */
export type Globals = Readonly<Record<string, unknown>>;

/** Evaluates a bundle anew: its modules remember nothing of an earlier evaluation. */
export type Evaluate<Exports> = (require: (name: string) => unknown, globals: Globals) => Exports;

/** Globals that a bundle gets from the caller. */
const names = ["process", "console", "Date", "setTimeout", "clearTimeout", "performance"] as const;

/** One text of a module and what it imports, compiled once. */
export function compileBundle<Exports>(entry: string, external: readonly string[]): Evaluate<Exports> {
  const file = join(tmpdir(), `machine-${process.pid}-${entry.replace(/\W/g, "-")}.js`);
  const options = ["--bundle", "--platform=node", "--target=node20", "--format=cjs", "--log-level=error"];
  // Its API refuses the globals of a test.
  execFileSync(join(repository, "node_modules/.bin/esbuild"), [
    ...[join(repository, entry), ...options, `--outfile=${file}`],
    ...external.map((name) => `--external:${name}`),
  ]);
  const text = readFileSync(file, "utf8");
  rmSync(file);
  const parameters = ["require", "module", "exports", ...names].join(", ");
  const run = new Script(`(function (${parameters}) {${text}\n})`, { filename: file }).runInThisContext() as (
    ...given: unknown[]
  ) => void;
  return (require, globals) => {
    const module = { exports: {} as Exports };
    run(require, module, module.exports, ...names.map((name) => globals[name]));
    return module.exports;
  };
}
