import { execFileSync } from "node:child_process";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });
const runTsc = (...args: string[]) => runNode(require.resolve("typescript/bin/tsc"), ...args);

beforeAll(() => void runTsc("-b", "provider", "tools/docs"), 120_000);

test("what is generated is what the declarations say", () => {
  runNode("tools/generate/run.js", "--check");
}, 60_000);

test("the pages are what the doc comments say", () => {
  runNode("tools/docs/dist/main.js", "--check");
}, 60_000);
