#!/usr/bin/env node
// The command itself uses what only newer releases of Node.js have. What follows is read by each Node.js there is.
var major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error("pulumi-analytics needs Node 20 or newer. This is Node %s.", process.versions.node);
  process.exit(2);
}
// A shell that completes a word waits for the answer: that has a file of its own, which loads fast.
var file = process.argv[2] === "complete" ? "../dist/cli/complete.js" : "../dist/cli/main.js";
try {
  Promise.resolve(require(file).ended).catch(explain);
} catch (error) {
  explain(error);
}
function explain(error) {
  if (error.code !== "MODULE_NOT_FOUND" && error.name !== "SyntaxError") throw error;
  console.error(
    "The installed package pulumi-analytics is damaged: %s. Install it again.",
    error.message.split("\n")[0],
  );
  process.exit(2);
}
