import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileWriter, writeTogether } from "../../../../cli/src/command/files";
import { readProcessName } from "../../../../provider/src/core/runtime";

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

test("files that are written together are all written, or none; a link stays one", () => {
  for (const name of ["a.yaml", "b.yaml"]) writeFileSync(join(folder, name), name);
  symlinkSync("b.yaml", join(folder, "link.yaml"));
  const texts = new Map([
    ["a.yaml", "new a"],
    ["link.yaml", "new b"],
  ]);
  const read = () => ["a.yaml", "b.yaml"].map((name) => readFileSync(join(folder, name), "utf8"));
  expect(() => writeTogether(folder, new Map([...texts, ["gone.yaml", ""]]))).toThrow("gone.yaml");
  expect(read()).toEqual(["a.yaml", "b.yaml"]);
  writeTogether(folder, texts);
  expect([read(), lstatSync(join(folder, "link.yaml")).isSymbolicLink()]).toEqual([["new a", "new b"], true]);
});
