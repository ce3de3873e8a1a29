// Workers inherit the environment.
process.env.CASES = "quick";

const { testPathIgnorePatterns, ...config } = require("../jest.config.js");

/** What tells most while editing: modules and kinds, without an engine, a terminal or a browser, and without what takes long. */
module.exports = {
  ...config,
  rootDir: `${__dirname}/..`,
  roots: ["<rootDir>/tests/unit", "<rootDir>/tests/host"],
  testPathIgnorePatterns: [
    ...testPathIgnorePatterns,
    "<rootDir>/tests/host/recover.test.ts",
    "<rootDir>/tests/unit/core/api/hostile-answers.test.ts",
    "<rootDir>/tests/unit/emulator/cli.test.ts",
    "<rootDir>/tests/unit/pulumi-cli/language-host.test.ts",
  ],
};
