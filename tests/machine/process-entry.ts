/** What a simulated plugin host loads: see `host-process.ts`. */
export { createDynamicProvider } from "../../provider/src/host/dynamic";
export { endWithEngine } from "../../provider/src/host/engine-watch";
export { registry } from "../../provider/src/kinds/registry";
export { ProgramFiles } from "../../provider/src/plugin/program-files";
export { Resources } from "../../provider/src/plugin/resources";
export { configure } from "../../provider/src/settings";
