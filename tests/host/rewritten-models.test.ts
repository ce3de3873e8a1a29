import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSpec, specText } from "../../provider/src/core/spec";
import { cases } from "../cases";
import fc from "../fast-check";
import { habits, meaningOf, type Pages } from "./rewriting-platform";
import { inDeclaration, make, models, possible, someEdits, Workplace } from "./rewritten-models";

let at: Workplace;
beforeAll(async () => {
  at = await Workplace.start();
});
afterAll(() => at.stop());

const platforms = fc.record({ names: fc.subarray(Object.keys(habits)), salt: fc.nat(1_000) });
// Fewer by themselves; more of them with `npm run test:rewritings`.
const runs = { numRuns: Math.ceil(Number(process.env.REWRITINGS ?? cases(600)) / 10), seed: 20261 };
/** All of them take minutes: a test that is cut off goes on beside the next one, at the same workplace. */
const atMost = 1_200_000;

/** Everything that asks whether the platform has what is declared says that it has. */
async function expectSettled(inputs: Record<string, unknown>): Promise<void> {
  expect(await at.command("diff", "model.yaml", `live:${at.id}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The contents are the same."),
  });
  expect(await at.refresh()).toBe(false);
  expect(await at.up(inputs)).toEqual([]);
  const before = at.pages();
  expect(await at.command("pull", "--update", "model.yaml")).toMatchObject({ code: 0 });
  expect(at.pages()).toEqual(before);
  expect(at.writes()).toEqual([]);
}

test(
  "after up: no difference, no drift, nothing to write or to pull",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, async (pages, { names, salt }) => {
        at.platform.behave(names, salt);
        at.begin();
        at.save(pages);
        await at.up(at.declared(pages));
        await expectSettled(at.declared(pages));
      }),
      runs,
    );
  },
  atMost,
);

test(
  "after a colleague's change: pull --update and up without a conflict, and nobody's edits are lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, someEdits, someEdits, async (pages, { names, salt }, my, others) => {
        at.platform.behave(names, salt);
        at.begin();
        await at.up(at.declared(pages));
        const mine = possible(pages, my);
        const theirs = possible(pages, others, mine);
        await at.editThere("them", theirs);
        const edited = make(inDeclaration(pages, "me"), mine);
        const ideal = meaningOf(make(at.ground("me"), mine));
        at.save(edited);
        expect(await at.command("pull", "--update", "model.yaml")).toMatchObject({ code: 0 });
        const merged = at.pages();
        await at.up(at.declared(merged));
        expect(meaningOf(at.stored())).toEqual(ideal);
        await expectSettled(at.declared(merged));
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
        await at.up(at.declared(pages));
        // What is new there may have got more than anybody declared, and a text that the platform respells isn't the
        // same text.
        const both = possible(pages, all).filter(({ what }) => !what.startsWith("adds"));
        await at.editThere("US.", both);
        const edited = make(inDeclaration(pages, "US."), both);
        at.save(edited);
        expect(await at.up(at.declared(edited))).toEqual([]);
        await expectSettled(at.declared(edited));
      }),
      runs,
    );
  },
  atMost,
);

const columns = ["a", "b", "c", "d"].map((id) => ({ id, name: `Column ${id}`, formula: "[ORDERS/AMOUNT]" }));
const source = { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SALES", "PUBLIC", "ORDERS"] };
const oneTable: Pages = ["p0", "p1"].map((id) => ({
  id,
  name: id,
  elements: id === "p0" ? [{ id: "t0", kind: "table", name: "Table", source, columns }] : [],
}));
const manifestOf = () =>
  JSON.parse(readFileSync(join(at.folder, "org/.pulumi-analytics/pull.json"), "utf8")).models[at.id];

test(
  "pull into a folder after up: the file as it was applied is no conflict, and gets a colleague's changes alone",
  async () => {
    await fc.assert(
      fc.asyncProperty(models, platforms, fc.boolean(), async (pages, { names, salt }, isDescribed) => {
        at.platform.behave(names, salt);
        at.begin();
        await at.up(at.declared(pages));
        rmSync(join(at.folder, "org"), { recursive: true, force: true });
        const pull = async () => {
          const run = await at.command("pull", "--model", at.id, "--out", "org", "--json");
          return { code: run.code, ...JSON.parse(run.stdout).models[0] };
        };
        expect(await pull()).toMatchObject({ code: 0, action: "created" });
        const { file, refs } = manifestOf();
        const path = join(at.folder, "org", file);
        const read = () => parseSpec(readFileSync(path, "utf8")) as unknown as { pages: Pages };
        const mine = read();
        const tables = mine.pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind === "table");
        tables[0].columns.push({ id: "mine", name: "Mine", formula: "[ORDERS/AMOUNT]  -  1" });
        if (isDescribed)
          for (const table of tables) for (const part of [table, ...table.columns]) part.description = "By me";
        writeFileSync(path, specText(mine as never));
        const declared = () => ({ ...at.declared(read().pages, { file: `org/${file}` }), refs });
        await at.up(declared());
        const before = readFileSync(path, "utf8");
        expect(await pull()).toMatchObject({ code: 0, action: "unchanged" });
        expect(readFileSync(path, "utf8")).toBe(before);

        const theirs = at.stored();
        theirs[1].name = "Page of them";
        await at.emulator.ui.request("PUT", `/v2/dataModels/${at.id}/spec`, { schemaVersion: 1, pages: theirs });
        expect(await pull()).toMatchObject({ code: 0, action: "updated" });
        const expected = parseSpec(before) as unknown as { pages: Pages };
        expected.pages[1].name = expect.stringMatching(/^Page of them$/i);
        expect(read()).toEqual(expected);
        expect(await at.up(declared())).toEqual([]);
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
        await at.up(at.declared(pages));
        const { id } = at;
        at.platform.behave(names, salt);
        const adopting = { ...at.declared(pages), adopt: { id } };
        at.id = "";
        const written = await at.up(adopting);
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
