import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";
import { buildGraph, type DrawnModel } from "../../cli/src/drawing/models/graph";
import { drawHere } from "../../diagram/src/draw";
import { arrangeGraph, broken, changeLooks, cleanText, type Graph } from "../../diagram/src/graph";
import { writePage } from "../../diagram/src/page";
import { parseSpec } from "../../provider/src/core/model";
import type { JsonObject } from "../../provider/src/core/model/json";
import { chooseCases } from "../cases";
import { createTemporaryFolder, runPiped } from "../cli/support";
import { repository } from "../repository";
import { buildCompanyModels } from "../unit/cli/drawing/company";
import { buildHostileModels, buildManyModels, compareGraphs, hostileNames } from "../unit/cli/drawing/models";
import { readPng } from "../unit/cli/drawing/png";
import { describeInBrowser } from "./support";

const folder = createTemporaryFolder();
const readScript = () => readFileSync(join(repository, "diagram/dist/page/script.js"), "utf8");

/** The address of the page of a graph. */
function writePageFile(name: string, graph: Graph): string {
  const { view, how } = arrangeGraph(graph, {});
  const file = join(folder, `${name}.html`);
  writeFileSync(file, writePage(view, { columns: how.columns }, readScript()));
  return pathToFileURL(file).href;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where things are on the screen. */
function listRectangles(found: Locator): Promise<Rectangle[]> {
  return found.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;

function countOverlapping(areas: readonly Rectangle[]): number {
  return areas.flatMap((area, index) => areas.slice(index + 1).filter((other) => overlap(area, other))).length;
}

const isInside = (inner: Rectangle, outer: Rectangle) =>
  inner.left >= outer.left - 1 &&
  inner.right <= outer.right + 1 &&
  inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1;

/** The cards and headings of which some text reaches over the border, or whose title is cut, by their names. */
function listTextOutside(page: Page): Promise<string[]> {
  return page.locator("#stage [data-item]").evaluateAll((items) =>
    items.flatMap((item) => {
      const box = item.getBoundingClientRect();
      const isOutside = [...item.querySelectorAll(".name, .info, .marks, .column")].some((text) => {
        const { left, top, right, bottom, width } = text.getBoundingClientRect();
        if (width === 0) return false;
        const isTitle = !text.matches(".marks") && text.textContent!.length <= 120;
        const isCut = text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1;
        if (isTitle && isCut) return true;
        return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
      });
      return isOutside ? [item.getAttribute("aria-label") ?? ""] : [];
    }),
  );
}

/**
 * The lines that run over a box that isn't their end or over a heading's words, and the labels that are hidden or cut;
 * in words.
 */
function findLineFaults(page: Page): Promise<string[]> {
  return page.locator("#stage").evaluate((stage) => {
    const boxes = [
      ...stage.querySelectorAll<HTMLElement>(".card, .heading .name, .heading .info, .heading .marks"),
    ].flatMap((element) => {
      const { left, top, right, bottom, width } = element.getBoundingClientRect();
      const item = element.closest<HTMLElement>(".card")?.dataset.item;
      return width === 0 ? [] : [{ item, name: element.textContent!, left, top, right, bottom }];
    });
    const labels = [...stage.querySelectorAll<SVGTextElement>(".line text")];
    const areas = labels.map((label) => label.getBoundingClientRect());
    const isOver = (a: DOMRect, b: { left: number; top: number; right: number; bottom: number }) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const ways = [...stage.querySelectorAll<SVGPathElement>(".line .way")].flatMap((way) => {
      const { from, to } = way.closest<SVGElement>(".line")!.dataset;
      const toScreen = way.getScreenCTM()!;
      const length = way.getTotalLength();
      const crossed = new Set<string>();
      for (let at = 0; at <= length; at += 2) {
        const { x, y } = way.getPointAtLength(at).matrixTransform(toScreen);
        for (const { item, name, left, top, right, bottom } of boxes) {
          const isEnd = item !== undefined && (item === from || item === to);
          const room = isEnd ? 2 : 0;
          if (x > left + room && x < right - room && y > top + room && y < bottom - room) crossed.add(name);
        }
      }
      return [...crossed].map((name) => `${from} → ${to} runs over ${name}`);
    });
    const hidden = labels.flatMap((label, index) => {
      const area = areas[index]!;
      const ground = label.parentElement!.querySelector(".ground")!.getBoundingClientRect();
      const isWhole =
        area.left >= ground.left &&
        area.right <= ground.right &&
        area.top >= ground.top - 1 &&
        area.bottom <= ground.bottom + 1;
      return [
        ...(isWhole && !label.textContent!.includes("…") ? [] : [`label ${label.textContent} is cut`]),
        ...boxes.flatMap((box) => (isOver(area, box) ? [`label ${label.textContent} is over ${box.name}`] : [])),
        ...areas
          .slice(index + 1)
          .flatMap((other) => (isOver(area, other) ? [`label ${label.textContent} is over another`] : [])),
      ];
    });
    return [...ways, ...hidden];
  });
}

/** What the labels of lines say, in alphabetical order; a number says what its note has. */
async function listLabels(page: Page): Promise<string[]> {
  const notes = await page.locator("#notes li").filter({ visible: true }).allTextContents();
  const labels = await page.locator("#stage .line text").allTextContents();
  return labels.map((label) => (/^\d+$/.test(label) ? notes[Number(label) - 1]! : label)).sort();
}

/** How high the smallest letters of names are on the screen. */
function measureSmallestName(page: Page): Promise<number> {
  return page.locator("#stage .card .name").evaluateAll((names) =>
    Math.min(
      ...names.map((name) => {
        const card = name.closest<HTMLElement>(".card")!;
        const scale = card.getBoundingClientRect().width / card.offsetWidth;
        return Number.parseFloat(getComputedStyle(name).fontSize) * scale;
      }),
    ),
  );
}

const findCanvas = async (page: Page) => (await listRectangles(page.locator("#canvas")))[0]!;
const findCards = (page: Page) => page.locator("#stage .card");
const findCard = (page: Page, name: string) =>
  page.locator("#stage .card").filter({ has: page.getByText(name, { exact: true }) });
const findHeading = (page: Page, name: string) =>
  page.locator("#stage .heading").filter({ has: page.getByText(name, { exact: true }) });
const findDetails = (page: Page) => page.getByRole("complementary", { name: "Details" });
const readFocused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-item") ?? null);
const readTransform = (page: Page) =>
  page.locator("#stage").evaluate((stage) => (stage as HTMLElement).style.transform);
const listNames = (found: Locator) => found.locator(".name").allTextContents();

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search" }).fill(words);
  await page.keyboard.press("Enter");
}

/** The elements that some come from or lead to, by their ids; as slow and plain as can be. */
function listLineage({ nodes, edges }: Graph, model: string, way: "from" | "to"): string[] {
  const found = new Set(nodes.filter(({ group }) => group.startsWith(`page:${model}#`)).map(({ id }) => id));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const edge of edges) if (found.has(edge[way === "from" ? "to" : "from"])) found.add(edge[way]);
  }
  // With so many elements, warehouse tables have no boxes.
  return [...found].filter((id) => !id.startsWith("connection:"));
}

