/**
 * The language of formulas: text to tree, and back. Pure functions over text, without the functions of the platform:
 * those are in `check`. Programs load it with each start.
 */
export { listCallsAround } from "./calls";
export {
  findNames,
  type NameReference,
  normalizeFormula,
  normalizePlainName,
  parseSoleName,
  readName,
  replaceNames,
} from "./names";
export { parseFormula } from "./parse";
export { findSpan } from "./part";
export { dropFormat, straightenQuotes, unifyOperators } from "./spelling";
export { readTokens, type Token } from "./tokens";
export { getPartEnd, getStart, getText, isToken, type Node, printFormula, printPart, walkTree } from "./tree";
