import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as runtime from "@pulumi/pulumi/runtime";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";
import { z } from "zod";
import { Run } from "../../../provider/src/core/runtime";
import { createDynamicProvider, type DynamicProvider } from "../../../provider/src/host/dynamic";
import { type AnyKind, commonInputs } from "../../../provider/src/kinds/declare";
import { loadAllKinds, registry } from "../../../provider/src/kinds/registry";
import { samples } from "../../samples";
import { buildSample, listFaultyValues, listPlaces } from "./samples";

// What holds for every kind. A kind that is new to the registry is tested here without a word about it.

const repository = join(__dirname, "../../..");
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Properties = Record<string, unknown>;
type ResourceClass = (new (
  name: string,
  args: Properties,
) => pulumi.CustomResource) & {
  __pulumiType: string;
  isInstance(value: unknown): boolean;
};

test("each kind has a sample in `tests/kinds`, with which the tests of all kinds run", () => {
  expect(Object.keys(samples).sort()).toEqual(
    loadAllKinds()
      .map(({ name }) => name)
      .sort(),
  );
});

/** The journal of creates is there. */
const home = mkdtempSync(join(tmpdir(), "home-"));

const run = new Run();
let emulator: Emulator;
beforeAll(async () => {
  process.env.PULUMI_HOME = home;
  emulator = await startEmulator({ seed: 1 });
  // The notes of a preview, which many samples of one name give rise to.
  jest.spyOn(console, "log").mockImplementation(() => {});
});
afterAll(async () => {
  jest.restoreAllMocks();
  await emulator.stop();
  rmSync(home, { recursive: true, force: true });
});

test("the secret texts of a confidential model: its values, or all of an object that a transform returned", () => {
  const listTexts = (inputs: Properties) => registry.DataModel!().shape.collectSecrets(inputs);
  const refs = { key: "secret-value" };
  const formula = { pages: [{ name: "secret-formula" }] };
  expect(listTexts({ confidential: true, refs, spec: JSON.stringify(formula) })).toEqual(["secret-value"]);
  expect(listTexts({ confidential: true, refs, spec: formula })).toEqual(["secret-value", "secret-formula"]);
  expect(listTexts({ confidential: true, spec: JSON.stringify(formula) })).toEqual(["secret-formula"]);
  expect(listTexts({ refs, spec: formula })).toEqual([]);
});

test("each kind has the name it is loaded by", () => {
  expect(loadAllKinds().map(({ name }) => name)).toEqual(Object.keys(registry));
});