/** Without motion what a key does is done at once. */
const shopStatement = `select customer_id, max(ordered_at) as last_order
from SALES.PUBLIC.ORDERS -- </pre><script>alert(1)</script>
group by 1
having max(ordered_at) < '2026-01-01'
`;

/** The models of the pictures in the docs, and some that lines have to find their way around. */
function buildShopModels(more = ""): DrawnModel[] {
  const folder = join(repository, "docs/images/models/now");
  const files = ["customers", "orders", "revenue"].map((key): DrawnModel => {
    const spec = parseSpec(readFileSync(join(folder, `${key}.yaml`), "utf8"));
    return { key, title: (spec as JsonObject).name as string, spec };
  });
  const buildTable = (id: string, name: string, source: JsonObject): JsonObject => ({
    id,
    kind: "table",
    name: name + more,
    source,
    columns: [{ id: `${id}_c`, name: "C", formula: "1" }],
  });
  const buildLinked = (id: string, name: string, of: string, element: string) =>
    buildTable(id, name, { kind: "data-model", dataModelId: { $ref: of }, elementId: { $ref: `${of}#${element}` } });
  const build = (key: string, title: string, elements: JsonObject[]): DrawnModel => ({
    key,
    title: title + more,
    spec: { schemaVersion: 1, pages: [{ id: "main", name: "Main", elements }] },
  });
  const connectionId = { $ref: "warehouse" };
  return [
    build("churn", "Churn", [
      buildTable("churn", "Customers who stopped buying", { kind: "sql", connectionId, statement: shopStatement }),
    ]),
    ...files,
    build("products", "Products", [
      buildTable("products", "Products", {
        kind: "warehouse-table",
        connectionId,
        path: ["SALES", "PUBLIC", "PRODUCTS"],
      }),
    ]),
    build("reports", "Reports", [
      buildLinked("by_customer", "Revenue by customer", "revenue", "revenue_by_region"),
      buildLinked("bought", "Products bought per region and month", "products", "products"),
      buildLinked("churned", "Churned", "churn", "churn"),
    ]),
  ];
}

