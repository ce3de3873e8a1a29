export { generateDbt } from "./dbt/command";
