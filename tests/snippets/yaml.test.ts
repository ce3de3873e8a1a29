import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { parseDocument } from "yaml";
import { createTemporaryFolder, runPiped } from "../cli/support";
import { describePlace, listBlocks } from "./blocks";
import { listUndeclared, listYaml, readYaml } from "./yaml";
import { buildProgramSchema } from "./yaml-schema";

const texts = listYaml(listBlocks("yaml"));
const folder = createTemporaryFolder();

test("every block in YAML is YAML", () => {
  const wrong = texts.flatMap(({ block }) =>
    parseDocument(block.code).errors.map(({ message }) => `${describePlace(block)}: ${message}`),
  );
  expect(wrong).toEqual([]);
});

test("a block in YAML is a model, a program, a part in its place, or a file of another tool that says its name", () => {
  const others = texts.filter(({ kind }) => kind === "other").map(({ block }) => block);
  const isNamed = ({ code }: { readonly code: string }) =>
    /^(?:# [\w./-]+\n|# yaml-language-server: |- run: |jobs:\n)/.test(code);
  expect(others.filter((block) => !isNamed(block)).map(describePlace)).toEqual([]);
});

test("every program in YAML, and every part of one, follows the plugin's schema and declares what it names", () => {
  const validate = new Ajv2020({ allErrors: false, strict: false }).compile(buildProgramSchema());
  const wrong = texts
    .filter(({ kind }) => kind === "program")
    .flatMap(({ block, text }) => {
      const errors = validate(readYaml(text))
        ? []
        : validate.errors!.slice(-3).map((one) => `${one.instancePath} ${one.message}`);
      return [...errors, ...listUndeclared(text)].map((error) => `${describePlace(block)}: ${error}`);
    });
  expect(wrong).toEqual([]);
});

test("the schema finds a wrong property, value, function and option", () => {
  const validate = new Ajv2020({ strict: false }).compile(buildProgramSchema());
  const isRight = (resource: object) => validate({ resources: { a: resource } });
  const properties = { name: "A", color: "grass" };
  expect(isRight({ type: "analytics:Tag", properties })).toBe(true);
  expect(isRight({ type: "analytics:Tag", properties: { ...properties, colour: "grass" } })).toBe(false);
  expect(isRight({ type: "analytics:Tag", properties: { ...properties, color: "greenish" } })).toBe(false);
  expect(isRight({ type: "analytics:Tag", properties, options: { protected: true } })).toBe(false);
  expect(isRight({ type: "analytics:Tga", properties })).toBe(false);
  expect(validate({ variables: { a: { "fn::invoke": { function: "analytics:getTaem" } } } })).toBe(false);
});

test("validate finds nothing wrong in a model file that a page shows", async () => {
  const models = texts.filter(({ kind }) => kind === "model");
  for (const { block, text } of models) {
    const file = join(folder, describePlace(block).replaceAll(/[/:]/g, "-"), "model.yaml");
    mkdirSync(join(dirname(file), "columns"), { recursive: true });
    writeFileSync(file, text);
    // The file that they include.
    writeFileSync(join(dirname(file), "columns/audit.yaml"), '{ id: included, name: Included, formula: "1" }\n');
  }
  const folders = models.map(({ block }) => `${describePlace(block).replaceAll(/[/:]/g, "-")}/model.yaml`);
  const { code, stdout, stderr } = await runPiped(["validate", "--strict", ...folders], { cwd: folder });
  expect(stdout + stderr).not.toMatch(/: (?:error|warning): /);
  expect(code).toBe(0);
});

test("every block in JSON is JSON", () => {
  const wrong = listBlocks("json").filter(({ code }) => {
    try {
      JSON.parse(code);
      return false;
    } catch {
      return true;
    }
  });
  expect(wrong.map(describePlace)).toEqual([]);
});
