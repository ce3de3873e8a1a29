/** Names that end what they stand in, in one language or another. */
const openings = [
  ...["", "Orders", " ", "\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\u000b", "\u000c"],
  ...['"', "'", '"""', "`", "\\", "*/", "-->", "]]>", "\u001b[2J", "\u009b31m", "\u202e", "\ufeff", "\u0000", "\ud800"],
];

/** What they go on with, so that it runs, is read, or is believed. */
const payloads = [
  ...["", "x", "<<", "~", "1e_3", "0_x1F", "yes", "2026-01-01", "__proto__", "None", "constructor", "fn::readFile"],
  ...[
    "fn::invoke",
    "fn::fileAsset",
    `\${pulumi.cwd}`,
    `$\${a}`,
    "{{ env_var('HOME') }}",
    "{% raw %}",
    "$(touch pwned)",
  ],
  ...["'; touch pwned; '", "import os; os.system('touch pwned')", 'require("fs").writeFileSync("pwned", "")'],
  ...["# -*- coding: utf-7 -*-", "@ts-nocheck", "// @ts-ignore", "# type: ignore", "eslint-disable", "%YAML 1.1"],
  ...["---", "...", "&a *a", "!!binary aGk=", "? a\n: b", "- a", "a: b #c", "::error file=a::pwned", "##[error]pwned"],
  ...[
    "##vso[task.setvariable variable=a]b",
    "\n::error::pwned",
    "<script>alert(1)</script>",
    "<img src=x onerror=a()>",
  ],
  ...[
    "&lt;b&gt;",
    "[a](javascript:b)",
    "@everyone #1 http://x.y",
    "| a | b |",
    "\u2066a\u2069",
    "\ufffe\uffff",
    "\u007f",
  ],
  ...["\udc00", "\ud83d\ude00", "%0A%0D", "\\", "\t\ta", "a\n\n  b\n", "\n a", "a\u0000b", "=cmd|' /C calc'!A0"],
];

/** Five hundred of them: each opening with every payload's turn. */
export const hostileNames: readonly string[] = Array.from({ length: 500 }, (_, index) => {
  const [opening, payload] = [openings[index % openings.length]!, payloads[(index * 7) % payloads.length]!];
  return opening + payload;
});
