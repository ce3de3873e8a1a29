import { execFileSync } from "node:child_process";
import { type Bench, computeSpread, runInterleaved } from "./shared/measure";
import { repository } from "./shared/project";

/**
 * In a fresh process: the milliseconds the last of the modules takes to load, and the files of compilers loaded with
 * it.
 */
function load(...modules: string[]): { ms: number; compilers: number } {
  const script = `
    const compilers = () => Object.keys(require.cache).filter((file) =>
      /node_modules[\\\\/](typescript|ts-node|@swc|esbuild)[\\\\/]/.test(file)).length;
    const [last, ...others] = ${JSON.stringify(modules.reverse())};
    for (const name of others.reverse()) require(name);
    const before = compilers();
    const start = performance.now();
    require(last);
    console.log(JSON.stringify({ ms: performance.now() - start, compilers: compilers() - before }));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" }));
}

export const importCost: Bench = {
  name: "import-cost",
  about: 'what require("pulumi-analytics") takes in a fresh process that has loaded "@pulumi/pulumi"',
  async run({ report, scale }) {
    const works = [() => load("@pulumi/pulumi", "pulumi-analytics").ms, () => load("@pulumi/pulumi").ms];
    const [ours = [], sdk = []] = await runInterleaved(works, scale.of(25, 5));
    report.spread("pulumi-analytics", computeSpread(ours), "ms");
    report.spread("@pulumi/pulumi, before it", computeSpread(sdk), "ms");
    report.measured("time over @pulumi/pulumi alone", computeSpread(ours).median, "ms", { most: 40 });
    // The SDK loads the compiler by itself.
    const { compilers } = load("@pulumi/pulumi", "pulumi-analytics");
    report.count("files of a compiler loaded", compilers, "files", { exactly: 0 });
  },
};
