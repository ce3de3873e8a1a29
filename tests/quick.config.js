const { projects, ...config } = require("../jest.config.js");

/**
 * What tells most while editing: modules, kinds and some commands, without an engine, a terminal or a browser, and
 * without what takes long.
 */
const narrowProject = ({ testPathIgnorePatterns, globalSetup: _, ...project }) => ({
  ...project,
  roots: ["<rootDir>/tests/unit", "<rootDir>/tests/host", "<rootDir>/tests/cli"],
  testPathIgnorePatterns: [
    ...testPathIgnorePatterns,
    "<rootDir>/tests/cli/(?!(check-values|exposures|fmt|reports|validate)[.]test)",
    "<rootDir>/tests/host/(recover|data-model-stored-form|deployment-policy-members|half-finished-updates)[.]test",
    "<rootDir>/tests/host/(corrupted-answers|odd-created-ids|referred-ids|states|stored-values|webhook-trigger)[.]test",
    "<rootDir>/tests/host/(api-credential|conflict|ignored-paths|impact|plugin|unlisted-answers)[.]test",
    "<rootDir>/tests/host/rewritten-(models|workbooks)[.]test",
    "<rootDir>/tests/unit/bench/",
    "<rootDir>/tests/unit/cli/(init/emulator|rename-property|text/update|text/format)[.]test",
    "<rootDir>/tests/unit/core/api/(foreign-answers|hostile-answers|sign-in)[.]test",
    "<rootDir>/tests/unit/(diagram/|hostile-texts[.]test|regular-expressions[.]test)",
    "<rootDir>/tests/unit/emulator/(cli[.]test|http/limits[.]test|state/journal[.]test|auth/|generate/)",
    "<rootDir>/tests/unit/pipelines/workflows[.]test",
    "<rootDir>/tests/unit/plugin/executable[.]test",
    "<rootDir>/tests/unit/pulumi-cli/",
  ],
});

module.exports = { ...config, rootDir: `${__dirname}/..`, projects: projects.slice(0, 1).map(narrowProject) };
