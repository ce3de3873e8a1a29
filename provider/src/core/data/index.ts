export {
  type ExactNumber,
  findRounded,
  isDecimal,
  isExactNumber,
  parseJson,
  parseNumber,
  writeJson,
} from "./exact-number";
export { describeSchemaError, describeSchemaIssue, nameType } from "./issue";
export {
  collectTexts,
  dropMark,
  findExcess,
  isJson,
  isObject,
  type JsonLimits,
  largestJson,
  readFields,
  tryParseJson,
  unknownValue,
  writeStableText,
} from "./json";
