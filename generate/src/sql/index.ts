export { chooseDialect, classifyType, type Dialect, hasTime, type ValueType } from "./dialects";
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
export { type FindName, writeSql } from "./write";
