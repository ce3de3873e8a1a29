export { addTriedValues, listChanged, readTried } from "./tried";
export {
  buildStoredValues,
  describeStoredValues,
  hasBaseline,
  type Known,
  readStoredValues,
  restoreDeclared,
  type StoredValues,
  takeStoredValues,
} from "./values";
export { type Access, change, compare, readStored, type Written } from "./written";
export { listWrittenFields } from "./written-fields";
