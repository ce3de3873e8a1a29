import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Project, probeProject } from "../../../../cli/src/doctor/probes/project";
import { probeSecrecy } from "../../../../cli/src/doctor/probes/stack";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-doctor-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const listSeen = ({ findings }: ReturnType<typeof probeProject>) =>
  findings.map(({ result, seen: text }) => `${result}: ${text}`);

describe("the project", () => {
  test("is the nearest one above", () => {
    write("Pulumi.yaml", "name: shop\nruntime: { name: nodejs, options: {} }\nmain: src/\nstackConfigDir: stacks\n");
    mkdirSync(join(folder, "models"));
    const found = probeProject(join(folder, "models"), undefined);
    expect(listSeen(found)).toEqual([`ok: shop in ${folder}/Pulumi.yaml`]);
    expect(found.value).toMatchObject({ folder, program: `${folder}/src/`, stacks: `${folder}/stacks` });
  });

  test("may name the program by its file", () => {
    write("Pulumi.yaml", "name: shop\nruntime: nodejs\nmain: index.ts\n");
    write("index.ts", "");
    expect(probeProject(folder, undefined).value).toMatchObject({ program: folder });
  });

  test("may be written wrongly", () => {
    write("Pulumi.yaml", "name: shop\n  runtime: nodejs\n");
    const found = probeProject(folder, undefined);
    expect(listSeen(found)).toEqual([
      expect.stringMatching(
        /^failed: .*Pulumi\.yaml:2:3: bad indentation: .* Begin it in column 1, as `name` in line 1\.$/,
      ),
    ]);
    expect(found.value).toBeUndefined();
    write("Pulumi.yaml", "");
    expect(listSeen(probeProject(folder, undefined))).toEqual([`failed: ${folder}/Pulumi.yaml has no fields`]);
  });
});

describe("client secrets", () => {
  const listSecrets = (stackFile: string, projectFile = "") => {
    write("Pulumi.yaml", `name: shop\nruntime: nodejs\n${projectFile}`);
    write("Pulumi.dev.yaml", stackFile);
    return probeSecrecy(probeProject(folder, undefined).value as Project, "acme/shop/dev").findings.map(
      ({ seen: text }) => text,
    );
  };

  test.each([
    ["encrypted", "config:\n  analytics:clientSecret:\n    secure: v1:abc\n"],
    ["encrypted with all of its table", "config:\n  analytics:profiles:\n    secure: v1:abc\n"],
    ["encrypted in a table", "config:\n  analytics:profiles:\n    eu:\n      clientSecret: { secure: v1:abc }\n"],
    ["not there", "config:\n  analytics:clientId: abc\n"],
    ["in a file of nothing else", "encryptionsalt: v1:abc\n"],
  ])("%s", (_, file) => {
    expect(listSecrets(file)).toEqual(["none in plain text"]);
  });

  test.each([
    ["text", "config:\n  analytics:clientSecret: abc\n"],
    ["a number", "config:\n  analytics:clientSecret: 123\n"],
  ])("in the open, as %s", (_, file) => {
    expect(listSecrets(file)).toEqual(["analytics:clientSecret is in plain text in Pulumi.dev.yaml"]);
  });

  test("in the open in the project's file", () => {
    const open = "analytics:clientSecret is in plain text in Pulumi.yaml";
    expect(listSecrets("config: {}\n", "config:\n  analytics:clientSecret: abc\n")).toEqual([open]);
    expect(listSecrets("config: {}\n", "config:\n  analytics:clientSecret: { value: abc }\n")).toEqual([open]);
    expect(listSecrets("config: {}\n", "config:\n  analytics:clientSecret: { default: abc }\n")).toEqual([open]);
    expect(listSecrets("config: {}\n", "config:\n  analytics:clientSecret: { type: string }\n")).toEqual([
      "none in plain text",
    ]);
  });
});
