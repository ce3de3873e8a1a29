import { collectValues, parsePair } from "../../../../cli/src/command/options";

test("the values of an option that is repeated come in their order", () => {
  expect(collectValues("b", collectValues("a"))).toEqual(["a", "b"]);
});

test("a pair is split at the first equals sign", () => {
  expect(parsePair("--ref", "orders#a=b=c", "name=id")).toEqual(["orders#a", "b=c"]);
});

test.each(["orders", "=x", "orders="])("%s is no pair", (text) => {
  expect(() => parsePair("--ref", text, "name=id, such as orders=1b0c")).toThrow(
    `--ref ${text}: write name=id, such as orders=1b0c.`,
  );
});
