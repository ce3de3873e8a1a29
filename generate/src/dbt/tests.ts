import type { Test } from "./manifest";

/** Tests whose meaning is known, by the package that has them. */
const packages = {
  ...{ unique: "dbt", not_null: "dbt", accepted_values: "dbt", relationships: "dbt" },
  ...{ unique_combination_of_columns: "dbt_utils", relationships_where: "dbt_utils" },
} as const;

export type TestName = keyof typeof packages;

const isKnownName = (name: string): name is TestName => Object.hasOwn(packages, name);

/** The name of a test, unless another package, or the project, has a test of its own by that name. */
export function readTestName({
  test_metadata: { name, namespace },
  depends_on: { macros },
}: Test): TestName | undefined {
  if (!isKnownName(name)) return undefined;
  const owner = packages[name];
  // The project's own test has no namespace; the macro that dbt calls says whose it is. Older manifests name none.
  const [, called] = macros.map((macro) => macro.split(".")).find((parts) => parts.at(-1) === `test_${name}`) ?? [];
  return (called ?? namespace ?? owner) === owner ? name : undefined;
}

/** A number of failures from which a test fails or warns that is any at all. */
const isAny = (condition: string | undefined) =>
  condition === undefined || /^\s*((!=|<>|>)\s*0|>=\s*1)\s*$/.test(condition);

/**
 * Why a check can't mean what a test means; undefined: it can. `limit` changes only how many failures are counted.
 *
 * @example explainOption(test) // "`where` tests some rows only"
 */
export function explainOption(test: Test): string | undefined {
  const { where, error_if: error, warn_if: warning, fail_calc: calculation } = test.config;
  const [option, condition] = isWarning(test) ? ["warn_if", warning] : ["error_if", error];
  if (where !== undefined) return "`where` tests some rows only";
  if (calculation !== undefined && !/^\s*count\(\s*\*\s*\)\s*$/i.test(calculation)) {
    return "`fail_calc` counts something else";
  }
  return isAny(condition) ? undefined : `\`${option}: ${condition}\` allows some failures`;
}

/** Whether a failure of a test is a warning. */
export const isWarning = ({ config: { severity } }: Test): boolean => severity?.toLowerCase() === "warn";
