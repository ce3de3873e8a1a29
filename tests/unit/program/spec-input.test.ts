import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { parseSpecFile } from "../../../provider/src/core/files";
import { encodeSpec, specFile } from "../../../provider/src/program/spec-input";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spec-input-"));
  mkdirSync(join(folder, "models"));
  writeFileSync(join(folder, "outside.yaml"), "- { id: secret, formula: '[A/SECRET]' }\n");
  writeFileSync(join(folder, "models/shared.yaml"), "- { id: shared, formula: '[A/SHARED]' }\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeIncluding = (file: string) => {
  const path = join(folder, "models/model.yaml");
  writeFileSync(path, `columns:\n  - !include ${file}\n`);
  return path;
};

test("an include beside the file is read in its place", () => {
  expect(parseSpecFile(writeIncluding("shared.yaml"), { project: "." }).value).toEqual({
    columns: [{ id: "shared", formula: "[A/SHARED]" }],
  });
});

test("an include can't leave the folder, neither by its path nor through a link", () => {
  expect(() => parseSpecFile(writeIncluding("../outside.yaml"), { project: "." })).toThrow(/outside\.yaml/);
  symlinkSync(join(folder, "outside.yaml"), join(folder, "models/link.yaml"));
  expect(() => parseSpecFile(writeIncluding("link.yaml"), { project: "." })).toThrow(/through a link/);
});

test("a root above the file allows what lies in it", () => {
  expect(parseSpecFile(writeIncluding("../outside.yaml"), { project: ".", root: folder }).value).toEqual({
    columns: [{ id: "secret", formula: "[A/SECRET]" }],
  });
});

test("a name given for an element wins, wherever it stands; a plain value stands for no element", () => {
  const path = join(folder, "models/refs.yaml");
  writeFileSync(path, "a: !ref orders\nb: !ref orders#facts\nc: !ref other#facts\n");
  const model = { id: pulumi.output("model-id"), elementId: () => pulumi.output("from the model") };
  expect(
    encodeSpec(specFile(path, { refs: { "orders#facts": "e1", orders: "m1", other: "m2" } })).encoded.refs,
  ).toEqual({
    "orders#facts": "e1",
    orders: "m1",
    // Handed on, so that `check` says that nothing refers to it.
    other: "m2",
  });
  const refs = encodeSpec(specFile(path, { refs: { orders: model, other: model } })).encoded.refs ?? {};
  expect(Object.keys(refs).sort()).toEqual(["orders", "orders#facts", "other#facts"]);
});

test("a secret text that is no representation isn't quoted", async () => {
  const catchRefused = async (given: pulumi.Output<string>) => {
    const { promise, isKnown, isSecret, allResources } = encodeSpec(given).encoded.spec as unknown as {
      promise(): Promise<string>;
      isKnown: Promise<boolean>;
      isSecret: Promise<boolean>;
      allResources(): Promise<unknown>;
    };
    const [said] = await Promise.all([promise(), isKnown, isSecret, allResources()].map((one) => one.catch(String)));
    return String(said);
  };
  expect(await catchRefused(pulumi.output("models/m.yaml"))).toContain('spec is the text "models/m.yaml"');
  const secret = await catchRefused(pulumi.secret("postgres-password"));
  expect(secret).toContain("spec: the secret text is neither JSON nor YAML of a representation. It isn't shown.");
  expect(secret).not.toContain("postgres-password");
});
