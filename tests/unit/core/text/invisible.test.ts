import { toFileName } from "../../../../cli/src/text/names";
import { quotePython, toPythonName } from "../../../../cli/src/text/writers/python";
import { quote } from "../../../../cli/src/text/writers/typescript";
import { writeYaml } from "../../../../cli/src/text/writers/yaml";
import { cleanText } from "../../../../diagram/src/graph/clean";
import { parseSpec } from "../../../../provider/src/core/model";
import { escapeControls, escapeLine, escapeText, listInvisible } from "../../../../provider/src/core/text";

/** Every character that Unicode has readers ignore, but for blocks of which only the ends are tried. */
const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))
  .filter((character, at, all) => character < "\u{e0000}" || at % 64 === 0 || at === all.length - 1);

test("no invisible character gets into a terminal, a message, a comment, a picture or a name", () => {
  expect(ignorable.length).toBeGreaterThan(100);
  const has = /\p{Default_Ignorable_Code_Point}/u;
  for (const character of ignorable) {
    const name = `prod${character}uction`;
    for (const clean of [escapeLine, escapeText, cleanText]) expect(clean(name)).toBe("production");
    for (const write of [escapeControls, quote, quotePython, toFileName, toPythonName]) {
      expect([character.codePointAt(0), write.name, has.test(write(name))]).toEqual([
        character.codePointAt(0),
        write.name,
        false,
      ]);
    }
    // What is written means the same.
    expect(has.test(writeYaml({ name }))).toBe(false);
    expect(parseSpec(writeYaml({ name }))).toEqual({ name });
    expect(JSON.parse(escapeControls(JSON.stringify(name)))).toBe(name);
  }
});

test("a model shows none, but those that change how letters look", () => {
  for (const character of ignorable) {
    const isShaping = /[\p{Join_Control}\p{Variation_Selector}\u061c\u200e\u200f]/u.test(character);
    const parse = () => parseSpec(`a: 1\nname: "x${character}y"\n`);
    if (isShaping) expect(parse()).toEqual({ a: 1, name: `x${character}y` });
    else expect(parse).toThrow("the text contains the invisible character");
  }
  expect(parseSpec("\ufeffa: 1\n")).toEqual({ a: 1 });
});

test.each(["👩‍👩‍👧", "❤️", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "1️⃣", "👍🏽"])(
  "the emoji %s stays",
  (emoji) => {
    for (const clean of [escapeLine, escapeControls, cleanText]) expect(clean(`a ${emoji} b`)).toBe(`a ${emoji} b`);
    expect(parseSpec(writeYaml({ name: emoji }))).toEqual({ name: emoji });
  },
);

test("what hides behind an emoji doesn't", () => {
  const hidden = [..."sudo"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(escapeLine(`😀${hidden} x`)).toBe("😀 x");
  expect(listInvisible(`😀${hidden}`)).toHaveLength(4);
});
