// Workers inherit the environment.
process.env.REWRITINGS ??= "2000";
process.env.CASES ??= "all";

/** What a platform makes of a model: each rewriting alone and all together with the real engine, and many random ones. */
module.exports = {
  ...require("../../jest.config.js"),
  roots: ["<rootDir>/tests/rewritings", "<rootDir>/tests/unit/spec"],
  testMatch: ["**/rewritings.test.ts"],
};
