import { readShares } from "../../../bench/src/shared/cpu-profile";

const buildFrame = (functionName: string, url = "") => ({
  functionName,
  url,
  scriptId: "0",
  lineNumber: 0,
  columnNumber: 0,
});

test("adds up a V8 profile by package and by function, without idle time; a recursive function counts once", () => {
  const { total, packages, functions } = readShares({
    nodes: [
      { id: 1, callFrame: buildFrame("(root)"), children: [2, 3, 5] },
      { id: 2, callFrame: buildFrame("(idle)") },
      { id: 3, callFrame: buildFrame("load", "file:///any/node_modules/js-yaml/lib/loader.js"), children: [4] },
      { id: 4, callFrame: buildFrame("", "/any/provider/dist/spec/parse.js"), children: [6] },
      { id: 5, callFrame: buildFrame("readFile", "node:fs") },
      { id: 6, callFrame: buildFrame("load", "file:///any/node_modules/js-yaml/lib/loader.js") },
    ],
    startTime: 0,
    endTime: 1000,
    samples: [2, 3, 4, 4, 5, 6],
    timeDeltas: [500, 100, 150, 50, 200, 25],
  });
  expect(total).toBe(525);
  expect(Object.fromEntries(packages)).toEqual({ "js-yaml": 125, provider: 200, node: 200 });
  expect(Object.fromEntries(functions)).toEqual({
    "load js-yaml/lib/loader.js:1": 325,
    "(anonymous) provider/spec/parse.js:1": 225,
    "readFile node/fs:1": 200,
  });
});
