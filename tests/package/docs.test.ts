import { execFileSync } from "node:child_process";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });

beforeAll(() => {
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-b", "provider", "tools/docs"], { cwd: repository });
}, 120_000);

test("what is generated is what the declarations say", () => {
  runNode("tools/generate/run.js", "--check");
}, 60_000);

test("the pages are what the doc comments say", () => {
  runNode("tools/docs/dist/main.js", "--check");
}, 60_000);
