import * as z from "zod";
import { allowAbsent, optionalText, rename } from "../../../provider/src/core/api/common";
import { defineList } from "../../../provider/src/core/api/transport/answer";
import { readAnswerFields } from "../../../provider/src/lookups/answer-fields";

/** Answers as areas declare them, with the fields of a lookup as one would write them. */
const fields: Readonly<Record<string, readonly [answer: z.ZodType, field: z.ZodType]>> = {
  "a text": [z.string().describe("A."), z.string().describe("A.")],
  "a text that may be absent or null": [optionalText.describe("A."), z.string().optional().describe("A.")],
  "a number that may be absent or null": [allowAbsent(z.number()).describe("A."), z.number().optional().describe("A.")],
  "null, which an answer has in any case": [
    z.string().nullable().default(null).describe("A."),
    z.string().nullable().describe("A."),
  ],
  "null or absence, as it comes": [z.string().nullish().describe("A."), z.string().nullish().describe("A.")],
  "a list": [defineList(z.string()).describe("A."), z.array(z.string()).describe("A.")],
  "a list that may be absent": [
    allowAbsent(defineList(z.string())).describe("A."),
    z.array(z.string()).optional().describe("A."),
  ],
  "an object, of which the described parts count": [
    z
      .looseObject({ a: optionalText.describe("B."), b: z.string() })
      .meta({ title: "A" })
      .describe("A."),
    z
      .object({ a: z.string().optional().describe("B.") })
      .meta({ title: "A" })
      .describe("A."),
  ],
  "an object with a type of its own": [
    z.looseObject({ a: z.string() }).describe("A.").meta({ type: "{ a: string }" }),
    z.looseObject({}).describe("A.").meta({ type: "{ a: string }" }),
  ],
};

test.each(Object.entries(fields))("%s", (_what, [answer, field]) => {
  const found = readAnswerFields(z, z.looseObject({ id: z.string(), field: answer }));
  expect(Object.keys(found)).toEqual(["field"]);
  expect(z.toJSONSchema(found.field!)).toEqual(z.toJSONSchema(field));
  expect(found.field!.isOptional()).toBe(field.isOptional());
});

test("a field has the name that its answer gets", () => {
  const answer = rename(z.looseObject({ fileUrlId: z.string().describe("A.") }), { fileUrlId: "urlId" });
  expect(Object.keys(readAnswerFields(z, answer))).toEqual(["urlId"]);
  expect(answer.parse({ fileUrlId: "a", more: 1 })).toEqual({ urlId: "a", more: 1 });
});
