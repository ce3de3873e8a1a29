const { createProjects } = require("./tests/doors");

/** How every test file is run, whichever door answers the engine. */
const project = {
  rootDir: __dirname,
  // The sources, so that `--findRelatedTests` knows who imports them.
  roots: [
    "tests",
    ...["cli", "diagram", "emulator", "generate", "policies", "provider"].map((name) => `${name}/src`),
  ].map((folder) => `<rootDir>/${folder}`),
  globalSetup: "<rootDir>/tools/jest-prepare.js",
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
    ],
  },
  moduleNameMapper: {
    "^pulumi-analytics$": "<rootDir>/provider/src/index.ts",
    "^pulumi-analytics-diagram/graph$": "<rootDir>/diagram/src/graph/index.ts",
    "^analytics-emulator$": "<rootDir>/emulator/src/index.ts",
    "^pulumi-cli$": "<rootDir>/tools/pulumi-cli/src/index.ts",
  },
};

/** @type {import("jest").Config} */
module.exports = {
  projects: createProjects(project),
  reporters: ["default", "<rootDir>/tools/jest-closing-line.js"],
  // Tests wait for processes, servers and clocks of their own: twice the two cores of CI.
  maxWorkers: 4,
  // A worker that has run a hundred files holds most of a gigabyte, whose release takes 0.4 s alone and more beside
  // three others: Jest's half a second would call that a leak. A real one outlasts this.
  workerGracefulExitTimeout: 10_000,
  // For what hangs: nothing that ends takes so long, however busy the machine is.
  testTimeout: 600_000,
};
