import { execFileSync } from "node:child_process";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });
const tsc = (...args: string[]) => node(require.resolve("typescript/bin/tsc"), ...args);

beforeAll(() => void tsc("-b", "provider", "tools/docs"), 120_000);

test("what is generated is what the declarations say", () => {
  node("tools/generate/run.js", "--check");
}, 60_000);

test("the pages are what the doc comments say", () => {
  node("tools/docs/dist/main.js", "--check");
}, 60_000);
