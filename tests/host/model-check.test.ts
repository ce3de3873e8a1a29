import { sample } from "../kinds/model-check";
import { signIn } from "../unit/emulator/support";
import { setUpHost } from "./bench";
import { type HostError, readHalfMade, unknown } from "./support";

describe("checks of a model's data, in the real dynamic-provider host", () => {
  const at = setUpHost("ModelCheck");
  const declare = async (checks: string, more = {}) => {
    const { checked: dataModelId } = await sample.given!(at.emulator);
    return { dataModelId, checks, triggers: [1], ...more };
  };
  const good = "checks: [{ table: facts, unique: [id], rows: { min: 1 } }]";
  const bad = "checks: [{ table: facts, unique: [id], rows: { min: 3 } }]";
  const listScratch = () =>
    at.emulator.snapshot().files.filter(({ name, deletedWith }) => name.includes("check ") && deletedWith === null);

  test("run on create and when an argument changes; a check that fails, fails the update and is kept", async () => {
    const inputs = await declare(good);
    const { id, state } = await at.host.create(inputs);
    const passed = { table: "facts", status: "passed", bound: "no duplicate", value: 0 };
    expect(JSON.parse(state.results as string)).toMatchObject([passed, { status: "passed", value: 2 }]);
    expect(await at.host.diff(id, state, inputs)).toMatchObject({ changes: false });
    expect(await at.host.diff(id, state, { ...inputs, documentVersion: unknown })).toMatchObject({ changes: true });
    const failing = { ...inputs, checks: bad };
    const error = await at.host.update(id, state, failing).catch((one: Error) => one);
    expect(error).toMatchObject({ message: expect.stringContaining("facts: rows: 2 rows (at least 3)") });
    expect(listScratch()).toEqual([]);
    // The engine keeps this state, and a refresh forgets that the update failed.
    const { state: kept } = readHalfMade(error as HostError);
    expect(await at.host.diff(id, kept, failing)).toMatchObject({ changes: true });
    const { state: refreshed } = await at.host.read(id, kept);
    expect(await at.host.diff(id, refreshed, failing)).toMatchObject({ changes: true });
    await at.host.delete(id, state);
    await expect(at.host.read("any", {})).rejects.toThrow("is an action");
  });

  test("a warning fails nothing, and values can stay on the platform", async () => {
    const inputs = await declare(bad.replace("min: 3", "min: 3, severity: warn"), { keepValues: false });
    const { state } = await at.host.create(inputs);
    const results = JSON.parse(state.results as string) as object[];
    expect(results).toEqual([
      { table: "facts", name: "unique id", status: "passed", bound: "no duplicate" },
      { table: "facts", name: "rows", status: "warning", bound: "at least 3" },
    ]);
  });

  test("what can't be calculated fails without the platform's words; a lost answer is asked for again", async () => {
    const inputs = await declare(good);
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/workbooks/*/export", nth: 1 });
    await at.host.create(inputs);
    at.emulator.addFault({ fault: "status", status: 500, body: "json", path: "/v2/query/*/download" });
    const error = await at.host.create(inputs).catch((one: Error) => one);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /2 checks couldn't run:\n- facts: unique id: GET \/v2\/query\/.*: 500, the export/,
      ),
    });
    expect(listScratch()).toEqual([]);
  });

  test("a table without a name is called as the table that it reads in another model", async () => {
    const inputs = await declare("checks: [{ table: Facts, unique: [Id], rows: { min: 1 } }]");
    const api = await signIn(at.emulator);
    const { dataModelId } = inputs;
    const elementId = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body.pages[0].elements[0].id;
    const table = {
      id: "t",
      kind: "table",
      source: { kind: "data-model", dataModelId, elementId },
      columns: [{ id: "c", formula: "[Facts/Id]" }],
    };
    const reader = await api.post("/v2/dataModels/spec", {
      name: "Reader",
      folderId: at.emulator.seeded.folders.models,
      schemaVersion: 1,
      pages: [{ id: "p", name: "P", elements: [table] }],
    });
    const { state } = await at.host.create({ ...inputs, dataModelId: reader.body.dataModelId });
    expect(JSON.parse(state.results as string)).toMatchObject([{ value: 0 }, { value: 2 }]);
  });

  test("mistakes are found in a preview, and names that the model doesn't have before anything runs", async () => {
    const { failures } = await at.host.check({}, await declare("checks: [{ table: facts, uniqe: [id] }]"));
    expect(failures).toEqual([expect.stringContaining("checks:1:26: error: checks[0].uniqe: `uniqe` is not a known")]);
    const wrong = await declare("checks: [{ table: facts, unique: [idd] }]");
    await expect(at.host.create(wrong)).rejects.toThrow(
      "checks:1:35: error: checks[0].unique[0]: the table `Facts` has no column `idd` [checks]. There is `Id`.",
    );
    expect(listScratch()).toEqual([]);
  });
});
