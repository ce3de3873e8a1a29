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
export { listWrittenFields } from "./written-fields";
