import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host } from "./support";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: drawSeed() });
});
afterAll(() => emulator.stop());

const connectHost = (kind: string) => Host.connect(kind, emulator);

// What is named by the id in its address has its own id afterwards, which other objects refer to.
describe.each(["Folder", "Workspace", "DataModel"])("a %s that is named by the id in its address", (kind) => {
  const buildOfKind = () => {
    const { folders, legacyModel } = emulator.seeded;
    const id = { Folder: folders.sales, Workspace: folders.workspace, DataModel: legacyModel }[kind];
    return emulator.snapshot().files.find((file) => file.id === id)!;
  };

  test("is read with its own id", async () => {
    const { id, urlId } = buildOfKind();
    const host = await connectHost(kind);
    const read = await host.read(urlId, {});
    expect(read.id).toBe(id);
    expect(read).toEqual(await host.read(id, {}));
  });

  test("is adopted with its own id", async () => {
    const { id, urlId } = buildOfKind();
    const host = await connectHost(kind);
    const { inputs } = await host.read(id, {});
    const adopted = await host.create({ ...inputs, adopt: { id: urlId } });
    expect(adopted.id).toBe(id);
  });
});

test("an id that no file has is refused as it was given", async () => {
  const host = await connectHost("Folder");
  await expect(host.create({ name: "Any", adopt: { id: "no-such-file" } })).rejects.toThrow(
    "there is no Folder with the id no-such-file",
  );
});