const still = { reducedMotion: "reduce" } as const;

const widths = [390, 1440, 2560] as const;

describeInBrowser("a diagram's page", (open) => {
  const graphs = new Map<number, Graph>();
  const addresses = new Map<number, string>();
  beforeAll(() => {
    for (const count of [3, 100, 1000]) {
      graphs.set(count, buildGraph(buildCompanyModels(count)));
      addresses.set(count, writePageFile(`company${count}`, graphs.get(count)!));
    }
  });

  const openings = [
    [100, { 390: "folder", 1440: "folder", 2560: "model" }],
    [3, { 390: "model", 1440: "element", 2560: "element" }],
    [1000, { 390: "folder", 1440: "folder", 2560: "folder" }],
  ] as const;
  test.each(chooseCases<(typeof openings)[number]>(openings))(
    "%s models open at a level that can be read, on each width",
    async (count, levels) => {
      const address = addresses.get(count)!;
      await open(async ({ page, requests, complaints }) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : Math.round(width * 0.6) });
          await page.goto(address);
          const kinds = await findCards(page).evaluateAll((all) => all.map(({ classList }) => classList[1]));
          expect([width, [...new Set(kinds)].filter((kind) => kind !== "connection")]).toEqual([
            width,
            [levels[width]],
          ]);
          const [canvas, places] = [await findCanvas(page), await listRectangles(findCards(page))];
          expect(places.filter((place) => !isInside(place, canvas))).toEqual([]);
          expect(countOverlapping(places)).toBe(0);
          expect(await listTextOutside(page)).toEqual([]);
          expect(await findLineFaults(page)).toEqual([]);
          expect(await measureSmallestName(page)).toBeGreaterThan(8);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
          // What the picture takes of the page: a strip takes little of its height or its width.
          const [left, right] = [Math.min(...places.map((p) => p.left)), Math.max(...places.map((p) => p.right))];
          const [top, bottom] = [Math.min(...places.map((p) => p.top)), Math.max(...places.map((p) => p.bottom))];
          const [across, down] = [
            (right - left) / (canvas.right - canvas.left),
            (bottom - top) / (canvas.bottom - canvas.top),
          ];
          expect(Math.min(across, down)).toBeGreaterThan(0.2);
          // Nothing is drawn that isn't shown.
          expect(await page.locator("#stage *").count()).toBeLessThan(6000);
          if (count > 3) expect(await page.locator("#stage .column").count()).toBe(0);
        }
        expect(readPng(await page.screenshot()).variety).toBeGreaterThan(60);
        expect([...new Set(requests)]).toEqual([address]);
        expect(complaints).toEqual([]);
      }, still);
    },
  );

  test("the pages of workbooks don't make names too small for a phone", async () => {
    const file = join(folder, "dashboards.html");
    await runPiped(["draw", "--out", file], { cwd: join(repository, "examples/dashboards") });
    return open(
      async ({ page }) => {
        await page.goto(pathToFileURL(file).href);
        const [canvas, places] = [await findCanvas(page), await listRectangles(findCards(page))];
        expect(places.filter((place) => !isInside(place, canvas))).toEqual([]);
        expect(await measureSmallestName(page)).toBeGreaterThan(8);
      },
      { ...still, viewport: { width: 390, height: 844 } },
    );
  });

  const drawings: [string, () => DrawnModel[], number][] = [
    ["long names", () => buildShopModels(" by region, product line and month of the fiscal_year_of_the_group"), 5],
    ["a shop", () => buildShopModels(), 5],
    ["20 elements", () => buildManyModels(20), 3],
  ];
  test.each(chooseCases(drawings))(
    "%s: no line runs over a box that isn't its end, and labels are whole, at each width",
    (name, models, some) => {
      const address = writePageFile(`lines of ${name}`, buildGraph(models()));
      return open(async ({ page, complaints }) => {
        const labels: string[][] = [];
        for (const width of widths) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : Math.round(width * 0.6) });
          await page.goto(address);
          expect(await page.locator("#stage .line .way").count()).toBeGreaterThan(some);
          expect([width, await findLineFaults(page), await listTextOutside(page)]).toEqual([width, [], []]);
          // All that can be opened.
          const closed = page.locator("#stage .card:not(.element)[aria-expanded=false]");
          while ((await closed.count()) > 0) await closed.first().evaluate((button) => (button as HTMLElement).click());
          labels.push(await listLabels(page));
          // Notes are below the picture, and whole.
          const notes = page.locator("#notes");
          if (await notes.isVisible()) {
            const [[strip], canvas] = [await listRectangles(notes), await findCanvas(page)];
            expect(strip!.top).toBeGreaterThanOrEqual(canvas.bottom - 1);
            expect(await notes.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
          }
          expect([width, await findLineFaults(page), await listTextOutside(page)]).toEqual([width, [], []]);
        }
        // No width leaves a label out.
        expect(labels[0]!.length).toBeGreaterThan(0);
        for (const others of labels) expect(others).toEqual(labels[0]);
        expect(complaints).toEqual([]);
      }, still);
    },
  );

  test("a legend explains what the picture has: at its side, and on a phone in the help", () =>
    open(async ({ page }) => {
      await page.goto(writePageFile("legend", buildGraph(buildShopModels())));
      const listWords = () => page.locator(".legend li").filter({ visible: true }).allTextContents();
      const wide = await listWords();
      expect(wide).toEqual(
        expect.arrayContaining(["table", "join", "SQL", "warehouse table", "reads", "relationship"]),
      );
      expect(wide).not.toContain("union");
      expect(
        await page
          .locator("#sidebar .legend .e-relationship .way")
          .evaluate((way) => getComputedStyle(way).strokeDasharray),
      ).not.toBe("none");
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(page.url());
      expect(await listWords()).toEqual([]);
      await page.getByRole("button", { name: "Help" }).click();
      expect(await listWords()).toEqual(wide);
    }, still));

  test("an element of SQL shows its statement as it was written, and is found by it", () =>
    open(async ({ page, complaints }) => {
      await page.goto(writePageFile("sql", buildGraph(buildShopModels())));
      await find(page, "having max(ordered_at)");
      expect(await findDetails(page).locator("h2").textContent()).toBe("Customers who stopped buying");
      expect(await findDetails(page).getByRole("region", { name: "SQL" }).textContent()).toBe(shopStatement.trimEnd());
      expect(await findDetails(page).locator("pre script").count()).toBe(0);
      await find(page, "Order lines");
      expect(await findDetails(page).getByRole("region", { name: "SQL" }).count()).toBe(0);
      expect(complaints).toEqual([]);
    }, still));

  test("of 1,000 models: a click opens a folder, its models, their elements and columns, and closes them", () =>
    open(async ({ page, complaints }) => {
      await page.goto(addresses.get(1000)!);
      await findCard(page, "finance").click();
      expect(await findHeading(page, "finance").getAttribute("aria-expanded")).toBe("true");
      expect(await listNames(page.locator("#stage .card.folder"))).toEqual(
        expect.arrayContaining(["staging", "core", "marts"]),
      );
      await findCard(page, "core").click();
      const models = page.locator("#stage .card.model");
      const [first] = await listNames(models);
      expect(await models.count()).toBeGreaterThan(10);
      await models.first().click();
      const elements = page.locator("#stage .card.element");
      expect(await findHeading(page, first!).getAttribute("aria-expanded")).toBe("true");
      await elements.first().click();
      expect(await elements.first().locator(".column").allTextContents()).toContain("Column 3");
      await findDetails(page).getByRole("columnheader", { name: "Formula" }).waitFor();
      expect(countOverlapping(await listRectangles(findCards(page)))).toBe(0);
      expect(await listTextOutside(page)).toEqual([]);
      await page.getByRole("button", { name: "Close" }).click();
      await elements.first().click();
      expect(await page.locator("#stage .column").count()).toBe(0);
      await findHeading(page, first!).click();
      expect(await elements.count()).toBe(0);
      expect(complaints).toEqual([]);
    }, still));

  test("of 1,000 models: search flies to what it finds, by name and by column", () =>
    open(async ({ page }) => {
      await page.goto(addresses.get(1000)!);
      for (const [words, name] of [
        ["summary of payments_600", "Summary of payments_600"],
        ["Note 777", "Summary of visits_777"],
        ["core", "core"],
      ] as const) {
        await find(page, words);
        const current = page.locator("#stage [aria-current]");
        expect(await listNames(current)).toEqual([name]);
        const [place] = await listRectangles(current);
        expect(isInside(place!, await findCanvas(page))).toBe(true);
        expect(place!.right - place!.left).toBeGreaterThan(150);
        expect(await readFocused(page)).toBe(await current.getAttribute("data-item"));
      }
      await page.getByRole("combobox", { name: "Search" }).fill("no such thing anywhere");
      expect(await page.getByRole("status").textContent()).toBe("Nothing found");
      await page.keyboard.press("Escape");
      expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("");
    }, still));

  test("of 1,000 models: upstream and downstream of one, and back", () =>
    open(async ({ page }) => {
      await page.goto(addresses.get(1000)!);
      const graph = graphs.get(1000)!;
      const reach = ({ id }: { id: string }, way: "from" | "to") =>
        listLineage(graph, id.slice("model:".length), way).length;
      const model = graph.groups.find(
        (group) => group.kind === "model" && reach(group, "from") > 4 && reach(group, "to") > 6,
      )!;
      await find(page, model.name);
      const before = await findCards(page).count();
      for (const [button, way] of [
        ["Upstream", "from"],
        ["Downstream", "to"],
      ] as const) {
        await page.getByRole("button", { name: button }).click();
        const wanted = listLineage(graph, model.id.slice(6), way);
        const models = new Set(wanted.map((id) => id.split("#")[0]));
        expect(await page.locator("#chip-text").textContent()).toBe(
          `${button} of ${model.name} · ${models.size} models, ${wanted.length} elements`,
        );
        // Each model is there, as a card or around its elements, and nothing else.
        const titles = graph.groups.filter(({ id }) => models.has(id.slice(6))).map(({ name }) => name);
        const shown = await listNames(page.locator("#stage .card.model, #stage .heading.k-model"));
        expect(shown.sort()).toEqual(titles.sort());
        expect(countOverlapping(await listRectangles(findCards(page)))).toBe(0);
      }
      await page.getByRole("button", { name: "Show all" }).click();
      expect(await findCards(page).count()).toBe(before);
    }, still));

  test("broken references are red, with what is wrong", () =>
    open(async ({ page }) => {
      await page.goto(addresses.get(100)!);
      await page.emulateMedia({ colorScheme: "light" });
      const red = `rgb(${[1, 3, 5].map((at) => Number.parseInt(broken.stroke.slice(at, at + 2), 16)).join(", ")})`;
      const button = page.getByRole("button", { name: "2 broken references" });
      const seen: string[] = [];
      for (let nth = 0; nth < 2; nth++) {
        await button.click();
        const current = page.locator("#stage .card[aria-current]");
        expect(await current.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(red);
        seen.push(...(await page.locator("#details ul.problems").allTextContents()));
      }
      expect(seen.sort()).toEqual([
        expect.stringMatching(/^`\[Summary of \w+_\d+\/Gone\]`: model .+, element summary has no column `Gone`$/),
        expect.stringMatching(/^models\/.+\.yaml has no element `gone`$/),
      ]);
      const dead = page.locator("#stage .line.broken .way");
      expect(await dead.first().evaluate((line) => getComputedStyle(line).stroke)).toBe(red);
      await find(page, "gone");
      expect(await page.locator("#stage .card.k-missing").count()).toBe(1);
      await button.click();
      await button.click();
      const column = page.locator("#stage .column.broken");
      expect([await column.textContent(), await column.evaluate((line) => getComputedStyle(line).color)]).toEqual([
        "Linked",
        red,
      ]);
      expect(await page.locator("#sidebar .mark.broken").count()).toBeGreaterThan(0);
    }, still));

  test("the sidebar lists folders, models and elements, and collapses", () =>
    open(async ({ page }) => {
      await page.goto(addresses.get(1000)!);
      const list = page.getByRole("navigation", { name: "All elements" });
      const rows = list.locator(".row");
      const before = await rows.count();
      expect(before).toBeLessThan(40);
      await list.getByRole("button", { name: "Content of risk" }).click();
      await list.getByRole("button", { name: "Content of marts" }).click();
      expect(await rows.count()).toBeGreaterThan(before + 15);
      await list.getByRole("button", { name: "Content of risk" }).click();
      expect(await rows.filter({ visible: true }).count()).toBe(before);
      await rows.filter({ hasText: "risk" }).click();
      expect(await listNames(page.locator("#stage [aria-current]"))).toEqual(["risk"]);
      const wide = await findCanvas(page);
      const toggle = page.getByRole("button", { name: "List", exact: true });
      await toggle.click();
      expect([await list.isVisible(), await toggle.getAttribute("aria-expanded")]).toEqual([false, "false"]);
      expect((await findCanvas(page)).left).toBeLessThan(wide.left);
    }, still));

  test("a phone gets the picture first, the list over it, and details below", () =>
    open(
      async ({ page }) => {
        await page.goto(addresses.get(100)!);
        const list = page.getByRole("navigation", { name: "All elements" });
        expect(await list.isVisible()).toBe(false);
        await page.getByRole("button", { name: "List", exact: true }).click();
        await list.locator(".row").first().click();
        expect(await list.isVisible()).toBe(false);
        await find(page, "Summary of orders_0");
        const [panel, canvas] = [(await listRectangles(findDetails(page)))[0]!, await findCanvas(page)];
        expect(panel.top).toBeGreaterThanOrEqual(canvas.bottom - 1);
        expect(isInside((await listRectangles(page.locator("#stage [aria-current]")))[0]!, canvas)).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      },
      { ...still, viewport: { width: 390, height: 844 } },
    ));

  test("dark where the system is dark, and by a button", () =>
    open(
      async ({ page }) => {
        await page.goto(addresses.get(3)!);
        const measureLightness = (selector: string, property: "color" | "backgroundColor") =>
          page
            .locator(selector)
            .first()
            .evaluate(
              (element, name) =>
                (getComputedStyle(element)[name].match(/\d+/g) ?? [])
                  .slice(0, 3)
                  .reduce((sum, part) => sum + Number(part), 0) / 3,
              property,
            );
        const dark = [
          await measureLightness("#stage .card", "backgroundColor"),
          await measureLightness("#stage .card", "color"),
        ];
        await page.getByRole("button", { name: "Dark mode" }).click();
        const light = [
          await measureLightness("#stage .card", "backgroundColor"),
          await measureLightness("#stage .card", "color"),
        ];
        expect(dark[0]).toBeLessThan(60);
        expect(dark[1]).toBeGreaterThan(200);
        expect(light[0]).toBeGreaterThan(240);
        expect(light[1]).toBeLessThan(60);
        // Whatever the system says.
        await page.emulateMedia({ colorScheme: "light" });
        await page.getByRole("button", { name: "Dark mode" }).click();
        expect(await measureLightness("#stage .card", "backgroundColor")).toBeLessThan(60);
      },
      { ...still, colorScheme: "dark" },
    ));

  describe("by mouse and keyboard", () => {
    let address: string;
    beforeAll(() => {
      address = writePageFile("keys", buildGraph(buildManyModels(20)));
    });

    test("Tab and arrow keys lead from card to card, Enter opens, Escape closes", () =>
      open(async ({ page }) => {
        await page.goto(address);
        expect(await page.locator('#stage [tabindex="0"]').count()).toBe(1);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        const start = await readFocused(page);
        expect(start).not.toBeNull();
        const seen = new Set([start]);
        for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
          await page.keyboard.press(key);
          seen.add(await readFocused(page));
        }
        expect(seen.has(null)).toBe(false);
        expect(seen.size).toBeGreaterThan(3);
        expect(await page.locator('#stage [tabindex="0"]').getAttribute("data-item")).toBe(await readFocused(page));
        await page.locator("#stage .card.element").first().focus();
        const item = await readFocused(page);
        await page.keyboard.press("Enter");
        expect(await findDetails(page).isVisible()).toBe(true);
        expect(await readFocused(page)).toBe(item);
        await page.keyboard.press("Escape");
        expect(await findDetails(page).isVisible()).toBe(false);
        await page.keyboard.press("u");
        expect(await page.locator("#chip-text").textContent()).toMatch(/^Upstream of /);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        expect(await page.locator("#chip").isVisible()).toBe(false);
      }, still));

    test("details lead on to what an element comes from and leads to", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const graph = buildGraph(buildManyModels(20));
        const findName = (id: string) => graph.nodes.find((node) => node.id === id)!.name;
        const edge = graph.edges.find(
          ({ from, to }) => !from.startsWith("connection") && findName(from) !== findName(to),
        )!;
        await find(page, findName(edge.to));
        await findDetails(page).getByRole("heading", { name: "Comes from" }).waitFor();
        const link = findDetails(page).locator("h3:text('Comes from') + ul button").first();
        const from = await link.textContent();
        await link.click();
        expect(await findDetails(page).locator("h2").textContent()).toBe(from);
        expect(await page.locator("#stage .line.lit").count()).toBeGreaterThan(0);
      }, still));

    test("/ searches, and letters in the field are letters; +, - and 0 zoom", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const whole = await readTransform(page);
        await page.keyboard.press("/");
        await page.keyboard.type("a/+-0u");
        expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("a/+-0u");
        expect(await readTransform(page)).toBe(whole);
        await page.keyboard.press("Escape");
        await page.locator("#stage .card").first().focus();
        await page.keyboard.press("0");
        const scale = async () => Number(/scale\((.*)\)/.exec(await readTransform(page))![1]);
        const start = await scale();
        await page.keyboard.press("+");
        expect(await scale()).toBeGreaterThan(start);
        await page.keyboard.press("-");
        await page.keyboard.press("-");
        expect(await scale()).toBeLessThan(start);
        await page.keyboard.press("0");
        expect(await readTransform(page)).toBe(whole);
      }, still));

    test("the wheel zooms around the pointer, dragging moves the picture and opens nothing", () =>
      open(async ({ page }) => {
        await page.goto(address);
        const one = page.locator("#stage .card").nth(3);
        const findMiddle = async () => {
          const [{ left, right, top, bottom }] = (await listRectangles(one)) as [Rectangle];
          return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left };
        };
        const before = await findMiddle();
        await page.mouse.move(before.x, before.y);
        const whole = await readTransform(page);
        await page.mouse.wheel(0, -400);
        await page.waitForFunction(
          (was) => document.querySelector<HTMLElement>("#stage")!.style.transform !== was,
          whole,
        );
        const near = await findMiddle();
        expect(near.width).toBeGreaterThan(before.width * 1.3);
        expect(Math.hypot(near.x - before.x, near.y - before.y)).toBeLessThan(2);
        await page.mouse.down();
        await page.mouse.move(near.x + 90, near.y + 40, { steps: 5 });
        await page.mouse.up();
        const moved = await findMiddle();
        expect(Math.hypot(moved.x - near.x - 90, moved.y - near.y - 40)).toBeLessThan(3);
        expect(await page.locator("#pill").isVisible()).toBe(false);
        await one.click();
        expect(await page.locator("#pill").isVisible()).toBe(true);
        await page.locator("#canvas").click({ position: { x: 3, y: 3 } });
        expect(await page.locator("#pill").isVisible()).toBe(false);
      }, still));
  });

  test("what changed between two versions shows in color, in words, and by a filter", () => {
    const models = buildManyModels(12);
    const [first] = models as [DrawnModel];
    const pages = structuredClone((first.spec as JsonObject).pages) as unknown as {
      elements: { name: string; columns?: { formula: string }[]; id: string }[];
    }[];
    pages[0]!.elements[1]!.columns![0]!.formula = "[SOURCE/NEW]";
    pages[1]!.elements.push({ ...structuredClone(pages[0]!.elements[0]!), id: "fresh", name: "Fresh table" });
    const control = pages[1]!.elements.findIndex(({ id }) => id === "reports_control");
    pages[1]!.elements.splice(control, 1);
    const after = [{ ...first, spec: { schemaVersion: 1, pages: pages as never } }, ...models.slice(1)];
    const address = writePageFile("changes", compareGraphs(models, after));
    return open(async ({ page, complaints }) => {
      await page.goto(address);
      const borders = await page
        .locator("#stage .card.element")
        .evaluateAll((all) =>
          all.map((element) => [
            /(added|removed|changed)?$/.exec(element.getAttribute("aria-label")!)![0],
            getComputedStyle(element).borderTopColor,
          ]),
        );
      for (const [change, { stroke }] of Object.entries(changeLooks)) {
        const rgb = `rgb(${[1, 3, 5].map((at) => Number.parseInt(stroke.slice(at, at + 2), 16)).join(", ")})`;
        expect(new Set(borders.filter(([what]) => what === change).map(([, color]) => color))).toEqual(new Set([rgb]));
        // What is broken is red, as what was removed.
        if (change !== "removed") expect(borders.filter(([what, color]) => what === "" && color === rgb)).toEqual([]);
      }
      await page.getByRole("combobox", { name: "Changes" }).selectOption({ label: "what changed" });
      const shown = await page
        .locator("#stage .card.element")
        .evaluateAll((all) => all.map((element) => element.getAttribute("aria-label")!.split(", ").at(-1)));
      expect(shown.sort()).toEqual(["added", "changed", "removed"]);
      await page.locator("#stage .card.changed").click();
      expect(await findDetails(page).textContent()).toContain("formula `[SOURCE/0]` → `[SOURCE/NEW]`");
      expect(await page.locator("tr.changed").count()).toBe(1);
      expect(complaints).toEqual([]);
    }, still);
  });

  test("hostile names are text and nothing else", () => {
    const graph = buildGraph(buildHostileModels(), { title: hostileNames[0]! });
    const address = writePageFile("hostile", graph);
    return open(async ({ page, requests, complaints }) => {
      await page.goto(address);
      expect(await page.title()).toBe(cleanText(hostileNames[0]!));
      const names: string[] = [];
      for (const name of ["x".repeat(40), "evil", "alert", "月次", "__proto__"]) {
        await find(page, name);
        names.push(...(await listNames(page.locator("#stage [data-item]"))));
      }
      for (const name of hostileNames.filter((text) => text.trim() !== "")) expect(names).toContain(cleanText(name));
      expect(await listTextOutside(page)).toEqual([]);
      expect(await page.locator("script").count()).toBe(3);
      expect(await page.locator("img, iframe, object, embed, link, base, a").count()).toBe(0);
      expect(requests).toEqual([address]);
      expect(complaints).toEqual([]);
    }, still);
  });

  test("a script that gets into the page by another way doesn't run", () =>
    open(async ({ page, complaints }) => {
      await page.goto(addresses.get(3)!);
      await page.evaluate(() => {
        const added = document.createElement("script");
        added.textContent = "document.title = 'adopted'";
        document.body.append(added);
      });
      expect(await page.title()).toBe("Data models");
      expect(complaints.join()).toMatch(/Content Security Policy/);
    }));

  test("the command's page and picture are files that need nothing else", async () => {
    const files = buildCompanyModels(3).map(({ key, title, spec }) => {
      const text = JSON.stringify({ name: title, ...(spec as JsonObject) });
      writeFileSync(join(folder, `${key}.json`), text);
      return `${key}.json`;
    });
    for (const [out, box] of [
      ["whole.html", "#stage .card"],
      ["whole.svg", ".node"],
    ] as const) {
      const { code, stderr } = await runPiped(["draw", ...files, "--out", out], { cwd: folder });
      expect([code, stderr]).toEqual([0, ""]);
      const address = pathToFileURL(join(folder, out)).href;
      await open(async ({ page, requests, complaints }) => {
        await page.goto(address);
        expect(await page.locator(box).count()).toBeGreaterThan(8);
        expect(requests).toEqual([address]);
        expect(complaints).toEqual([]);
      });
    }
  });

  const pictures: [string, () => Graph][] = [
    ["hostile names", () => buildGraph(buildHostileModels())],
    ["elements", () => buildGraph(buildManyModels(50))],
    ["models", () => buildGraph(buildCompanyModels(100))],
  ];
  test.each(chooseCases(pictures))(
    "a picture of %s: no text is cut, nothing overlaps, and it is well-formed",
    async (name, graph) => {
      const file = join(folder, `${name}.svg`);
      writeFileSync(file, await drawHere(graph(), { format: "svg" }, () => {}));
      await open(async ({ page }) => {
        await page.goto(pathToFileURL(file).href);
        expect(await page.locator("parsererror, script, img, foreignObject, a").count()).toBe(0);
        const outside = await page.locator(".node").evaluateAll((nodes) =>
          nodes.flatMap((node) => {
            const box = node.querySelector(".box")!.getBoundingClientRect();
            const isOutside = [...node.querySelectorAll("text")].some((text) => {
              const { left, top, right, bottom } = text.getBoundingClientRect();
              return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
            });
            return isOutside ? [node.querySelector("title")!.textContent] : [];
          }),
        );
        expect(outside).toEqual([]);
        expect(countOverlapping(await listRectangles(page.locator(".node .box")))).toBe(0);
      });
    },
  );
});
