import { parseJson, writeJson } from "pulumi-analytics-internal/core/data";
import { buildCall, hideSecrets } from "../../../../cli/src/api/request";

const readFile = (path: string) => `text of ${path}`;

test.each([
  ["tags", "/v2/tags", {}],
  ["/v2/tags?limit=5&search=a%20b", "/v2/tags", { limit: "5", search: "a b" }],
  ["v3/tags", "/v3/tags", {}],
  ["v2.1/tags", "/v2.1/tags", {}],
  ["files/a%2Fb", "/v2/files/a%2Fb", {}],
])("%s is %s", (given, path, query) => {
  expect(buildCall("GET", given, { fields: [], readFile })).toMatchObject({ path, query });
});

test("a field that is JSON is that value, @file the text of a file, everything else a text", () => {
  const fields = ["a=1", "b=true", "c=null", 'd=["x"]', 'e="1"', "f=plain text", "g=@file", "h=a=b", "i=1.50"];
  const { body } = buildCall("POST", "tags", { fields, readFile });
  expect(JSON.parse(writeJson(body) ?? "")).toEqual({
    a: 1,
    b: true,
    c: null,
    d: ["x"],
    e: "1",
    f: "plain text",
    g: "text of file",
    h: "a=b",
    i: 1.5,
  });
});

test("beside a body, fields are the query", () => {
  const call = buildCall("POST", "tags", { fields: ["dryRun=true"], input: '{"name":"x"}', readFile });
  expect(call).toMatchObject({ query: { dryRun: "true" }, body: { name: "x" } });
});

test("secrets of a body are known by the names of their fields", () => {
  const input = '{"name":"x","credential":[{"password":"p1","token":"t1"}],"pageToken":"no"}';
  expect(buildCall("POST", "api-credentials", { fields: [], input, readFile }).secrets).toEqual(["p1", "t1"]);
});

test("secrets of an answer are hidden, and the rest stays, with all digits", () => {
  const answer = parseJson(
    '{"clientSecret":"s","nextPageToken":"t","n":12345678901234567890,"in":[{"sessionToken":"u"}]}',
  );
  expect(writeJson(hideSecrets(answer))).toBe(
    '{"clientSecret":"[secret]","nextPageToken":"t","n":12345678901234567890,"in":[{"sessionToken":"[secret]"}]}',
  );
});
