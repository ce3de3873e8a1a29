import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseWorkbookFile } from "../../provider/src/core/files";
import { drawSeed, Host, repository } from "./support";

const folder = join(repository, "docs/handbook/workbooks");
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));

describe("the handbook of workbooks, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: drawSeed(), unknownFields: "refuse", unknownQuery: "refuse" });
    host = await Host.startShared("Workbook");
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
  });
  afterAll(async () => {
    await host.stop();
    await emulator.stop();
  });

  test.each(files)("%s is accepted, and stored as it is", async (file) => {
    const { value } = parseWorkbookFile(join(folder, file), { project: folder });
    const { connections, folders } = emulator.seeded;
    const text = readFileSync(join(folder, file), "utf8");
    const values = { warehouse: connections.warehouse, plugin: "5a1e9a0c-3f0e-4c59-9a52-1c7b9f2f8d11" };
    const refs = Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`!ref ${name}`)));
    const declared = {
      name: file,
      folderId: folders.models,
      contents: JSON.stringify(value),
      ...(Object.keys(refs).length > 0 ? { refs } : {}),
    };
    const { id, state } = await host.create(declared);
    expect(state.notKept ?? []).toEqual([]);
    expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
    const read = await host.read(id, state);
    expect(read.inputs).toEqual(declared);
    expect(await host.diff(id, read.state, declared)).toMatchObject({ changes: false });
    const columns = await emulator.ui.request("GET", `/v2/workbooks/${id}/columns`);
    expect(JSON.stringify(columns)).not.toContain('"error"');
  });
});
