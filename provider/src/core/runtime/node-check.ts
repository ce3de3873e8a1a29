/**
 * Ends a program on a Node.js that is too old, when it loads the package: otherwise it would fail later, in words that
 * don't name the reason. A browser has no version, and passes.
 */
const node = globalThis.process?.versions?.node;
if (node !== undefined && Number.parseInt(node, 10) < 20) {
  const error = new Error(`pulumi-analytics needs Node 20 or newer. This is Node ${node}.`);
  error.stack = error.message;
  throw error;
}

export {};
