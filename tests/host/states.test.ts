import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Host, repository } from "./support";

interface State {
  type: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
}

const folder = join(repository, "tests/fixtures/states");

// States wait for years. One of each shape that still occurs is kept, and none of them is changed.
// The inputs are what a program of today declares, with the names of today.
describe.each(readdirSync(folder))("a state as it was written: %s", (file) => {
  const { type, id, inputs, outputs } = JSON.parse(readFileSync(join(folder, file), "utf8")) as State;
  const kind = type.split(":").at(-1) as string;
  let emulator: Emulator;
  let host: Host;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: 1 });
    // Nothing of it is there, which would look like missing access.
    host = await Host.start(kind, { environment: { ANALYTICS_MISSING_OBJECTS: "deleted" } });
    await host.configure({
      "analytics:baseUrl": emulator.url,
      // Whoever takes an object of a named profile for one of the default finds another client there.
      "analytics:clientId": "connection" in outputs ? "another-client" : emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
      "analytics:profiles": JSON.stringify({
        emea: { baseUrl: emulator.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret },
      }),
    });
  });
  afterAll(async () => {
    await host.stop();
    await emulator.stop();
  });

  test("is served by the text it carries", () => {
    expect(outputs.__provider).toBe(host.provider);
    expect(inputs.__provider).toBe(host.provider);
  });

  test("equals the inputs it was made of, and shows a change", async () => {
    expect(await host.diff(id, outputs, inputs)).toMatchObject({ changes: false });
    const changed = "cronSpec" in inputs ? { cronSpec: "0 9 * * *" } : { description: "Another" };
    expect(await host.diff(id, outputs, { ...inputs, ...changed })).toMatchObject({ changes: true });
  });

  test("can be read and deleted: what it names is gone, and that is all", async () => {
    expect(await host.read(id, outputs)).toMatchObject({ id: "" });
    await host.delete(id, outputs);
  });
});
