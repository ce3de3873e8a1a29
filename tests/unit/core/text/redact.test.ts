import { createPartFinder, escapeLine, hideUserinfo, listUrlSecrets, redact } from "../../../../provider/src/core/text";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import {
  encodeBase64,
  encodeJson,
  encoders,
  escapeHtml,
  escapeUnicode,
  readSpellings,
  wrapText,
} from "../../../spellings";
import { expectLimited, manyCharacters } from "../../limited";

test.each([
  [
    "Expecting string but instead got: hunter2-hunter2",
    ["hunter2-hunter2"],
    "Expecting string but instead got: [secret]",
  ],
  ["xhunter2-hunter2x", ["hunter2-hunter2"], "x[secret]x"],
  // A short one is a secret as a word, not as a part of one.
  ["a bad answer: a", ["a"], "[secret] bad answer: [secret]"],
  ["status 400, got 4", ["4"], "status 400, got [secret]"],
  ["got (.*), or \\d", [".*", "\\d"], "got ([secret]), or [secret]"],
  // The longer one, and none in what another was replaced by.
  ["got long-secret-value", ["secret", "long-secret-value"], "got [secret]"],
  ["got my-password", ["secret", "my-password"], "got [secret]"],
  // What overlaps is one.
  ["got one-and-two-and-three.", ["one-and-two", "two-and-three"], "got [secret]."],
  // As it stands in JSON.
  ['got: "line 1\\nline \\"2\\""', ['line 1\nline "2"'], 'got: "[secret]"'],
  ["nothing", [""], "nothing"],
])("%j without %j", (text, secrets, expected) => {
  expect(redact(text, secrets)).toBe(expected);
});

const secret = 'p/ss "wörd"+<7&\'%41 \u{1f600}';
const encodeEntities = (base: 10 | 16) =>
  [...secret].map((letter) => `&#${base === 16 ? "x" : ""}${letter.codePointAt(0)?.toString(base)};`).join("");
const percentAll = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const form = new URLSearchParams({ s: secret }).toString().slice(2);

