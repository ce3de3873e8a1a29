import { type Emulator, startEmulator } from "analytics-emulator";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import { chooseCases } from "../cases";
import { fillIn, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { Host, type HostError } from "./support";

// What an adoption takes over, of every kind: only what is declared changes, and a removal keeps the object.

type Properties = Record<string, unknown>;

let emulator: Emulator;
/** Of somebody else. */
let theirs: Host;
beforeEach(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  theirs = await Host.start("Tag");
  await theirs.configure(buildSettings());
});
afterEach(async () => {
  await theirs.stop();
  await emulator.stop();
});

const buildSettings = () => ({
  "analytics:baseUrl": emulator.url,
  "analytics:clientId": emulator.clientId,
  "analytics:clientSecret": emulator.clientSecret,
});

const urn = (kind: string) => `urn:pulumi:dev::shop::analytics:index:${kind}::one`;
const kinds = loadAllKinds();
/** Those that a person may adopt, and whose creates leave something. */
const adopting = kinds
  .filter(({ name, adoption }) => adoption !== undefined && !samples[name]!.keepsNothing)
  .map((kind) => ({ kind: kind.name }));

/** The platform has no operation that deletes these. */
const undeletable = ["DataModelTag", "DatasetMigration"];

/** What a person has to declare at least: what identifies the object, and what a program must set. */
function pickLeast(kind: string, declared: Properties): Properties {
  const { fields } = kinds.find(({ name }) => name === kind)!;
  const isNeeded = (name: string) => {
    const { type, local, writeOnly, omitted, replaces } = fields[name]!;
    return (
      name === "refs" || !type.safeParse(undefined).success || local || writeOnly || omitted === "keep" || replaces
    );
  };
  return Object.fromEntries(
    Object.entries(declared).filter(([name]) => name in fields && name !== "allowDelete" && isNeeded(name)),
  );
}

const readMessage = (error: HostError) => error.details ?? error.message;
const catchMessage = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "",
    (error: HostError) => readMessage(error),
  );

async function createByHand(kind: string): Promise<{ id: string; inputs: Properties }> {
  const inputs = fillIn(samples[kind]!.declared, await prepareFor(kind, emulator));
  const { id } = await theirs.createForKind(kind).create(inputs);
  emulator.clearRequests();
  return { id, inputs };
}

describe.each(chooseCases(adopting, 6))("an adopted $kind", ({ kind }) => {
  test("keeps what isn't declared, also when it is refreshed and updated, and stays when it is removed", async () => {
    const { id, inputs } = await createByHand(kind);
    const least = { ...pickLeast(kind, inputs), adopt: { id }, __urn: urn(kind) };
    const host = await Host.connect(kind, emulator);
    const { inputs: checked, failures } = await host.check({}, least);
    expect(failures).toEqual([]);
    const adopted = await host.create({ ...checked, __urn: urn(kind) });
    expect(adopted.id).toBe(id);
    expect(await host.diff(id, adopted.state, { ...checked, __urn: urn(kind) })).toMatchObject({ changes: false });
    const read = await host.read(id, { ...adopted.state, __urn: urn(kind) });
    expect(await host.diff(id, read.state, { ...checked, __urn: urn(kind) })).toMatchObject({ changes: false });
    await host.delete(id, { ...read.state, __urn: urn(kind) });
    expect(listWrites(emulator)).toEqual([]);

    // The program allows it.
    const declared = { ...inputs, adopt: { id }, allowDelete: true, __urn: urn(kind) };
    const { state } = await host.create(declared);
    await host.delete(id, { ...state, __urn: urn(kind) });
    if (!undeletable.includes(kind)) expect(listWrites(emulator)).not.toEqual([]);
  });
});

describe("a preview of an adoption", () => {
  const declare = (name: string, more: Properties = {}) => ({ name, adopt: true, __urn: urn("Team"), ...more });
  const make = async (name: string, more: Properties = {}) => {
    const host = await Host.start("Team");
    await host.configure(buildSettings());
    return { host, ...(await host.check({}, declare(name, more))) };
  };
  const createTeam = (name: string) =>
    emulator.ui.request("POST", "/v2/teams", { name, description: "Books", visibility: "public", members: [] });
  const getTeams = () =>
    emulator.snapshot().teams.map(({ name, description, visibility }) => [name, description, visibility]);

  test("says what it takes over, what changes and what stays; the run does that, and no more", async () => {
    await createTeam("Bookkeeping");
    emulator.clearRequests();
    const { host, inputs } = await make("Bookkeeping", { description: "Ours" });
    try {
      expect(host.output).toMatch(
        /adopts team "Bookkeeping" \([\w-]+\): changes description; visibility stays\. A later removal of this resource keeps it, although its preview shows a delete/,
      );
      const lists = emulator.requests().filter(({ method, path }) => method === "GET" && path === "/v2/teams");
      expect(lists.length).toBeLessThanOrEqual(1);
      await host.create({ ...inputs, __urn: urn("Team") });
      expect(getTeams()).toContainEqual(["Bookkeeping", "Ours", "public"]);
    } finally {
      await host.stop();
    }
  });

  test("says that there is none, and which has a similar name", async () => {
    await createTeam("Data Engineering");
    const { host } = await make("Engineering");
    try {
      expect(host.output).toContain('finds no team "Engineering" to adopt: creates one; similar: Data Engineering');
    } finally {
      await host.stop();
    }
  });
});

test("what it found nothing to adopt for, it creates, and a removal deletes that", async () => {
  const host = await Host.connect("Tag", emulator);
  const { id, state } = await host.create({ name: "Ours", color: "grass", adopt: true, __urn: urn("Tag") });
  await host.delete(id, { ...state, __urn: urn("Tag") });
  expect(emulator.snapshot().tags.map(({ name }) => name)).not.toContain("Ours");
});

test("a failed adoption leaves no entry, and names the values that are there", async () => {
  const { id } = await createByHand("UserAttribute");
  const host = await Host.connect("UserAttribute", emulator);
  const { name } = emulator.snapshot().userAttributes.find(({ userAttributeId }) => userAttributeId === id)!;
  emulator.addFault({ fault: "status", status: 403, method: "PATCH", path: `/v2/user-attributes/${id}` });
  const inputs = { name, description: "Another", adopt: { id }, __urn: urn("UserAttribute") };
  const error = await host.create(inputs).catch((one: HostError) => one);
  expect(JSON.stringify(error)).not.toContain("__state");
});

test("a change that replaces an adopted object is refused, with the way to allow it", async () => {
  const { id, inputs } = await createByHand("Folder");
  const host = await Host.connect("Folder", emulator);
  const declared = { ...inputs, adopt: { id }, __urn: urn("Folder") };
  const { state } = await host.create(declared);
  const message = await catchMessage(host.diff(id, state, { ...declared, profile: "emea" }));
  expect(message).toContain("It was adopted, so the program doesn't delete it. To allow that, set allowDelete: true");
});
