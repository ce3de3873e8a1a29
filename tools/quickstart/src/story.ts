import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import type { TemporaryStack } from "./temporary-stack";

const formula = {
  before: "If([ORDERS/PAID], [Amount], 0)",
  after: "If([ORDERS/PAID], [Amount] * 0.9, 0)",
  inTheUi: "[Amount]",
};

/** Ends the run: a step had another result than its title says. */
class Unexpected extends Error {}

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Unexpected(otherwise);
}

/** The counts that `up` and `preview` print, such as `5 created, 1 updated`. */
function summarizeRun(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  return lines
    .filter((line) =>
      /^[+~-]{0,2}\s*\d+ (to )?(create|update|delete|unchanged|created|updated|deleted|changed)/.test(line),
    )
    .map((line) => line.replace(/^[+~-]+\s*/, ""))
    .join(", ");
}

function findLine(output: string, text: string): string {
  const line = output.split("\n").find((candidate) => candidate.includes(text));
  expect(line !== undefined, `"${text}" is nowhere in:\n${output}`);
  return (line as string).trim();
}

/** The orders that the emulator computes with; undefined where there is no DuckDB for the machine. */
export const dataFolder = hasDuckDb() ? join(__dirname, "../data") : undefined;

function hasDuckDb(): boolean {
  try {
    require("@duckdb/node-api");
    return true;
  } catch {
    return false;
  }
}

/** The revenue of all orders, as a number in a workbook shows it. */
async function computeRevenue({ ui, seeded }: Emulator, dataModelId: string, elementId: string): Promise<number> {
  const source = { kind: "data-model", dataModelId, elementId };
  const columns = [{ id: "sum", name: "Sum", formula: "Sum([Orders/Revenue])" }];
  const total = { id: "total", kind: "kpi-chart", name: "Total", source, columns, value: { columnId: "sum" } };
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"';
  const place = '<Element elementId="total" gridColumn="1 / 25" gridRow="1 / 11"/>';
  const pages = [{ id: "main", name: "Main" }];
  const layout = `<Page id="main" ${grid}>${place}</Page>`;
  const contents = { schemaVersion: 1, kind: "workbook", elements: [total], pages, layout };
  const workbook = { name: "Revenue", folderId: seeded.folders.models, contents };
  const { workbookId } = (await ui.request("POST", "/v2/workbooks", workbook)) as { workbookId: string };
  const asked = { elementId: "total", format: { type: "json" } };
  const { queryId } = (await ui.request("POST", `/v2/workbooks/${workbookId}/export`, asked)) as { queryId: string };
  let rows: unknown;
  while (rows === undefined) rows = await ui.request("GET", `/v2/query/${queryId}/download`);
  await ui.deleteFile(workbookId);
  return (rows as [{ Sum: number }])[0].Sum;
}

/** Reports the steps. */
export interface Teller {
  runStep(title: string, body: () => Promise<string>): Promise<void>;
}

/**
 * The life of the quickstart's resources, whatever the language of the program: each step is checked.
 *
 * @param model the file of the model `orders`, relative to the project's folder.
 */
export async function runStory(tell: Teller, emulator: Emulator, stack: TemporaryStack, model: string): Promise<void> {
  const listWrites = () =>
    emulator.requests().filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token");
  const file = join(stack.directory, model);

  await tell.runStep("preview: everything is to be created", async () => {
    const output = await stack.expect(["preview"]);
    expect(listWrites().length === 0, "a preview wrote to the platform");
    return summarizeRun(output);
  });

  await tell.runStep("up creates three data models and two tags", async () => {
    const output = await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(listWrites().length === 5, `expected 5 writes, saw ${listWrites().length}`);
    return summarizeRun(output);
  });

  const before = await stack.readOutputs();
  const orders = (await stack.listResources()).find(({ urn }) => urn.endsWith("::orders"))?.id as string;
  const readRevenue = () => computeRevenue(emulator, orders, String(before.factOrders));

  if (dataFolder !== undefined) {
    await tell.runStep("a workbook shows the revenue of the model", async () => {
      const revenue = await readRevenue();
      expect(revenue === 2000, `expected 2000, saw ${revenue}`);
      return `Revenue ${revenue}`;
    });
  }

  await tell.runStep("up again changes nothing", async () => {
    emulator.clearRequests();
    const output = await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(listWrites().length === 0, "a second up wrote to the platform");
    return summarizeRun(output);
  });

  await tell.runStep("after an edit of one formula in the file, preview shows that formula", async () => {
    await writeFile(file, (await readFile(file, "utf8")).replace(formula.before, formula.after));
    const output = await stack.expect(["preview", "--diff"]);
    expect(summarizeRun(output).includes("1 to update"), `expected one update:\n${output}`);
    return findLine(output, formula.after);
  });

  await tell.runStep("up updates that model only, and keeps every id in it", async () => {
    const output = await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(
      listWrites().length === 1 && listWrites()[0]?.method === "PUT",
      `expected one PUT, saw ${JSON.stringify(listWrites())}`,
    );
    const after = await stack.readOutputs();
    expect(after.revenueColumn === before.revenueColumn && after.factOrders === before.factOrders, "an id changed");
    return summarizeRun(output);
  });

  if (dataFolder !== undefined) {
    await tell.runStep("the workbook shows the revenue by the new formula", async () => {
      const revenue = await readRevenue();
      expect(revenue === 1800, `expected 1800, saw ${revenue}`);
      return `Revenue ${revenue}`;
    });
  }

  await tell.runStep("someone changes the formula in the product's UI", async () => {
    await emulator.ui.changeFormula(orders, "Orders", "Revenue", formula.inTheUi);
    return formula.inTheUi;
  });

  await tell.runStep("refresh shows the change as drift, in the ids of the file", async () => {
    const output = await stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]);
    return findLine(output, formula.inTheUi);
  });

  await tell.runStep("up restores the formula of the file", async () => {
    emulator.clearRequests();
    const output = await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(listWrites().length === 1, `expected one write, saw ${listWrites().length}`);
    return summarizeRun(output);
  });

  await tell.runStep("destroy deletes the models and tags", async () => {
    const output = await stack.expect(["destroy", "--yes", "--skip-preview"]);
    const { tags, files } = emulator.snapshot();
    const models = files.filter(
      ({ id, type, deletedWith }) =>
        type === "data-model" && deletedWith === null && id !== emulator.seeded.legacyModel,
    );
    const left = [...tags, ...models].map(({ name }) => name);
    expect(left.length === 0, `left behind: ${left.join(", ")}`);
    return summarizeRun(output);
  });
}
