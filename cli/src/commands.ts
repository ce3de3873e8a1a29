import { api } from "./api";
import type { CliCommand } from "./command";
import { comment } from "./comment";
import { completion } from "./completion";
import { diff } from "./diff";
import { doctor } from "./doctor";
import { draw } from "./draw";
import { edit } from "./edit";
import { exposures } from "./exposures";
import { fmt } from "./fmt";
import { generateDbt, generateWarehouse } from "./generate";
import { impact } from "./impact";
import { init } from "./init";
import { pull } from "./pull";
import { rename } from "./rename";
import { validate } from "./validate";

/** Every command, in the order of the help. A new one is a folder beside this file and a line here. */
export const commands: readonly CliCommand[] = [
  init,
  validate,
  fmt,
  pull,
  generateDbt,
  generateWarehouse,
  exposures,
  diff,
  impact,
  rename,
  draw,
  edit,
  api,
  comment,
  doctor,
  completion,
];

/** What the first word of commands of two words is about. */
export const groups: Readonly<Record<string, string>> = {
  generate: "Write data models from what describes the tables: a dbt project, or the warehouse itself.",
};
