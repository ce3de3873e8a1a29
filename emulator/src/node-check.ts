/**
 * Ends a program on a Node.js that is too old, when it loads the package: otherwise it would fail later, in words that
 * don't name the reason.
 */
const node = process.versions.node;
if (Number.parseInt(node, 10) < 20) {
  const error = new Error(`analytics-emulator needs Node 20 or newer. This is Node ${node}.`);
  error.stack = error.message;
  throw error;
}

export {};
