import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Bench, getCli, projectYaml, repository, startBench } from "./support";

const run = promisify(execFile);

const program = `
const analytics = require("pulumi-analytics");
const { folderId, connectionId: warehouse, acceptLosses } = require("./place.json");
new analytics.Workbook("sales", {
  name: "Sales",
  folderId,
  contents: analytics.workbookFile("workbooks/sales", { refs: { warehouse } }),
  acceptLosses,
});
`;

// With what the platform writes in its own form: line breaks, colors, an operator, defaults, the grouping of a source.
const files = {
  "workbooks/sales/workbook.yaml": `schemaVersion: 1
kind: workbook
pages: [main]
`,
  "workbooks/sales/pages/main.yaml": `name: Main
layout:
  - { rows: 6, of: [revenue: 8, big: 16] } # theirs
  - { rows: 12, of: [orders] }
  - { rows: 4, of: [note] }
`,
  "workbooks/sales/elements/orders.yaml": `kind: table
name: Orders
visibleAsSource: true
source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
columns:
  - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
  - { id: large, name: Large, formula: "[Amount] <> 0" } # not zero
`,
  "workbooks/sales/elements/revenue.yaml": `kind: kpi-chart
name: Revenue
source: { kind: table, elementId: orders }
columns: [{ id: sum, name: Sum, formula: "Sum([Orders/Amount])" }]
value: { columnId: sum }
style: { backgroundColor: "#ABCDEF" }
`,
  "workbooks/sales/elements/big.yaml": `kind: bar-chart
name: Big
source: { kind: table, elementId: orders }
columns:
  - { id: by, name: By, formula: "[Orders/Large]" }
  - { id: sum, name: Sum, formula: "Sum([Orders/Amount])" }
xAxis: { columnId: by }
yAxis: { columnIds: [sum] }
`,
  "workbooks/sales/elements/note.yaml": `kind: text
body: |
  One



  Two
`,
};

type Contents = { elements: { id: string; [field: string]: unknown }[]; layout: string };

