/**
 * Loads the plugin with the code that an earlier start compiled, which saves about a sixth of a start's time. From Node.js 22 on, Node.js keeps
 * compiled code itself. It is kept in Pulumi's home, where only the user writes: the code in such a file runs as it is.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

const file = join(__dirname, "plugin.js");
const folder = join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "analytics", "compiled");
const { enableCompileCache, wrap } = Module as unknown as {
  enableCompileCache?(folder: string): void;
  wrap(text: string): string;
};

if (enableCompileCache !== undefined) {
  enableCompileCache(folder);
  require(file);
} else if (process.env.NODE_DISABLE_COMPILE_CACHE) {
  require(file);
} else {
  load();
}

function load(): void {
  const text = readFileSync(file, "utf8");
  const state = createHash("sha256").update(`${process.version} ${process.arch} ${text}`).digest("hex");
  const kept = join(folder, `${state.slice(0, 32)}.bin`);
  const script = new Script(wrap(text), { filename: file, cachedData: contentsOf(kept) });
  if (script.cachedDataRejected !== false) process.once("exit", () => keep(kept, script));
  const module = new Module(file);
  const run = script.runInThisContext() as (...names: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
}

function contentsOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** At the end, when the functions that a run needs have been compiled. */
function keep(path: string, script: Script): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, script.createCachedData());
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // Without the file, the next start compiles again.
  }
}
