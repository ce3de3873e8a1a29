export {
  asDeclared,
  describeStoredValues,
  type Known,
  keepsBaseline,
  readStoredValues,
  type StoredValues,
  storedValuesState,
  takeStoredValues,
} from "./values";
export { writtenFields } from "./written-fields";
