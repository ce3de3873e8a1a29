export {
  type ExactNumber,
  findRounded,
  isDecimal,
  isExactNumber,
  parseJson,
  parseNumber,
  writeJson,
} from "./exact-number";
export { describeSchemaIssue } from "./issue";
export {
  collectTexts,
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
