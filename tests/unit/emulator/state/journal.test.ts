import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "analytics-emulator";
import { Client, signIn } from "../support";

const bin = join(__dirname, "../../../../emulator/bin/analytics-emulator.js");
const run = (args: readonly string[]) => promisify(execFile)(process.execPath, [bin, ...args]);

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  file = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a restart loses nothing: state, ids, versions, credentials, tokens", async () => {
  const first = await startEmulator({ state: file, seed: 5 });
  const api = await signIn(first);
  const body = { name: "Orders", folderId: first.seeded.folders.models, schemaVersion: 1, pages: [] };
  const id = (await api.post("/v2/dataModels/spec", body)).body.dataModelId;
  await api.put(`/v2/dataModels/${id}/spec`, body);
  const { versionTagId } = (await api.post("/v2/tags", { name: "Gone", color: "plum" })).body;
  await api.delete(`/v2/tags/${versionTagId}`);
  const before = first.snapshot();
  await first.stop();

  const second = await startEmulator({ state: file });
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
  const first = await startEmulator({ state: file });
  await (await signIn(first)).post("/v2/tags", { name: "Kept", color: "plum" });
  await first.stop();
  appendFileSync(file, '[["tags","half","{"na');
  const second = await startEmulator({ state: file });
  expect(second.snapshot().tags.map(({ name }) => name)).toEqual(["Kept"]);
  await (await signIn(second)).post("/v2/tags", { name: "Later", color: "plum" });
  await second.stop();
  const third = await startEmulator({ state: file });
  expect(third.snapshot().tags.map(({ name }) => name)).toEqual(["Kept", "Later"]);
  await third.stop();
});

