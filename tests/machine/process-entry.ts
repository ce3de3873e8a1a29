/** What a simulated plugin host loads: each door its own part. See `host-process.ts`. */
export const loadDynamic = () =>
  require("../../provider/src/host/dynamic") as typeof import("../../provider/src/host/dynamic");
export const loadPlugin = () => ({
  ...(require("../../provider/src/plugin/resources") as typeof import("../../provider/src/plugin/resources")),
  ...(require("../../provider/src/plugin/program-files") as typeof import("../../provider/src/plugin/program-files")),
});
export { Run } from "../../provider/src/core/runtime";
export { endWithEngine } from "../../provider/src/host/engine-watch";
export { registry } from "../../provider/src/kinds/registry";
export { configure } from "../../provider/src/settings";
