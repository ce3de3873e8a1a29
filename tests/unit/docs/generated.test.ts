import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../engine/support";

const git = (args: string[], input = "") =>
  execFileSync("git", args, { cwd: repository, input, encoding: "utf8" }).split("\0").filter(Boolean);

/** The files of the repository that say in their first line that a script wrote them. */
const generated = git(["ls-files", "-z", "*.ts", "*.md"]).filter((path) =>
  /^(\/\/|<!--) Generated from /.test(readFileSync(join(repository, path), "utf8")),
);

/** Those that say so nowhere: JSON has no comments. */
const silent = ["provider/plugin/schema.json", "provider/schema/data-model.json"];

test("reviews fold what is generated, and nothing else", () => {
  const sources = git(["ls-files", "-z", "*.ts", "*.md", ...silent]);
  const answers = git(["check-attr", "-z", "--stdin", "linguist-generated"], sources.join("\0"));
  const marked = answers.filter((_, at) => at % 3 === 0 && answers[at + 2] === "set");
  expect(marked.sort()).toEqual([...generated, ...silent].sort());
});
