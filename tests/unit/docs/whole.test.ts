import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderReference } from "../../../tools/docs/src/whole";

const docs = join(__dirname, "../../../docs");
const read = (page: string) => readFileSync(join(docs, page), "utf8");
const pages = ["resources", "lookups"].flatMap((folder) =>
  readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`),
);

test("the reference in one file has every table and example of its pages, and no link that leads nowhere", () => {
  const reference = read("reference.md");
  for (const page of pages) {
    for (const [line] of read(page).matchAll(/^(?:\| `.*|[^#|`\n<].*)$/gm)) {
      if (!/\]\(/.test(line)) expect(reference).toContain(line);
    }
  }
  const anchors = (reference.match(/^#+ .*$/gm) ?? []).map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const [, target = ""] of reference.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (target.startsWith("#")) expect(anchors).toContain(target.slice(1));
    else if (!target.startsWith("http"))
      expect([target, existsSync(join(docs, target.split("#")[0]!))]).toEqual([target, true]);
  }
});

test("llms.txt has the form of llmstxt.org and names every page of the reference and every guide", () => {
  const text = read("llms.txt");
  expect(text).toMatch(/^# .+\n\n> .+\n\n[^#]+\n## /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, path = ""]) => path);
  const guides = ["guides", "commands"].flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  expect(links).toEqual(expect.arrayContaining([...pages, ...guides, "reference.md"]));
  expect(links.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  expect(links).toEqual([...new Set(links)]);
});

test("headings of a page are one level lower in the reference, code stays, links lead to its parts", () => {
  const pages = new Map([
    [
      "resources/tag.md",
      "<!-- x -->\n\n# Tag\n\nSee [Team](team.md), [list](../lookups/team.md#listteams).\n\n```sh\n# a comment\n```\n",
    ],
    ["resources/team.md", "# Team\n\n## Arguments\n"],
  ]);
  const text = renderReference(pages, "<!-- made -->");
  expect(text).toContain("## Tag\n\nSee [Team](#team), [list](#listteams).\n\n```sh\n# a comment\n```");
  expect(text).toContain("## Team\n\n### Arguments");
});
