// Workers inherit the environment.
process.env.FAULTS = "whole";
process.env.REWRITINGS ??= "2000";
process.env.CASES ??= "all";

/** Every test there is: the whole matrix of faults, every kill, every rewriting alone, all cases of properties, and what needs a PostgreSQL server. */
module.exports = {
  ...require("../jest.config.js"),
  rootDir: `${__dirname}/..`,
  testPathIgnorePatterns: ["/node_modules/"],
};
