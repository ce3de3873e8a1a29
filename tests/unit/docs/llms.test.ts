import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(__dirname, "../../../docs");
const read = (page: string) => readFileSync(join(docs, page), "utf8");
const pages = ["resources", "lookups"].flatMap((folder) =>
  readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`),
);

test("llms.txt has the form of llmstxt.org and names every page of the reference and every guide", () => {
  const text = read("llms.txt");
  expect(text).toMatch(/^# .+\n\n> .+\n\n[^#]+\n## /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, path = ""]) => path);
  const guides = ["guides", "commands"].flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  expect(links).toEqual(expect.arrayContaining([...pages, ...guides]));
  expect(links.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  expect(links).toEqual([...new Set(links)]);
});
