import { type Emulator, type FaultInput, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { operations } from "../samples";
import { drawSeed, Host, keepWriteTimes } from "./support";

type Properties = Record<string, unknown>;

keepWriteTimes();

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
});
afterEach(() => emulator.stop());

const minuteMs = 60_000;

/** The same state, written some minutes ago. */
function makeStateOld(state: Properties, minutes: number): Properties {
  const writtenAt = new Date(Date.now() - minutes * minuteMs).toISOString();
  return { ...state, __state: { ...(state.__state as Properties), writtenAt } };
}

/** The ids that entries of lists have for an object: its own, or those of what it belongs to. */
const listIds = (id: string) => {
  const parts = id
    .split("/")
    .filter((part) => !/^(members|grants|dataModels|workbooks|teams|users|tenants)$/.test(part));
  return parts.slice(-1);
};

/** What an answer may be wrong in, for a while. */
const faults: Readonly<Record<string, (id: string) => readonly FaultInput[]>> = {
  "an empty list": () => [{ fault: "hide", method: "GET" }],
  "an empty list of another server": () => [{ fault: "hide", method: "GET", bare: true }],
  "a list without it": (id) => [{ fault: "hide", method: "GET", ids: listIds(id) }],
  "a 404 by its id": (id) =>
    id
      .split("/")
      .flatMap((part) =>
        [`/v2/**/${part}`, `/v2/**/${part}/**`].map(
          (path): FaultInput => ({ fault: "status", status: 404, method: "GET", path }),
        ),
      ),
};

/** Kinds whose read says nothing of the platform: events, and sets that can't be absent. */
const never = ["WebhookTrigger", "ConnectionSync", "DbtArtifacts", "DatasetMigration"];
const first = ["Tag", "WorkbookSchedule", "DataModel"];
const creates = operations.filter(({ kind, verb }) => verb === "create" && !never.includes(kind));
const rank = ({ kind }: (typeof creates)[number]) => (first.includes(kind) ? first.indexOf(kind) : first.length);
const cases = [...creates].sort((a, b) => rank(a) - rank(b));

describe.each(chooseCases(cases, first.length))("a $kind that this stack wrote a short time ago", (of) => {
  let host: Host;
  let created: { id: string; state: Properties };
  beforeEach(async () => {
    host = await Host.connect(of.kind, emulator);
    const { inputs } = await host.check({}, of.declared(await of.given(emulator)));
    created = await host.create(inputs);
  });

  test("never leaves the state because of an answer", async () => {
    const { id, state } = created;
    const written = makeStateOld(state, 5);
    const results: string[] = [];
    for (const [name, build] of Object.entries(faults)) {
      for (const fault of build(id)) emulator.addFault(fault);
      const read = host.read(id, written);
      const result = await read.then(
        (found) => (found.id === id ? "found" : "gone"),
        ({ message }: Error) => (/(is|are)n't visible to/.test(message) ? message : `another error: ${message}`),
      );
      results.push(`${name}: ${result}`);
      emulator.removeFault();
      expect((await host.read(id, written)).id).toBe(id);
    }
    expect(results.filter((result) => /: gone$/.test(result))).toEqual([]);
    for (const result of results.filter((one) => /n't visible to/.test(one))) {
      expect(result).toContain("and nothing was changed");
      expect(result).toContain("ANALYTICS_MISSING_OBJECTS=");
    }
  });

  test("is waited for where a list is late", async () => {
    const { id, state } = created;
    emulator.addFault({ fault: "hide", method: "GET", ids: listIds(id) });
    emulator.clearRequests();
    let isRead = false;
    const read = host.read(id, makeStateOld(state, 0)).finally(() => {
      isRead = true;
    });
    // What the create has read may serve the read, too.
    const isAsked = () => emulator.requests().some(({ path }) => path === "/v2/whoami");
    while (!isRead && !isAsked()) await new Promise((resolve) => setTimeout(resolve, 20));
    emulator.removeFault();
    expect((await read).id).toBe(id);
  });
});

/** Kinds whose deletion nothing proves: what their lists lack may be invisible, so a person confirms it. */
const confirmed = ["ApiCredential", "Grant", "Grants", "Plugin", "Shortcut", "SsoCertificate", "Workspace"];
/** Kinds of which the platform says that it archived them, whoever asks. */
const archived = ["ApiConnector", "Connection", "Member", "Team"];
/** Kinds whose delete leaves what a read finds. */
const lasting = ["DataModelTag", "OrganizationSetting", "TeamMembers"];

/** An empty list of a kind proves nothing. */
const others: Readonly<Record<string, Properties>> = {
  "/v2/tags": { name: "Another", color: "grass" },
  "/v2/deploymentPolicies": { name: "Another" },
  "/v2/translations/organization": { lng: "it", translations: {} },
};

describe.each(chooseCases(cases, first.length))("a $kind that this stack wrote long ago", (of) => {
  let host: Host;
  let created: { id: string; state: Properties };
  beforeEach(async () => {
    emulator.configure({ nullTenants: false });
    host = await Host.connect(of.kind, emulator);
    for (const [path, body] of Object.entries(others)) await emulator.ui.request("POST", path, body);
    const { inputs } = await host.check({}, of.declared(await of.given(emulator)));
    const { id, state } = await host.create(inputs);
    const { address: _, ...envelope } = state.__state as Properties;
    // Other processes reach the platform without the relay of this one.
    created = { id, state: makeStateOld({ ...state, __state: envelope }, 24 * 60) };
  });

  const read = async (by: Host): Promise<string> => {
    const { id, state } = created;
    return by.read(id, state).then(
      (found) => (found.id === id ? "found" : "gone"),
      ({ message }: Error) => message,
    );
  };

  /** Another process, as each command is one. */
  async function run<T>(command: (other: Host) => Promise<T>): Promise<T> {
    const other = await Host.start(of.kind);
    try {
      const { url, clientId, clientSecret } = emulator;
      const settings = { baseUrl: url, clientId, clientSecret };
      const named = Object.entries(settings).map(([name, value]) => [`analytics:${name}`, value]);
      await other.configure(Object.fromEntries(named));
      return await command(other);
    } finally {
      await other.stop();
    }
  }

  test("never leaves the state because of an answer", async () => {
    const { id } = created;
    // Nothing but its list shows a part.
    const { "a list without it": _, ...ofParts } = faults;
    for (const [name, build] of Object.entries(id.includes("/") ? ofParts : faults)) {
      for (const fault of build(id)) emulator.addFault(fault);
      expect(`${name}: ${await read(host)}`).not.toMatch(/: gone$/);
      emulator.removeFault();
    }
    for (const fault of [...faults["an empty list"]!(id), ...faults["a 404 by its id"]!(id)]) emulator.addFault(fault);
    expect(await read(host)).not.toBe("gone");
    emulator.removeFault();
    expect(await run(read)).toBe("found");
  });

  test("that was deleted leaves the state if an administrator's lists prove it, and for nobody else", async () => {
    await run((other) => other.delete(created.id, { ...created.state, allowDelete: true }));
    if (lasting.includes(of.kind)) return;
    const { admin } = emulator.seeded.members;
    const setType = (memberType: string) => emulator.ui.request("PATCH", `/v2/members/${admin}`, { memberType });
    const isRefused = expect.stringContaining(`ANALYTICS_MISSING_OBJECTS=${created.id} pulumi refresh`);
    await setType("creator");
    expect(await run(read)).toEqual(archived.includes(of.kind) ? "gone" : isRefused);
    await setType("admin");
    expect(await run(read)).toEqual(confirmed.includes(of.kind) ? isRefused : "gone");
  });
});
