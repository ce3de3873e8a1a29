import { startEmulator } from "analytics-emulator";
import { signIn } from "../support";

async function listIds(seed: number): Promise<{ made: string[]; seeded: object; clientSecret: string }> {
  const emulator = await startEmulator({ seed });
  try {
    const api = await signIn(emulator);
    const { folders } = emulator.seeded;
    const pages = [{ id: "p", name: "Page", elements: [] }];
    const model = await api.post("/v2/dataModels/spec", {
      name: "A",
      folderId: folders.models,
      schemaVersion: 1,
      pages,
    });
    const spec = await api.get(`/v2/dataModels/${model.body.dataModelId}/spec`);
    const tag = await api.post("/v2/tags", { name: "T", color: "plum" });
    const made = [model.body.dataModelId, spec.body.pages[0].id, tag.body.versionTagId];
    return { made, seeded: emulator.seeded, clientSecret: emulator.clientSecret };
  } finally {
    await emulator.stop();
  }
}

test("ids in addresses have 21 or 22 characters, and those of 21 work too", async () => {
  const emulator = await startEmulator();
  try {
    const api = await signIn(emulator);
    const files = emulator.snapshot().files.filter(({ type }) => type === "folder" || type === "workspace");
    expect(new Set(files.map(({ urlId }) => urlId.length))).toEqual(new Set([21, 22]));
    for (const { id, urlId } of files) expect((await api.get(`/v2/files/${urlId}`)).body.id).toBe(id);
  } finally {
    await emulator.stop();
  }
});

test("the same seed gives the same ids, another seed others", async () => {
  const first = await listIds(1);
  expect(await listIds(1)).toEqual(first);
  const other = await listIds(2);
  expect(other.clientSecret).not.toBe(first.clientSecret);
  expect(other.seeded).not.toEqual(first.seeded);
  for (const [index, id] of other.made.entries()) {
    expect(id).not.toBe(first.made[index]);
  }
});

test("ids look like the platform's", async () => {
  const { made } = await listIds(1);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(made).toEqual([expect.stringMatching(uuid), expect.stringMatching(/^\w{10}$/), expect.stringMatching(uuid)]);
});
