export {
  type ExactNumber,
  findRounded,
  isDecimal,
  isExactNumber,
  parseJson,
  parseNumber,
  subtractDecimals,
  writeJson,
} from "./exact-number";
export { describeSchemaError, describeSchemaIssue, nameType } from "./issue";
export {
  collectTexts,
  dropMark,
  findExcess,
  isJson,
  isObject,
  largestJson,
  readFields,
  tryParseJson,
  unknownValue,
  writeStableText,
} from "./json";
export { addTo, groupBy, remember } from "./maps";
export {
  alignValue,
  type CsvField,
  compareValues,
  formatValue,
  formKey,
  formLooseKey,
  getFamily,
  listReadings,
  noValue,
  orderValues,
  type PlainValue,
  readValue,
  toPlain,
  type Value,
  zero,
} from "./value";
