import { boundResult } from "../../../../cli/src/mcp/bound";

test("lists are cut to the limit and say so; a path is one value, and stays whole", () => {
  const checks = [1, 2, 3].map((id) => ({ id, path: ["checks", 0, "metric", "Gross"] }));
  const told = boundResult({ result: { checks } }, 2, "`documents`", []);
  expect(told).toEqual({
    result: { checks: checks.slice(0, 2) },
    more: ["result.checks: 1 more, narrow it by `documents`, or raise `limit`"],
  });
});

test("what is too long for an answer is cut below the limit, which can't be raised", () => {
  const texts = Array.from({ length: 40 }, () => "x".repeat(3_000));
  const { more } = boundResult({ texts }, 100, "`documents`", []);
  expect(more).toEqual(["texts: 28 more, narrow it by `documents`"]);
});
