export { generateDbt } from "./dbt/command";
export { generateExposures } from "./exposures/command";
export { generateOsi } from "./osi/command";
export { generateWarehouse } from "./warehouse/command";
