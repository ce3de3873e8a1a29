import * as z from "zod";
import { describeSchemaError, describeSchemaIssue } from "../../../../provider/src/core/data";

test.each<[z.ZodType, unknown, string]>([
  [z.string().min(1), "", "must not be empty"],
  [z.array(z.string()).min(1), [], "must not be empty"],
  [z.string().min(2), "a", "must have at least 2 characters"],
  [z.string().max(1), "ab", "must have at most 1 character"],
  [z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be more than 0"],
  [z.number().max(9), 10, "must be at most 9"],
  [z.email(), "ann", "must be an email address"],
  [z.url(), "x", "must be a URL"],
  [z.string(), undefined, "is missing"],
  [z.string(), 7, "must be a string, is a number"],
  [z.int(), 1.5, "must be a whole number, is a number"],
  [z.record(z.string(), z.string()), [], "must be an object, is a list"],
  [z.enum(["a", "b"]), "c", 'must be one of "a", "b"'],
  [z.literal("a"), "c", 'must be "a"'],
  [z.union([z.string(), z.int()]), true, "must be a string or a number"],
  [z.union([z.string(), z.int()]), undefined, "is missing"],
  [z.strictObject({}), { a: 1 }, "has the unknown field `a`"],
  [z.record(z.string().min(1), z.string()), { "": "" }, "must not be empty"],
  [z.string().min(1, "Give it a name."), "", "Give it a name."],
])("%#: a problem in plain words", (schema, value, message) => {
  expect(schema.safeParse(value).error!.issues.map(describeSchemaIssue)).toEqual([message]);
});

test("all problems of a file, with their places", () => {
  const schema = z.object({ a: z.string(), b: z.array(z.number()), c: z.string(), d: z.string() });
  const describeAll = (value: unknown, above?: string) => describeSchemaError(schema.safeParse(value).error!, above);
  expect(describeAll({ a: "", b: ["x"], c: "", d: "" }, "meta")).toBe("`meta.b.0` must be a number, is a string");
  expect(describeAll({})).toBe("`a` is missing; `b` is missing; `c` is missing; and 1 more");
  expect(describeSchemaError(z.strictObject({}).safeParse({ a: 1 }).error!, "meta")).toBe("`meta.a` is unknown");
  expect(describeAll(undefined)).toBe("is missing");
  expect(describeAll(null)).toBe("must be an object, is null");
});
