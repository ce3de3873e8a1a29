// Workers inherit the environment.
process.env.REWRITINGS ??= "2000";
process.env.CASES ??= "all";

const { projects, ...config } = require("../all.config.js");

/**
 * What a platform makes of a model, through both doors: each rewriting alone and all together with the real engine, and
 * many random ones.
 */
module.exports = {
  ...config,
  projects: projects.map((project) => ({
    ...project,
    roots: ["<rootDir>/tests/rewritings", "<rootDir>/tests/unit/core/model", "<rootDir>/tests/host"],
    testMatch: ["**/rewritings.test.ts", "**/rewritten-models.test.ts"],
  })),
};
