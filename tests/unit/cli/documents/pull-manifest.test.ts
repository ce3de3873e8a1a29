import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileWriter } from "../../../../cli/src/command/files";
import { createManifest, manifestPath, readManifest } from "../../../../cli/src/documents/pull-manifest";
import { getProfile } from "../../../../cli/src/documents/states";

test("a manifest, or a state, of an earlier release keeps its profile, which it calls connection", () => {
  const folder = mkdtempSync(join(tmpdir(), "manifest-"));
  try {
    const file = join(folder, manifestPath);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...createManifest("o-1"), connection: "emea" }));
    expect(readManifest(new FileWriter(folder, ".", { dryRun: true }))).toEqual({
      ...createManifest("o-1"),
      profile: "emea",
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(getProfile({ connection: "emea" })).toBe("emea");
  expect(getProfile({ profile: "apac" })).toBe("apac");
});
