import type { Context, Outcome } from "./command";

/** What runs a command: `args` are the arguments as given, options taken out. */
interface Run {
  run(context: Context, args: readonly string[], options: never): Promise<Outcome>;
}

/** What runs each command, by the words that call it. It is loaded when it is called. */
export const runs: Readonly<Record<string, () => Run>> = {
  init: () => require("./init/run") as typeof import("./init/run"),
  validate: () => require("./validate/run") as typeof import("./validate/run"),
  check: () => require("./check/run") as typeof import("./check/run"),
  fmt: () => require("./fmt/run") as typeof import("./fmt/run"),
  pull: () => require("./pull/run") as typeof import("./pull/run"),
  "generate dbt": () => require("./generate/dbt/run") as typeof import("./generate/dbt/run"),
  "generate osi": () => require("./generate/osi/run") as typeof import("./generate/osi/run"),
  "generate warehouse": () => require("./generate/warehouse/run") as typeof import("./generate/warehouse/run"),
  "generate exposures": () => require("./generate/exposures/run") as typeof import("./generate/exposures/run"),
  diff: () => require("./diff/run") as typeof import("./diff/run"),
  impact: () => require("./impact/run") as typeof import("./impact/run"),
  rename: () => require("./rename/run") as typeof import("./rename/run"),
  draw: () => require("./draw/run") as typeof import("./draw/run"),
  edit: () => require("./edit/run") as typeof import("./edit/run"),
  "sandbox up": () => require("./sandbox/up") as typeof import("./sandbox/up"),
  "sandbox down": () => require("./sandbox/down") as typeof import("./sandbox/down"),
  "sandbox sweep": () => require("./sandbox/sweep") as typeof import("./sandbox/sweep"),
  api: () => require("./api/run") as typeof import("./api/run"),
  comment: () => require("./comment/run") as typeof import("./comment/run"),
  doctor: () => require("./doctor/run") as typeof import("./doctor/run"),
  mcp: () => require("./mcp/run") as typeof import("./mcp/run"),
  completion: () => require("./completion/run") as typeof import("./completion/run"),
};
