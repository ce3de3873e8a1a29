// Workers inherit the environment.
process.env.FAULTS = "whole";
process.env.REWRITINGS ??= "2000";
process.env.CASES ??= "all";

const { projects, ...config } = require("../jest.config.js");
const { createProjects } = require("./doors");
const [{ displayName: _, testMatch: __, testPathIgnorePatterns: ___, ...project }] = projects;

/**
 * Every test there is, through both doors: the whole matrix of faults, every kill, every rewriting alone, all cases of
 * properties, and what needs a PostgreSQL server.
 */
module.exports = {
  ...config,
  rootDir: `${__dirname}/..`,
  projects: createProjects(project, { isWhole: true }),
};
