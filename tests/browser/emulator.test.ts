import { type Emulator, startEmulator } from "analytics-emulator";
import type { Page } from "playwright-core";
import { signIn } from "../unit/emulator/support";
import { buildSales } from "../unit/emulator/workbook/sales";
import { describeInBrowser } from "./support";

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** The contrast of each text with what is behind it, of those below what WCAG AA asks for; in words. */
function findFaint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const computeLuminance = ([r = 0, g = 0, b = 0]: number[]) => {
      const [x, y, z] = [r, g, b].map((part) =>
        part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
    };
    const findBackground = (element: Element): number[] => {
      const color = parse(getComputedStyle(element).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
      return element.parentElement === null ? [255, 255, 255] : findBackground(element.parentElement);
    };
    return [...document.querySelectorAll("body *")].flatMap((element) => {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
      );
      if (!hasText || element.closest("svg")) return [];
      const [a, b] = [
        computeLuminance(parse(getComputedStyle(element).color)),
        computeLuminance(findBackground(element)),
      ];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      return contrast < 4.5 ? [`${element.tagName} ${element.textContent!.slice(0, 30)}: ${contrast.toFixed(1)}`] : [];
    });
  });
}

describeInBrowser("the emulator's page", (open) => {
  let emulator: Emulator;
  const paths: string[] = ["/"];
  beforeAll(async () => {
    emulator = await startEmulator();
    const api = await signIn(emulator);
    const { connections, folders } = emulator.seeded;
    const source = {
      kind: "warehouse-table",
      connectionId: connections.warehouse,
      path: ["SALES", "PUBLIC", "ORDERS"],
    };
    const columns = [
      { id: "a", name: "A name without blanks ".replaceAll(" ", "_").repeat(6), formula: "[ORDERS/ID]" },
      { id: "b", name: "Amount", formula: `If([${"x".repeat(120)}] > 0, 1, 0)` },
    ];
    const pages = [
      { id: "main", name: "Main", elements: [{ id: "o", kind: "table", name: "Orders", source, columns }] },
    ];
    const name = `Orders ${"of_a_long_name".repeat(8)}`;
    const model = await api.post("/v2/dataModels/spec", { name, folderId: folders.sales, schemaVersion: 1, pages });
    const contents = buildSales(connections.warehouse);
    const workbook = await api.post("/v2/workbooks", { name: "As code", folderId: folders.models, contents });
    await api.get(`/v2/${"a-long-path".repeat(20)}`);
    paths.push(
      `/_emulator/view/data-models/${model.body.dataModelId}`,
      `/_emulator/view/workbooks/${workbook.body.workbookId}`,
    );
  });
  afterAll(() => emulator.stop());

  test.each(sizes)(
    "at $width px nothing is wider than the screen, in light and dark, with headings and landmarks",
    (viewport) =>
      open(
        async ({ page, complaints, requests }) => {
          for (const path of paths) {
            for (const colorScheme of ["light", "dark"] as const) {
              await page.emulateMedia({ colorScheme });
              await page.goto(emulator.url + path);
              expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
              expect(await findFaint(page)).toEqual([]);
            }
            expect(await page.getByRole("banner").textContent()).toContain("Emulator: not the product.");
            expect(await page.getByRole("main").count()).toBe(1);
            expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
            const levels = await page
              .locator("h1, h2, h3")
              .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
            expect(levels.every((level, index) => index === 0 || level <= levels[index - 1]! + 1)).toBe(true);
          }
          // The browser itself asks for an icon.
          expect(requests.filter((url) => !paths.includes(new URL(url).pathname))).toEqual([]);
          expect(complaints).toEqual([]);
        },
        { viewport },
      ),
  );

  test("a link leads from the overview to a document, and back", () =>
    open(async ({ page }) => {
      await page.goto(emulator.url);
      await page.getByRole("link", { name: "As code" }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("As code");
      expect(await page.getByRole("region", { name: "Wireframe of Main" }).locator("rect").count()).toBe(4);
      const texts = await page
        .locator(".wireframe div")
        .evaluateAll((all) =>
          all.map((box) => box.getBoundingClientRect().height > 10 && box.scrollWidth <= box.clientWidth + 1),
        );
      expect(texts.every(Boolean)).toBe(true);
      await page.getByRole("link", { name: "Overview" }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Organization");
    }));
});
