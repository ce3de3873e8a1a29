import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";

/**
 * What a process is to require, by `NODE_OPTIONS`, to be profiled: the program, the plugin host and a policy pack write a `.cpuprofile` each
 * into the folder `BENCH_PROFILES` when they end. The engine starts others as well, which are left alone.
 */
const roles: readonly [role: string, script: RegExp][] = [
  ["program", /cmd[\\/]run[\\/]/],
  ["host", /cmd[\\/]dynamic-provider/],
  ["policies", /cmd[\\/]run-policy-pack/],
];
const [role] = roles.find(([, script]) => script.test(process.argv[1] ?? "")) ?? [];
const folder = process.env.BENCH_PROFILES;

if (role !== undefined && folder !== undefined) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: 500 });
  session.post("Profiler.start");
  // How the engine ends a process that doesn't end by itself; asked a second time, it has to be let write.
  process.on("SIGINT", () => process.exit());
  process.once("exit", () => {
    session.post("Profiler.stop", (_, { profile }) => {
      const file = join(folder, `${role}.cpuprofile`);
      // There at once as a whole: the engine ends before a policy pack does.
      writeFileSync(`${file}.part`, JSON.stringify(profile));
      renameSync(`${file}.part`, file);
    });
  });
}
