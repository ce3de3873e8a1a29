export { chooseDialect, classifyType, type Dialect, hasTime, readDialect, type ValueType } from "./dialects";
export {
  createAtom,
  divide,
  type Formula,
  joinConditions,
  type Scope,
  translate,
  truncateDate,
} from "./formula";
export { parseSql } from "./parse";
export { type Call, listParts, type Reference, type Sql, UntranslatableError } from "./syntax";
export { writeSql } from "./write";
