import fc from "fast-check";

// The same cases in each run: a red test is then due to the change. `npm run test:all` looks for new ones.
if (process.env.CASES !== "all") fc.configureGlobal({ seed: 1 });

/**
 * Any character of Unicode, as the unit of a string. fast-check's own, `unit: "binary"`, takes a second of each file
 * that uses it.
 */
export const character = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

export default fc;
