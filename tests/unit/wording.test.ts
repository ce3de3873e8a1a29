import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";

const repository = join(__dirname, "../..");

/** What users and contributors read: docs, messages, comments, names. */
const rooms = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].concat([
  "docs",
  "diagram",
  "provider",
  "policies",
  "emulator",
  "examples",
  "pipelines",
  "tools",
  "bench",
]);
const skipped = new Set(["node_modules", "dist", "profiles"]);
const kinds = new Set([".ts", ".js", ".md", ".json", ".yaml", ".yml"]);

/** A phrase that a reader may have to read twice, and what to write instead. */
const phrases: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/never overwritten unseen/i, "never silently overwritten"],
  [/keeps? (it|the provider) from working/i, "diagnoses setup problems and says how to fix them"],
  [/way out|wayOut/i, "hint"],
  [/half-made/i, "partially created"],
  [/each after those/i, "in dependency order"],
  [/asked for wrongly/i, "usage error"],
  [/the list lacks/i, "missing from the list counts as deleted"],
  [/nobody takes connections/i, "connection refused"],
  [/instead of an answer/i, "received HTML instead of JSON"],
  [/then has no such object/i, "was saved, but reading it back returned 404"],
  [/nobody is here/i, "not a terminal: cannot prompt"],
  [/nobody reads/i, "unknown setting, ignored"],
  [/nobody says/i, "undocumented"],
  [/\b(takes?|taken|took|taking) (it |everything )?over\b/i, "adopt"],
  [/\bmad?es? anew\b/i, "recreate"],
  [/takes? its place/i, "replace"],
  [
    /\b(dis)?(organis(e|ation|ing)|recognis|normalis|serialis|initialis|summaris|colour|neighbour|behaviour|catalogue|licence)/i,
    "American spelling",
  ],
];

function* files(path: string): Generator<string> {
  if (extname(path) !== "") {
    if (kinds.has(extname(path))) yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) yield* files(join(path, entry.name));
    else if (kinds.has(extname(entry.name))) yield join(path, entry.name);
  }
}

test("docs, messages and comments are in plain American English", () => {
  const found: string[] = [];
  for (const file of rooms.flatMap((room) => [...files(join(repository, room))])) {
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [index, line] of lines.entries()) {
      for (const [wrong, right] of phrases) {
        const [words] = wrong.exec(line) ?? [];
        if (words !== undefined) found.push(`${relative(repository, file)}:${index + 1}: "${words}": ${right}`);
      }
    }
  }
  expect(found).toEqual([]);
});
