const { projects, ...config } = require("../../jest.config.js");
const [{ testPathIgnorePatterns: _, globalSetup: __, ...project }] = projects;

/** Clients of other authors, installed from where they are published, against the emulator. */
module.exports = {
  ...config,
  rootDir: `${__dirname}/../..`,
  maxWorkers: 1,
  testTimeout: 600_000,
  projects: [{ ...project, roots: ["<rootDir>/tests/clients"] }],
};
