import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { type Corrupted, type PassingAnswer, startCorrupting } from "../corrupting";
import { operations, samples } from "../samples";
import { drawSeed, Host, type HostError, readHalfMade } from "./support";

type Properties = Record<string, unknown>;

/** What becomes of an answer on its way. */
const corruptions: Readonly<Record<string, (answer: PassingAnswer) => Corrupted>> = {
  "ends in the middle": ({ text }) => ({ text: text.slice(0, text.length / 2) }),
  "is cut with its connection": ({ text }) => ({ text: text.slice(0, text.length / 2), isCut: true }),
  "is empty": () => ({ text: "" }),
  "is a list": ({ text }) => ({ text: `[${text}]` }),
  "has numbers for texts": ({ text }) => ({ text: text.replaceAll(/:\s*"[^"]*"/g, ":7") }),
  "has null for texts": ({ text }) => ({ text: text.replaceAll(/:\s*"[^"]*"/g, ":null") }),
  "has objects for texts": ({ text }) => ({ text: text.replaceAll(/:\s*"[^"]*"/g, ":{}") }),
  "has texts for lists": ({ text }) => ({ text: text.replaceAll(/:\s*\[/g, ':"","x":[') }),
  "comes letter by letter": () => ({ dripMs: 1 }),
};

/** Numbers from 0 to below 1, the same ones for a seed. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Words of faults of our own. */
const ofBug = /this is a bug|TypeError|Cannot (read|set)|is not (a function|iterable)|Maximum call/;

const kinds = Object.keys(samples).filter((kind) => !samples[kind]!.keepsNothing);
/** Their create sets something: done twice, it is what it is done once. */
const setting = [
  "ConnectionSync",
  "DbtArtifacts",
  "DataModelTag",
  "WorkbookTag",
  "ReportTag",
  "UserAttributeAssignment",
];
/** The steps of a life; which answer of which of them is corrupted, by chance. */
const steps = ["create", "read", "update", "delete"] as const;

let emulator: Emulator;
let platform: Awaited<ReturnType<typeof startCorrupting>>;
let corrupt: (answer: PassingAnswer) => Corrupted | undefined = () => undefined;
beforeEach(async () => {
  corrupt = () => undefined;
  emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
  platform = await startCorrupting(emulator.url, (answer) => corrupt(answer));
});
afterEach(async () => {
  await platform.stop();
  await emulator.stop();
});

/** What the platform has created since the log was cleared. */
const countCreated = () =>
  emulator.requests().filter(({ method, path, status, body }) => {
    const isDry = (body as { dryRun?: boolean } | undefined)?.dryRun === true;
    return method === "POST" && !path.endsWith("/token") && Number(status) < 300 && !isDry;
  }).length;

const otherId = "00000000-0000-4000-8000-000000000000";

async function settle<T>(work: Promise<T>): Promise<T | Error> {
  const result = await work.catch((error: Error) => error);
  if (result instanceof Error) expect(result.message).not.toMatch(ofBug);
  return result;
}

/** What the engine keeps of a failed operation, if anything. */
function readKept(error: HostError): ReturnType<typeof readHalfMade> | undefined {
  const isKept = error.metadata?.get("grpc-status-details-bin").length === 1;
  return isKept ? readHalfMade(error) : undefined;
}

describe.each(kinds)("%s", (kind) => {
  const of = operations.filter((one) => one.kind === kind);
  const isEvent = samples[kind]!.events !== undefined;
  const random = createRandom(kinds.indexOf(kind) + 1 + 100 * Number(process.env.CORRUPTIONS ?? 0));
  for (let n = 0; n < 5; n += 1) random();
  const choose = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const all = steps.map((step) => ({ step, what: choose(Object.keys(corruptions)), nth: Math.floor(random() * 3) }));
  // One step of each kind in `npm test`: each step with a quarter of the kinds.
  const first = kinds.indexOf(kind) % steps.length;

  test("an answer about another object isn't taken for this one", async () => {
    const { given: prepare, declared } = of.find(({ verb }) => verb === "create")!;
    const given = await prepare(emulator);
    const host = await Host.startShared(kind);
    await host.configure({
      "analytics:baseUrl": platform.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
    const { id, state } = await host.create(declared(given) as Properties);
    let isSwapped = false;
    corrupt = ({ method, path, text }) => {
      const answer = method === "GET" && text.startsWith("{") ? Object.entries(JSON.parse(text) as object) : [];
      const [own] = answer.find(([, value]) => typeof value === "string" && path.endsWith(`/${value}`)) ?? [];
      if (own === undefined) return undefined;
      isSwapped = true;
      return { text: JSON.stringify({ ...Object.fromEntries(answer), [own]: otherId }) };
    };
    const read = await settle(host.read(id, state));
    const refused = expect.objectContaining({ message: expect.stringContaining("has the id of another object") });
    expect(read).toEqual(isSwapped ? refused : expect.objectContaining({ id }));
  });

  test.each(chooseCases([...all.slice(first), ...all.slice(0, first)]))(
    "in $step, answer $nth $what: repeated, and nothing is lost or doubled",
    async ({ step, what, nth }) => {
      const create = of.find(({ verb }) => verb === "create")!;
      const given = await create.given(emulator);
      const host = await Host.startShared(kind);
      await host.configure({
        "analytics:baseUrl": platform.url,
        "analytics:clientId": emulator.clientId,
        "analytics:clientSecret": emulator.clientSecret,
      });
      const declared = create.declared(given) as Properties;
      const startCorrupting = (now: (typeof steps)[number]) => {
        let seen = 0;
        let isDone = now !== step;
        corrupt = (answer) => {
          if (isDone || answer.path.endsWith("/token") || answer.text === "") return undefined;
          if (seen++ < nth) return undefined;
          isDone = true;
          return corruptions[what]!(answer);
        };
      };
      const stopCorrupting = () => {
        corrupt = () => undefined;
      };

      emulator.clearRequests();
      startCorrupting("create");
      let made = await settle(host.create(declared));
      stopCorrupting();
      if (made instanceof Error) {
        const kept = readKept(made);
        if (isEvent && kept === undefined) return;
        made =
          kept === undefined
            ? await host.create(declared)
            : { id: kept.id, state: await host.update(kept.id, kept.state, declared) };
      }
      const { id } = made;
      let { state } = made;
      if (!setting.includes(kind))
        expect(countCreated()).toBe(create.calls.filter((call) => call.startsWith("POST")).length);

      startCorrupting("read");
      const read = await settle(host.read(id, state));
      stopCorrupting();
      if (!(read instanceof Error)) expect(read.id).toBe(id);
      state = (await host.read(id, state)).state;

      for (const update of of.filter(({ verb }) => verb === "update")) {
        const wanted = update.wanted(given) as Properties;
        startCorrupting("update");
        const updated = await settle(host.update(id, state, wanted));
        stopCorrupting();
        state = updated instanceof Error ? await host.update(id, readKept(updated)?.state ?? state, wanted) : updated;
      }
      const { state: seen, id: still } = await host.read(id, state);
      expect(still).toBe(id);

      // One that is active is never deleted.
      if (kind === "SsoCertificate") return;
      startCorrupting("delete");
      const deleted = await settle(host.delete(id, seen));
      stopCorrupting();
      if (deleted instanceof Error) await host.delete(id, seen);
    },
  );
});
