import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";

/**
 * What a process is to require, by `NODE_OPTIONS`, to be profiled: the program, the plugin host, the plugin and a
 * policy pack write a `.cpuprofile` each into the folder `BENCH_PROFILES` when they end. The engine starts others as
 * well, which are left alone.
 */
const roles: readonly [role: string, script: RegExp][] = [
  ["program", /cmd[\\/]run[\\/]/],
  ["host", /cmd[\\/]dynamic-provider/],
  ["plugin", /[\\/]plugin[\\/]/],
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
  // How the engine ends a process that doesn't end by itself. It may ask a second time, which must not cut the writing
  // short.
  process.on("SIGINT", () => process.exit());
  process.once("exit", () => {
    session.post("Profiler.stop", (_, { profile }) => {
      writeFileSync(join(folder, `${role}.cpuprofile`), JSON.stringify(profile));
    });
  });
}
