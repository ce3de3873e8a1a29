import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runPiped } from "../cli/support";
import { type Bench, startBench } from "./support";

// The last lines of a pull beside an own program, followed to their end.
describe("what is pulled beside a program in JavaScript", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": "name: own\nruntime: nodejs\nmain: index.js\n", "index.js": "exports.mine = 1;\n" },
    });
  });
  afterAll(() => bench?.dispose());

  test("is adopted once the program has the line that the pull names, and nothing is written", async () => {
    const { directory: cwd, environment: env } = bench.stack;
    const { code, stdout } = await runPiped(["pull"], { cwd, env });
    expect(code).toBe(0);
    const [, line = "", file = ""] = /Add `(.*)` to (\S+)\. `pulumi up` then adopts/.exec(stdout) ?? [];
    expect(file).toBe("index.js");
    await bench.stack.write(file, `${readFileSync(join(cwd, file), "utf8")}${line}\n`);
    const before = bench.writes().length;
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes().length).toBe(before);
    const types = (await bench.stack.listResources()).map(({ type }) => type);
    expect(types).toContain("pulumi-nodejs:dynamic/analytics:DataModel");
  });
});
