import { readGoStacks, readNodeStacks, writeFolded } from "../../../bench/src/shared/fold";

const buildFrame = (functionName: string, url = "") => ({
  functionName,
  url,
  scriptId: "0",
  lineNumber: 0,
  columnNumber: 0,
});

test("a V8 profile becomes stacks: by package or place, without the root and without idle time", () => {
  const stacks = readNodeStacks({
    nodes: [
      { id: 1, callFrame: buildFrame("(root)"), children: [2, 3, 5] },
      { id: 2, callFrame: buildFrame("(idle)") },
      { id: 3, callFrame: buildFrame("parse", "file:///any/node_modules/js-yaml/lib/loader.js"), children: [4] },
      { id: 4, callFrame: buildFrame("", "/any/provider/dist/spec/parse.js") },
      { id: 5, callFrame: buildFrame("a;b", "/tmp/project/index.js") },
    ],
    startTime: 0,
    endTime: 1000,
    samples: [2, 3, 4, 4, 5],
    timeDeltas: [500, 100, 150, 50, 200],
  });
  expect(writeFolded(stacks)).toBe(
    "a,b index.js 200\nparse js-yaml/lib/loader.js 100\nparse js-yaml/lib/loader.js;(anonymous) " +
      "provider/dist/spec/parse.js 200\n",
  );
});

test("what pprof prints becomes stacks, outermost first; the same stack again adds up", () => {
  const traces = `File: pulumi
Type: cpu
-----------+-------------------------------------------------------
      10ms   leaf
             middle (inline)
             main.main
-----------+-------------------------------------------------------
     1.50s   other
-----------+-------------------------------------------------------
    500us   leaf
             middle
             main.main
`;
  expect(writeFolded(readGoStacks(traces))).toBe("main.main;middle;leaf 10500\nother 1500000\n");
});
