import { api } from "./api";
import { check } from "./check";
import type { CliCommand } from "./command";
import { comment } from "./comment";
import { completion } from "./completion";
import { diff } from "./diff";
import { doctor } from "./doctor";
import { draw } from "./draw";
import { edit } from "./edit";
import { fmt } from "./fmt";
import { generateDbt, generateExposures, generateOsi, generateWarehouse } from "./generate";
import { impact } from "./impact";
import { init } from "./init";
import { mcp } from "./mcp";
import { pull } from "./pull";
import { rename } from "./rename";
import { sandboxDown, sandboxSweep, sandboxUp } from "./sandbox";
import { validate } from "./validate";

/** Every command, in the order of the help. A new one is a folder beside this file, a line here and one in `runs.ts`. */
export const commands: readonly CliCommand[] = [
  init,
  validate,
  check,
  fmt,
  pull,
  generateDbt,
  generateOsi,
  generateWarehouse,
  generateExposures,
  diff,
  impact,
  rename,
  draw,
  edit,
  sandboxUp,
  sandboxDown,
  sandboxSweep,
  api,
  comment,
  doctor,
  mcp,
  completion,
];

/** What the first word of commands of two words is about. */
export const groups: Readonly<Record<string, string>> = {
  generate: "Write data models from dbt, OSI or a warehouse, OSI from data models, and exposures into dbt.",
  sandbox: "Show a pull request's changes on the platform.",
};
