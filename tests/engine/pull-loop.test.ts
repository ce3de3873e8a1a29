import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseCases } from "../cases";
import { edit as editModel } from "../cli/pull-support";
import { runPiped } from "../cli/support";
import { buildSales } from "../unit/emulator/workbook/sales";
import { type Door, write } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

type Contents = { elements: { id: string; [field: string]: unknown }[] };

/** Declares what was pulled, with the values that the pull knows. */
const program = `
const { readFileSync } = require("node:fs");
const analytics = require("pulumi-analytics");
const { models, workbooks } = JSON.parse(readFileSync(".pulumi-analytics/pull.json", "utf8"));
const { wanted } = JSON.parse(readFileSync("place.json", "utf8"));
const { folderId } = require("./place.json");
for (const [id, { name, file, refs }] of Object.entries(models).filter(([id]) => wanted.includes(id)))
  new analytics.DataModel(name,
    { name: "Purchases", folderId, spec: analytics.specFile(file, { refs }), adopt: { id } });
for (const [id, { name, file, refs }] of Object.entries(workbooks).filter(([id]) => wanted.includes(id)))
  new analytics.Workbook(name,
    { name: "Turnover", folderId, contents: analytics.workbookFile(file, { refs }), adopt: { id } });
`;

// The platform of the emulator rewrites what it stores, as far as anybody has seen that.
describe.each<Door>(chooseCases<Door>(["dynamic", "plugin"]))(
  "conflict, pull and up, with the real engine, through the %s door",
  (door) => {
    let bench: Bench;
    let workbook: string;
    let model: string;
    const wb = "workbooks/turnover";
    const dm = "models/purchases.yaml";

    beforeAll(async () => {
      bench = await startBench({ texts: { "Pulumi.yaml": projectYaml } });
      const { ui, seeded } = bench.emulator;
      const { warehouse: connectionId } = seeded.connections;
      const folderId = seeded.folders.models;
      const contents = buildSales(connectionId);
      ({ workbookId: workbook } = (await ui.request("POST", "/v2/workbooks", {
        name: "Turnover",
        folderId,
        contents,
      })) as { workbookId: string });
      const source = { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] };
      const columns = [
        { id: "a", name: "Amount", formula: "[ORDERS/AMOUNT]" },
        { id: "b", name: "Large", formula: "[Amount] <> 0" },
      ];
      const elements = [{ id: "t", kind: "table", name: "Orders", source, columns }];
      ({ dataModelId: model } = (await ui.request("POST", "/v2/dataModels/spec", {
        ...{ name: "Purchases", folderId, schemaVersion: 1, pages: [{ id: "p", name: "Orders", elements }] },
      })) as { dataModelId: string });
      await write(bench, door, program);
      await bench.stack.write("place.json", JSON.stringify({ folderId, wanted: [workbook, model] }));
      expect(await pull("--all")).toMatchObject({ code: 0 });
      await runUp();
    });
    afterAll(() => bench?.dispose());

    const pull = (...args: string[]) =>
      runPiped(["pull", ...args], { cwd: bench.stack.directory, env: { ...bench.stack.environment } });
    const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
    const read = (file: string) => readFileSync(join(bench.stack.directory, file), "utf8");

    /** What somebody does in the product: to the title of a chart, and to a column's formula. */
    async function editInProduct(chart: { id: string; name: string }, formula: string): Promise<void> {
      const { ui } = bench.emulator;
      const { contents } = (await ui.request("GET", `/v2/workbooks/${workbook}?includeContents=true`)) as {
        contents: Contents;
      };
      contents.elements.find(({ id }) => id === chart.id)!.name = chart.name;
      await ui.request("PUT", `/v2/workbooks/${workbook}/contents`, { contents });
      await editModel(bench.emulator, model, ({ pages }) => {
        pages[0]!.elements[0]!.columns[0]!.formula = formula;
      });
    }

    /** Edits that nobody has deployed: another chart's title, another column's formula. */
    async function editHere(chart: string, name: string, limit: string): Promise<void> {
      const place = `${wb}/elements/${chart}.yaml`;
      await bench.stack.write(place, read(place).replace(/\nname: .*/, `\nname: ${name}`));
      const [before, after] = [
        /\{ id: large, name: Large, formula: .*\}/,
        `{ id: large, name: Large, formula: "${limit}" }`,
      ];
      expect(read(dm)).toMatch(before);
      await bench.stack.write(dm, read(dm).replace(before, after));
    }

    const readAll = () => [dm, `${wb}/elements/revenue.yaml`, `${wb}/elements/trend.yaml`].map(read).join("\n");

    test("the platform's change and an edit that isn't deployed: each pull moves what both agree on", async () => {
      await editInProduct({ id: "revenue", name: "Income" }, "[ORDERS/AMOUNT] * 2");
      await editHere("trend", "Course", "[Amount] > 10");
      const failed = await bench.stack.run(["up", "--yes", "--skip-preview"]);
      expect(failed.code).not.toBe(0);
      const said = failed.stdout + failed.stderr;
      const commands = [...new Set([...said.matchAll(/bring it into the file with `npx pulumi-analytics ([^`]+)`/g)])];
      expect(commands.length).toBeGreaterThan(0);
      // One of the two may have been canceled with the other.
      for (const target of [wb, dm]) expect(await pull(target)).toMatchObject({ code: 0 });
      for (const [, command = ""] of commands) {
        const again = await runPiped(command.split(" "), {
          cwd: bench.stack.directory,
          env: { ...bench.stack.environment },
        });
        expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("keeps its own edits") });
      }
      expect(readAll()).toMatch(/\* 2"[\s\S]*> 10"[\s\S]*name: Income\n[\s\S]*name: Course\n/);

      const before = readAll();
      const all = await pull("--all");
      expect(all).toMatchObject({ code: 0 });
      expect(all.stdout).toContain(`edited here ${wb}`);
      expect(all.stdout).toContain(`edited here ${dm}`);
      expect(readAll()).toBe(before);
      await runUp("--refresh");
      await runUp("--refresh", "--expect-no-changes");
      expect((await pull("--all")).stdout).not.toMatch(/edited here|conflict|updated (models|workbooks)\//);
      expect(readAll()).toBe(before);
    });

    test("after an up, both sides' changes of other parts are merged by the stack's state", async () => {
      await editHere("trend", "Way", "[Amount] > 20");
      expect(await pull("--all")).toMatchObject({ code: 0, stdout: expect.stringContaining(`edited here ${wb}`) });
      await editInProduct({ id: "revenue", name: "Earnings" }, "[ORDERS/AMOUNT] * 3");
      const all = await pull("--all");
      expect(all).toMatchObject({ code: 0 });
      expect(all.stdout).toContain(`updated ${wb}, which keeps its own edits\n`);
      expect(all.stdout).toContain(`updated ${dm}, which keeps its own edits\n`);
      expect(readAll()).toMatch(/\* 3"[\s\S]*> 20"[\s\S]*name: Earnings\n[\s\S]*name: Way\n/);
      const before = readAll();
      expect(await pull(wb, dm)).toMatchObject({ code: 0 });
      expect((await pull("--all")).stdout).toContain(`edited here ${wb}`);
      expect(readAll()).toBe(before);
      // What the platform has is in the files: a refresh isn't needed.
      await runUp();
      expect((await pull("--all")).stdout).not.toMatch(/edited here|conflict/);
    });

    /** Both change the same, and the product also another part of each. @returns the commands that a conflict names. */
    async function contest(ours: number, theirs: number): Promise<string[]> {
      await editHere("revenue", `Ours ${ours}`, `[Amount] > ${ours}`);
      await bench.stack.write(dm, read(dm).replace(/\* \d/, `* ${ours}`));
      await editInProduct({ id: "trend", name: `Way ${theirs}` }, `[ORDERS/AMOUNT] * ${theirs}`);
      await editInProduct({ id: "revenue", name: `Theirs ${theirs}` }, `[ORDERS/AMOUNT] * ${theirs}`);
      const before = readAll();
      const ways = [await pull("--all"), await pull(dm, wb), await pull(wb, dm, "--dry-run")];
      const commands = ways.map(({ code, stdout }) => {
        expect(code).toBe(1);
        expect(stdout).toMatch(new RegExp(`yours → theirs:\n.*\\* ${ours}\` → \`.*\\* ${theirs}\``));
        expect(stdout).toContain(`\`Ours ${ours}\` → \`Theirs ${theirs}\``);
        return [...stdout.matchAll(/`pulumi-analytics (pull \S+ --prefer \w+)`/g)]
          .map(([, command]) => command!)
          .sort();
      });
      const sides = ["file", "platform"];
      const expected = [dm, wb].flatMap((one) => sides.map((side) => `pull ${one} --prefer ${side}`));
      expect(commands).toEqual([expected, expected, expected]);
      expect(readAll()).toBe(before);
      return expected;
    }

    test("what both changed stays as it is in the files, until somebody prefers theirs", async () => {
      for (const command of (await contest(4, 5)).filter((one) => one.endsWith("file"))) {
        const one = await pull(...command.split(" ").slice(1));
        expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(updated|Nothing changed)/) });
      }
      expect(readAll()).toMatch(/\* 4"[\s\S]*> 4"[\s\S]*name: Ours 4\n[\s\S]*name: Way 5\n/);
      const after = readAll();
      expect((await pull("--all")).stdout).toContain(`edited here ${wb}`);
      expect(readAll()).toBe(after);
      await runUp("--refresh");
      await runUp("--refresh", "--expect-no-changes");
      expect((await pull("--all")).stdout).not.toMatch(/edited here|conflict/);
      expect(readAll()).toBe(after);
    });

    test("a pull of the whole prefers a side for all that both changed", async () => {
      await contest(6, 7);
      expect(await pull("--all", "--prefer", "platform")).toMatchObject({ code: 0 });
      expect(readAll()).toMatch(/\* 7"[\s\S]*> 6"[\s\S]*name: Theirs 7\n[\s\S]*name: Way 7\n/);
      await runUp("--refresh");
      await contest(8, 9);
      expect(await pull("--all", "--prefer", "file")).toMatchObject({ code: 0 });
      expect(readAll()).toMatch(/\* 8"[\s\S]*> 8"[\s\S]*name: Ours 8\n[\s\S]*name: Way 9\n/);
      await runUp("--refresh");
      expect((await pull("--all")).stdout).not.toMatch(/edited here|conflict/);
    });

    test("what both changed ends with the platform's where the files are said to give way", async () => {
      const commands = await contest(4, 5);
      for (const command of commands.filter((one) => one.endsWith("platform"))) {
        expect(await pull(...command.split(" ").slice(1))).toMatchObject({ code: 0 });
      }
      expect(readAll()).toMatch(/\* 5"[\s\S]*> 4"[\s\S]*name: Theirs 5\n/);
      const after = readAll();
      expect(await pull("--all")).toMatchObject({ code: 0 });
      await runUp("--refresh");
      await runUp("--refresh", "--expect-no-changes");
      expect((await pull("--all")).stdout).not.toMatch(/edited here|conflict/);
      expect(readAll()).toBe(after);
    });

    test("the state of a resource says nothing of other files of its document", async () => {
      expect(await pull(workbook, model, "--out", "copy")).toMatchObject({ code: 0 });
      // Below the same project, whose stack's state has both documents, declared by other files.
      rmSync(join(bench.stack.directory, "copy/Pulumi.yaml"));
      const copy = `copy/${dm}`;
      await bench.stack.write(copy, read(copy).replace(/name: Large, formula: .*\}/, 'name: Large, formula: "1" }'));
      await bench.stack.write(dm, read(dm).replace("* 5", "* 6"));
      await editHere("revenue", "Ours again", "[Amount] > 4");
      await runUp();
      const all = await pull(workbook, model, "--out", "copy");
      expect(all.stdout).toContain(`updated ${copy}, which keeps its own edits\n`);
      expect(all.stdout).toContain(`updated copy/${wb}\n`);
      expect(read(copy)).toMatch(/\* 6"[\s\S]*name: Large, formula: "1" \}/);
      expect(read(`copy/${wb}/elements/revenue.yaml`)).toContain("name: Ours again\n");
    });
  },
);
