#!/usr/bin/env node
// What follows is read by each Node.js there is.
var major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error("analytics-emulator needs Node 20 or newer. This is Node %s.", process.versions.node);
  process.exit(2);
}
try {
  require("../dist/cli.js");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND" && error.name !== "SyntaxError") throw error;
  console.error(
    "The installed package analytics-emulator is damaged: %s. Install it again.",
    error.message.split("\n")[0],
  );
  process.exit(2);
}
