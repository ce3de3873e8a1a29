/** The rooms whose code is changed, with their nearest tests below `tests/unit`. */
exports.rooms = {
  "core/text": { source: "provider/src/core/text", tests: ["core/text/**/*", "cli/text/markdown"] },
  "core/checks": { source: "provider/src/core/checks", tests: ["core/checks/**/*"] },
  host: { source: "provider/src/host", tests: ["host/**/*"] },
  report: {
    source: "cli/src/report",
    tests: ["cli/numbers", "cli/text/markdown", "pipelines/preview-comment"],
  },
};
