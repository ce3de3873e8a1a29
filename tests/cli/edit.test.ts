import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { startEmulator } from "analytics-emulator";
import { run } from "../../cli/src/cli";
import { salesFolder, writeFiles } from "../workbook-folder";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();

test.each([
  ["live:Sales", "names documents of the platform, which makes no sense here. The changes go into files"],
  ["git:main:sales", "names a commit"],
  ["slaes", "no file or document of this name here."],
])("of %s there are no files", async (address, message) => {
  expect(await runPiped(["edit", address], { cwd, env: {} })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});

test("a copy is edited, its changes go into the files, and the copy goes", async () => {
  const emulator = await startEmulator({});
  const connection = emulator.seeded.connections.warehouse;
  writeFiles(join(cwd, "sales"), {
    ...salesFolder,
    "workbook.yaml": salesFolder["workbook.yaml"]!.replace("!ref theme", "Light"),
    "elements/orders.yaml": salesFolder["elements/orders.yaml"]!.replace(
      /^source:.*$/m,
      `source: { kind: warehouse-table, connectionId: ${connection}, path: [SALES, PUBLIC, ORDERS] }`,
    ).replaceAll("[Orders/", "[ORDERS/"),
    "elements/region.yaml": salesFolder["elements/region.yaml"]!.replace(/^parameters:.*\n/m, ""),
  });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let [told, errors] = ["", ""];
  stdout.on("data", (data) => {
    told += data;
  });
  stderr.on("data", (data) => {
    errors += data;
  });
  const stop = new AbortController();
  const env = buildSettings(emulator);
  const ended = run(["edit", "sales", "--watch", "--json"], {
    ...{ stdin: Readable.from([]), stdout, stderr, env, cwd, signal: stop.signal },
  });
  const waitFor = async (isThere: () => boolean) => {
    for (let n = 0; n < 5_000 && !isThere(); n++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect({ isThere: isThere(), errors, told }).toMatchObject({ isThere: true });
  };
  await waitFor(() => told.includes('"copy"'));
  const { copy } = JSON.parse(told.split("\n")[0]!) as { copy: string };
  const { contents } = (await emulator.ui.request("GET", `/v2/workbooks/${copy}?includeContents=true`)) as {
    contents: { elements: { id: string; name?: string }[] };
  };
  contents.elements.find((element) => element.id === "revenue")!.name = "Turnover";
  await emulator.ui.request("PUT", `/v2/workbooks/${copy}/contents`, { contents });
  const read = () => readFileSync(join(cwd, "sales/elements/revenue.yaml"), "utf8");
  await waitFor(() => read().includes("name: Turnover\n"));
  expect(read()).toBe(salesFolder["elements/revenue.yaml"]!.replace("name: Revenue\n", "name: Turnover\n"));
  stop.abort();
  await ended;
  await expect(emulator.ui.request("GET", `/v2/files/${copy}`)).rejects.toThrow("404");
  await emulator.stop();
});
