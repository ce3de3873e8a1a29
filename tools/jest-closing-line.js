/** Ends the output with the totals as one plain line, which a CI that knows no jest can read. */
module.exports = class ClosingLine {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stderr.write("");
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`);
  }
};
