import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** An archive as the `tar` of the machine makes it. */
export function buildTar(files: Record<string, string | Buffer>, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "tar-"));
  try {
    for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
    return execFileSync("tar", ["-C", folder, ...options, "-cf", "-", "."], { maxBuffer: 100 * 1024 * 1024 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What dbt 1.11 wrote of one project: `again` is another build, with the results in another order. */
export function packBuild(
  build: "first" | "again",
  changes: Record<string, (text: string) => string> = {},
  ...options: string[]
): Buffer {
  const folder = join("tests/fixtures/dbt/builds", build);
  const files = readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return [name, changes[name]?.(text) ?? text];
  });
  return gzipSync(buildTar(Object.fromEntries(files), ...options));
}
