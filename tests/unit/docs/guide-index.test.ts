import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { guideIndex } from "../../../tools/docs/src/guide-index";
import { listGuides } from "../../../tools/docs/src/guides";

const docs = join(__dirname, "../../../docs");
const listed = Object.values(guideIndex).flatMap((pages) => Object.keys(pages));

test("the index lists each guide once", () => {
  const guides = ["guides", "commands"].flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  );
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed.filter((page) => /^(?:guides|commands)\//.test(page)).sort()).toEqual(guides.sort());
});

test("each kind is in a row of `tools/docs/src/guides.ts`", () => {
  expect(loadAllKinds().flatMap(({ name }) => (listGuides(name).length === 0 ? [name] : []))).toEqual([]);
});

/** What a new user types into a search box, and the page that answers. */
const searches: Readonly<Record<string, string>> = {
  "dev to prod": "guides/promotion.md",
  rollback: "guides/promotion.md",
  "case when": "guides/formulas.md",
  "error messages": "guides/troubleshooting.md",
  "list of functions": "functions.md",
  terraform: "guides/terraform.md",
  "pull request": "guides/reviewing.md",
  "github actions": "guides/reviewing.md",
  python: "guides/plugin.md",
  "getting started": "guides/first-model.md",
  "existing models": "guides/existing-organization.md",
  "source not found": "commands/api.md",
  "row and column security": "handbook/README.md",
  "slow preview": "performance.md",
  "already exists": "guides/adoption.md",
  glossary: "guides/faq.md",
  "unit tests": "guides/programs.md",
  "client id": "settings.md",
  "killed up": "guides/troubleshooting.md",
  "what breaks": "commands/impact.md",
};

test.each(Object.entries(searches))("a search for “%s” finds %s first", (words, page) => {
  const rows = readFileSync(join(docs, "llms.txt"), "utf8").split("\n");
  expect(rows.find((row) => row.startsWith("- [") && row.toLowerCase().includes(words))).toContain(`](${page})`);
});
