const isAll = process.env.CASES === "all";

/**
 * How many cases a property is tried with: all of them in `npm run test:all`, others in each run, and a part of them in
 * `npm test`, the same in each.
 *
 * @param part by how much fewer they are in `npm test`.
 */
export function countCases(all: number, part = 10): number {
  return Math.ceil(all / (isAll ? 1 : part));
}

/** The cases that `npm test` tries of a test with several: the first ones. `npm run test:all` tries all of them. */
export function chooseCases<Case>(all: readonly Case[], most = 1): readonly Case[] {
  return isAll ? all : all.slice(0, most);
}

/** Every `nth` of many like cases in `npm test`, all of them in `npm run test:all`. */
export function chooseEvery<Case>(nth: number, all: readonly Case[]): readonly Case[] {
  return isAll ? all : all.filter((_, index) => index % nth === 0);
}

/** A test for `npm run test:all` alone. */
export const testOfAll = isAll ? test : test.skip;

/** Tests for `npm run test:all` alone. */
export const describeOfAll = isAll ? describe : describe.skip;
