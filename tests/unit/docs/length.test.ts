import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(__dirname, "../../../docs");
const guides = ["guides", "commands"].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}/${file}`),
);

/** Words of a page that is read from top to bottom. Details belong to a reference or an appendix. */
const most = 700;
/** Pages that are looked up, not read: a row for each message, rule, option, or construct of another tool. */
const lookedUp = new Map([
  ["guides/dashboards.md", 750],
  ["guides/data-models.md", 750],
  ["guides/formulas.md", 925],
  ["guides/plugin.md", 800],
  ["guides/promotion.md", 850],
  ["guides/teams.md", 775],
  ["guides/terraform.md", 1_050],
  ["guides/troubleshooting.md", 1_450],
  ["commands/check.md", 1_025],
  ["commands/generate-dbt.md", 725],
  ["commands/impact.md", 750],
  ["commands/pull.md", 800],
]);
const others = new Map([
  ["README.md", 900],
  ["architecture.md", 1_800],
  ["performance.md", 825],
  ["rules.md", 1_650],
  ["settings.md", 550],
]);

/** Without tables of figures, which are looked up. */
const countWords = (page: string) =>
  readFileSync(join(docs, page), "utf8")
    .replace(/<!-- measured: [\s\S]*?<!-- end -->/g, "")
    .split(/\s+/)
    .filter(Boolean).length;

test.each([...guides, ...others.keys()])("%s is read in a few minutes", (page) => {
  expect(countWords(page)).toBeLessThanOrEqual(others.get(page) ?? lookedUp.get(page) ?? most);
});
