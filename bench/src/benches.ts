import { diagram } from "./diagram";
import { doors } from "./doors";
import { generate } from "./generate";
import { host } from "./host";
import { impact } from "./impact";
import { importCost } from "./import-cost";
import { memory } from "./memory";
import { organization } from "./organization";
import { pipelines } from "./pipelines";
import { policy } from "./policy";
import { preview } from "./preview";
import { previewScale } from "./preview-scale";
import { previewWorkbooks } from "./preview-workbooks";
import { refresh } from "./refresh";
import type { Bench } from "./shared/measure";
import { spec } from "./spec";
import { state } from "./state";
import { throttled } from "./throttled";
import { up } from "./up";
import { upSmall } from "./up-small";
import { updateOne } from "./update-one";

/** Every bench, in the order they run. */
export const benches: readonly Bench[] = [
  preview,
  previewScale,
  previewWorkbooks,
  up,
  upSmall,
  updateOne,
  refresh,
  organization,
  impact,
  throttled,
  pipelines,
  spec,
  importCost,
  state,
  host,
  memory,
  policy,
  doors,
  diagram,
  generate,
];
