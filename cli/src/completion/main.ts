/** What `bin/pulumi-analytics.js` runs for a completion. It loads little, because somebody has pressed Tab and waits. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { completeWords, formatCompletion } from "./complete";
import type { CommandNode } from "./tree";

// The word begins with `=`, because some shells drop an empty one.
const [last = "=", ...before] = process.argv.slice(3);
const tree = JSON.parse(readFileSync(join(__dirname, "commands.json"), "utf8")) as CommandNode;
process.stdout.write(formatCompletion(completeWords(tree, before, last.slice(1), process.cwd())));
