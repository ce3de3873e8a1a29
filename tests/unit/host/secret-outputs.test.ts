import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { z } from "zod";
import { wrapSecret } from "../../../provider/src/core/engine";
import { Run } from "../../../provider/src/core/runtime";
import { createDynamicProvider } from "../../../provider/src/host/dynamic";
import { defineKind, field, output } from "../../../provider/src/kinds/declare";
import { registry } from "../../../provider/src/kinds/registry";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";
import { Resources } from "../../../provider/src/plugin/resources";
import { open } from "../../../provider/src/plugin/values";
import { configure } from "../../../provider/src/settings";

const token = "t0ken-of-the-box";
const codes = [{ code: "c0de-of-the-lock" }];

/** The calls of the platform, which a test may let fail. */
const platform = { failure: undefined as Error | undefined };

/** A kind whose create answers secrets. */
const vault = defineKind({
  name: "Vault",
  docs: { description: "A vault.", endpoints: [], example: "" },
  needs: { permission: "an account" },
  fields: { name: field(z.string(), "Its name.") },
  outputs: {
    token: output(z.string(), "What opens it.", { secret: true }),
    codes: output(z.array(z.object({ code: z.string() })), "What opens its drawers.", { secret: true, asJson: true }),
    size: output(z.number(), "How large it is."),
  },
  describe: ({ name }) => `vault "${name}"`,
  async create({ checkpoint, log }, inputs) {
    const outputs = { token, codes, size: 3 };
    checkpoint("v1", { inputs, outputs });
    log(`the token is ${token}, the code ${codes[0]!.code}`);
    if (platform.failure !== undefined) throw platform.failure;
    return { id: "v1", outputs };
  },
  async read({ log }, _id, known) {
    log(`the token is still ${token}`);
    return { inputs: { name: known?.inputs.name ?? "found" }, outputs: { token, codes, size: 3 } };
  },
  async update() {
    throw new Error(`The platform can't rename ${token} with ${codes[0]!.code}.`);
  },
  delete: async () => {},
});

let emulator: Emulator;
let said: string[];
const home = process.env.PULUMI_HOME;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1, tokenRequestsPerSecond: null });
  (registry as Record<string, unknown>).Vault = () => vault;
});
afterAll(() => {
  delete (registry as Record<string, unknown>).Vault;
  return emulator.stop();
});
beforeEach(() => {
  process.env.PULUMI_HOME = mkdtempSync(join(tmpdir(), "home-"));
  const settings: Record<string, string> = {
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  };
  configure((key) => settings[key]);
  said = [];
  platform.failure = undefined;
  jest.spyOn(console, "log").mockImplementation((line) => said.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(process.env.PULUMI_HOME as string, { recursive: true });
  if (home === undefined) delete process.env.PULUMI_HOME;
  else process.env.PULUMI_HOME = home;
});

type State = Record<string, unknown>;

/** Either door, as far as the tests need it: a state as the engine gets it, and sends it again. */
interface Door {
  create(news: State): Promise<State>;
  read(state: State): Promise<State | undefined>;
  update(state: State, news: State): Promise<State>;
}

const urn = "urn:pulumi:s::p::analytics:index:Vault::v";
const doors: Readonly<Record<string, () => Door>> = {
  dynamic: () => {
    const provider = createDynamicProvider(vault, new Run());
    // The engine sends secrets to the host in clear.
    const reveal = (state: State) => open(state).values;
    return {
      create: async (news) => (await provider.create(news)).outs,
      read: async (state) => (await provider.read("v1", reveal(state))).props,
      update: async (state, news) => (await provider.update("v1", reveal(state), news)).outs,
    };
  },
  plugin: () => {
    const resources = new Resources(
      new ProgramFiles({ root: "/", program: "/" }),
      new Run((message, of) => void (of === urn && said.push(message))),
    );
    const type = "analytics:index:Vault";
    return {
      create: async (properties) => (await resources.create({ urn, type, properties, preview: false })).properties,
      read: async (properties) => (await resources.read({ urn, type, id: "v1", properties, inputs: {} })).properties,
      update: async (olds, news) =>
        (await resources.update({ urn, type, id: "v1", olds, news, preview: false })).properties,
    };
  },
};

const isSecret = (value: unknown) => JSON.stringify(wrapSecret(0)).slice(0, 70) === JSON.stringify(value).slice(0, 70);

describe.each(Object.keys(doors))("a secret output, by the door %s", (name) => {
  const getDoor = () => doors[name]!();

  test("is marked in the state that a create and a read answer, and other outputs aren't", async () => {
    const { create, read } = getDoor();
    const created = await create({ name: "a" });
    const found = (await read(created)) as State;
    for (const state of [created, found]) {
      expect([state.token, state.codes, state.size].map(isSecret)).toEqual([true, true, false]);
      expect(open({ token: state.token }).values).toEqual({ token });
      expect(state.size).toBe(3);
    }
  });

  test("is marked in the state of a partially created object, whose error doesn't repeat it", async () => {
    platform.failure = new Error(`The platform refuses ${token} and ${codes[0]!.code}.`);
    const error = await getDoor()
      .create({ name: "a" })
      .then(
        () => undefined,
        (failure) => failure,
      );
    expect(error.message).toBe("The platform refuses [secret] and [secret].");
    expect([error.properties.token, error.properties.codes].map(isSecret)).toEqual([true, true]);
  });

  test("is in no message: of the create that learns it, of a read and an update that know it", async () => {
    const { create, read, update } = getDoor();
    const state = await create({ name: "a" });
    await read(state);
    await expect(update(state, { name: "b" })).rejects.toThrow("The platform can't rename [secret] with [secret].");
    expect(said).toEqual(["the token is [secret], the code [secret]", "the token is still [secret]"]);
  });
});
