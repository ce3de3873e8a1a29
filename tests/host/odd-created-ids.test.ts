import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { type Corrupted, changeObjects, type PassingAnswer, startCorrupting } from "../corrupting";
import { operations, samples } from "../samples";
import { drawSeed, Host, type HostError, readHalfMade } from "./support";

type Properties = Record<string, unknown>;

const odd = ["", " ", "__proto__", "\ud800", "..", ".", "a/b", "constructor", "%2e%2e", "a?b#c"];
const kinds = Object.keys(samples).filter((kind) => !samples[kind]!.keepsNothing);

let emulator: Emulator;
let platform: Awaited<ReturnType<typeof startCorrupting>>;
let corrupt: (answer: PassingAnswer) => Corrupted | undefined = () => undefined;
beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
  platform = await startCorrupting(emulator.url, (answer) => corrupt(answer));
});
afterEach(async () => {
  corrupt = () => undefined;
  await platform.stop();
  await emulator.stop();
});

/** Words of faults of our own. */
const ofBug =
  /this is a bug|TypeError|Cannot (read|set|convert)|is not (a function|iterable)|URI malformed|Invalid URL/;
/** Fields with ids of others, which stay as they are. */
const ofOthers = /^(request|user|owner|organization|.*Organization)Id$|By$/;

/** Answers in which every new object has this id. */
function giveId(id: string, given: object): void {
  const known = new Set(Object.values(given));
  const isNew = (name: string, value: unknown) =>
    /^id$|Id$/.test(name) && typeof value === "string" && !known.has(value) && !ofOthers.test(name);
  corrupt = ({ path, status, text }) =>
    path.endsWith("/token") || path.endsWith("/whoami") || status >= 300 || !/^[[{]/.test(text)
      ? undefined
      : {
          text: changeObjects(text, (object) =>
            Object.fromEntries(Object.entries(object).map(([name, value]) => [name, isNew(name, value) ? id : value])),
          ),
        };
}

describe.each(kinds)("a %s", (kind) => {
  // One for each kind in `npm test`, another for the next one.
  const first = kinds.indexOf(kind) % odd.length;
  test.each(chooseCases([...odd.slice(first), ...odd.slice(0, first)]))(
    "whose id is %j is one sentence, or an object like another",
    async (id) => {
      const create = operations.find((one) => one.kind === kind && one.verb === "create")!;
      const given = await create.given(emulator);
      const declared = create.declared(given) as Properties;
      const host = await Host.startShared(kind);
      await host.configure({
        "analytics:baseUrl": platform.url,
        "analytics:clientId": emulator.clientId,
        "analytics:clientSecret": emulator.clientSecret,
      });
      giveId(id, given);
      const made = await host.create(declared).catch((error: HostError) => error);
      if (!(made instanceof Error)) {
        expect(made.id.split("/").map((part) => part.trim())).not.toContain("");
        expect(made.id.split("/")).not.toContain("..");
        await host.read(made.id, made.state).catch(({ message }) => expect(message).not.toMatch(ofBug));
        return;
      }
      expect(made.message).not.toMatch(ofBug);
      const isKept = made.metadata?.get("grpc-status-details-bin").length === 1;
      if (isKept) expect(readHalfMade(made).id.trim()).not.toMatch(/^\.{0,2}$/);
      // Of the same name.
      const again = await host.create(declared).catch((error: HostError) => error);
      expect(String(again instanceof Error ? again.message : "")).not.toMatch(ofBug);
    },
  );
});

test.each(chooseCases(["", "..", "\ud800"]))(
  "an object whose create was answered with the id %j is found by the next run, and created once",
  async (id) => {
    const home = mkdtempSync(join(tmpdir(), "odd-ids-"));
    try {
      const declared = { name: "Odd", parentId: emulator.seeded.folders.models };
      const run = async () => {
        const host = await Host.start("Folder", { environment: { PULUMI_HOME: home } });
        await host.configure({
          "analytics:baseUrl": platform.url,
          "analytics:clientId": emulator.clientId,
          "analytics:clientSecret": emulator.clientSecret,
        });
        const made = await host.create(declared).catch((error: HostError) => error);
        await host.stop();
        return made;
      };
      giveId(id, declared);
      const failed = await run();
      expect(failed).toBeInstanceOf(Error);
      expect((failed as Error).message).toContain("which can't be an id. The object may exist");
      corrupt = () => undefined;
      const made = emulator.snapshot().files.filter(({ name }) => name === "Odd");
      expect(await run()).toMatchObject({ id: made[0]?.id });
      expect(emulator.snapshot().files.filter(({ name }) => name === "Odd")).toHaveLength(1);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
);
