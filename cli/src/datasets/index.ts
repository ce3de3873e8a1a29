export { datasetsMigrate } from "./migrate-command";
export { deprecation } from "./options";
export { datasetsPlan } from "./plan-command";
