import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setUpEmulator } from "./support";

const running = setUpEmulator();

test("the README lists every setting and assumption with its default, and no other", () => {
  const readme = readFileSync(join(__dirname, "../../../emulator/README.md"), "utf8");
  const tables = readme.slice(readme.indexOf("\n## Settings"));
  const listed = [...tables.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)].map(([, name, value]) => [name, value]);
  const defaults = Object.entries(running.emulator.settings).map(([name, value]) => [name, JSON.stringify(value)]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defaults));
});
