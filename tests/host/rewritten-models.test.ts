import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSpec, specText } from "../../provider/src/core/model";
import { countCases } from "../cases";
import fc from "../fast-check";
import { buildOrdersSource } from "../orders-model";
import { formMeaning, habits, type Pages } from "./rewriting-platform";
import { buildDeclaration, listPossible, make, models, someEdits, Workplace } from "./rewritten-models";

let at: Workplace;
beforeAll(async () => {
  at = await Workplace.start();
});
afterAll(() => at.stop());

const platforms = fc.record({ names: fc.subarray(Object.keys(habits)), salt: fc.nat(1_000) });
// Fewer by themselves; more of them with `npm run test:rewritings`.
const runs = { numRuns: Math.ceil(Number(process.env.REWRITINGS ?? countCases(600)) / 10), seed: 20261 };
/** All of them take minutes: a test that is cut off goes on beside the next one, at the same workplace. */
const atMost = 1_200_000;

/** Everything that asks whether the platform has what is declared says that it has. */
async function expectSettled(inputs: Record<string, unknown>): Promise<void> {
  expect(await at.runCommand("diff", "model.yaml", `live:${at.id}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The contents are the same."),
  });
  expect(await at.refresh()).toBe(false);
  expect(await at.runUp(inputs)).toEqual([]);
  const before = at.readPages();
  expect(await at.runCommand("pull", "model.yaml")).toMatchObject({ code: 0 });
  expect(at.readPages()).toEqual(before);
  expect(at.listWrites()).toEqual([]);
}

test(
  "after up: no difference, no drift, nothing to write or to pull",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, async (pages, { names, salt }) => {
        at.platform.behave(names, salt);
        at.begin();
        at.save(pages);
        await at.runUp(at.buildDeclared(pages));
        await expectSettled(at.buildDeclared(pages));
      }),
      runs,
    );
  },
  atMost,
);

test(
  "after a colleague's change: pull and up without a conflict, and nobody's edits are lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, someEdits, someEdits, async (pages, { names, salt }, my, others) => {
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages));
        const mine = listPossible(pages, my);
        const theirs = listPossible(pages, others, mine);
        await at.editThere("them", theirs);
        const edited = make(buildDeclaration(pages, "me"), mine);
        const ideal = formMeaning(make(at.buildGround("me"), mine));
        at.save(edited);
        expect(await at.runCommand("pull", "model.yaml")).toMatchObject({ code: 0 });
        const merged = at.readPages();
        await at.runUp(at.buildDeclared(merged));
        expect(formMeaning(at.readStored())).toEqual(ideal);
        await expectSettled(at.buildDeclared(merged));
      }),
      runs,
    );
  },
  atMost,
);

test(
  "the same change by both is no conflict",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, someEdits, async (pages, { names, salt }, all) => {
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages));
        // What is new there may have got more than anybody declared, and a text that the platform respells isn't the
        // same text.
        const both = listPossible(pages, all).filter(({ what }) => !what.startsWith("adds"));
        await at.editThere("US.", both);
        const edited = make(buildDeclaration(pages, "US."), both);
        at.save(edited);
        expect(await at.runUp(at.buildDeclared(edited))).toEqual([]);
        await expectSettled(at.buildDeclared(edited));
      }),
      runs,
    );
  },
  atMost,
);

const columns = ["a", "b", "c", "d"].map((id) => ({ id, name: `Column ${id}`, formula: "[ORDERS/AMOUNT]" }));
const source = buildOrdersSource({ $ref: "warehouse" });
const oneTable: Pages = ["p0", "p1"].map((id) => ({
  id,
  name: id,
  elements: id === "p0" ? [{ id: "t0", kind: "table", name: "Table", source, columns }] : [],
}));
const readManifest = () =>
  JSON.parse(readFileSync(join(at.folder, "org/.pulumi-analytics/pull.json"), "utf8")).models[at.id];

test(
  "pull into a folder after up: the file as it was applied is no conflict, and gets a colleague's changes alone",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, fc.boolean(), async (pages, { names, salt }, isDescribed) => {
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages));
        rmSync(join(at.folder, "org"), { recursive: true, force: true });
        const pull = async () => {
          const run = await at.runCommand("pull", at.id, "--out", "org", "--json");
          return { code: run.code, ...JSON.parse(run.stdout).models[0] };
        };
        expect(await pull()).toMatchObject({ code: 0, action: "created" });
        const { file, refs } = readManifest();
        const path = join(at.folder, "org", file);
        const read = () => parseSpec(readFileSync(path, "utf8")) as unknown as { pages: Pages };
        const mine = read();
        const tables = mine.pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind === "table");
        tables[0].columns.push({ id: "mine", name: "Mine", formula: "[ORDERS/AMOUNT]  -  1" });
        if (isDescribed)
          for (const table of tables) for (const part of [table, ...table.columns]) part.description = "By me";
        writeFileSync(path, specText(mine as never));
        const buildDeclared = () => ({ ...at.buildDeclared(read().pages, { file }), refs });
        await at.runUp(buildDeclared());
        const before = readFileSync(path, "utf8");
        expect(await pull()).toMatchObject({ code: 0, action: "unchanged" });
        expect(readFileSync(path, "utf8")).toBe(before);

        const theirs = at.readStored();
        theirs[1].name = "Page of them";
        await at.emulator.ui.request("PUT", `/v2/dataModels/${at.id}/spec`, { schemaVersion: 1, pages: theirs });
        expect(await pull()).toMatchObject({ code: 0, action: "updated" });
        const expected = parseSpec(before) as unknown as { pages: Pages };
        expected.pages[1].name = expect.stringMatching(/^Page of them$/i);
        expect(read()).toEqual(expected);
        expect(await at.runUp(buildDeclared())).toEqual([]);
      }),
      { ...runs, examples: [[oneTable, { names: ["ends descriptions with a dot"], salt: 0 }, true]] },
    );
  },
  atMost,
);

test(
  "what is adopted: equal writes nothing; then no second write, and no conflict",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, async (pages, { names, salt }) => {
        at.platform.behave([], 0);
        at.begin();
        await at.runUp(at.buildDeclared(pages));
        const { id } = at;
        at.platform.behave(names, salt);
        const adopting = { ...at.buildDeclared(pages), adopt: { id } };
        at.id = "";
        const written = await at.runUp(adopting);
        expect(at.id).toBe(id);
        if (names.length === 0) expect(written).toEqual([]);
        at.save(pages);
        await expectSettled(adopting);
      }),
      runs,
    );
  },
  atMost,
);