describe.each(loadAllKinds().map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
  const declared = buildSample(kind);
  const fields = { ...kind.shape.inputs.shape, ...commonInputs.shape } as Record<string, z.ZodType>;

  /** The provider of the kind; the platform makes what is asked for, and there is nothing to read. */
  function createProvider(): DynamicProvider {
    const made = createDynamicProvider({ ...kind, create: async () => ({ id: "made", outputs: {} }) } as AnyKind, run);
    const config: Properties = {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    };
    made.configure({ config: { get: (key) => config[key] } });
    return made;
  }

  async function listFailures(news: Properties): Promise<string[]> {
    return (await createProvider().check({}, news)).failures.map(({ reason }) => reason);
  }

  describe("its class", () => {
    const Class = (analytics as unknown as Record<string, ResourceClass>)[name] as ResourceClass;

    test("is exported, with the type that policy packs and states know", () => {
      expect(Class.__pulumiType).toBe(`pulumi-nodejs:dynamic/analytics:${name}`);
    });

    test("tells its own from others, and marks as secret what the lifecycle says is", async () => {
      const registered = mockEngine();
      const resource = new Class("r", declared);
      const others = Object.values(analytics as unknown as Record<string, Partial<ResourceClass>>);
      const claiming = others.filter((other) => other?.isInstance?.(resource));
      expect(claiming).toEqual([Class]);

      const { additional, secret } = await registered;
      expect(additional).toEqual([...kind.shape.secretInputs, ...kind.shape.secretOutputs]);
      expect(secret).toEqual(kind.shape.secretInputs);
    });
  });

  describe("its inputs", () => {
    test("may all be given, and none of the optional ones", async () => {
      expect(await listFailures(declared)).toEqual([]);
      const required = Object.keys(declared).filter((field) => !fields[field]?.safeParse(undefined).success);
      const bare = Object.fromEntries(required.map((field) => [field, declared[field]]));
      const oneOfSeveral = /only (for )?an adopted (credential|schedule|shortcut)|set exactly one of|give either/;
      const missing = (await listFailures(bare)).filter((reason) => !oneOfSeveral.test(reason));
      expect(missing).toEqual([]);
    });

    const everywhere = listPlaces(declared);
    test.each(everywhere.map((place) => [place.text, place] as const))(
      "%s may be known only after apply, and replaces where a known value would",
      async (text, place) => {
        const news = place.replacedBy(unknown);
        expect(await listFailures(news)).toEqual([]);
        const { outs } = await createProvider().create(declared);
        const [field = ""] = text.split(".");
        const { replaces } = await createProvider().diff("made", outs, news);
        expect(replaces ?? []).toEqual(kind.shape.replaceOn.includes(field) ? [field] : []);
      },
    );

    test("may all be known only after apply together", async () => {
      const news = Object.fromEntries(Object.keys(declared).map((field) => [field, unknown]));
      expect(await listFailures(news)).toEqual([]);
    });

    const faulty = Object.entries(fields).flatMap(([field, schema]) =>
      listFaultyValues(schema).map((value) => [field, JSON.stringify(value).slice(0, 40), value] as const),
    );
    test.each(faulty)("%s: %s is refused by name", async (field, _, value) => {
      const said = await listFailures({ ...declared, [field]: value });
      expect(said.length).toBeGreaterThan(0);
      for (const reason of said) {
        expect(reason).toMatch(new RegExp(`^${field}\\b.*\\w`, "s"));
        expect(reason).not.toMatch(/: invalid input\.$/);
      }
    });

    test("keep the names of fields in messages, also where a secret value is such a name", async () => {
      const names = [...new Set([...Object.keys(fields), ...everywhere.flatMap(({ text }) => text.split(/[.[\]]+/))])];
      const marked = { ...declared, other: names, __secretInputs: [...Object.keys(declared), "other"] };
      const [said = ""] = await listFailures(marked);
      expect(said).toMatch(/^other: no such field\./);
      expect(said).not.toContain("[secret]");
      for (const field of Object.keys(fields)) expect(said).toContain(field);
    });

    const required = Object.keys(declared).filter((field) => !fields[field]?.safeParse(undefined).success);
    test.each(required)("%s is missed by name", async (field) => {
      const { [field]: _, ...news } = declared;
      expect(await listFailures(news)).toEqual([expect.stringMatching(new RegExp(`^${field}: required`))]);
    });

    test("one that doesn't exist is refused, with the fields there are", async () => {
      const [field] = Object.keys(declared) as [string];
      const said = await listFailures({ ...declared, [`${field}x`]: 1 });
      expect(said).toEqual([expect.stringContaining(`${field}x: no such field. Did you mean "${field}"?`)]);
      for (const known of Object.keys(fields)) expect(said[0]).toContain(known);
    });
  });

  test("what is unchanged is no change, and the state knows its version and whose it is", async () => {
    const { outs } = await createProvider().create(declared);
    expect(outs).toMatchObject({ __state: { version: 1, client: expect.any(String) } });
    expect(await createProvider().diff("made", outs, declared)).toEqual({ changes: false });
  });

  test("another value of a field that replaces means another object", async () => {
    const { outs } = await createProvider().create(declared);
    for (const field of kind.shape.replaceOn) {
      const news = { ...declared, [field]: makeAnother(declared[field], fields[field]) };
      expect((await createProvider().diff("made", outs, news)).replaces).toEqual([field]);
    }
  });

  test("the option replaceOnChanges makes any field one that replaces", async () => {
    const { outs } = await createProvider().create(declared);
    for (const field of Object.keys(declared)) {
      const news = { ...declared, [field]: makeAnother(declared[field], fields[field]) };
      for (const path of [`${field}.x`, `["${field}"]`, `["${field}"][0]`]) {
        const { changes, replaces } = await createProvider().diff("made", outs, {
          ...news,
          __replaceOnChanges: [path],
        });
        expect(replaces ?? []).toEqual(changes === false ? [] : expect.arrayContaining([field]));
      }
    }
  });

  test("another profile, or an unknown one, means another object", async () => {
    const { outs } = await createProvider().create(declared);
    for (const profile of ["emea", unknown]) {
      expect((await createProvider().diff("made", outs, { ...declared, profile })).replaces).toContain("profile");
    }
  });

  test.each([
    ["a test", "tests/host", `["']${name}["']`],
    ["an example", "examples", `new (analytics\\.)?${name}\\(|type: pulumi-nodejs:dynamic/analytics:${name}$`],
  ])("has %s in %s", (_, folder, pattern) => {
    const files = listTextsUnder(folder).filter(({ text }) => new RegExp(pattern, "m").test(text));
    expect(files.length).toBeGreaterThan(0);
  });
});

/** Stands in for the engine; answers what the next resource was registered with. */
function mockEngine(): Promise<{ additional: string[]; secret: string[] }> {
  const secretKey = "4dabf18193072939515e22adb298388d";
  runtime.setMocks({ newResource: ({ inputs }) => ({ id: "made", state: inputs }), call: ({ inputs }) => inputs });
  const monitor = runtime.getMonitor() as unknown as { registerResource(request: Registration, done: unknown): void };
  const original = monitor.registerResource.bind(monitor);
  return new Promise((resolve) => {
    monitor.registerResource = (request, done) => {
      const inputs = Object.entries(request.getObject().toJavaScript());
      const isSecret = (value: unknown) => value !== null && typeof value === "object" && secretKey in value;
      resolve({
        additional: request.getAdditionalsecretoutputsList(),
        secret: inputs.filter(([, value]) => isSecret(value)).map(([field]) => field),
      });
      original(request, done);
    };
  });
}

interface Registration {
  getObject(): { toJavaScript(): Properties };
  getAdditionalsecretoutputsList(): string[];
}

/** A valid value that isn't this one. */
function makeAnother(value: unknown, schema: z.ZodType | undefined): unknown {
  // JSON in a text stays JSON.
  const bare = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const { options = [] } = bare as { options?: unknown[] };
  const candidates = [String(value).startsWith("{") ? ` ${value}` : `${value}-2`, 2, ...options];
  return candidates.find((candidate) => candidate !== value && schema?.safeParse(candidate).success);
}

function listTextsUnder(folder: string): { file: string; text: string }[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|yaml)$/.test(file) && !file.includes("node_modules"))
    .map((file) => ({ file, text: readFileSync(join(repository, folder, file), "utf8") }));
}
