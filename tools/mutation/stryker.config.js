const { rooms } = require("./rooms");

const room = rooms[process.env.ROOM];
if (room === undefined) throw new Error(`Set ROOM to one of: ${Object.keys(rooms).join(", ")}`);

module.exports = {
  mutate: [`${room.source}/**/*.ts`],
  // Wordings of messages: snapshots and tests of the command have them.
  mutator: { excludedMutations: ["StringLiteral"] },
  testRunner: "jest",
  jest: { projectType: "custom", configFile: "tools/mutation/jest.config.js", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // What a module computes when it is loaded, such as a schema: each change would take a run of all tests.
  ignoreStatic: true,
  // Jest compiles without types.
  disableTypeChecks: false,
  // A loop without an end; not a machine that is busy.
  timeoutMS: 30_000,
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, logTests: false },
};
