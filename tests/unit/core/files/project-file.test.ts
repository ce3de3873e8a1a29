import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProjectFile, findProjectFolder } from "../../../../provider/src/core/files";

const root = mkdtempSync(join(tmpdir(), "project-file-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"])("finds %s in the folder, and above it", (name) => {
  const folder = join(root, name, "project");
  const below = join(folder, "src/models");
  mkdirSync(below, { recursive: true });
  expect(findProjectFile(below)).toBeUndefined();
  expect(findProjectFolder(below)).toBeUndefined();
  writeFileSync(join(folder, name), "{}");
  for (const from of [folder, below]) {
    expect(findProjectFile(from)).toBe(join(folder, name));
    expect(findProjectFolder(from)).toBe(folder);
  }
});
