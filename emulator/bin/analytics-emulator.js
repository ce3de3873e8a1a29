#!/usr/bin/env node
// What follows is read by each Node.js there is.
var major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error("analytics-emulator needs Node 20 or newer. This is Node %s.", process.versions.node);
  process.exit(2);
}
require("../dist/cli.js");