test("each start drops what was overwritten, and leaves no draft behind", async () => {
  const first = await startEmulator({ state: file });
  const api = await signIn(first);
  const { versionTagId } = (await api.post("/v2/tags", { name: "Tag", color: "plum" })).body;
  for (let index = 0; index < 20; index++) {
    await api.patch(`/v2/tags/${versionTagId}`, { description: `change ${index}` });
  }
  await first.stop();
  expect(readFileSync(file, "utf8")).toContain("change 3");
  await (await startEmulator({ state: file })).stop();
  const text = readFileSync(file, "utf8");
  expect(text).toContain("change 19");
  expect(text).not.toContain("change 3");
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

test("another file is refused and left alone", async () => {
  for (const text of ["precious\n", "precious", '{"format":"other"}\n', '{"format":"other"}', "{", "\n"]) {
    writeFileSync(file, text);
    await expect(startEmulator({ state: file })).rejects.toThrow("isn't a state file of the emulator");
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("no secret of an API credential is in the file", async () => {
  const emulator = await startEmulator({ state: file });
  const credential = { authMethod: "bearer", bearer: { token: "hunter2" } };
  await (await signIn(emulator)).post("/v2/api-credentials", { name: "Bearer", allowlist: ["*"], credential });
  await emulator.stop();
  expect(readFileSync(file, "utf8")).toContain("Bearer");
  expect(readFileSync(file, "utf8")).not.toContain("hunter2");
});

test("a file of version 1, without checksums, is read and written anew with them", async () => {
  const tag = { versionTagId: "00000000-0000-4000-8000-000000000001", name: "Old" };
  const header = { format: "analytics-emulator", version: 1, seed: 3 };
  writeFileSync(file, `${JSON.stringify(header)}\n${JSON.stringify([["tags", tag.versionTagId, tag]])}\n`);
  const emulator = await startEmulator({ state: file });
  expect(emulator.snapshot().tags).toEqual([tag]);
  await emulator.stop();
  expect(readFileSync(file, "utf8")).toMatch(/^\{"format":"analytics-emulator","version":2,"seed":3\}\t[0-9a-f]{16}\n/);
});

test("a file of an earlier emulator, with other names in documents, is read", async () => {
  const tag = { versionTagId: "t", sourceWorkbookVersion: 2, taggedWorkbookId: "copy", workbookTaggedAt: "2026-01-01" };
  const model = { dataModelId: "m", latestDocumentVersion: 4, tags: [] };
  const changes = [
    ["workbooks", "w", { workbookId: "w", latestVersion: 3, tags: [tag] }],
    ["dataModels", "m", model],
    ["dataModelVersions", "m/4", { dataModelId: "m", documentVersion: 4, pages: [] }],
  ];
  writeFileSync(file, `{"format":"analytics-emulator","version":1,"seed":3}\n${JSON.stringify(changes)}\n`);
  const emulator = await startEmulator({ state: file });
  const { workbooks, dataModels, dataModelVersions } = emulator.snapshot();
  const tags = [{ versionTagId: "t", version: 2, taggedId: "copy", taggedAt: "2026-01-01" }];
  expect(workbooks).toEqual([{ documentId: "w", latestVersion: 3, tags }]);
  expect(dataModels).toEqual([{ documentId: "m", latestVersion: 4, tags: [] }]);
  expect(dataModelVersions).toEqual([{ dataModelId: "m", documentVersion: 4, pages: [] }]);
  await emulator.stop();
});

test("a flipped bit is an error that names the line", async () => {
  const first = await startEmulator({ state: file });
  await (await signIn(first)).post("/v2/tags", { name: "Kept", color: "plum" });
  await first.stop();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const last = lines.findIndex((line) => line.includes('"Kept"'));
  for (const [from, to] of [
    ["Kept", "Kepu"],
    ["plum", "qlum"],
    ["\t", "\t0"],
  ] as const) {
    const damaged = lines.map((line, index) => (index === last ? line.replace(from, to) : line));
    writeFileSync(file, `${damaged.join("\n")}\n`);
    await expect(startEmulator({ state: file })).rejects.toThrow(`${file} is damaged: line ${last + 1} `);
  }
  writeFileSync(file, `${lines.join("\n").replace('"seed":1', '"seed":3')}\n`);
  await expect(startEmulator({ state: file })).rejects.toThrow("isn't a state file of the emulator");
});

test("a second emulator of the same file is refused, also in the same process", async () => {
  const first = await startEmulator({ state: file });
  await expect(startEmulator({ state: file })).rejects.toThrow(`in use by another emulator, process ${process.pid}`);
  await expect(run(["--port", "0", "--state", file])).rejects.toThrow(
    `in use by another emulator, process ${process.pid}`,
  );
  await first.stop();
  await (await startEmulator({ state: file })).stop();
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

test("an emulator whose file another machine's emulator took refuses to write", async () => {
  const first = await startEmulator({ state: file });
  const api = await signIn(first);
  writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, host: "elsewhere", startedAt: 1 }));
  const second = await startEmulator({ state: file });
  const refused = await api.post("/v2/tags", { name: "Lost", color: "plum" });
  expect(refused.status).toBe(500);
  expect(refused.body.message).toMatch(/can't store its state: something else wrote to this file/);
  await (await signIn(second)).post("/v2/tags", { name: "Kept", color: "plum" });
  await second.stop();
  await expect(first.stop()).rejects.toThrow("something else wrote to this file");
  const third = await startEmulator({ state: file });
  expect(third.snapshot().tags.map(({ name }) => name)).toEqual(["Kept"]);
  await third.stop();
});

test("only plain files are opened", async () => {
  for (const option of ["state", "record"]) {
    await expect(startEmulator({ [option]: folder })).rejects.toThrow(`${folder} isn't a plain file`);
  }
  if (process.platform === "win32") return;
  const pipe = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  for (const option of ["state", "record"]) {
    await expect(startEmulator({ [option]: pipe })).rejects.toThrow(`${pipe} isn't a plain file`);
  }
});

// A limit of the shell on the size of files stands for a full disk: a write fails in its middle.
test("a full disk: what isn't stored isn't acknowledged, the file stays whole, and so does the recording", async () => {
  const record = join(folder, "requests.har");
  const child = spawn("bash", [
    "-c",
    // In units of 1,024 bytes.
    `ulimit -f 300; exec "$0" "$@"`,
    process.execPath,
    ...[bin, "--port", "0", "--state", file, "--record", record, "--json"],
  ]);
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
  const api = await signIn(JSON.parse(line));
  const acknowledged: string[] = [];
  let refused: { status: number; body: { message?: string } } | undefined;
  for (let index = 0; index < 2_000 && refused === undefined; index++) {
    const name = `tag ${index}`;
    const answer = await api.post("/v2/tags", { name, color: "plum", description: "x".repeat(900) });
    if (answer.status === 200) acknowledged.push(name);
    else refused = answer;
  }
  expect(refused).toMatchObject({ status: 500, body: { message: expect.stringContaining("can't store its state") } });
  // Reads would show what isn't stored.
  expect((await api.get("/v2/tags")).status).toBe(500);
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await once(child, "exit");

  expect(errors).toContain(`${record} lacks requests that could not be written`);
  expect(JSON.parse(readFileSync(record, "utf8")).log.entries.length).toBeGreaterThan(10);
  const again = await startEmulator({ state: file });
  expect(again.snapshot().tags.map(({ name }) => name)).toEqual(acknowledged);
  await again.stop();
});

test("what was answered survives kill -9", async () => {
  const start = async (): Promise<{ child: ChildProcess; api: Client }> => {
    const child = spawn(process.execPath, [bin, "--port", "0", "--state", file, "--json"]);
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
