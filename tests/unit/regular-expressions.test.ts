import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../repository";

const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { scripts: { lint: string } };
const folder = mkdtempSync(join(tmpdir(), "expressions-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the check of `npm run lint` says of a folder with this line of code. */
function check(line: string) {
  writeFileSync(join(folder, "planted.ts"), `${line.replaceAll("§", "$")}\n`);
  const [, command = ""] = / && (node tools\/regular-expressions\.js)/.exec(scripts.lint) ?? [];
  const { status, stderr } = spawnSync(`${command} ${folder}`, { cwd: repository, shell: true, encoding: "utf8" });
  return { status, stderr };
}

test.each([
  ["an exponential one", "export const planted = /^(?:x+-?)+$/;", "planted.ts:1: /^(?:x+-?)+$/\n  exponential"],
  ["a square one", String.raw`export const planted = /\s+$/;`, "2nd degree polynomial"],
  ["one of parts", 'const part = "a+";\nexport const planted = new RegExp(`^(?:§{part})+$`);', "/^(?:a+)+$/"],
  ["one of data", "export const find = (name: string) => new RegExp(`^§{name}$`);", "is made of data"],
])("lint refuses %s", (_, line, message) => {
  const { status, stderr } = check(line);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

test("lint takes one whose time grows with the text", () => {
  expect(check(String.raw`export const fine = /(?<!\s)\s+$/;`)).toEqual({ status: 0, stderr: "" });
});
