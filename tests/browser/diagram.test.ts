import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";
import { changeLooks, clean, unchanged } from "../../diagram/src/graph";
import type { DrawnModel } from "../../provider/src/cli/diagram/graph";
import type { JsonObject } from "../../provider/src/core/spec/json";
import { runPiped, temporaryFolder } from "../cli/support";
import { hostileModels, hostileNames, manyModels } from "../unit/cli/diagram/models";
import { pngFacts } from "../unit/cli/diagram/png";
import { describeInBrowser } from "./support";

const folder = temporaryFolder();

/** Writes models as files into a folder of their own. */
function written(name: string, models: readonly DrawnModel[]): string {
  mkdirSync(join(folder, name));
  for (const [index, { key, title, spec }] of models.entries()) {
    const file = /^[\w-]{1,40}$/.test(key) ? key : `model_${index}`;
    const text = JSON.stringify({ name: title, ...(spec as JsonObject) });
    // Written out, characters that nobody sees are refused.
    const visible = text.replace(
      /[^\u0020-\u007e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    writeFileSync(join(folder, name, `${file}.json`), visible);
  }
  return name;
}

/** Draws models with the command; the address of what it wrote. */
async function drawn(out: string, ...args: readonly string[]): Promise<string> {
  const { code, stderr } = await runPiped(["diagram", ...args, "--out", out], { cwd: folder });
  expect([code, stderr]).toEqual([0, ""]);
  return pathToFileURL(join(folder, out)).href;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where things are on the screen, to a tenth of a pixel. */
function rectangles(found: Locator): Promise<Rectangle[]> {
  return found.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function overlapping(areas: readonly Rectangle[]): number {
  return areas.flatMap((area, index) => areas.slice(index + 1).filter((other) => overlap(area, other))).length;
}

/** The boxes of which some text reaches over the border, by their titles. */
function textOutside(page: Page): Promise<string[]> {
  return page.locator(".node").evaluateAll((nodes) =>
    nodes.flatMap((node) => {
      const box = node.querySelector(".box")!.getBoundingClientRect();
      const isOutside = [...node.querySelectorAll("text")].some((text) => {
        const { left, top, right, bottom } = text.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
      });
      return isOutside ? [node.querySelector("title")!.textContent ?? ""] : [];
    }),
  );
}

const viewBox = async (page: Page) =>
  (await page.locator("#canvas > svg").getAttribute("viewBox"))!.split(" ").map(Number) as [
    number,
    number,
    number,
    number,
  ];

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-node") ?? null);

/** Without motion what a key does is done at once. */
const still = { reducedMotion: "reduce" } as const;

describeInBrowser("a diagram's page", (open) => {
  describe.each([5, 50, 300])("with %s elements", (count) => {
    let address: string;
    beforeAll(async () => {
      address = await drawn(`page${count}.html`, written(`models${count}`, manyModels(count)));
    }, 120_000);

    test("opens from the disk, asks for nothing else, and shows every element", () =>
      open(async ({ page, requests, complaints }) => {
        await page.goto(address);
        expect(requests).toEqual([address]);
        expect(complaints).toEqual([]);
        const elements = await page.locator(".node[role=button]").evaluateAll((nodes) =>
          nodes.map((node) => ({
            label: node.getAttribute("aria-label") ?? "",
            stop: node.getAttribute("tabindex"),
          })),
        );
        expect(elements.length).toBeGreaterThanOrEqual(count);
        expect(elements.filter(({ label }) => label.length < 10)).toEqual([]);
        expect(elements.filter(({ stop }) => stop === "0")).toHaveLength(1);
        await expect(page.getByRole("status").textContent()).resolves.toBe(`${elements.length} boxes`);
        expect(pngFacts(await page.screenshot()).variety).toBeGreaterThan(60);
      }));

    test("no box lies on another, all are in sight, and no text is cut", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const boxes = await rectangles(page.locator(".node .box"));
        expect(boxes.length).toBeGreaterThanOrEqual(count);
        expect(overlapping(boxes)).toBe(0);
        const [canvas] = (await rectangles(page.locator("#canvas"))) as [Rectangle];
        expect(
          boxes.filter(
            (box) =>
              box.left < canvas.left || box.right > canvas.right || box.top < canvas.top || box.bottom > canvas.bottom,
          ),
        ).toEqual([]);
        expect(await textOutside(page)).toEqual([]);
      }));

    test("the SVG alone: no text is cut, and it is well-formed", () =>
      open(async ({ page, requests, complaints }) => {
        const svg = await drawn(`alone${count}.svg`, `models${count}`, "--columns", "3");
        await page.goto(svg);
        expect(await page.locator("parsererror").count()).toBe(0);
        expect(await textOutside(page)).toEqual([]);
        expect(overlapping(await rectangles(page.locator(".node .box")))).toBe(0);
        expect(requests).toEqual([svg]);
        expect(complaints).toEqual([]);
      }));

    test("a click shows an element's columns and formulas", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const details = page.getByRole("complementary", { name: "Details" });
        expect(await details.isVisible()).toBe(false);
        await page.locator(`[data-node="1"] .box`).click();
        await details.waitFor();
        const name = await page.locator(`[data-node="1"]`).getAttribute("aria-label");
        expect(name).toContain(await details.getByRole("heading", { level: 2 }).textContent());
        const rows = details.getByRole("table").getByRole("row");
        expect(await rows.count()).toBeGreaterThan(3);
        expect(await rows.nth(1).textContent()).toMatch(/ 0\[SOURCE\/0\]$/);
        await details.getByRole("button", { name: "Close" }).click();
        expect(await details.isVisible()).toBe(false);
      }));

    test("search leaves what matches, and says how much that is", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const all = await page.locator(".node").count();
        await page.getByRole("searchbox", { name: "Search" }).fill("orders 2");
        const matching = await page.locator(".node:not(.off)").count();
        expect(matching).toBeGreaterThan(0);
        expect(matching).toBeLessThan(all);
        expect(await page.getByRole("status").textContent()).toBe(`${matching} of ${all} boxes match`);
        expect(await page.locator(".node.off:not([aria-hidden=true])").count()).toBe(0);
        expect(await page.getByRole("navigation").getByRole("listitem").count()).toBe(matching);
        await page.keyboard.press("Enter");
        expect(await page.getByRole("complementary").locator("h2").textContent()).toMatch(/^Orders/);
      }));

    test("arrow keys lead from box to box, along lines where there are any", () =>
      open(async ({ page }) => {
        await page.goto(address);
        await page.getByRole("button", { name: "To the picture" }).focus();
        await page.keyboard.press("Enter");
        const start = await focused(page);
        expect(start).not.toBeNull();
        const seen = new Set([start]);
        for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"]) {
          await page.keyboard.press(key);
          seen.add(await focused(page));
        }
        expect(seen.has(null)).toBe(false);
        expect(seen.size).toBeGreaterThan(2);
        expect(await page.locator('.node[tabindex="0"]').getAttribute("data-node")).toBe(await focused(page));
      }, still));
  });

  describe("by mouse and keyboard", () => {
    let address: string;
    beforeAll(async () => {
      address = await drawn("keys.html", written("keys", manyModels(50)));
    }, 120_000);

    test("Enter opens details, where the focus goes; Escape closes them, and the focus is back", () =>
      open(async ({ page }) => {
        await page.goto(address);
        await page.locator('[data-node="7"]').focus();
        await page.keyboard.press("Enter");
        const details = page.getByRole("complementary", { name: "Details" });
        expect(await details.locator("h2").evaluate((heading) => heading === document.activeElement)).toBe(true);
        expect(await page.locator('[data-node="7"]').getAttribute("aria-current")).toBe("true");
        await page.keyboard.press("Escape");
        expect(await details.isVisible()).toBe(false);
        expect(await focused(page)).toBe("7");
      }, still));

    test("details lead on to what an element comes from and leads to", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const details = page.getByRole("complementary", { name: "Details" });
        const edges = await page.locator(".edge title").allTextContents();
        const [from, to] = edges[0]!.split(":")[0]!.split(" → ") as [string, string];
        await page.getByRole("navigation").getByRole("button", { name: from, exact: true }).first().click();
        await details.getByRole("heading", { name: "Leads to" }).waitFor();
        await details.getByRole("button", { name: to, exact: true }).first().click();
        expect(await details.locator("h2").textContent()).toBe(to);
        expect(await page.locator(".edge.lit").count()).toBeGreaterThan(0);
      }, still));

    test("/ searches; Escape empties the field", () =>
      open(async ({ page }) => {
        await page.goto(address);
        await page.keyboard.press("/");
        await page.keyboard.type("no such thing anywhere");
        expect(await page.getByRole("status").textContent()).toBe("Nothing matches");
        expect(await page.getByRole("status").getAttribute("aria-live")).not.toBe("off");
        await page.keyboard.press("Escape");
        expect(await page.getByRole("searchbox").inputValue()).toBe("");
        expect(await page.locator(".node.off").count()).toBe(0);
      }));

    test("letters in the search field are letters, not commands", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const before = await viewBox(page);
        await page.getByRole("searchbox").pressSequentially("a/+-0");
        expect(await page.getByRole("searchbox").inputValue()).toBe("a/+-0");
        expect(await viewBox(page)).toEqual(before);
      }));

    test("a filter leaves one model, or one page of it, and shows it large", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const select = page.getByRole("combobox", { name: "Show" });
        const options = await select.locator("option").allTextContents();
        const [whole] = [await viewBox(page)];
        await select.selectOption({ label: options.find((text) => text.startsWith("model"))! });
        expect(await page.locator(".node:not(.off)").count()).toBe(12);
        expect((await viewBox(page))[2]).toBeLessThan(whole[2]);
        await select.selectOption({ label: options.find((text) => text.includes("page Reports"))! });
        expect(await page.locator(".node:not(.off)").count()).toBe(6);
        await select.selectOption({ label: "everything" });
        expect(await viewBox(page)).toEqual(whole);
      }, still));

    test("+, - and 0 zoom", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const whole = await viewBox(page);
        await page.keyboard.press("+");
        const nearer = await viewBox(page);
        expect(nearer[2]).toBeLessThan(whole[2]);
        await page.keyboard.press("-");
        await page.keyboard.press("-");
        expect((await viewBox(page))[2]).toBeGreaterThan(whole[2]);
        await page.keyboard.press("0");
        expect(await viewBox(page)).toEqual(whole);
      }, still));

    test("the wheel zooms around the pointer, dragging moves the picture and opens nothing", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const box = page.locator('[data-node="3"] .box');
        const middle = async () => {
          const [{ left, right, top, bottom }] = (await rectangles(box)) as [Rectangle];
          return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left };
        };
        const before = await middle();
        await page.mouse.move(before.x, before.y);
        await page.mouse.wheel(0, -600);
        await page.waitForFunction(
          (width) => document.querySelector('[data-node="3"] .box')!.getBoundingClientRect().width > width * 1.5,
          before.width,
        );
        const near = await middle();
        expect(Math.hypot(near.x - before.x, near.y - before.y)).toBeLessThan(2);
        await page.mouse.down();
        await page.mouse.move(near.x + 90, near.y + 40, { steps: 5 });
        await page.mouse.up();
        const moved = await middle();
        expect(Math.hypot(moved.x - near.x - 90, moved.y - near.y - 40)).toBeLessThan(3);
        expect(await page.getByRole("complementary", { name: "Details" }).isVisible()).toBe(false);
      }));

    test("nothing moves by itself for people who asked for that", () =>
      open(async ({ page }) => {
        await page.goto(address);
        expect(
          await page
            .locator(".node")
            .first()
            .evaluate((node) => getComputedStyle(node).transitionDuration),
        ).toBe("0s");
      }, still));

    test("everything can be had without the picture, too: as a list", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const list = page.getByRole("navigation", { name: "All elements" });
        expect(await list.getByRole("button").count()).toBe(await page.locator(".node").count());
        const toggle = page.getByRole("button", { name: "List", exact: true });
        await toggle.click();
        expect([await list.isVisible(), await toggle.getAttribute("aria-expanded")]).toEqual([false, "false"]);
      }));

    test("a small window shows the same, one under the other", () =>
      open(
        async ({ page }) => {
          await page.goto(address);
          const [canvas] = (await rectangles(page.locator("#canvas"))) as [Rectangle];
          expect(canvas.bottom - canvas.top).toBeGreaterThanOrEqual(300);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        },
        { viewport: { width: 480, height: 800 } },
      ));
  });

  test("what changed between two versions shows in color, in words, and by a filter", async () => {
    const models = manyModels(12);
    written("before", models);
    const [first] = models as [DrawnModel];
    const pages = structuredClone((first.spec as JsonObject).pages) as {
      elements: { name: string; columns?: { formula: string }[]; id: string }[];
    }[];
    pages[0]!.elements[1]!.columns![0]!.formula = "[SOURCE/NEW]";
    pages[1]!.elements.push({ ...structuredClone(pages[0]!.elements[0]!), id: "fresh", name: "Fresh table" });
    const control = pages[1]!.elements.findIndex(({ id }) => id === "reports_control");
    pages[1]!.elements.splice(control, 1);
    written("after", [{ ...first, spec: { schemaVersion: 1, pages: pages as never } }, ...models.slice(1)]);
    const address = await drawn("changes.html", "after", "--against", "before");
    await open(async ({ page, complaints }) => {
      await page.goto(address);
      const fills = await page
        .locator(".node")
        .evaluateAll((nodes) =>
          nodes.map((node) => [
            node.getAttribute("aria-label") ?? "",
            node.querySelector(".box")!.getAttribute("fill"),
          ]),
        );
      const fillOf = (ending: string) => [
        ...new Set(fills.filter(([label]) => label!.endsWith(ending)).map(([, fill]) => fill)),
      ];
      expect(fillOf(", added")).toEqual([changeLooks.added.fill]);
      expect(fillOf(", removed")).toEqual([changeLooks.removed.fill]);
      expect(fillOf(", changed")).toEqual([changeLooks.changed.fill]);
      expect([
        ...new Set(fills.filter(([label]) => !/(added|removed|changed)$/.test(label!)).map(([, fill]) => fill)),
      ]).toEqual([unchanged.fill]);
      await page.getByRole("combobox", { name: "Changes" }).selectOption({ label: "what changed" });
      const shown = await page
        .locator(".node:not(.off)")
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")!.split(", ").at(-1)));
      expect(shown.sort()).toEqual(["added", "changed", "removed"]);
      await page.locator(".node:not(.off)").first().press("Enter");
      expect(await page.getByRole("complementary").textContent()).toContain("formula `[SOURCE/0]` → `[SOURCE/NEW]`");
      expect(await page.locator("tr.changed").count()).toBe(1);
      expect(complaints).toEqual([]);
    }, still);
  }, 120_000);

  test("hostile names are text and nothing else", async () => {
    written("hostile", hostileModels());
    const address = await drawn("hostile.html", "hostile", "--title", hostileNames[0]!);
    const svg = await drawn("hostile.svg", "hostile", "--title", hostileNames[1]!);
    await open(async ({ page, requests, complaints }) => {
      await page.goto(address);
      expect(await page.title()).toBe(clean(hostileNames[0]!));
      expect(await page.locator("script").count()).toBe(2);
      expect(await page.locator("img, iframe, object, embed, link, base, a").count()).toBe(0);
      const names = await page.getByRole("navigation").getByRole("button").allTextContents();
      for (const name of hostileNames.filter((text) => text.trim() !== "")) expect(names).toContain(clean(name));
      const nodes = page.locator(".node[role=button]");
      for (let index = 0; index < 8; index++) {
        await nodes.nth(index).focus();
        await page.keyboard.press("Enter");
      }
      expect(await textOutside(page)).toEqual([]);
      await page.goto(svg);
      expect(await page.locator("parsererror").count()).toBe(0);
      expect(await page.locator("script, img, foreignObject, a").count()).toBe(0);
      expect(requests).toEqual([address, svg]);
      expect(complaints).toEqual([]);
    });
  }, 120_000);

  test("a script that gets into the page by another way doesn't run", async () => {
    const address = await drawn("policy.html", written("policy", manyModels(5)));
    await open(async ({ page, complaints }) => {
      await page.goto(address);
      await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'adopted'";
        document.body.append(script);
      });
      expect(await page.title()).toBe("Orders 0");
      expect(complaints.join()).toMatch(/Content Security Policy/);
    });
  }, 120_000);
});
