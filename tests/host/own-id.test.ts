import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host } from "./support";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: drawSeed() });
});
afterAll(() => emulator.stop());

const connectHost = (kind: string) => Host.connect(kind, emulator);

// What is named by the id in its address has its own id afterwards, which other objects refer to.
describe.each(["Folder", "Workspace", "DataModel", "Workbook", "Report"])(
  "a %s that is named by its address",
  (kind) => {
    const buildOfKind = () => {
      const { folders, legacyModel, workbooks, reports } = emulator.seeded;
      const ids: Record<string, string> = {
        ...{ Folder: folders.sales, Workspace: folders.workspace, DataModel: legacyModel },
        ...{ Workbook: workbooks.finance, Report: reports.quarterly },
      };
      const { id, urlId, name } = emulator.snapshot().files.find((file) => file.id === ids[kind])!;
      const last = `${name.replaceAll(" ", "-")}-${urlId}`;
      const address = `https://example.com/acme/${kind.toLowerCase()}/${last}?mode=edit`;
      return { id, named: [urlId, address] };
    };

    test("is read with its own id", async () => {
      const { id, named } = buildOfKind();
      const host = await connectHost(kind);
      for (const name of named) {
        const read = await host.read(name, {});
        expect(read.id).toBe(id);
        expect(read).toEqual(await host.read(id, {}));
      }
    });

    test("is adopted with its own id", async () => {
      const { id, named } = buildOfKind();
      const host = await connectHost(kind);
      const { inputs } = await host.read(id, {});
      for (const name of named) {
        const adopted = await host.create({ ...inputs, adopt: { id: name } });
        expect(adopted.id).toBe(id);
      }
    });
  },
);

test("an id that no file has is refused as it was given", async () => {
  const host = await connectHost("Folder");
  await expect(host.create({ name: "Any", adopt: { id: "no-such-file" } })).rejects.toThrow(
    "there is no Folder with the id no-such-file",
  );
});

describe("a name in the place of an id", () => {
  const named = { name: "Finance", members: [] };

  test("is refused by an adoption, with the id", async () => {
    const host = await connectHost("Team");
    const { finance } = emulator.seeded.teams;
    await expect(host.create({ ...named, adopt: { id: "Finance" } })).rejects.toThrow(
      `adopt: there is no Team with the id Finance, which is the name of "${finance}". Correct the id`,
    );
    expect((await host.create({ ...named, adopt: { id: finance } })).id).toBe(finance);
  });

  test("is told to who imports it, with the id", async () => {
    const host = await connectHost("Team");
    const { finance } = emulator.seeded.teams;
    expect((await host.read("Finance", {})).id).toBe("");
    await host.waitForPrinted(
      `there is no Team with the id Finance, which is the name of "${finance}". Write that id.`,
    );
    expect((await host.read(finance, {})).id).toBe(finance);
  });
});