const spellings: readonly [string, string][] = [
  ["as it is", secret],
  ["JSON", encodeJson(secret)],
  ["JSON with escaped slashes", encodeJson(secret).replaceAll("/", "\\/")],
  ["every letter as \\uXXXX", escapeUnicode(secret)],
  ["\\uXXXX in capitals", escapeUnicode(secret).replace(/[a-f\d]{4}/g, (hex) => hex.toUpperCase())],
  ["JSON that is safe in HTML", encodeJson(secret).replace(/[<>&']/g, escapeUnicode)],
  ["percent", encodeURIComponent(secret)],
  ["percent in small letters", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  ["every byte as percent", percentAll],
  ["form", form],
  ["HTML", escapeHtml(secret)],
  ["HTML by numbers", encodeEntities(10)],
  ["HTML by hexadecimal numbers", encodeEntities(16)],
  ["form in HTML", escapeHtml(form)],
  ["percent in JSON", encodeJson(encodeURIComponent(secret))],
  ["JSON in JSON", encodeJson(encodeJson(secret))],
];

test.each(spellings)("a secret spelled %s", (_, spelled) => {
  expect(redact(`before ${spelled} after`, [secret])).toBe("before [secret] after");
  expect(redact({ deep: [`client_secret=${spelled}&x=1`] }, [secret])).toEqual({
    deep: ["client_secret=[secret]&x=1"],
  });
});

test.each([0, 1, 2])("base64 of a secret after %d letters, short and whole, or long and cut", (before) => {
  const encode = (text: string) => Buffer.from("x".repeat(before) + text).toString("base64");
  expect(redact(`got ${encode("hunter2.hu")}`, ["hunter2.hu"])).toMatch(/^got .{0,2}\[secret\]/);
  const long = "correct-horse-battery-staple";
  // The first letters hold bits of what is before.
  expect(redact(`got ${encode(long).slice(0, 28)}`, [long])).toMatch(/^got .{0,3}\[secret\]/);
});

describe("the table of spellings in SECURITY.md", () => {
  const { secret: ofTable, rows } = readSpellings();

  test("has each spelling, with its example", () => {
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(encoders).map(([spelling, encode]) => [spelling, encode(ofTable)])),
    );
  });

  test.each(rows)("%s: %s", (_, example) => {
    const shown = redact(`before: ${example}, after`, [ofTable]);
    expect(shown).toMatch(/^before: (aWQ6)?\[secret\], after$/);
  });

  const isWhole = (spelling: string) => !/\bpart\b/.test(spelling);

  test.each(Object.keys(encoders).filter(isWhole))("%s, of a short secret", (spelling) => {
    const encode = encoders[spelling]!;
    for (const short of ["hunter2x", "a/b&c<d>", 'pä sss"wö', "1234-5678-9"]) {
      const shown = redact(`before: ${encode(short)}, after`, [short]);
      expect(shown).toMatch(/^before: (aWQ6)?\[secret\]( \w?=+)?, after$/);
    }
  });

  test.each(Object.keys(encoders).filter((spelling) => isWhole(spelling) && !/base64|case|wrapped/.test(spelling)))(
    "%s, of a very short secret",
    (spelling) => {
      const encode = encoders[spelling]!;
      for (const short of ["hunt2", 'a"b', "a&b", "x y"]) {
        expect(redact(`before: ${encode(short)}, after`, [short])).toBe("before: [secret], after");
      }
    },
  );

  // Any secret, in each spelling inside each other one.
  const inner = Object.entries(encoders);
  const letters = fc.string({ minLength: 16, maxLength: 200, unit: "grapheme-ascii" }).filter((text) => {
    // What is left of it after a part is taken must be long enough, and tell more than a word.
    return /\S{12}/.test(text.slice(3, 16)) && new Set(text).size > 6;
  });

  test.each(inner)("%s, of any secret, in JSON, a form, or a page", (_, encode) => {
    fc.assert(
      fc.property(letters, (any) => {
        for (const outer of [(text: string) => text, encodeJson, encodeURIComponent, escapeHtml]) {
          const shown = redact(`<<${outer(encode(any))}>>`, [any]);
          expect(shown).toContain("[secret]");
          expect(measureLongestCommon(shown, encode(any))).toBeLessThan(12);
        }
      }),
      { numRuns: countCases(200) },
    );
  });
});

/** Length of the longest run of letters that both texts have. */
function measureLongestCommon(a: string, b: string): number {
  let longest = 0;
  for (let at = 0; at < a.length; at += 1) {
    while (at + longest < a.length && b.includes(a.slice(at, at + longest + 1))) longest += 1;
  }
  return longest;
}

test("a part of a key of several lines, line by line and cut anywhere", () => {
  const key =
    `-----BEGIN PRIVATE KEY-----\n${wrapText(encodeBase64("x1y2z3".repeat(40)), 64).replaceAll(" ", "\n")}\n-----END ` +
    "PRIVATE KEY-----\n";
  for (const line of key.trim().split("\n")) expect(redact(`got ${line}`, [key])).toMatch(/^got \[secret\]\W*$/);
  for (let end = 12; end < key.length; end += 7) {
    const shown = redact(`got ${key.slice(0, end)}`, [key]);
    expect(
      measureLongestCommon(...([shown, key].map((text) => text.replace(/\s/g, "")) as [string, string])),
    ).toBeLessThan(12);
  }
});

test("a short part, and another text with the same word, stay", () => {
  expect(redact("the organization of Ann", ["organization-key-1f0c"])).toBe("the [secret] of Ann");
  expect(redact("the organ of Ann", ["organization-key-1f0c"])).toBe("the organ of Ann");
});

test("a value nested without end", () => {
  let deep: unknown = "hunter2-hunter2";
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(JSON.stringify(redact(deep, ["hunter2-hunter2"]))).toMatch(/^\[+"\[secret\]"\]+$/);
});

test.each(["", "i", "id", "id:", "id:x", "client-id:"])("a secret in base64, after %j", (before) => {
  const whole = Buffer.from(`${before}${secret}`).toString("base64");
  for (const encoded of [whole, whole.replace(/=+$/, ""), Buffer.from(`${before}${secret}`).toString("base64url")]) {
    const shown = redact(`Authorization: Basic ${encoded} was refused`, [secret]);
    expect(shown).toMatch(/^Authorization: Basic [\w+/-]*\[secret\] was refused$/);
    const left = Buffer.from(shown.split(" ")[2]?.replace("[secret]", "") ?? "", "base64").toString();
    expect(left.slice(before.length)).toBe("");
  }
});

// Three bytes are four letters: a secret begins at one of three places in them.
test.each([0, 1, 2])("a secret in base64, %d bytes after a group of three", (before) => {
  for (const short of ["hunter2x", "pa/ss?w0"]) {
    const encoded = Buffer.from("x".repeat(before) + short).toString("base64");
    const shown = redact(`got ${encoded}.`, [short]);
    expect(shown).toMatch(/^got \w{0,2}\[secret\]\.$/);
  }
  // Of a long one, a part that was cut on both sides, in any case: the rest is no base64 of the whole.
  const long = "another-secret-altogether-and-more";
  const encoded = Buffer.from("x".repeat(before) + long).toString("base64");
  for (let at = 4; at + 16 <= encoded.length - 4; at += 1) {
    const part = encoded.slice(at, at + 16);
    expect([at, redact(`got: ${part}.`, [long])]).toEqual([at, "got: [secret]."]);
  }
});

test("invisible characters and colors between the letters of a secret hide none", () => {
  const one = "hunter2-hunter2";
  for (const between of ["\u200b", "\u00ad", "\u2060", "\ufe0f", "\u115f", "\u{e0061}", "\u001b[31m", "\u202e"]) {
    for (const known of [one, "hunt2"]) {
      const spelled = known.split("").join(between);
      expect(redact(`got ${spelled}.`, [known])).toBe("got [secret].");
      expect(escapeLine(redact(`got ${spelled}.`, [known]))).toBe("got [secret].");
      expect(redact(escapeLine(`got ${spelled}.`), [known])).toBe("got [secret].");
    }
  }
});

describe("the userinfo of a URL is a secret", () => {
  test.each([
    ["postgres://u:p@db/x", "postgres://[secret]@db/x"],
    ["https://token@host", "https://[secret]@host"],
    ["a http://u:p@w@host:80/ and s3://b?x=1 b", "a http://[secret]@host:80/ and s3://b?x=1 b"],
    ["http://a/@scope, ann@acme.example, http://h:80/x@y", "http://a/@scope, ann@acme.example, http://h:80/x@y"],
    ["http://@h ://@ ://", "http://@h ://@ ://"],
    ["http://ann:%40b@h http://[::1]:80/", "http://[secret]@h http://[::1]:80/"],
  ])("%s", (text, expected) => {
    expect(redact(text, [])).toBe(expected);
    expect(redact(text, ["another-secret"])).toBe(expected);
    expect(escapeLine(text)).toBe(expected);
    expect(hideUserinfo(expected)).toBe(expected);
  });

  test("in every spelling", () => {
    const url = "postgres://ann:pa&ss=w0rd@db.example";
    for (const encode of [
      encodeJson,
      encodeURIComponent,
      escapeHtml,
      escapeUnicode,
      (text: string) => encodeJson(encodeURIComponent(text)),
    ]) {
      const shown = redact(`can't open ${encode(url)}.`, []);
      expect(shown).toContain("[secret]");
      expect(shown).not.toMatch(/ann|w0rd/);
    }
  });

  test.each([
    ["postgres://ann:pa%40ss@db", ["ann:pa%40ss", "ann:pa@ss", "pa%40ss", "pa@ss"]],
    ["http://ann:12/34@proxy:3128", ["ann:12/34", "12/34"]],
    ["https://token@host", ["token"]],
    // A misspelled one, of which Pulumi's words would have all.
    ["postgresql:/ann:supersecret@host", ["ann:supersecret", "supersecret"]],
    ["https://host/x", []],
    ["see https://u:p@host", []],
    ["http://u:%zz@h", ["u:%zz", "%zz"]],
  ])("of %s in a setting", (value, expected) => {
    expect(listUrlSecrets(value).sort()).toEqual([...expected].sort());
  });

  test("in a hostile text takes time that grows with its length", () => {
    expectLimited(() => {
      for (const hostile of ["://", "a://b@", "@", "://@", "h", "a:"]) {
        hideUserinfo(hostile.repeat(manyCharacters));
        listUrlSecrets(hostile.repeat(manyCharacters));
        listUrlSecrets(`a://${hostile.repeat(manyCharacters)}`);
      }
    });
  });
});

// Their base64 has letters that forms and JSON escape.
test.each([
  ["percent", (text: string) => encodeURIComponent(text)],
  ["JSON with escaped slashes", (text: string) => text.replaceAll("/", "\\/")],
])("a secret in base64 in %s", (_, spelled) => {
  const hard = "pass>>>word???~~~secret";
  const encoded = Buffer.from(`id:${hard}`).toString("base64");
  const shown = redact(`Basic ${spelled(encoded)} was refused`, [hard]);
  expect(spelled(encoded)).not.toBe(encoded);
  expect(shown).toMatch(/^Basic \w{2,5}\[secret\] was refused$/);
});

test("a secret of several lines in a message without line breaks", () => {
  expect(redact("got first line second line.", ["first line\nsecond line"])).toBe("got [secret].");
});

test("every text of a value, keys too; other values stay", () => {
  const value = { "planted-key": ["planted-key", 1, null, { deep: "planted-key!" }] };
  expect(redact(value, ["planted-key"])).toEqual({ "[secret]": ["[secret]", 1, null, { deep: "[secret]!" }] });
});

test("a secret of any length", () => {
  const long = "x(".repeat(100_000);
  expect(redact(`got ${long}.`, [long])).toBe("got [secret].");
});

test("a text without a secret stays as it is, whatever escapes it holds", () => {
  const piece = fc.constantFrom(
    "%",
    "%4",
    "%41",
    "%ff",
    "\\",
    "\\u",
    "\\u00e9",
    "&",
    "&#",
    "&#65;",
    "&amp;",
    "a",
    "+",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(redact(pieces.join(""), ["another-secret-altogether"])).toBe(pieces.join(""));
    }),
  );
});

test("a secret in a hostile text is found in time that grows with its length", () => {
  expectLimited(() => {
    for (const hostile of ["%", "&", "\\", "%41", "<title", "a"]) {
      redact(hostile.repeat(manyCharacters), [secret, "aaaaaaaab", "aaaaaaaa"]);
    }
  });
});

test.each([
  ["hunter2", "Hunt", true],
  ["hunter2", "hun ter2", true],
  ["hunter2", "hun", false],
  ["42", "a42b", true],
  ["", "anything", false],
])("of %j, %j has a part: %s", (secret, text, expected) => {
  expect(createPartFinder([secret])(text)).toBe(expected);
});
