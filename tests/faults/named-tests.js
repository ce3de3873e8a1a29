const { TestEnvironment } = require("jest-environment-node");

/** Lets a file of tests know which of them are to run (`jest -t …`), where what they share would take long for all. */
module.exports = class extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name === "setup") this.global.testNamePattern = event.testNamePattern;
  }
};
