import { createAtom, type Formula, joinConditions, UntranslatableError } from "../sql";
import type { SemanticModel } from "./manifest";

/** An aggregation, in the one form of both ways in which manifests have it. */
export interface Aggregation {
  readonly semantic: SemanticModel;
  readonly agg: string;
  /** SQL over the columns of the table. */
  readonly expr: string;
  readonly percentile: number | undefined;
  readonly isDiscrete: boolean;
  readonly isApproximate: boolean;
  readonly filters: readonly string[];
  readonly nullsAs: number | undefined;
  readonly joinsTime: boolean;
  readonly timeDimension: string | undefined;
  readonly isNonAdditive: boolean;
}

/** @throws UntranslatableError */
export function refuse(reason: string): never {
  throw new UntranslatableError(reason);
}

/** A number, or every row. */
export const isConstant = (expr: string) => /^\s*(\*|\d+)\s*$/.test(expr);

const plainNames: Readonly<Record<string, string>> = { sum: "Sum", average: "Avg", min: "Min", max: "Max" };

/** What the formula of an aggregation is made of. */
export type Aggregate = Pick<Aggregation, "agg" | "expr" | "percentile" | "isDiscrete">;

/** An aggregation as a formula. @param value undefined: a constant. */
export function writeAggregate(
  aggregation: Aggregate,
  value: Formula | undefined,
  condition: Formula | undefined,
): Formula {
  const { agg, expr } = aggregation;
  if (value === undefined) return countRows(agg, expr.trim(), condition);
  const plain = Object.hasOwn(plainNames, agg) ? plainNames[agg] : undefined;
  if (plain !== undefined) {
    if (agg === "sum" || agg === "average") requireNumber(agg, value);
    const type = agg === "average" ? "number" : value.type;
    return createAtom(
      condition === undefined ? `${plain}(${value.text})` : `${plain}If(${value.text}, ${condition.text})`,
      type,
    );
  }
  switch (agg) {
    case "count": {
      const isThere = createAtom(`IsNotNull(${value.text})`, "boolean");
      return createAtom(
        condition === undefined ? `Count(${value.text})` : `CountIf(${joinConditions([isThere, condition]).text})`,
        "integer",
      );
    }
    case "count_distinct":
      return createAtom(
        condition === undefined ? `CountDistinct(${value.text})` : `CountDistinctIf(${value.text}, ${condition.text})`,
        "integer",
      );
    case "sum_boolean":
      if (value.type !== undefined && value.type !== "boolean")
        refuse(`its expression isn't boolean but ${value.type}`);
      return createAtom(
        `CountIf(${joinConditions(condition === undefined ? [value] : [value, condition]).text})`,
        "integer",
      );
    case "median":
    case "percentile":
      requireNumber(agg, value);
      return writePercentile(aggregation, condition === undefined ? value.text : filterInside(value, condition));
    default:
      return refuse(`its aggregation ${agg} isn't known`);
  }
}

/** There is no MedianIf: other rows count as null, which every percentile skips. */
const filterInside = (value: Formula, condition: Formula) => `If(${condition.text}, ${value.text}, Null)`;

function requireNumber(agg: string, { type }: Formula): void {
  if (type === "text" || type === "date" || type === "boolean") refuse(`${agg} of ${type} isn't translated`);
}

function writePercentile({ agg, percentile, isDiscrete }: Aggregate, value: string): Formula {
  if (agg === "median") return createAtom(`Median(${value})`, "number");
  if (percentile === undefined) return refuse("its percentile isn't given");
  return createAtom(`Percentile${isDiscrete ? "Disc" : "Cont"}(${value}, ${percentile})`, "number");
}

function countRows(agg: string, expr: string, condition: Formula | undefined): Formula {
  if (agg !== "count" && !(agg === "sum" && expr === "1")) refuse(`${agg} of ${expr} isn't translated`);
  return createAtom(`CountIf(${condition?.text ?? "True"})`, "integer");
}

export function fillNulls({ text, type }: Formula, value: number): Formula {
  return createAtom(value === 0 ? `Zn(${text})` : `Coalesce(${text}, ${value})`, type);
}
