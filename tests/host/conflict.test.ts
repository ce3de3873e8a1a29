import { type Emulator, startEmulator } from "analytics-emulator";
import { examples, operations } from "../faults/operations";
import { listWrites } from "./bench";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

interface Conflict {
  /** What someone changes on the platform. */
  readonly theirs: (given: Record<string, string>) => Properties;
  /** What the program then declares instead. */
  readonly ours: (given: Record<string, string>) => Properties;
  /** The lines of the error; `…` stands for ids. */
  readonly changes: readonly string[];
}

const buildTextConflict = (field: string, was: string, theirs: string, ours: string): Conflict => ({
  theirs: () => ({ [field]: theirs }),
  ours: () => ({ [field]: ours }),
  changes: [`${field}: "${was}" → "${theirs}"`],
});

const conflicts: Readonly<Record<string, Conflict>> = {
  Tag: buildTextConflict("description", "What everyone sees", "Theirs", "Ours"),
  ApiCredential: {
    theirs: () => ({ allowlist: ["theirs.example.com"] }),
    ours: () => ({ allowlist: ["ours.example.com"] }),
    changes: ['allowlist: added ["theirs.example.com"]'],
  },
  // An update sends the whole connection.
  Connection: {
    theirs: () => ({ name: "Theirs" }),
    ours: () => ({ secrets: { password: "open-sesame-2" } }),
    changes: ['name: "Orders" → "Theirs"'],
  },
  Tenant: buildTextConflict("name", "Acme East", "Theirs", "Ours"),
  ApiConnector: {
    theirs: () => ({ params: { method: "POST", url: "https://billing.example.com" } }),
    ours: () => ({ params: { method: "PUT", url: "https://billing.example.com" } }),
    changes: [
      'params: {"method":"GET","url":"https://billing.example.com"} → ' +
        '{"method":"POST","url":"https://billing.example.com","body":"","headers":[],"pathParams":[],"queryParams":[]}',
    ],
  },
  Translation: {
    theirs: () => ({ translations: { Revenue: "Recettes" } }),
    ours: () => ({ translations: { Revenue: "Revenu" } }),
    changes: ['translations: {"Revenue":"Chiffre d\'affaires"} → {"Revenue":"Recettes"}'],
  },
  Folder: buildTextConflict("name", "Finance", "Theirs", "Ours"),
  SourceSwapPolicy: buildTextConflict("name", "To the test data", "Theirs", "Ours"),
  DeploymentPolicy: buildTextConflict("name", "emea", "theirs", "ours"),
  WorkbookSchedule: buildTextConflict("title", "Sales of the week", "Theirs", "Ours"),
  // An update sends the whole schedule.
  ReportSchedule: {
    theirs: () => ({ cronSpec: "0 9 * * mon" }),
    ours: () => ({ title: "Ours" }),
    changes: ['cronSpec: "0 8 * * mon" → "0 9 * * mon"'],
  },
  // So does one of a materialization.
  MaterializationSchedule: {
    theirs: () => ({ cronSpec: "0 6 * * *" }),
    ours: () => ({ timezone: "Europe/Berlin" }),
    changes: ['cronSpec: "0 5 * * *" → "0 6 * * *"'],
  },
  Team: {
    theirs: ({ analyst, viewer }) => ({ members: [analyst, viewer] }),
    ours: () => ({ members: [] }),
    changes: ['members: added ["…"]'],
  },
  Member: buildTextConflict("lastName", "Smith", "Theirs", "Ours"),
  TeamMembers: {
    theirs: ({ analyst, viewer }) => ({ members: [analyst, viewer] }),
    ours: () => ({ members: [] }),
    changes: ['members: added ["…"]'],
  },
  UserAttributeAssignment: {
    ...buildTextConflict("value", "east", "theirs", "ours"),
    changes: ['value: "[secret]" → "[secret]"'],
  },
  Workspace: buildTextConflict("name", "Finance", "Theirs", "Ours"),
  Grant: buildTextConflict("permission", "explore", "edit", "view"),
  Grants: {
    theirs: ({ team }) => ({ grants: [{ teamId: team, permission: "view" }] }),
    ours: ({ team }) => ({ grants: [{ teamId: team, permission: "edit" }] }),
    changes: ['grants: added [{"teamId":"…","permission":"view"}]'],
  },
  DataModelTag: buildVersionConflict(),
  WorkbookTag: buildVersionConflict(),
  ReportTag: buildVersionConflict(),
};

/** Someone moves the tag on, and the program makes it the default where it is. */
function buildVersionConflict(): Conflict {
  return { theirs: () => ({ version: 2 }), ours: () => ({ isDefault: true }), changes: ["version: 1 → 2"] };
}

/** Kinds with an update that can't overwrite anything, or whose refusals have tests of their own. */
const others = ["DataModel", "Report", "SsoCertificate", "Workbook"];

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed() });
});
afterEach(() => emulator.stop());

async function createObject(kind: string) {
  const create = operations.find((one) => one.kind === kind && one.verb === "create")!;
  const given = await create.given(emulator);
  const host = await Host.connect(kind, emulator);
  const declared = create.declared(given);
  return { host, given, declared, ...(await host.create(declared)) };
}

test("every kind that is updated", () => {
  const updated = Object.keys(examples).filter((kind) => examples[kind]?.updates !== undefined);
  expect([...Object.keys(conflicts), ...others].sort()).toEqual(updated.sort());
});

describe.each(Object.keys(conflicts))("an update of what someone changed on the platform: %s", (kind) => {
  const { theirs, ours, changes } = conflicts[kind]!;

  test("is refused, says what changed, and writes nothing; after a refresh it overwrites", async () => {
    const { host, given, declared, id, state } = await createObject(kind);
    await host.update(id, state, { ...declared, ...theirs(given) });
    emulator.clearRequests();
    const wanted = { ...declared, ...ours(given) };
    const message = String(await host.update(id, state, wanted).catch((error) => error));
    expect(message).toContain(`(${id}): changed on the platform since it was last read. Nothing was written.`);
    expect(message).toContain("To overwrite the change, run `pulumi refresh`, then `pulumi up`.");
    const lines = message.split("\n").filter((line) => line.startsWith("  "));
    expect(lines.map((line) => line.trim().replace(/"[\w-]{20,}"/g, '"…"'))).toEqual(changes);
    expect(listWrites(emulator)).toEqual([]);

    const refreshed = await host.read(id, state);
    await host.update(id, refreshed.state, wanted);
    expect(listWrites(emulator)).not.toEqual([]);
  });

  test("is no conflict where the program declares what they did", async () => {
    const { host, given, declared, id, state } = await createObject(kind);
    const wanted = { ...declared, ...theirs(given) };
    const updated = await host.update(id, state, wanted);
    expect(updated).toMatchObject(theirs(given));
    expect(await host.update(id, state, wanted)).toEqual(updated);
  });
});

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
