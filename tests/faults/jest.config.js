// Workers inherit the environment.
process.env.FAULTS = "whole";

const { projects, ...config } = require("../all.config.js");

/** Everything about faults, through both doors: the whole matrix, every kill. */
module.exports = {
  ...config,
  projects: projects.map((project) => ({ ...project, roots: ["<rootDir>/tests/faults"] })),
};
