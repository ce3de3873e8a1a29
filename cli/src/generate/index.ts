export { generateDbt } from "./dbt/command";
export { generateExposures } from "./exposures/command";
export { generateWarehouse } from "./warehouse/command";
