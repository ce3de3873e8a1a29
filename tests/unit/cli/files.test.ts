import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileWriter } from "../../../cli/src/files";
import { readProcessName } from "../../../provider/src/core/running";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("what a killed command was writing is removed, what a running one writes stays", () => {
  const killed = `.${spawnSync(process.execPath, ["-e", ""]).pid}-0123456789ab.draft`;
  const running = `.${readProcessName(process.ppid)}.draft`;
  for (const name of [killed, running, ".mine.draft", "a.yaml"]) writeFileSync(join(folder, name), "a");

  new FileWriter(folder, ".", { dryRun: true }).write("a.yaml", "b");
  expect(readdirSync(folder)).toContain(killed);
  expect(new FileWriter(folder, ".").write("a.yaml", "a").action).toBe("unchanged");
  expect(readdirSync(folder).sort()).toEqual([running, ".mine.draft", "a.yaml"].sort());
});
