import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { diffLeaves, joinPath, kinds } from "../../../provider/src/plugin/detailed-diff";

test("the numbers of the kinds of differences are Pulumi's", () => {
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = PropertyDiff.Kind;
  expect(Object.values(kinds)).toEqual([ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE]);
});

test("each leaf that differs has its path, and how it differs", () => {
  const before = { authMethod: "basic", basic: { username: "ann", password: "one" }, old: 1 };
  const after = { authMethod: "basic", basic: { username: "ann", password: "two" }, new: { a: 1 } };
  expect(diffLeaves("credential", before, after)).toEqual({
    "credential.basic.password": kinds.update,
    "credential.old": kinds.delete,
    "credential.new": kinds.add,
  });
  expect(diffLeaves("members", ["a", "b"], ["a", "c", "d"])).toEqual({
    "members[1]": kinds.update,
    "members[2]": kinds.add,
  });
});

test("a change that replaces says so at each leaf; one that only means something else says so at the top", () => {
  expect(diffLeaves("color", "grass", "plum", true)).toEqual({ color: kinds.updateReplace });
  expect(diffLeaves("profile", undefined, "emea", true)).toEqual({ profile: kinds.addReplace });
  expect(diffLeaves("tagId", "same", "same", true)).toEqual({ tagId: kinds.updateReplace });
});

test("a key that is no word stands in quotes", () => {
  expect(joinPath("changes", 'page "Main" › table t')).toBe('changes["page \\"Main\\" › table t"]');
  expect(joinPath("refs", "orders#facts")).toBe('refs["orders#facts"]');
  expect(joinPath("a", "b_1")).toBe("a.b_1");
});
