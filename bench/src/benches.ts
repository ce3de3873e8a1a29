import { backends } from "./backends";
import { command } from "./command";
import { diagram } from "./diagram";
import { generate } from "./generate";
import { growth } from "./growth";
import { host } from "./host";
import { impact } from "./impact";
import { importCost } from "./import-cost";
import { operations } from "./operations";
import { organization } from "./organization";
import { pipelines } from "./pipelines";
import { policy } from "./policy";
import type { Bench } from "./shared/measure";
import { spec } from "./spec";
import { state } from "./state";
import { throttled } from "./throttled";
import { updateOne } from "./update-one";
import { whole } from "./whole";

/** Every bench, in the order they run. */
export const benches: readonly Bench[] = [
  operations,
  backends,
  growth,
  whole,
  command,
  updateOne,
  organization,
  impact,
  throttled,
  pipelines,
  spec,
  importCost,
  state,
  host,
  policy,
  diagram,
  generate,
];
