import { addDependencies } from "../../../../cli/src/project/package-json";

const wanted = { dependencies: { beta: "^1.0.0" }, devDependencies: { alpha: "^2.0.0", gamma: "^3.0.0" } };

test("what a package.json lacks is added in order, in its own indentation and line breaks", () => {
  const text = '{\r\n\t"name": "web",\r\n\t"dependencies": {\r\n\t\t"zod": "1"\r\n\t}\r\n}\r\n';
  expect(addDependencies(text, wanted)).toEqual({
    text: `{
\t"name": "web",
\t"dependencies": {
\t\t"beta": "^1.0.0",
\t\t"zod": "1"
\t},
\t"devDependencies": {
\t\t"alpha": "^2.0.0",
\t\t"gamma": "^3.0.0"
\t}
}
`.replaceAll("\n", "\r\n"),
    added: ["beta", "alpha", "gamma"],
  });
});

test("what it lists in any field stays as it is, to the letter", () => {
  const text =
    '{"peerDependencies":{"beta":"*"},"optionalDependencies":{"gamma":"~1"}, "dependencies":{"alpha":"file:../a"}}';
  expect(addDependencies(text, wanted)).toEqual({ text, added: [] });
});

test("one that isn't JSON is refused", () => {
  expect(() => addDependencies("{", wanted)).toThrow(/^package.json: not JSON .*Correct it\.$/);
});
