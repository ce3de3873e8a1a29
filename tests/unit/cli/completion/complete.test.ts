import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import type { Command } from "commander";
import { buildCommandLine } from "../../../../cli/src/cli";
import { completeWords, formatCompletion } from "../../../../cli/src/completion/complete";
import { listDocuments, listStacks } from "../../../../cli/src/completion/names";
import { describeCommands, findKind } from "../../../../cli/src/completion/tree";

const stdout = new PassThrough();
const surroundings = { stdin: stdout, stdout, stderr: stdout, cwd: "", env: {}, signal: new AbortController().signal };
const program = buildCommandLine(surroundings, () => {});
const tree = describeCommands(program);

const folder = mkdtempSync(join(tmpdir(), "pulumi-analytics-completion-"));
const model = "schemaVersion: 1\npages:\n  - { id: p, name: P, elements: [] }\n";
const files = {
  "Pulumi.yaml": "name: acme\nruntime: yaml\n",
  "Pulumi.dev.yaml": "",
  "Pulumi.prod.yaml": "",
  "models/orders.yaml": model,
  "models/customers.yml": model,
  "models/_part.yaml": model,
  "node_modules/other/orders2.yaml": model,
  "workbooks/sales/workbook.yaml": "workbook: {}\n",
  "workbooks/sales/pages/first.yaml": "name: First\n",
  "settings.yaml": "color: red\n",
};
beforeAll(() => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function complete(line: string) {
  const words = line.split(" ");
  const last = words.pop() ?? "";
  const { words: found, hasFiles } = completeWords(tree, words, last, folder);
  return [...found.map(({ word }) => word), ...(hasFiles ? [":files"] : [])];
}

test.each([
  ["a command", "vali", ["validate"]],
  ["a command of two words", "generate d", ["dbt"]],
  ["an option", "validate --ru", ["--rule"]],
  ["an option of all", "validate --no-c", ["--no-color"]],
  ["the value of an option", "diff --format mark", ["markdown"]],
  ["the value behind a =", "diff --format=mark", ["--format=markdown"]],
  ["a rule", "validate --rule iso", ["iso-date="]],
  ["a rule's severity", "validate --rule iso-date=", ["iso-date=off", "iso-date=warning", "iso-date=error"]],
  ["a stack", "pull --stack p", ["prod"]],
  ["a document", "validate o", ["orders", ":files"]],
  ["a further document", "validate orders c", ["customers", ":files"]],
  ["a document behind an option with a value", "validate --format text s", ["sales", "state:", ":files"]],
  ["a document behind --", "validate -- o", ["orders", ":files"]],
  ["a document in a commit", "diff g", ["git:", ":files"]],
  ["no argument more than there are", "diff orders orders o", []],
  ["a shell", "completion z", ["zsh"]],
  ["a free text", "rename orders#a ", []],
  ["an unknown option's value", "diff --nothing=", []],
])("%s is completed", (_, line, expected) => {
  expect(complete(line)).toEqual(expected);
});

test("the documents are those that a command finds by name", () => {
  expect(listDocuments(folder)).toEqual(["customers", "orders", "sales"]);
  expect(listDocuments(join(folder, "gone"))).toEqual([]);
  expect(listStacks(join(folder, "models"))).toEqual(["dev", "prod"]);
});

test("a name that holds line breaks stays one line", () => {
  const words = [{ word: "a\nb", about: "c\td" }];
  expect(formatCompletion({ words, hasFiles: true })).toBe("a b\tc d\n:files\n");
});

/** Arguments that nothing completes. */
function listFreeTexts(command: Command): string[] {
  const own = command.registeredArguments
    .filter((argument) => argument.argChoices === undefined && findKind([argument.name()]) === undefined)
    .map((argument) => `${command.name()} <${argument.name()}>`);
  return [...own, ...command.commands.flatMap(listFreeTexts)];
}

test("every argument is completed, but for what only the user knows", () => {
  expect(listFreeTexts(program)).toEqual(["warehouse <path>", "rename <name>", "api <method>", "api <path>"]);
});
