import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";

const repository = join(__dirname, "../..");

/** What users and contributors read: docs, messages, comments, names. */
const rooms = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].concat([
  "docs",
  "cli",
  "diagram",
  "provider",
  "policies",
  "emulator",
  "examples",
  "pipelines",
  "tools",
  "bench",
]);
const skipped = new Set(["node_modules", "dist", "profiles", "plugin.js"]);
const kinds = new Set([".ts", ".js", ".md", ".json", ".yaml", ".yml"]);

type Phrases = readonly (readonly [wrong: RegExp, right: string])[];

/** A phrase that a reader may have to read twice, and what to write instead. */
const phrases: Phrases = [
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

/** More of the same, refused in pages and in the texts of the command; comments may still have them. */
const phrasesInProse: Phrases = [
  [/\b(is|are|was|were) told\b/i, "the actor, and shows, reports or passes"],
  [/\bis said\b/i, "reports"],
  // Before another word: `nobody: true` is also a setting.
  [/\b(nobody|somebody)\b(?=['’]?\s*[a-z])/i, "the actor, someone, or undocumented"],
  [/\b(nothing|requests) .{0,60}\bby (itself|themselves)\b/i, "the condition, or leave it out"],
  [/\bends with [0-9]/i, "exit code, or exits with"],
  [/\b(goes|go|going) on (with|using|where|from|when|until|without)\b/i, "continue"],
  [/\b(is|are) left alone\b/i, "ignore, or does not change"],
  [/\bmay be given again\b/i, "can be repeated"],
  [/\ba further\b/i, "another"],
  [/\banew\b/i, "again"],
  [/\b(is|are) called (so|that|like)\b/i, "has this name"],
  [/\bmade (from|of) (their|its|the) names?\b/i, "derived from"],
  [/\bcomes? to (lie|their end|its end)\b/i, "the folder for, or finish"],
  [/\bwhat became of\b/i, "result"],
  [/\b(stands?|lies?) (there|here|in its place)\b/i, "is"],
  [/\basks nobody\b/i, "sends no request"],
  [/\bmust(n't| not) be taken for\b/i, "must not be treated as"],
];

/** Pages that users read. The reference of lookups follows its code. */
const pages = [
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs/guides",
  "docs/handbook",
  "docs/resources",
  "docs/performance.md",
  "docs/performance-figures.md",
].concat(
  ["bench", "diagram", "emulator", "policies", "provider", "tools/pulumi-cli"].map((room) => `${room}/README.md`),
);
/** Code whose texts users read. */
const commands = "cli/src";
const removeComments = (text: string) => text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
const removeCode = (text: string) =>
  text.replaceAll(/^```.*?^```/gms, (code) => code.replaceAll(/[^\n]/g, "")).replaceAll(/`[^`\n]*`/g, "");

function* listFiles(path: string): Generator<string> {
  if (extname(path) !== "") {
    if (kinds.has(extname(path))) yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) yield* listFiles(join(path, entry.name));
    else if (kinds.has(extname(entry.name))) yield join(path, entry.name);
  }
}

/** Where a phrase is, with what to write instead. */
function listFound(file: string, refused: Phrases, read = (text: string): string => text): string[] {
  const lines = read(readFileSync(file, "utf8")).split("\n");
  return lines.flatMap((line, index) =>
    refused.flatMap(([wrong, right]) => {
      const [words] = wrong.exec(line) ?? [];
      return words === undefined ? [] : [`${relative(repository, file)}:${index + 1}: "${words}": ${right}`];
    }),
  );
}

test("docs, messages and comments are in plain American English", () => {
  const all = rooms.flatMap((room) => [...listFiles(join(repository, room))]);
  expect(all.flatMap((file) => listFound(file, phrases))).toEqual([]);
});

test("pages name the actor and the effect", () => {
  const all = pages.flatMap((page) => [...listFiles(join(repository, page))]);
  expect(all.flatMap((file) => listFound(file, phrasesInProse, removeCode))).toEqual([]);
});

test("so do the texts of the command", () => {
  expect(
    [...listFiles(join(repository, commands))].flatMap((file) => listFound(file, phrasesInProse, removeComments)),
  ).toEqual([]);
});

test("the README has at most 900 words before its reference tables", () => {
  const [head = ""] = readFileSync(join(repository, "README.md"), "utf8").split("## Resources and lookups");
  expect(head.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test("CONTRIBUTING has at most 900 words: how to, and where the rest stands", () => {
  const words = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8").split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(900);
});
