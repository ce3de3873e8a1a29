import * as z from "zod";
import { describeSchemaIssue } from "../../../../provider/src/core/data";

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
  [z.string().min(1, "Give it a name."), "", "Give it a name."],
])("%#: a problem in plain words", (schema, value, message) => {
  expect(schema.safeParse(value).error!.issues.map(describeSchemaIssue)).toEqual([message]);
});
