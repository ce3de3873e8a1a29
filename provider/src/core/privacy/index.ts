/** Which numbers of a run may be told: `Partition` decides it. */

/** Rows that are behind a told value, unless the setting `fewestRows` says otherwise. */
export const defaultFewestRows = 5;
export { Ledger } from "./ledger";
export { Partition, type Told, type Untold } from "./partition";