describe("a conflict of a workbook, resolved as its message says, with the real engine", () => {
  let bench: Bench;
  let id: string;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program, ...files } });
    await writePlace();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    id = (await bench.stack.listResources()).find(({ type }) => type.endsWith("Workbook"))?.id ?? "";
  });
  afterAll(() => bench.dispose());

  function writePlace(more: { acceptLosses?: string[] } = {}): Promise<void> {
    const { folders, connections } = bench.emulator.seeded;
    const place = { folderId: folders.models, connectionId: connections.warehouse, ...more };
    return bench.stack.write("place.json", JSON.stringify(place));
  }

  /** Runs a command as a message prints it; one that waits gets Ctrl-C after its first line. */
  async function runPrinted(command: string, { stop = false } = {}): Promise<string> {
    const { emulator, stack } = bench;
    const [npx, name, ...args] = command.split(" ");
    expect([npx, name]).toEqual(["npx", "pulumi-analytics"]);
    const { command: pulumi, env } = await getCli();
    const running = run(process.execPath, [join(repository, "provider/dist/cli/main.js"), ...args], {
      cwd: stack.directory,
      env: {
        ...process.env,
        ...stack.environment,
        PATH: [dirname(pulumi), env.PATH, process.env.PATH].filter(Boolean).join(delimiter),
        ANALYTICS_BASE_URL: emulator.url,
        ANALYTICS_CLIENT_ID: emulator.clientId,
        ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
      },
    });
    if (stop) running.child.stdout?.once("data", () => running.child.kill("SIGINT"));
    return (await running).stdout;
  }

  async function editInProduct(edit: (contents: Contents) => void): Promise<void> {
    const path = `/v2/workbooks/${id}`;
    const { contents } = (await bench.emulator.ui.request("GET", `${path}?includeContents=true`)) as {
      contents: Contents;
    };
    edit(contents);
    await bench.emulator.ui.request("PUT", `${path}/contents`, { contents });
  }

  const read = (file: string) => readFileSync(join(bench.stack.directory, "workbooks/sales", file), "utf8");
  const write = (file: string, text: string) => bench.stack.write(`workbooks/sales/${file}`, text);

  async function fail(): Promise<string> {
    const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    return stdout + stderr;
  }

  const findCommand = (output: string, pattern: RegExp) => pattern.exec(output)?.[1] ?? output;

  test("pull and edit find the files by the name of the resource", async () => {
    expect(await runPrinted("npx pulumi-analytics pull state:sales")).toContain("workbooks/sales equals the workbook");
    const edited = await runPrinted("npx pulumi-analytics edit state:sales", { stop: true });
    expect(edited).toMatch(/^Edit the copy: http.*\n.*\nDeleted the copy\.\n$/s);
  });

  test("to keep the change: pull of the files merges both edits, and up --refresh writes them", async () => {
    await editInProduct(({ elements }) => {
      elements.find((element) => element.id === "revenue")!.name = "Turnover";
      const big = elements.find((element) => element.id === "big") as { columns?: { id: string; formula: string }[] };
      big.columns!.find((column) => column.id === "sum")!.formula = "Max([Orders/Amount])";
    });
    await write("elements/big.yaml", read("elements/big.yaml").replace("name: Big", "name: Large orders"));
    const output = await fail();
    expect(output).toContain("KPI Turnover: name `Revenue` → `Turnover`");
    await runPrinted(findCommand(output, /bring it into the file with `(npx [^`]+)`/));
    expect(read("elements/revenue.yaml")).toContain("name: Turnover");
    expect(read("elements/big.yaml")).toContain("name: Large orders");
    expect(read("elements/big.yaml")).toContain('formula: "Max([Orders/Amount])"');
    expect(read("elements/orders.yaml")).toBe(files["workbooks/sales/elements/orders.yaml"]);
    expect(read("pages/main.yaml")).toBe(files["workbooks/sales/pages/main.yaml"]);

    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(bench.writes()).toEqual([`PUT /v2/workbooks/${id}/contents`]);
  });

  test("to undo it: refresh, then up; the printed restore brings it back, as drift", async () => {
    await editInProduct(({ elements }) => {
      elements.find((element) => element.id === "revenue")!.name = "Theirs";
    });
    await write("elements/big.yaml", read("elements/big.yaml").replace("name: Large orders", "name: Ours"));
    const output = await fail();
    expect(output).toContain("To undo it, run `pulumi refresh`, then `pulumi up`");
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    const up = await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(up).not.toMatch(/not kept|didn't keep/);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]);

    const command = findCommand(up, /comes back with `(npx [^`]+)`/);
    // In a terminal, the command asks.
    await runPrinted(`${command} --yes`);
    const preview = await bench.stack.expect(["preview", "--refresh"]);
    expect(preview).toContain("name `Theirs` → `Turnover`");
  });

  test("an overlay that nothing opens stops an update over a change, until its loss is accepted", async () => {
    const overlay = "[{ id: help, type: modal, name: Help, layout: [{ rows: 3, of: [hint] }] }]";
    await write("workbook.yaml", `${files["workbooks/sales/workbook.yaml"]}overlays: ${overlay}\n`);
    await write("elements/hint.yaml", "kind: text\nbody: Ask finance\n");
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    await editInProduct(({ elements }) => {
      elements.find((element) => element.id === "revenue")!.name = "Theirs again";
    });
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    const output = await fail();
    expect(output).toContain('overlays:help: nothing opens the overlay "Help"');
    const [, keys = ""] = /in the resource's arguments: acceptLosses: (\[[^\]]*\])/.exec(output) ?? [];
    expect(keys).toBe('["overlays:help"]');

    await writePlace({ acceptLosses: JSON.parse(keys) as string[] });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    // From then on nothing is in danger.
    await writePlace();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]);
  });
});
