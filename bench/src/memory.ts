import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, findFarthest, fitLine, type Point } from "./shared/measure";

/**
 * Loaded into every process of Node that a run starts: leaves behind what the process was and the most memory it had.
 */
const witness = `
process.once("exit", () => {
  const [, script = ""] = process.argv;
  const isHost = /dynamic-provider/.test(script);
  const role = isHost ? "host" : /cmd[\\\\/]run([\\\\/]|$)/.test(script) ? "program" : undefined;
  if (role === undefined) return;
  const line = JSON.stringify({ role, bytes: process.resourceUsage().maxRSS * 1024 });
  require("fs").writeFileSync(require("path").join(__dirname, process.pid + ".json"), line);
});
`;

type Role = "host" | "program";

export const memory: Bench = {
  name: "memory",
  about: "the most memory of the program and of the host, in a no-op preview of 200, 400 and 800 models of 300 columns",
  async run({ report, scale, lab }) {
    const emulator = await lab.startEmulator();
    const points: Record<Role, Point[]> = { program: [], host: [] };
    for (const models of scale.of([200, 400, 800], [2, 4, 8])) {
      const declared = { models, columns: scale.of(300, 30) };
      const texts = { "memory/witness.js": witness };
      const project = await lab.createProject({ program: "ours", declared, emulator, texts });
      await project.make();
      const folder = join(project.stack.directory, "memory");
      await project.measure("preview", { environment: { NODE_OPTIONS: `--require ${join(folder, "witness.js")}` } });
      const seen = (await readdir(folder)).filter((name) => name.endsWith(".json"));
      if (seen.length !== 2) throw new Error(`One program and one host should have been seen, not ${seen.length}.`);
      for (const name of seen) {
        const { role, bytes } = JSON.parse(await readFile(join(folder, name), "utf8")) as { role: Role; bytes: number };
        points[role].push([models, bytes / 2 ** 20]);
        report.measured(`${role}, ${models} models`, bytes / 2 ** 20, "MB");
      }
    }
    for (const role of ["program", "host"] as const) {
      report.measured(`${role}: each model`, 1024 * fitLine(points[role]).slope, "kB");
      report.measured(`${role}: farthest from a straight line`, 100 * findFarthest(points[role]), "%");
    }
  },
};
