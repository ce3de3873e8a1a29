export { generateDbt } from "./dbt/command";
export { generateWarehouse } from "./warehouse/command";
