import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
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
    await writeFile(buildDeclared().file, Buffer.alloc(16 * 1024 * 1024 + 1, 0x1f));
    const { failures } = await at.host.check({}, buildDeclared());
    expect(failures.join()).toContain(
      `${buildDeclared().file}: is larger than 16 MB, the limit of pulumi-analytics, not of the platform. Pack only ` +
        "the .json files of dbt's target folder",
    );
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

  test("a file that is missing, or no tar.gz, is a problem of the check", async () => {
    expect((await at.host.check({}, buildDeclared())).failures).toEqual([
      expect.stringContaining("can't be read (ENOENT)"),
    ]);
    await writeFile(buildDeclared().file, "plain text");
    expect((await at.host.check({}, buildDeclared())).failures).toEqual([expect.stringContaining("is not a tar.gz")]);
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
