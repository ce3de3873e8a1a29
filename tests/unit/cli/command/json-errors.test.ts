import { PassThrough } from "node:stream";
import { run } from "../../../../cli/src/cli";

async function runIn(args: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await run(args, { stdin: new PassThrough(), stdout, stderr, cwd: __dirname, env: {}, signal });
  return { code, stdout: stdout.read()?.toString() ?? "" };
}

test.each([
  ["a file that isn't there", ["gone.yaml", "gone.yaml"]],
  ["a missing argument", []],
])("%s is told as JSON with --format json as with --json", async (_, args) => {
  const told = await runIn(["diff", ...args, "--json"]);
  expect(JSON.parse(told.stdout)).toEqual({ error: { exit: 2, message: expect.any(String) } });
  expect(await runIn(["diff", "--format", "json", ...args])).toEqual(told);
  expect(await runIn(["diff", "--format=json", ...args])).toEqual(told);
  expect((await runIn(["diff", "--format", "markdown", ...args])).stdout).toBe("");
});
