import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileWriter } from "../../../../cli/src/command/files";
import { createManifest, manifestPath, readManifest } from "../../../../cli/src/documents/pull-manifest";
import { listStateDocuments } from "../../../../cli/src/documents/states";

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
  const read = (inputs: object) => {
    const type = "analytics:index:DataModel";
    const [found] = listStateDocuments(folder, [
      { type, urn: `urn:pulumi:dev::p::${type}::orders`, id: "m-1", inputs, outputs: {} },
    ]);
    return found?.profile;
  };
  expect(read({ connection: "emea" })).toBe("emea");
  expect(read({ profile: "apac" })).toBe("apac");
});
