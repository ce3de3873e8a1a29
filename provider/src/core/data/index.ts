export {
  type ExactNumber,
  findRounded,
  isDecimal,
  isExactNumber,
  parseJson,
  parseNumber,
  writeJson,
} from "./exact-number";
export {
  collectTexts,
  isJson,
  isObject,
  readFields,
  tryParseJson,
  unknownValue,
  writeStableText,
} from "./json";
