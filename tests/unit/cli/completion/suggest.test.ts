import { Command, Option } from "commander";
import { suggest } from "../../../../provider/src/cli/completion/suggest";

const program = new Command("tool").version("1");
program.command("draw").description("Draw.\nIn detail.").argument("[files...]").option("--out <dir>", "where to");
const list = program.command("list").description("Lists.");
list
  .command("all")
  .argument("<file>", "a file")
  .addOption(new Option("-f, --format <format>", "how").choices(["json", "yaml"]))
  .option("--only <id...>", "these")
  .option("--report <file>", "a report")
  .option("--stack <name>", "a stack")
  .option("--quiet", "say nothing");

const known = { "--stack": () => ["production", "staging"] };

/** The candidates' values, after what the shell completes itself. */
function after(...words: string[]): string {
  const { paths, candidates } = suggest(program, words, known);
  return [paths, ...candidates.map(({ value }) => value)].join(" ");
}

test("commands, and those of a group", () => {
  expect(after("")).toBe("none draw list help");
  expect(after("dr")).toBe("none draw");
  expect(after("list", "")).toBe("none all help");
  expect(after("nothing", "")).toBe("none");
  expect(after()).toBe("none draw list help");
});

test("the first line of a description", () => {
  expect(suggest(program, ["d"], known).candidates).toEqual([{ value: "draw", description: "Draw." }]);
});

test("options, also behind arguments", () => {
  expect(after("--")).toBe("none --version --help");
  expect(after("list", "all", "--f")).toBe("none --format");
  expect(after("list", "all", "a.yaml", "--quiet", "--r")).toBe("none --report");
  expect(after("list", "all", "-")).toBe("none --format --only --report --stack --quiet --help");
});

test("values of options: choices, what is known of the place, files, folders, nothing", () => {
  expect(after("list", "all", "--format", "")).toBe("none json yaml");
  expect(after("list", "all", "-f", "y")).toBe("none yaml");
  expect(after("list", "all", "--format=j")).toBe("none --format=json");
  expect(after("list", "all", "--stack", "s")).toBe("none staging");
  expect(after("list", "all", "--report", "")).toBe("files");
  expect(after("list", "all", "--report=")).toBe("files");
  expect(after("draw", "--out", "")).toBe("folders");
  expect(after("list", "all", "--only", "")).toBe("none");
  expect(after("list", "all", "--no-such=")).toBe("none");
});

test("an option of several values goes on until the next option", () => {
  expect(after("list", "all", "--only", "a", "b", "")).toBe("none");
  expect(after("list", "all", "--only", "a", "b", "--quiet", "")).toBe("files");
});

test("arguments are files, as many as there are", () => {
  expect(after("draw", "a", "b", "c", "")).toBe("files");
  expect(after("list", "all", "")).toBe("files");
  expect(after("list", "all", "a.yaml", "")).toBe("none");
  expect(after("list", "all", "--format", "json", "")).toBe("files");
});

test("after -- nothing is an option", () => {
  expect(after("draw", "--", "--o")).toBe("files");
});
