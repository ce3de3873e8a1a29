const { projects, testTimeout } = require("../../jest.config.js");
const { rooms } = require("./rooms");

const [{ displayName: _, globalSetup: __, ...project }] = projects;

/** The tests that are nearest to a room. */
module.exports = {
  ...project,
  testTimeout,
  roots: ["<rootDir>/tests/unit"],
  testMatch: rooms[process.env.ROOM].tests.map((path) => `<rootDir>/tests/unit/${path}.test.ts`),
  moduleNameMapper: {
    ...project.moduleNameMapper,
    // Stryker works in a copy of the repository, whose `node_modules` lead to the original.
    "^pulumi-analytics-internal/(.*)$": "<rootDir>/provider/src/$1",
    "/limited$": `${__dirname}/unlimited.js`,
  },
};
