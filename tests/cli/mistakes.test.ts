import { customers, mistakes, model } from "../mistakes";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();

test("there are 14", () => expect(mistakes).toHaveLength(14));

test.each(mistakes)("%s: exit code 1, one finding, and what to write", async (_, right, wrong, rule, advice) => {
  expect(model).toContain(right);
  // Beside a model without a mistake, as in a project.
  const cwd = createFolderWith(base, {
    "models/facts.yaml": model.replace(right, () => wrong),
    "models/customers.yaml": customers,
  });
  const { code, stdout } = await runPiped(["validate", "--strict", "--json"], { cwd });
  const { findings, files } = JSON.parse(stdout);
  expect(findings.map((one: { rule: string; file: string }) => [one.rule, one.file])).toEqual([
    [rule, "models/facts.yaml"],
  ]);
  const [{ message, hint = "", line }] = findings;
  expect(line).toBeGreaterThan(0);
  expect(`${message} ${hint}`).toContain(advice);
  expect([code, files]).toEqual([1, 2]);
});

test("without a mistake, the exit code is 0", async () => {
  const cwd = createFolderWith(base, { "models/facts.yaml": model, "models/customers.yaml": customers });
  expect(await runPiped(["validate", "--strict"], { cwd })).toMatchObject({ code: 0, stderr: "" });
});

test("an only model that lacks the form of one is named, and none is validated", async () => {
  const cwd = createFolderWith(base, { "models/facts.yaml": model.replace("schemaVersion", "schemaVersoin") });
  expect(await runPiped(["validate"], { cwd })).toEqual({
    code: 0,
    stdout: "0 errors, 0 warnings in 0 files\n",
    stderr:
      "No data models, workbooks or reports here or below. They have `schemaVersion` and `pages` at their top. Only " +
      "one of the two is in models/facts.yaml.\n",
  });
});
