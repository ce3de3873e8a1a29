/** SQL expressions, as far as a formula can say the same. */
export type Sql =
  | {
      readonly is: "column";
      readonly qualifier: string | undefined;
      readonly name: string;
      /** Whether the name stands in quotes, which keep its case. */
      readonly isQuoted: boolean;
    }
  /** A call in double braces, as filters of metrics have it: `{{ Dimension('order__status') }}`. */
  | { readonly is: "reference"; readonly reference: Reference }
  | { readonly is: "number"; readonly text: string }
  | { readonly is: "text"; readonly value: string }
  | { readonly is: "date"; readonly value: string }
  | { readonly is: "boolean"; readonly value: boolean }
  | { readonly is: "null" }
  | { readonly is: "today" }
  | { readonly is: "not"; readonly of: Sql }
  | { readonly is: "minus"; readonly of: Sql }
  | { readonly is: "binary"; readonly operator: Operator; readonly left: Sql; readonly right: Sql }
  | Call
  | {
      readonly is: "case";
      readonly of: Sql | undefined;
      readonly branches: readonly { readonly when: Sql; readonly result: Sql }[];
      readonly otherwise: Sql | undefined;
    }
  | { readonly is: "in"; readonly of: Sql; readonly items: readonly Sql[] }
  | { readonly is: "between"; readonly of: Sql; readonly low: Sql; readonly high: Sql }
  | { readonly is: "isNull"; readonly of: Sql }
  | { readonly is: "like"; readonly of: Sql; readonly pattern: Sql; readonly ignoresCase: boolean }
  | { readonly is: "cast"; readonly of: Sql; readonly type: string };

/** `sum(amount)`; of `count(*)` the arguments are empty. */
export interface Call {
  readonly is: "call";
  readonly name: string;
  readonly args: readonly Sql[];
  readonly isDistinct: boolean;
}

/** An expression with all that is in it. */
export function listParts(sql: Sql): Sql[] {
  const listInside = (value: unknown): Sql[] => {
    if (Array.isArray(value)) return value.flatMap(listInside);
    if (typeof value !== "object" || value === null) return [];
    return "is" in value ? listParts(value as Sql) : Object.values(value).flatMap(listInside);
  };
  return [sql, ...Object.values(sql).flatMap(listInside)];
}

export type Operator = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "||";

/** A call of the semantic layer, with the granularity that it may be truncated to. */
export interface Reference {
  /** `Dimension`, `TimeDimension`, `Entity` or `Metric`. */
  readonly kind: string;
  readonly name: string;
  readonly granularity: string | undefined;
  /** What follows the first argument besides a granularity, such as `entity_path=['order']`. */
  readonly rest: string | undefined;
}

/** Says why an expression has no formula, in words that end a sentence after "because". */
export class UntranslatableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "UntranslatableError";
  }
}
