// Workers inherit the environment.
process.env.FAULTS = "whole";

/** Everything about faults: the whole matrix, every kill. */
module.exports = { ...require("../../jest.config.js"), roots: ["<rootDir>/tests/faults"] };
