import { type Emulator, startEmulator } from "analytics-emulator";
import { fillIn, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

/** Kinds with an update that can't overwrite anything, or whose refusals have tests of their own. */
const others = ["DataModel", "ModelCheck", "OrganizationSetting", "Report", "SsoCertificate", "Workbook"];

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed() });
});
afterEach(() => emulator.stop());

async function createObject(kind: string) {
  const given = await prepareFor(kind, emulator);
  const declared = fillIn(samples[kind]!.declared, given);
  const host = await Host.connect(kind, emulator);
  return { host, given, declared, ...(await host.create(declared)) };
}

test("every kind that is updated", () => {
  const untried = Object.keys(samples).filter((kind) => samples[kind]!.updates && !samples[kind]!.conflict);
  expect(untried).toEqual(others);
});

const conflicts = Object.entries(samples).flatMap(([kind, { conflict }]) => (conflict ? [{ kind, ...conflict }] : []));

describe.each(conflicts)(
  "an update of what someone changed on the platform: $kind",
  ({ kind, theirs, ours, changes }) => {
    const { declared: was } = samples[kind]!;
    const listChanges = () =>
      Object.entries(theirs).map(([name, value]) => `${name}: ${JSON.stringify(was[name])} → ${JSON.stringify(value)}`);

    test("is refused, says what changed, and writes nothing; after a refresh it overwrites", async () => {
      const { host, given, declared, id, state } = await createObject(kind);
      await host.update(id, state, { ...declared, ...fillIn(theirs, given) });
      emulator.clearRequests();
      const wanted = { ...declared, ...fillIn(ours, given) };
      const message = String(await host.update(id, state, wanted).catch((error) => error));
      expect(message).toContain(`(${id}): changed on the platform since it was last read. Nothing was written.`);
      expect(message).toContain("To overwrite the change, run `pulumi refresh`, then `pulumi up`.");
      const lines = message.split("\n").filter((line) => line.startsWith("  "));
      expect(lines.map((line) => line.trim().replace(/"[\w-]{20,}"/g, '"…"'))).toEqual(changes ?? listChanges());
      expect(listWrites(emulator)).toEqual([]);

      const refreshed = await host.read(id, state);
      await host.update(id, refreshed.state, wanted);
      expect(listWrites(emulator)).not.toEqual([]);
    });

    test("is no conflict where the program declares what they did", async () => {
      const { host, given, declared, id, state } = await createObject(kind);
      const wanted = { ...declared, ...fillIn(theirs, given) };
      const updated = await host.update(id, state, wanted);
      expect(updated).toMatchObject(fillIn(theirs, given));
      expect(await host.update(id, state, wanted)).toEqual(updated);
    });
  },
);

test("of a set, only what an update would undo is a conflict", async () => {
  const { host, given, declared, id, state } = await createObject("TeamMembers");
  const { viewer, analyst } = given as { viewer: string; analyst: string };
  const buildMembers = (...ids: string[]) => ({ ...declared, members: ids });
  await host.update(id, state, buildMembers(analyst));
  await expect(host.update(id, state, buildMembers(viewer, analyst))).rejects.toThrow(
    `members: removed ["${viewer}"]\n`,
  );
  await expect(host.update(id, state, buildMembers())).rejects.toThrow(`members: added ["${analyst}"]\n`);
  const { state: both } = await host.read(id, state);
  await host.update(id, both, buildMembers(viewer, analyst));
  // What an update leaves that ended halfway is no conflict.
  await host.update(id, state, buildMembers(analyst));
});

test("of many objects that are updated, the list is read once before, and once after each", async () => {
  const { host, declared } = await createObject("Tag");
  const made = [];
  for (const name of ["First", "Second", "Third", "Fourth"]) made.push(await host.create({ ...declared, name }));
  // The next run has listed nothing yet.
  const next = await Host.start("Tag");
  const { url, clientId, clientSecret } = emulator;
  await next.configure({
    "analytics:baseUrl": url,
    "analytics:clientId": clientId,
    "analytics:clientSecret": clientSecret,
  });
  emulator.clearRequests();
  for (const { id, state } of made) await next.update(id, state, { ...state, description: "Ours" });
  await next.stop();
  const lists = emulator.requests().filter(({ method }) => method === "GET");
  expect(lists.map(({ path }) => path)).toEqual(Array(1 + made.length).fill("/v2/tags?limit=1000"));
});

test("shows no part of a long secret of a field that it shows", async () => {
  const { host, declared, id, state } = await createObject("ApiCredential");
  const value = "open-sesame".repeat(50);
  const buildKeyed = (key: string): Properties => ({
    ...(declared as Properties),
    credential: { authMethod: "apiKey", apiKey: { key, value, isQueryParam: false } },
  });
  const before = await host.update(id, state, buildKeyed("X-Key"));
  await host.update(id, before, buildKeyed("X-Theirs"));
  const message = String(await host.update(id, before, buildKeyed("X-Ours")).catch((error) => error));
  expect(message).toMatch(/\n {2}credential: .* → /);
  expect(message).not.toContain("sesame");
});

test("shows no value of an input that the program marks as secret", async () => {
  const { host, declared, id, state } = await createObject("Tag");
  await host.update(id, state, { ...declared, description: "Theirs" });
  const wanted = { ...declared, description: "Ours", __secretInputs: ["description"] };
  const message = String(await host.update(id, state, wanted).catch((error) => error));
  expect(message).toContain("\n  description: (secret)\n");
  expect(message).not.toMatch(/Theirs|Ours|everyone/);
});
