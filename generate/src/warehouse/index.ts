export { buildTables, type CatalogTable } from "./tables";
