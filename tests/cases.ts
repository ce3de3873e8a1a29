/**
 * How many cases a property is tried with: all of them in `npm run test:all`, a fifth in `npm test`, a tenth in
 * `npm run test:quick`. Those of `npm run test:all` are others in each run.
 */
export function cases(all: number): number {
  const share = { all: 1, quick: 10 }[process.env.CASES ?? ""] ?? 5;
  return Math.ceil(all / share);
}

/** A test for `npm run test:all` alone. */
export const testOfAll = process.env.CASES === "all" ? test : test.skip;
