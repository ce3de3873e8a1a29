import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { registry } from "../../provider/src/kinds/registry";
import { door } from "../door";
import { Host, repository } from "./support";

type Properties = Record<string, unknown>;

/** A resource of a state, as `pulumi stack export --show-secrets` has it; a secret's value is JSON in its envelope. */
interface Resource {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

const folder = join(repository, "tests/fixtures/whole-states");

// States wait for years: those of stacks with every kind, as earlier commits wrote them. None of them is changed.
describe.each(readdirSync(folder).filter((file) => file.includes(door)))("a state of every kind: %s", (file) => {
  const resources = JSON.parse(readFileSync(join(folder, file), "utf8")) as Resource[];
  let emulator: Emulator;
  let host: Host;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: 1 });
    host = await Host.connect("Tag", emulator);
  });
  afterAll(() => emulator.stop());

  test("has every kind of its time", () => {
    const known = Object.keys(registry);
    const found = new Set(resources.map(({ type }) => type.split(":").at(-1) as string));
    expect([...found].filter((kind) => !known.includes(kind))).toEqual([]);
    expect(found.size).toBeGreaterThanOrEqual(36);
  });

  test.each(resources.map((resource) => [resource.urn.split(/::|:/).slice(-3).join(" "), resource] as const))(
    "%s is as declared, and a change of it is told",
    async (_, { urn, type, id, inputs, outputs }) => {
      const own = host.createForKind(type.split(":").at(-1) as string);
      const [olds, news] = [outputs, inputs].map(openSecrets) as [Properties, Properties];
      expect(await own.diff(id, olds, { ...news, __urn: urn })).toMatchObject({ changes: false });
      const field = ["name", "description", "title", "value"].find((key) => typeof news[key] === "string");
      if (field === undefined) return;
      expect(await own.diff(id, olds, { ...news, [field]: "Another", __urn: urn })).toMatchObject({ changes: true });
    },
  );
});

const secretMark = "4dabf18193072939515e22adb298388d";

/** The engine sends a secret in clear to the dynamic provider, and in its envelope to a plugin. */
function openSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(openSecrets);
  if (secretMark in value && door === "dynamic") return (value as { value?: unknown }).value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, openSecrets(part)]));
}
