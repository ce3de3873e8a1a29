import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "analytics-emulator";
import { Client, signIn } from "../support";

let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  data = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a restart loses nothing: state, ids, versions, credentials, tokens", async () => {
  const first = await startEmulator({ data, seed: 5 });
  const api = await signIn(first);
  const body = { name: "Orders", folderId: first.seeded.folders.models, schemaVersion: 1, pages: [] };
  const id = (await api.post("/v2/dataModels/spec", body)).body.dataModelId;
  await api.put(`/v2/dataModels/${id}/spec`, body);
  const { versionTagId } = (await api.post("/v2/tags", { name: "Gone", color: "plum" })).body;
  await api.delete(`/v2/tags/${versionTagId}`);
  const before = first.snapshot();
  await first.stop();

  const second = await startEmulator({ data });
  try {
    expect(second.snapshot()).toEqual(JSON.parse(JSON.stringify(before)));
    expect(second.clientSecret).toBe(first.clientSecret);
    const again = new Client(second.url, api.token);
    expect((await again.get(`/v2/dataModels/${id}/spec?documentVersion=1`)).status).toBe(200);
    // The counting goes on: no id is given out twice.
    expect((await again.post("/v2/tags", { name: "Next", color: "plum" })).body.versionTagId).not.toBe(versionTagId);
  } finally {
    await second.stop();
  }
});

test("a line that was cut short is one that was never answered", async () => {
  const first = await startEmulator({ data });
  await (await signIn(first)).post("/v2/tags", { name: "Kept", color: "plum" });
  await first.stop();
  appendFileSync(data, '[["tags","half","{"na');
  const second = await startEmulator({ data });
  expect(second.snapshot().tags.map(({ name }) => name)).toEqual(["Kept"]);
  await (await signIn(second)).post("/v2/tags", { name: "Later", color: "plum" });
  await second.stop();
  const third = await startEmulator({ data });
  expect(third.snapshot().tags.map(({ name }) => name)).toEqual(["Kept", "Later"]);
  await third.stop();
});

test("each start drops what was overwritten, and leaves no draft behind", async () => {
  const first = await startEmulator({ data });
  const api = await signIn(first);
  const { versionTagId } = (await api.post("/v2/tags", { name: "Tag", color: "plum" })).body;
  for (let index = 0; index < 20; index++) {
    await api.patch(`/v2/tags/${versionTagId}`, { description: `change ${index}` });
  }
  await first.stop();
  expect(readFileSync(data, "utf8")).toContain("change 3");
  await (await startEmulator({ data })).stop();
  const text = readFileSync(data, "utf8");
  expect(text).toContain("change 19");
  expect(text).not.toContain("change 3");
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

test("another file is refused and left alone", async () => {
  for (const text of ["precious\n", '{"format":"other"}\n']) {
    writeFileSync(data, text);
    await expect(startEmulator({ data })).rejects.toThrow("isn't a data file of the emulator");
    expect(readFileSync(data, "utf8")).toBe(text);
  }
});

test("no secret of an API credential is in the file", async () => {
  const emulator = await startEmulator({ data });
  const credential = { authMethod: "bearer", bearer: { token: "hunter2" } };
  await (await signIn(emulator)).post("/v2/api-credentials", { name: "Bearer", allowlist: ["*"], credential });
  await emulator.stop();
  expect(readFileSync(data, "utf8")).toContain("Bearer");
  expect(readFileSync(data, "utf8")).not.toContain("hunter2");
});

test("what was answered survives kill -9", async () => {
  const bin = join(__dirname, "../../../../emulator/bin/analytics-emulator.js");
  const start = async (): Promise<{ child: ChildProcess; api: Client }> => {
    const child = spawn(process.execPath, [bin, "--port", "0", "--data", data, "--json"]);
    const line = await new Promise<string>((resolve) => child.stdout!.once("data", (chunk) => resolve(String(chunk))));
    return { child, api: await signIn(JSON.parse(line)) };
  };
  const { child, api } = await start();
  const answered: string[] = [];
  const writer = (async () => {
    for (let index = 0; ; index++) {
      const { body } = await api.post("/v2/tags", { name: `tag ${index}`, color: "plum" });
      answered.push(body.versionTagId);
    }
  })().catch(() => "killed");
  while (answered.length < 30) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  expect(await writer).toBe("killed");

  const again = await start();
  const { entries } = (await again.api.get("/v2/tags?limit=1000")).body;
  const kept = entries.map(({ versionTagId }: { versionTagId: string }) => versionTagId);
  expect(kept).toEqual(expect.arrayContaining(answered));
  // The one in flight may have been kept before its answer was lost.
  expect(kept.length - answered.length).toBeLessThanOrEqual(1);
  const ended = new Promise((resolve) => again.child.once("exit", (code) => resolve(code)));
  again.child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
