import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSourceTexts, measureMatch } from "../../source-texts";

const repository = join(__dirname, "../../..");
const page = readFileSync(join(repository, "docs/guides/troubleshooting.md"), "utf8");
const [ours = ""] = page.split("## Messages of Pulumi and the platform");
/** The first cell of each row, as the terminal shows it. */
const messages = [...ours.matchAll(/^\| (`+) ?(.*?) ?\1 \| /gm)].map(([, , message = ""]) => message);
const folders = ["provider/src", "cli/src", "generate/src"];
const texts = folders.flatMap((folder) => listSourceTexts(join(repository, folder)));

/** How much of a quoted message must be in one text of the code. */
const enough = 0.5;
const findBest = (message: string) => Math.max(...texts.map((parts) => measureMatch(message, parts)));

test("the page quotes many messages", () => {
  expect(messages.length).toBeGreaterThanOrEqual(25);
});

test.each(messages)("the code has the message that the page quotes: %s", (message) => {
  expect(findBest(message)).toBeGreaterThan(enough);
});

test("a message that the code no longer has is found", () => {
  const [first = ""] = messages;
  expect(findBest(first.replace("configured", "set up"))).toBeLessThan(enough);
  expect(findBest("Something else that no file says, in many words.")).toBeLessThan(enough);
});

test("a quote may have other values, and may end early", () => {
  const parts = ["No ", " is configured: run ", "."];
  expect(measureMatch("No secret is configured: run it.", parts)).toBeGreaterThan(enough);
  expect(measureMatch("No secret is configured…", parts)).toBeGreaterThan(enough);
  expect(measureMatch("No secret is set up: run it.", parts)).toBe(0);
});
