import { PassThrough } from "node:stream";
import { run } from "../../../../cli/src/cli";

async function readError(args: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await run(args, { stdin: new PassThrough(), stdout, stderr, cwd: __dirname, env: {}, signal });
  return { code, told: stderr.read()?.toString() ?? "" };
}

test.each([
  ["a command", ["validte"], "Did you mean validate?"],
  ["a command of two words", ["generate", "wharehouse"], "Did you mean warehouse?"],
  ["an option", ["validate", "--strikt"], "Did you mean --strict?"],
  ["a value", ["diff", "a.yaml", "--format", "markdwn"], "Did you mean markdown?"],
  ["an argument", ["completion", "bsh"], "Did you mean bash?"],
  ["a rule", ["validate", "--rule", "iso-dat=off"], "Did you mean `iso-date`?"],
])("%s that is misspelled is answered with the nearest", async (_, args, suggestion) => {
  const { code, told } = await readError(args);
  expect(told).toContain(suggestion);
  expect(code).toBe(2);
});

test.each([
  ["plan", "`pulumi preview`"],
  ["apply", "`pulumi up`"],
  ["deploy", "`pulumi up`"],
  ["lint", "`validate`"],
  ["import", "`pull`"],
  ["export", "`pull`"],
  ["test", "`check`"],
  ["docs", "`draw"],
])("%s, a command of other tools, is answered with %s", async (guess, answer) => {
  const { code, told } = await readError([guess, "--all", "models"]);
  expect(told).toContain(`error: unknown command '${guess}'. Use ${answer}`);
  expect(code).toBe(2);
});

test("`preview`, the engine's word, is answered with both words that it may mean, in one line", async () => {
  const { code, told } = await readError(["preview", "up", "--pr", "7"]);
  expect(told).toMatch(
    /^error: unknown command 'preview'\. Use `pulumi-analytics sandbox`, .+ or `pulumi preview`, .+\n$/,
  );
  expect(code).toBe(2);
});

test("a value that is near to none is answered with all", async () => {
  const { told } = await readError(["diff", "a.yaml", "--format", "spreadsheet"]);
  expect(told).toMatch(/Allowed choices are text, .+\.\n$/);
});
