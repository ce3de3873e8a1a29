import { hasMask, isMask } from "../../../../provider/src/core/text";

test.each([
  "***",
  "*",
  "********",
  " *** ",
  "••••",
  "●●●●",
  "-----",
  "--------",
  "########",
  "xxxxxx",
  "XXXX-XXXX",
  "xxxx1234",
  "XXXX-XXXX-1234",
  "****1234",
  "ab****yz",
  "a***@acme.example",
  "abcdXXXXX",
  "AKIA…WXYZ",
  "sk-...abcd",
  "…abcd",
  "abcd...",
  "<redacted>",
  "[REDACTED]",
  "redacted",
  "[HIDDEN]",
  "(hidden)",
  "hidden",
  "**hidden**",
  "__redacted__",
  "<masked>",
  "[secret]",
  "<value hidden>",
  "<value-removed>",
  "(sensitive value)",
  "[FILTERED]",
  "Bearer ***",
  "Basic ********",
  "Bearer sk-…abcd",
])("%s is a mask", (text) => {
  expect(isMask(text)).toBe(true);
});

test.each([
  "",
  " ",
  "secret",
  "ROBOT",
  "reporting-user",
  "svc_analytics",
  "xxl",
  "XXXL",
  "x",
  "-",
  "a-b--c",
  "text/*",
  "*/*",
  "0 5 * * *",
  "application/json",
  "1b0c6a52-0000-4000-8000-000000000000",
  "removed",
  "[a]",
  "<user>",
  "{{token}}",
  "https://auth.example.com/token",
  "openid email",
  "Bearer abcdef",
  "v1.2.3",
  "account.eu-west-1",
])("%s is a value", (text) => {
  expect(isMask(text)).toBe(false);
});

test("a list with a mask has one", () => {
  expect(hasMask(["read", "***"])).toBe(true);
  expect(hasMask(["read"])).toBe(false);
  expect(hasMask(undefined)).toBe(false);
  expect(hasMask(3)).toBe(false);
});
