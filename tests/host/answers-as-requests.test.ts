import { type Emulator, startEmulator } from "analytics-emulator";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import type { Given } from "../sample";
import { fillIn, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
});
afterEach(() => emulator.stop());

test("every kind of the registry has a sample, and those of which the platform keeps something an answer", () => {
  expect(Object.keys(samples).sort()).toEqual(
    loadAllKinds()
      .map(({ name }) => name)
      .sort(),
  );
  const without = Object.keys(samples).filter((kind) => samples[kind]!.answer === undefined);
  expect(without).toEqual(["ConnectionSync", "DatasetMigration", "DbtArtifacts", "ModelCheck", "WebhookTrigger"]);
});

const audit = ["createdBy", "updatedBy", "createdAt", "updatedAt"];

/** The names of fields of an answer, by whether it has them always or sometimes. */
function readFields(text: string): { always: string[]; sometimes: string[] } {
  const names = text.split(/\s+/).flatMap((name) => (name === "audit" ? audit : name === "" ? [] : [name]));
  return {
    always: names.filter((name) => !name.endsWith("?")),
    sometimes: names.filter((name) => name.endsWith("?")).map((name) => name.slice(0, -1)),
  };
}

/** Whether an entry of a list has what that of the object has, or is an id itself. */
const isMeant = (entry: unknown, wanted: Properties | string): boolean =>
  typeof wanted === "string"
    ? entry === wanted
    : Object.entries(wanted).every(([name, value]) => (entry as Properties)[name] === value);

/** A document is an object where it was imported, and a text in a state of the plugin. */
function parseDocuments(inputs: Properties): Properties {
  const parse = (value: unknown) => (typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, parse(value)]));
}

const answered = Object.entries(samples).flatMap(([kind, { answer }]) =>
  answer === undefined ? [] : [{ kind, ...answer }],
);

describe.each(answered)("$kind", ({ kind, path, entry, fields, more = {}, shows = {}, hidden = [] }) => {
  test("is answered in the described form, which is no drift, writes nothing, and is what a create takes", async () => {
    const given = await prepareFor(kind, emulator);
    const inputs: Properties = fillIn({ ...samples[kind]!.declared, ...more }, given);
    const host = await Host.connect(kind, emulator);
    const { id, state } = await host.create(inputs);

    const known: Given = { ...given, id: id.split("/").at(-1)! };
    const url = path.replace(/:(\w+)/g, (name) => fillIn(name, known));
    const answer = (await emulator.ui.request("GET", url)) as Properties;
    const entries = (Array.isArray(answer) ? answer : answer.entries) as unknown[];
    const object = entry === undefined ? answer : entries.find((one) => isMeant(one, fillIn(entry, known)))!;
    const { always, sometimes } = readFields(fields);
    const shown = typeof object === "string" ? [] : Object.keys(object);
    expect(always.filter((name) => !shown.includes(name))).toEqual([]);
    expect(shown.filter((name) => ![...always, ...sometimes].includes(name))).toEqual([]);
    expect(Object(object)).toMatchObject(fillIn(shows, given));

    const read = await host.read(id, state);
    expect(await host.diff(id, read.state, inputs)).toMatchObject({ changes: false });
    emulator.clearRequests();
    const again = await host.update(id, read.state, inputs);
    expect(listWrites(emulator)).toEqual([]);

    // What `pull --all` and an import make of the answer.
    const imported = await host.read(id, {});
    const secret = Object.fromEntries(hidden.map((name) => [name, inputs[name]]));
    const wanted = { ...imported.inputs, ...secret };
    expect((await host.check({}, wanted)).failures).toEqual([]);
    if (samples[kind]!.delete === undefined) return;
    await host.delete(id, again);
    const recreated = await host.create({ ...wanted, ...(kind === "Member" ? { reactivate: true } : {}) });
    expect(await host.diff(recreated.id, recreated.state, wanted)).toMatchObject({ changes: false });
    const reread = await host.read(recreated.id, recreated.state);
    expect(await host.diff(recreated.id, reread.state, wanted)).toMatchObject({ changes: false });
    expect(parseDocuments(reread.inputs)).toMatchObject(parseDocuments(wanted));
  });
});
