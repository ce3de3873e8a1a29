import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createTemporaryFolder, runPiped } from "../cli/support";
import { describeInBrowser } from "./support";

const folder = createTemporaryFolder();

const workbook = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Sales }]
elements:
  - { id: kpi, kind: kpi-chart, name: Revenue }
  - { id: trend, kind: line-chart, name: Trend of the revenue }
  - { id: last, kind: table, name: Last }
layout: { main: [{ rows: 6, of: [kpi: 6, trend: 12, last: 6] }] }
`;

describeInBrowser("the wireframes of a workbook", (open) => {
  test.each(["light", "dark"] as const)("a phone shows whole pages, with words of full size: %s", async (scheme) => {
    writeFileSync(join(folder, "sales.yaml"), workbook);
    await runPiped(["draw", "sales.yaml", "--out", "sales.html"], { cwd: folder });
    for (const [width, shown] of [
      [390, ".narrow"],
      [1440, ".wide"],
    ] as const) {
      await open(
        async ({ page, complaints }) => {
          await page.goto(pathToFileURL(join(folder, "sales.html")).href);
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
          const names = page.locator("svg:visible text");
          const texts = await names.allTextContents();
          expect(texts.join(" ")).toContain("Trend of the revenue");
          for (const box of await page.locator("svg:visible rect").all()) {
            const { x, width: across } = (await box.boundingBox())!;
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x + across).toBeLessThanOrEqual(width);
          }
          const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
          expect(ground).toBe(scheme === "light" ? "rgb(255, 255, 255)" : "rgb(22, 28, 36)");
          const painted = await page.evaluate(
            `getComputedStyle(document.querySelector("${shown} svg [data-element] rect")).fill`,
          );
          expect(painted).toBe(ground);
          const scale = (await page.locator(`${shown} svg`).boundingBox())!.width;
          expect(scale).toBeGreaterThanOrEqual(width === 390 ? 340 : 960);
          expect(complaints).toEqual([]);
        },
        { viewport: { width, height: 844 }, colorScheme: scheme },
      );
    }
  });
});
