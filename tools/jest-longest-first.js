const { default: Sequencer } = require("@jest/test-sequencer");
const { join, relative, sep } = require("node:path");

/** The files that take longest, the longest first: where none is left to the end, all workers end at about the same time. */
const longest = require("../tests/longest.json");

const tests = join(__dirname, "../tests");

module.exports = class LongestFirst extends Sequencer {
  async sort(files) {
    const rank = ({ path }) => {
      const known = longest.indexOf(relative(tests, path).split(sep).join("/"));
      return known < 0 ? longest.length : known;
    };
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b));
  }
};
