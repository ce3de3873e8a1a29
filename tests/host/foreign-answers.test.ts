import { type Emulator, startEmulator } from "analytics-emulator";
import { foreignAnswers, startFront } from "../front";
import { drawSeed, Host } from "./support";

describe("a 404 that isn't the platform's, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;
  let front: Awaited<ReturnType<typeof startFront>>;
  let answer: (typeof foreignAnswers)[number][1] | undefined;
  let path: string;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    answer = undefined;
    front = await startFront(emulator.url, (passing) =>
      answer !== undefined && passing.path.startsWith(path) ? { status: 404, ...answer } : undefined,
    );
    host = await Host.startShared("Folder");
    await host.configure({
      "analytics:baseUrl": front.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
  });

  afterEach(async () => {
    await host.stop();
    await front.stop();
    await emulator.stop();
  });

  test("a refresh drops nothing, and a destroy reports nothing as deleted that stays", async () => {
    const declared = { name: "Finance", parentId: emulator.seeded.folders.models };
    const { id, state } = await host.create(declared);
    path = "/v2/files";
    for (const [name, foreign] of foreignAnswers) {
      answer = foreign;
      const ends = [host.read(id, state), host.delete(id, state)].map((call) =>
        call.then(
          () => `${name}: taken for the platform's`,
          (error: Error) => error.message,
        ),
      );
      for (const end of ends) {
        expect(await end).toContain("404");
        expect(await end).toContain("The answer came from a proxy, not from the platform.");
      }
    }
    answer = undefined;
    expect((await host.read(id, state)).inputs).toMatchObject(declared);
    await host.delete(id, state);
    expect((await host.read(id, state)).id).toBe("");
  });
});
