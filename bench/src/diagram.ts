import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { type Bench, computeSpread } from "./shared/measure";
import { type CommandCost, runCommand } from "./shared/run-command";

const domains = 12;
const layers = ["staging", "core", "marts"];

/** The text of a model: a table of the warehouse, linked tables of the layer before, and a join of both. */
function writeModel(index: number): string {
  const lines = [`name: Model ${index}`, "pages:", "  - id: main", "    name: Main", "    elements:"];
  const buildColumns = (count: number, source: string) =>
    Array.from(
      { length: count },
      (_, nth) => `          - { id: c${nth}, name: Column ${nth}, formula: "[${source}/Column ${nth}]" }`,
    );
  lines.push("      - id: base", "        kind: table", `        name: Base ${index}`);
  lines.push(
    `        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [PROD, T${index}] }`,
    "        columns:",
  );
  lines.push(...buildColumns(20, `T${index}`));
  for (const other of listSources(index)) {
    lines.push(`      - id: from_${other}`, "        kind: table", `        name: From ${other}`);
    lines.push(
      `        source: { kind: data-model, dataModelId: !ref model_${other}, elementId: !ref model_${other}#base }`,
    );
    lines.push("        columns:", ...buildColumns(10, `Base ${other}`));
  }
  lines.push("      - id: summary", "        kind: table", `        name: Summary ${index}`);
  lines.push(
    "        source: { kind: table, elementId: base }",
    "        columns:",
    ...buildColumns(10, `Base ${index}`),
  );
  return `${lines.join("\n")}\n`;
}

const getLayer = (index: number) => Math.floor(index / domains) % layers.length;

/** The models that a model reads from: up to three of a layer before. */
const listSources = (index: number) =>
  getLayer(index) === 0
    ? []
    : [1, 5, 12]
        .map((back) => index - back * domains)
        .filter((other) => other >= 0 && getLayer(other) < getLayer(index));

function writeModels(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const place = join(folder, "models", `domain_${index % domains}`, layers[getLayer(index)]!);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `model_${index}.yaml`), writeModel(index));
  }
}

/** The seconds until a folder of the page has been opened by a click. */
async function open(address: string, executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 864 }, reducedMotion: "reduce" });
    const start = performance.now();
    await page.goto(address);
    await page.locator("#stage .card").first().click();
    await page.locator("#stage .heading[aria-current]").waitFor();
    return (performance.now() - start) / 1000;
  } finally {
    await browser.close();
  }
}

function findChromium(): string | undefined {
  const { CHROMIUM, PATH = "" } = process.env;
  const found = PATH.split(delimiter).flatMap((folder) =>
    ["chromium", "google-chrome"].map((name) => join(folder, name)),
  );
  return CHROMIUM ?? found.find((file) => existsSync(file));
}

export const diagram: Bench = {
  name: "diagram",
  about: "1,000 models as a page and as a PNG, and the page in a browser until a folder is open",
  async run({ report, scale }) {
    const folder = mkdtempSync(join(tmpdir(), "bench-diagram-"));
    try {
      writeModels(folder, scale.of(1000, 100));
      for (const out of ["page.html", "picture.png"]) {
        const runs: CommandCost[] = [];
        for (let run = 0; run < scale.of(3, 1); run++)
          runs.push(await runCommand(folder, ["draw", "models", "--out", out]));
        report.measured(`${out}: time`, computeSpread(runs.map(({ seconds }) => seconds)).median, "s", { most: 10 });
        report.measured(`${out}: memory`, Math.max(...runs.map(({ megabytes }) => megabytes)), "MB", { most: 1000 });
        report.measured(`${out}: size`, statSync(join(folder, out)).size / 1e6, "MB");
      }
      const executable = findChromium();
      if (executable === undefined)
        throw new Error("The page needs a Chromium on the PATH, or CHROMIUM that names one.");
      const address = pathToFileURL(join(folder, "page.html")).href;
      const opened: number[] = [];
      for (let run = 0; run < scale.of(3, 1); run++) opened.push(await open(address, executable));
      report.measured("page in the browser, with a folder open", computeSpread(opened).median, "s", { most: 2 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
