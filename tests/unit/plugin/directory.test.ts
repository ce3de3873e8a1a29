import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { unknownValue } from "../../../provider/src/core/model/json";
import { construct } from "../../../provider/src/plugin/components";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";
import { toStruct } from "../../../provider/src/plugin/struct";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
  await writeFile(join(root, "a.yaml"), "pages: []");
});
afterEach(() => rm(root, { recursive: true }));

const constructModel = (refs: unknown) =>
  construct(
    new ConstructRequest()
      .setType("analytics:index:DataModelDirectory")
      .setName("dir")
      .setInputs(toStruct({ path: root, folderId: "folder", refs }))
      // Nothing listens there.
      .setMonitorendpoint("127.0.0.1:1"),
    { files: new ProgramFiles({ root, program: root }), log: () => undefined, isDeclared: () => false },
  );

test.each([
  ["unknown", unknownValue],
  ["an unknown dictionary", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ["an output without a value", { "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4" }],
  ["a text", "warehouse"],
  ["a list", ["warehouse"]],
])("refs that are %s as a whole are one clear error", async (_, refs) => {
  await expect(constructModel(refs)).rejects.toThrow(
    /^DataModelDirectory "dir": refs: must be a dictionary whose names are known in a preview; its values may be unknown\.$/,
  );
});

test("names of refs are checked where their values are unknown", async () => {
  await expect(constructModel({ warehouse: unknownValue })).rejects.toThrow(/refs\.warehouse: no file under/);
});

test.each([null, {}])("refs may be %j", async (refs) => {
  await expect(constructModel(refs)).rejects.toThrow(/ECONNREFUSED/);
});
