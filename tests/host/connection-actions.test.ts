import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { digestArtifacts } from "../../provider/src/kinds/dbt/digest";
import { testOfAll } from "../cases";
import { buildTar, packBuild } from "../dbt-builds";
import { listWrites, setUpHost } from "./bench";
import { unknown } from "./support";

describe("a sync of a connection, in the real dynamic-provider host", () => {
  const at = setUpHost("ConnectionSync");
  const sync = (more = {}) => ({
    connectionId: at.emulator.seeded.connections.warehouse,
    path: ["SALES", "PUBLIC", "RETURNS"],
    triggers: [1],
    ...more,
  });

  test("happens on create and when triggers change, and at no other time", async () => {
    const { id, state } = await at.host.create(sync({ useServiceAccount: true }));
    const synced = { method: "POST", path: expect.stringMatching(/\/sync\?useServiceAccount=true$/) };
    expect(listWrites(at.emulator)).toMatchObject([{ ...synced, body: { path: ["SALES", "PUBLIC", "RETURNS"] } }]);
    const { returns } = at.emulator.seeded.tables;
    const table = at.emulator.snapshot().warehouseTables.find(({ tableId }) => tableId === returns);
    expect(table?.isIndexed).toBe(true);
    expect(await at.host.read(id, state)).toMatchObject({ id, inputs: sync({ useServiceAccount: true }) });
    expect(await at.host.diff(id, state, sync({ triggers: [2] }))).toMatchObject({ replaces: ["triggers"] });
    expect(await at.host.diff(id, state, sync({ path: unknown }))).toMatchObject({ replaces: ["path"] });
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toHaveLength(1);
    await expect(at.host.read("any", {})).rejects.toThrow("is an action");
  });

  test("a lost answer is no failure", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/connections/**", nth: 1 });
    await at.host.create(sync({ path: [] }));
    expect(listWrites(at.emulator)).toHaveLength(2);
  });
});

const replaceText = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe("the digest of dbt artifacts", () => {
  const first = digestArtifacts(packBuild("first"));

  test.each([
    ["another build", packBuild("again")],
    [
      "statistics of the warehouse",
      packBuild("again", { "catalog.json": replaceText('"stats": {', '"stats": {"rows": 2, ') }),
    ],
  ])("is the same after %s", (_, archive) => {
    expect(digestArtifacts(archive)).toBe(first);
  });

  test.each([
    ["a description of a table", { "manifest.json": replaceText("Orders.", "All orders.") }],
    [
      "a description of a column that is called like a field of dbt",
      { "manifest.json": replaceText("When.", "When made.") },
    ],
    ["a type", { "catalog.json": replaceText("INTEGER", "BIGINT") }],
    ["a test that fails", { "run_results.json": replaceText('"status": "success"', '"status": "error"') }],
    ["newer data", { "sources.json": replaceText("2024-01-02T00:00:00", "2024-01-03T00:00:00") }],
    ["an artifact that isn't JSON", { "catalog.json": () => "cut" }],
  ])("is another with %s", (_, changes) => {
    expect(digestArtifacts(packBuild("again", changes))).not.toBe(first);
  });

  test("reads long names, as GNU and pax write them", () => {
    const [gnu, pax] = ["gnu", "pax"].map((format) =>
      packBuild("first", {}, `--format=${format}`, `--transform=s,^[.],${"long/".repeat(40)}target,`),
    ) as [Buffer, Buffer];
    expect(digestArtifacts(gnu)).toBe(digestArtifacts(pax));
    expect(digestArtifacts(gnu)).not.toBe(createHash("sha256").update(gnu).digest("hex"));
  });

  test("is that of all bytes where dbt wrote nothing that is known", () => {
    const archive = gzipSync(buildTar({ "notes.txt": "notes" }));
    expect(digestArtifacts(archive)).toBe(createHash("sha256").update(archive).digest("hex"));
  });
});

describe("dbt artifacts, in the real dynamic-provider host", () => {
  const at = setUpHost("DbtArtifacts");
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "dbt-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const buildDeclared = () => ({
    connectionId: at.emulator.seeded.connections.warehouse,
    file: join(folder, "target.tar.gz"),
  });
  const writeGzip = async (text: string) => {
    const contents = gzipSync(text);
    await writeFile(buildDeclared().file, contents);
    return createHash("sha256").update(contents).digest("hex");
  };
  const checkInputs = async (olds = {}) => (await at.host.check(olds, buildDeclared())).inputs;
  const listUploaded = () => at.emulator.snapshot().dbtUploads.map(({ digest }) => digest);

  test("a larger file than the package reads is refused with the limit's owner and the fix", async () => {
    await writeFile(buildDeclared().file, Buffer.of(0x1f, 0x8b));
    await truncate(buildDeclared().file, 256 * 1024 * 1024 + 1);
    const { failures } = await at.host.check({}, buildDeclared());
    expect(failures.join()).toContain(
      `${buildDeclared().file}: is larger than 256 MB, the limit of pulumi-analytics, not of the platform. Pack only ` +
        "the .json files of dbt's target folder",
    );
  });

  testOfAll("of more than 64 MB are uploaded whole", async () => {
    const contents = gzipSync(buildTar({ "index.html": randomBytes(65 * 1024 * 1024) }), { level: 0 });
    await writeFile(buildDeclared().file, contents);
    await at.host.create(await checkInputs());
    expect(listUploaded()).toEqual([createHash("sha256").update(contents).digest("hex")]);
  });

  test("are uploaded on create, and when the contents of the file change", async () => {
    const first = await writeGzip("first");
    const { id, state } = await at.host.create(await checkInputs());
    expect(listUploaded()).toEqual([first]);
    expect(state.digest).toBe(first);
    expect(await at.host.diff(id, state, await checkInputs(state))).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toMatchObject({ id });

    const second = await writeGzip("second");
    const news = await checkInputs(state);
    expect(await at.host.diff(id, state, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await at.host.update(id, state, news);
    expect(listUploaded()).toEqual([first, second]);
    await at.host.delete(id, updated);
    expect(listWrites(at.emulator)).toHaveLength(2);
  });

  test("another build of the same project uploads nothing, and another description does", async () => {
    await writeFile(buildDeclared().file, packBuild("first"));
    const { id, state } = await at.host.create(await checkInputs());
    await writeFile(buildDeclared().file, packBuild("again"));
    expect(await at.host.diff(id, state, await checkInputs(state))).toMatchObject({ changes: false });
    const triggered = (await at.host.check(state, { ...buildDeclared(), triggers: [2] })).inputs;
    expect(await at.host.diff(id, state, triggered)).toMatchObject({ changes: true, replaces: [] });
    await writeFile(
      buildDeclared().file,
      packBuild("again", { "manifest.json": replaceText("Orders.", "All orders.") }),
    );
    const news = await checkInputs(state);
    expect(await at.host.diff(id, state, news)).toMatchObject({ changes: true, replaces: [] });
    await at.host.update(id, state, news);
    expect(listUploaded()).toHaveLength(2);
  });

  test("without a file, the state's upload counts, and a create says what it needs", async () => {
    await writeFile(buildDeclared().file, packBuild("first"));
    const { id, state } = await at.host.create(await checkInputs());
    await rm(buildDeclared().file);
    const { inputs, failures } = await at.host.check(state, buildDeclared());
    expect(failures).toEqual([]);
    expect(inputs.digest).toBe(state.digest);
    expect(await at.host.diff(id, state, inputs)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toMatchObject({ id, inputs: { digest: state.digest } });
    await at.host.waitForPrinted("isn't there. Nothing is uploaded; the platform keeps the last upload.");

    const first = await at.host.check({}, buildDeclared());
    expect(first.failures).toEqual([]);
    await at.host.waitForPrinted("`pulumi up` uploads it: run dbt");
    await expect(at.host.create(first.inputs)).rejects.toThrow("doesn't exist");
    expect(listUploaded()).toHaveLength(1);
  });

  test.each([
    ["plain text", Buffer.from("plain text"), "is not a tar.gz"],
    ["no tar", gzipSync("x".repeat(2000)), "it contains no tar"],
    ["a tar that was cut off", gzipSync(buildTar({ "manifest.json": "x".repeat(2000) }).subarray(0, 1500)), "cut off"],
    ["a gzip that was cut off", packBuild("first").subarray(0, 1000), "is not a usable tar.gz: unexpected end of file"],
  ])("a file that is %s is a problem of the check", async (_, contents, message) => {
    await writeFile(buildDeclared().file, contents);
    expect((await at.host.check({}, buildDeclared())).failures).toEqual([expect.stringContaining(message)]);
  });

  test("a file that changes after the preview isn't uploaded", async () => {
    await writeGzip("first");
    const news = await checkInputs();
    await writeGzip("second");
    await expect(at.host.create(news)).rejects.toThrow("has changed since the preview");
    expect(listUploaded()).toEqual([]);
  });

  test("a lost answer is no failure, and an unknown connection is one", async () => {
    const first = await writeGzip("first");
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/connections/**", nth: 1 });
    await at.host.create(await checkInputs());
    expect(listUploaded()).toEqual([first]);
    await expect(at.host.create({ ...(await checkInputs()), connectionId: "nothing" })).rejects.toThrow("404");
  });
});
