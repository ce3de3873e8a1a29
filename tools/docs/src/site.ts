import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { build } from "esbuild";
import type { Section } from "../page/sections";
import { guideIndex } from "./guide-index";

// Writes the folder `site`, or the one that is named: the pages of `docs` as HTML, and in the first of them a search.
// It needs no server.
const repository = join(__dirname, "../../..");
const docs = join(repository, "docs");
const [, , site = join(repository, "site")] = process.argv;
const page = join(repository, "tools/docs/page");
const { homepage } = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as {
  homepage: string;
};
const words = new Map(Object.values(guideIndex).flatMap((pages) => Object.entries(pages)));

async function writeSite(): Promise<void> {
  const files = readdirSync(docs, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    // The Registry's pages repeat others, in its form.
    .filter((file) => file.endsWith(".md") && !/^(_index|installation-configuration)\.md$/.test(file));
  rmSync(site, { recursive: true, force: true });
  cpSync(docs, site, { recursive: true, filter: (file) => !file.endsWith(".md") });
  cpSync(join(page, "style.css"), join(site, "style.css"));
  const sections: Section[] = [];
  for (const file of files) {
    const html = await renderMarkdown(file, readFileSync(join(docs, file), "utf8"));
    const found = listSections(file, html);
    // What the index says of a page is found with the page.
    if (file !== "README.md") sections.push(...found);
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, nameHtml(file)), writePage(file, found[0]?.title ?? file, html));
  }
  // A script and no JSON: a page that is opened as a file may load the one and not the other.
  writeFileSync(join(site, "sections.js"), `globalThis.sections = ${JSON.stringify(sections)};\n`);
  const script = { entryPoints: [join(page, "search.ts")], outfile: join(site, "search.js") };
  await build({ ...script, bundle: true, minify: true, target: "es2022", logLevel: "warning" });
  const bytes = ["sections.js", "search.js"].reduce((sum, name) => sum + statSync(join(site, name)).size, 0);
  console.log(
    `${join(site, "index.html")} searches ${sections.length} sections of ${files.length} pages: ${bytes} bytes.`,
  );
}

/** The index of the docs is the first page. */
const nameHtml = (file: string) => (file === "README.md" ? "index.html" : file.replace(/\.md$/, ".html"));

/** A page's HTML, with the anchors that GitHub gives headings. */
async function renderMarkdown(file: string, markdown: string): Promise<string> {
  // A module of the newer kind, which Node.js 20.0 can import and not require.
  const { Marked } = await import("marked");
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const anchor = readText(html)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
          .replaceAll(" ", "-");
        const count = anchors.get(anchor) ?? 0;
        anchors.set(anchor, count + 1);
        return `<h${depth} id="${anchor}${count === 0 ? "" : `-${count}`}">${html}</h${depth}>\n`;
      },
    },
    walkTokens: (token) => {
      if (token.type === "link") token.href = rewriteLink(file, token.href);
    },
  });
  return marked.parse(markdown.replaceAll(/^<!--.*?-->\n*/gms, ""), { async: false });
}

/** A link to a page leads to its HTML, one out of the docs to the repository. */
function rewriteLink(file: string, href: string): string {
  const [, target = "", anchor = ""] = /^([^#]*)(.*)$/.exec(href) ?? [];
  if (target === "" || /^\w+:/.test(target)) return href;
  const path = posix.join("docs", posix.dirname(file), target);
  if (path.startsWith("docs/")) {
    const html = nameHtml(posix.relative("docs", path));
    return posix.relative(posix.dirname(file), html) + anchor;
  }
  if (!existsSync(join(repository, path))) throw new Error(`docs/${file}: ${href} leads nowhere`);
  return `${homepage.replace(/#.*/, "")}/blob/HEAD/${path}${anchor}`;
}

/** What a search finds: the parts of a page, each from a heading to the next one. */
function listSections(file: string, html: string): Section[] {
  const parts = html.split(/^(?=<h\d id=)/m).flatMap((part) => {
    const [, anchor = "", heading = "", rest = ""] = /^<h\d id="([^"]*)">(.*?)<\/h\d>(.*)$/s.exec(part) ?? [];
    return heading === "" ? [] : [{ anchor, heading: readText(heading), text: readText(rest) }];
  });
  const title = parts[0]?.heading ?? file;
  return parts.map((part, index) => {
    return { page: nameHtml(file), title, words: index === 0 ? (words.get(file) ?? "") : "", ...part };
  });
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

/** The text that a reader sees of HTML. */
function readText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name]!)
    .replaceAll(/\s+/g, " ")
    .trim();
}

function writePage(file: string, title: string, html: string): string {
  const root = posix.relative(posix.dirname(file), ".") || ".";
  const search = `<input id="query" type="search" aria-label="Search the docs" placeholder="Search" autofocus>
<div id="results" aria-live="polite"></div>`;
  const scripts = '<script src="sections.js"></script><script src="search.js"></script>';
  const isFirst = file === "README.md";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · pulumi-analytics</title>
<link rel="stylesheet" href="${root}/style.css">
${isFirst ? search : `<nav><a href="${root}/index.html">Documentation and search</a></nav>`}
<main>
${html}</main>
${isFirst ? scripts : ""}
</html>
`;
}

void writeSite();
