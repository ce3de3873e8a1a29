/** @type {import("jest").Config} */
module.exports = {
  rootDir: __dirname,
  roots: ["<rootDir>/tests"],
  testMatch: ["**/*.test.ts"],
  // What takes a server that few machines have is for `npm run test:all`.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/tests/engine/postgres.test.ts"],
  testEnvironment: "node",
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
  reporters: ["default", "<rootDir>/tools/jest-closing-line.js"],
  testSequencer: "<rootDir>/tools/jest-longest-first.js",
  // Tests wait for processes, servers and clocks of their own: one more than the two cores of CI. What they time, they time loosely.
  maxWorkers: 3,
  testTimeout: 60000,
};
