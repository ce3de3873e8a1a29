import { hasMask, hasMaskInside, isMask, isShownAs } from "../../../../provider/src/core/text";

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
  "‹hidden›",
  "«redacted»",
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

test.each([
  ["https://x.example/?key=***", "https://x.example/?key=K"],
  ["https://x.example/?key=%2A%2A%2A%2A", "https://x.example/?key=K"],
  ["https://x.example/?key=%E2%80%A2%E2%80%A2%E2%80%A2&page=1", "https://x.example/?key=K&page=1"],
  ["https://x.example/?key=xxxx1234", "https://x.example/?key=98761234"],
  ["https://x.example/?key=hidden#top", "https://x.example/?key=K#top"],
  ["https://robot:********@x.example/", "https://robot:pass@x.example/"],
  ["https://x.example/<redacted>/items", "https://x.example/account/items"],
  ['{"token":"••••","n":1,"key":"ab***"}', '{"token":"T","n":1,"key":"abcd"}'],
  ["token: [HIDDEN]", "token: T"],
])("%s shows %s in part", (shown, text) => {
  expect(hasMaskInside(shown)).toBe(true);
  expect(isShownAs(text, shown)).toBe(true);
  expect(isShownAs(`${text}!`, shown) && isShownAs(`!${text}`, shown)).toBe(false);
  expect(isShownAs("", shown)).toBe(false);
});

test.each([
  "https://x.example/a/../b?q=*",
  "https://x.example/items?from=2026-01-01&state=all",
  '{"visibility":"hidden","more":"…","wild":"**"}',
  "{{token}}",
  "",
])("%s shows all", (text) => {
  expect(hasMaskInside(text)).toBe(false);
  expect(isShownAs(text, text)).toBe(true);
});
