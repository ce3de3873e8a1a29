import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { guideIndex } from "../../tools/docs/src/guide-index";
import { repository } from "../repository";
import { describeInBrowser } from "./support";

const site = mkdtempSync(join(tmpdir(), "pulumi-analytics-docs-"));
const address = pathToFileURL(join(site, "index.html")).href;
afterAll(() => rmSync(site, { recursive: true }));

/** The page that the index gives these words. */
function findPage(words: string): string {
  const [page] = Object.values(guideIndex)
    .flatMap((pages) => Object.entries(pages))
    .find(([, about]) => about.includes(words))!;
  return page.replace(/\.md$/, ".html");
}

describeInBrowser("the search of the docs", (open) => {
  beforeAll(() => {
    execFileSync("npm", ["run", "--silent", "docs:site", site], { cwd: repository });
  });

  const search = async (page: Page, query: string) => {
    await page.fill("#query", query);
    return page.$$eval("article h2 a", (links) => links.map((link) => link.getAttribute("href")));
  };

  test("the right page is the first, from a file and without another request", () =>
    open(async ({ page, requests, complaints }) => {
      await page.goto(address);
      const findFirst = async (query: string) => (await search(page, query))[0];
      expect(await findFirst("lost create")).toBe(findPage("lost answers"));
      expect(await findFirst("429")).toBe(findPage("429"));
      expect(await findFirst("dbt metrics")).toMatch(/^(commands\/generate-dbt|guides\/dbt)\.html$/);
      expect(await findFirst("dev to prod")).toBe("guides/promotion.html");
      expect(await findFirst("how do I rename a column")).toBe("commands/rename.html");
      expect(await findFirst("TeamMember")).toBe("resources/team-member.html");
      expect(await findFirst("listTags")).toBe("lookups/tag.html");
      // A slip of the fingers.
      expect(await findFirst("adopton")).toBe("guides/adoption.html");
      expect(requests.filter((url) => !url.startsWith("file:"))).toEqual([]);
      expect(complaints).toEqual([]);
    }));

  test("what is found leads to its section, and the way back to the results", () =>
    open(async ({ page }) => {
      await page.goto(address);
      await search(page, "unused columns");
      const link = page.locator("article p a").first();
      const heading = await link.textContent();
      await link.click();
      const anchor = decodeURIComponent(new URL(page.url()).hash);
      expect(await page.locator(anchor).textContent()).toBe(heading);
      await page.goBack();
      expect(await page.inputValue("#query")).toBe("unused columns");
      expect(await page.locator("article").count()).toBeGreaterThan(0);
    }));

  test("no words show the index, unknown ones say so, and code is text", () =>
    open(async ({ page, complaints }) => {
      await page.goto(address);
      expect(await page.locator("main h1").isVisible()).toBe(true);
      expect(await search(page, "qqqqqq")).toEqual([]);
      expect(await page.textContent("#results")).toBe("No page has these words.");
      expect(await page.locator("main h1").isVisible()).toBe(false);
      await search(page, "<img src=x onerror=alert(1)> .*( lookup");
      expect(await page.locator("#results img").count()).toBe(0);
      await search(page, "");
      expect(await page.locator("main h1").isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    }));

  test.each(["light", "dark"] as const)("a phone shows pages in its width, %s", (colorScheme) =>
    open(
      async ({ page }) => {
        for (const file of ["index.html#create", "functions.html", "resources/connection.html", "guides/dbt.html"]) {
          await page.goto(new URL(file, address).href);
          expect([file, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([file, 390]);
        }
        const [text = 0, background = 0] = await page.evaluate(() => {
          const { color, backgroundColor } = getComputedStyle(document.body);
          return [color, backgroundColor].map((rgb) => Number(/\d+/.exec(rgb)?.[0]));
        });
        expect(Math.abs(text - background)).toBeGreaterThan(150);
        expect(background > text).toBe(colorScheme === "light");
      },
      { viewport: { width: 390, height: 800 }, colorScheme },
    ),
  );
});
