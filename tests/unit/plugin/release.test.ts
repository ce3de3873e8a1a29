import { tmpdir } from "node:os";
import { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { construct } from "../../../provider/src/plugin/components";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";
import { toStruct } from "../../../provider/src/plugin/struct";

const mark = "4dabf18193072939515e22adb298388d";
const refer = (urn: string) => ({ [mark]: "5cf8f73096256a8f31e491e813e4eb8e", urn, id: "id" });
const orders = refer("urn:pulumi:dev::bench::bench:Group$analytics:index:DataModel::orders::daily");

const constructRelease = (inputs: object) =>
  construct(
    new ConstructRequest()
      .setType("analytics:index:Release")
      .setName("live")
      .setInputs(toStruct({ tag: "Production", ...inputs }))
      // Nothing listens there.
      .setMonitorendpoint("127.0.0.1:1"),
    { files: new ProgramFiles({ root: tmpdir(), program: tmpdir() }), log: () => undefined, isDeclared: () => false },
  );

test.each([
  [{ documents: [orders], pins: {} }, "pins: no such argument. Arguments: tag, documents, checks, versions"],
  [{ documents: ["1b0c6a52"] }, "documents[0]: pass the resource itself, not a property of it."],
  [{ documents: [orders], checks: [true] }, "checks[0]: pass the resource itself, not a property of it."],
  [{ documents: [orders], versions: { orders: 7 } }, "versions.orders: no such document. Documents: orders::daily."],
  [{ documents: [refer("urn:pulumi:dev::bench::pulumi:pulumi:Stack::bench-dev")] }, "documents[0]: a Stack has no"],
  [{ documents: [orders], versions: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff" }, "versions: its names must be known"],
])("%j is refused before anything is registered", async (inputs, message) => {
  await expect(constructRelease(inputs)).rejects.toThrow(`Release "live": ${message}`);
});

test.each([
  ["a list", [orders]],
  ["an output of a list", { [mark]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", value: [orders] }],
  ["outputs", [{ [mark]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", value: orders, dependencies: [] }]],
])("documents may be %s", async (_, documents) => {
  await expect(constructRelease({ documents, versions: { "orders::daily": 7 } })).rejects.toThrow(/ECONNREFUSED/);
});
