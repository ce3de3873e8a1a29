import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = join(__dirname, "../..");
const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });

beforeAll(() => {
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-b", "provider", "tools/docs"], { cwd: repository });
});

test("what is generated is what the declarations say", () => {
  runNode("tools/generate/run.js", "--check");
});

test("the pages are what the doc comments say", () => {
  runNode("tools/docs/dist/main.js", "--check");
});

test("each link of the docs as HTML leads to a file, and to a heading in it", () => {
  const site = mkdtempSync(join(tmpdir(), "pulumi-analytics-docs-"));
  runNode("tools/docs/dist/site.js", site);
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
  const sources = readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" });
  expect(pages.length).toBe(
    sources.filter((file) => /(?<!^_index|^installation-configuration)\.md$/.test(file)).length,
  );
  const broken = pages.flatMap((page) => {
    const links = readFileSync(join(site, page), "utf8").matchAll(/(?:href|src)="(?!https?:)([^"#]*)#?([^"]*)"/g);
    return [...links].flatMap(([link, target, anchor]) => {
      const path = target === "" ? join(site, page) : join(site, dirname(page), target!);
      const isThere = existsSync(path) && (!anchor || readFileSync(path, "utf8").includes(` id="${anchor}"`));
      return isThere ? [] : [`${page}: ${link}`];
    });
  });
  rmSync(site, { recursive: true });
  expect(broken).toEqual([]);
});
