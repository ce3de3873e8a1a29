import { fingerprint } from "analytics-emulator";
import { listWrites, setUpHost } from "./bench";
import { unknown } from "./support";

const key = "-----BEGIN PRIVATE KEY-----\nplanted-key\n-----END PRIVATE KEY-----";
const second = key.replace("planted-key", "planted-second");
const warehouse = {
  name: "Sales",
  type: "snowflake",
  details: {
    account: "acme",
    host: "acme.example.com",
    authType: "key-pair",
    user: "ROBOT",
    warehouse: "REPORTING",
    role: "READER",
  },
  secrets: { privateKey: key },
};

describe("a connection, in the real dynamic-provider host", () => {
  const at = setUpHost("Connection");
  const findStored = (id: string) => at.emulator.snapshot().connections.find(({ connectionId }) => connectionId === id);
  const requestInProduct = (method: "PUT" | "PATCH" | "DELETE", id: string, body?: object) =>
    at.emulator.ui.request(method, `/v2/connections/${id}`, body);
  const formFingerprint = (text: unknown) => fingerprint(JSON.stringify(text));
  const { secrets: _, ...bare } = warehouse;

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const declared = {
      ...warehouse,
      timeoutSecs: 300,
      poolSizes: { adhocPoolSize: 12 },
      description: { owner: "ops" },
    };
    const { id, state } = await at.host.create(declared);
    expect(findStored(id)).toMatchObject({
      name: "Sales",
      details: { host: "acme.example.com", authType: "key-pair" },
      secrets: { privateKey: formFingerprint(key) },
      poolSizes: { adhocPoolSize: 12, isPoolConfigured: true },
    });
    expect(state.useOauth).toBe(false);
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    // An update sends all of it, because what a PUT leaves out is gone.
    const news = { ...declared, name: "Orders", useFriendlyNames: false, allowDelete: true };
    at.emulator.clearRequests();
    const updated = await at.host.update(id, state, news);
    expect(listWrites(at.emulator)).toMatchObject([
      {
        method: "PUT",
        body: { name: "Orders", details: { type: "snowflake", host: "acme.example.com", privateKey: "[secret]" } },
      },
    ]);
    expect(findStored(id)).toMatchObject({
      name: "Orders",
      secrets: { privateKey: formFingerprint(key) },
      timeoutSecs: 300,
    });
    await at.host.delete(id, updated);
    expect(findStored(id)).toMatchObject({ isArchived: true });
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("a secret is rotated by its value or by secretsVersion, and never shown", async () => {
    const { id, state } = await at.host.create(warehouse);
    at.emulator.clearRequests();
    const rotated = await at.host.update(id, state, { ...warehouse, secrets: { privateKey: second } });
    expect(findStored(id)?.secrets).toEqual({ privateKey: formFingerprint(second) });
    const again = { ...warehouse, secrets: { privateKey: second }, secretsVersion: 2 };
    expect(await at.host.diff(id, rotated, again)).toMatchObject({ changes: true, replaces: [] });
    await at.host.update(id, rotated, again);
    expect(listWrites(at.emulator)).toHaveLength(2);

    const broken = { ...again, details: { ...again.details, host: "nowhere.invalid" } };
    const failed = await at.host.update(id, rotated, broken).catch((error) => error.details);
    expect(failed).toContain("Could not connect to host");
    expect(failed).toContain("The platform connects to the warehouse before it saves.");
    expect(failed).not.toContain("planted");
    await expect(at.host.create({ ...broken, name: "Another" })).rejects.toThrow("Could not connect to host");
    expect(at.emulator.snapshot().connections.some(({ name }) => name === "Another")).toBe(false);
  });

  test("a reference to a secret manager is sent as it is", async () => {
    const password = { secretManagerId: "vault", secretId: "sales" };
    const declared = { name: "S", type: "mysql", details: { host: "h", port: 3306, user: "u" }, secrets: { password } };
    const { id } = await at.host.create(declared);
    expect(findStored(id)?.secrets).toEqual({ password: formFingerprint(password) });
  });

  test("what the platform shows drifts at its field; what it doesn't show counts as declared", async () => {
    const { id, state } = await at.host.create({ ...warehouse, timeoutSecs: 300 });
    await requestInProduct("PUT", id, {
      name: "Sales",
      timeoutSecs: 900,
      details: {
        type: "snowflake",
        account: "acme",
        host: "other.example.com",
        user: "ROBOT",
        role: "OWNER",
        warehouse: "REPORTING",
      },
    });
    const { inputs } = await at.host.read(id, state);
    expect(inputs).toEqual({
      ...warehouse,
      timeoutSecs: 900,
      details: { ...warehouse.details, role: "OWNER" },
    });
  });

  test("an adopted one keeps what it has; without its secrets it can be renamed, and not updated", async () => {
    const { id } = await at.host.create(warehouse);
    at.emulator.clearRequests();
    const adopted = await at.host.create({ ...bare, adopt: true });
    expect(adopted.id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
    expect(await at.host.waitForPrinted("change secretsVersion to send them")).toContain("nothing was written");

    const renamed = await at.host.update(id, adopted.state, { ...bare, name: "Orders", adopt: true });
    expect(listWrites(at.emulator)).toEqual([
      { method: "PATCH", path: `/v2/connections/${id}`, body: { name: "Orders" } },
    ]);
    at.emulator.clearRequests();
    const news = { ...bare, name: "Orders", timeoutSecs: 60, adopt: true };
    await expect(at.host.update(id, renamed, news)).rejects.toThrow(/secrets.privateKey, secrets/);
    expect(listWrites(at.emulator)).toEqual([]);
    expect(findStored(id)?.secrets).toEqual({ privateKey: formFingerprint(key) });
    const whole = { ...news, secrets: { privateKey: key } };
    await expect(at.host.update(id, renamed, whole)).rejects.toThrow(
      /doesn't show details\.server, details\.usePython, .* Declare it, then set secretsVersion: 1/,
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.update(id, renamed, { ...whole, secretsVersion: 1 });
    expect(findStored(id)).toMatchObject({ timeoutSecs: 60, secrets: { privateKey: formFingerprint(key) } });
  });

  test("an adopted one loses nothing that the platform doesn't show: port and TLS of Postgres", async () => {
    const details = { host: "pg.example.com", database: "sales", user: "robot", port: 6432, useTls: true };
    const postgres = { name: "Events", type: "postgres", details, secrets: { password: "planted" } };
    const { id } = await at.host.create(postgres);
    const declared = { ...postgres, details: { host: details.host, database: details.database }, adopt: true };
    const { state } = await at.host.create(declared);
    at.emulator.clearRequests();
    const update = { ...declared, timeoutSecs: 60 };
    await expect(at.host.update(id, state, update)).rejects.toThrow("doesn't show details.port, details.useTls");
    await expect(at.host.create({ ...declared, timeoutSecs: 60 })).rejects.toThrow("details.port, details.useTls");
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.update(id, state, { ...update, details });
    expect(findStored(id)).toMatchObject({ timeoutSecs: 60, details: { user: "robot", port: 6432, useTls: true } });
  });

  test("an archived one is restored by its id, and only then", async () => {
    const { id } = await at.host.create(warehouse);
    await requestInProduct("DELETE", id);
    const { id: other } = await at.host.create({ ...warehouse, adopt: true });
    expect(other).not.toBe(id);

    const restored = { ...warehouse, name: "Restored", adopt: { id } };
    await at.host.check({}, restored);
    expect(at.host.output).toContain(`adopts connection "Sales" (${id}): changes name`);
    at.emulator.clearRequests();
    const { state } = await at.host.create(restored);
    expect(listWrites(at.emulator)).toMatchObject([{ method: "PUT", body: { restore: true, name: "Restored" } }]);
    expect(findStored(id)).toMatchObject({
      name: "Restored",
      isArchived: false,
      secrets: { privateKey: formFingerprint(key) },
    });
    expect(await at.host.read(id, state)).toMatchObject({ id });

    await requestInProduct("DELETE", id);
    await expect(
      at.host.create({ ...warehouse, type: "redshift", details: { host: "h", database: "d" }, adopt: { id } }),
    ).rejects.toThrow('Declare type: "snowflake"');
    await expect(at.host.create({ ...warehouse, adopt: { id: "nothing" } })).rejects.toThrow("there is no Connection");
  });

  test("what the platform made is neither adopted nor deleted", async () => {
    const { sample } = at.emulator.seeded.connections;
    await expect(at.host.create({ ...warehouse, adopt: { id: sample } })).rejects.toThrow("is built into the platform");
    const { id } = await at.host.create({ ...warehouse, name: "Sample data", adopt: true });
    expect(id).not.toBe(sample);
  });

  test("schemas to write to keep their ids, and that of the audit log can't change", async () => {
    const log = { writeDatabase: "LOGS", writeSchema: "INPUT" };
    const details = {
      ...warehouse.details,
      writebackSchemas: [{ writeDatabase: "SALES", writeSchema: "WRITTEN" }],
      inputTableAuditLogSchema: log,
    };
    const declared = { ...warehouse, details };
    const { id, state } = await at.host.create(declared);
    const before = findStored(id)?.details;
    const renamed = await at.host.update(id, state, { ...declared, name: "Orders" });
    expect(findStored(id)?.details).toEqual(before);
    const moved = { ...details, inputTableAuditLogSchema: { ...log, writeSchema: "OTHER" } };
    await expect(at.host.update(id, renamed, { ...declared, name: "Orders", details: moved })).rejects.toThrow(
      "inputTableAuditLogSchema can't change",
    );
    // Left out, it stays.
    const { inputTableAuditLogSchema: __, ...without } = details;
    await at.host.update(id, renamed, { ...declared, details: without });
    expect(findStored(id)?.details).toEqual(before);
  });

  test("an update keeps the details that the platform shows and the program doesn't declare", async () => {
    const writeAccess = { writeDatabase: "SALES", writeSchema: "WRITTEN" };
    const userAttributes = { role: "team-role" };
    const { id } = await at.host.create({
      ...warehouse,
      details: { ...warehouse.details, writeAccess, userAttributes },
    });
    const { account, host, authType, user } = warehouse.details;
    const declared = { ...warehouse, details: { account, host, authType, user }, adopt: { id } };
    const { state } = await at.host.create(declared);
    await at.host.update(id, state, { ...declared, timeoutSecs: 60, secretsVersion: 1 });
    expect(findStored(id)).toMatchObject({
      timeoutSecs: 60,
      details: { ...warehouse.details, writeAccess, userAttributes },
    });
  });

  test("a detail that the program no longer declares is removed", async () => {
    const { id, state } = await at.host.create(warehouse);
    expect(findStored(id)?.details).toMatchObject({ role: "READER" });
    const { role: _, ...details } = warehouse.details;
    await at.host.update(id, state, { ...warehouse, details });
    expect(findStored(id)?.details).not.toHaveProperty("role");
  });

  test("an update keeps the role that was set in the product", async () => {
    const { account, host, authType, user } = warehouse.details;
    const declared = { ...warehouse, details: { account, host, authType, user } };
    const { id, state } = await at.host.create(declared);
    const set = { role: "OWNER", userAttributes: { role: "team-role" } };
    const details = { type: "snowflake", ...declared.details, ...declared.secrets, ...set };
    await requestInProduct("PUT", id, { name: "Sales", details });
    expect(await at.host.read(id, state)).toMatchObject({ inputs: { details: declared.details } });
    await at.host.update(id, state, { ...declared, name: "Orders" });
    expect(findStored(id)).toMatchObject({ name: "Orders", details: set });
  });

  test("an update is refused before it is sent if the platform doesn't show where it may write", async () => {
    const writeAccess = { writeSchema: "WRITTEN" };
    const { id } = await at.host.create({ ...warehouse, details: { ...warehouse.details, writeAccess } });
    const declared = { ...warehouse, adopt: { id } };
    const { state } = await at.host.create(declared);
    at.emulator.clearRequests();
    await expect(at.host.update(id, state, { ...declared, timeoutSecs: 60, secretsVersion: 1 })).rejects.toThrow(
      "Declare details.writeAccess",
    );
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("an update keeps OAuth and its schemas to write to", async () => {
    const writebackSchemas = [{ writeDatabase: "SALES", writeSchema: "WRITTEN" }];
    const details = { account: "acme", authType: "oauth", writebackSchemas };
    const { id } = await at.host.create({ ...warehouse, details, secrets: {} });
    const before = findStored(id)?.details;
    const declared = { ...warehouse, details: { account: "acme" }, secrets: {}, adopt: { id } };
    const { state } = await at.host.create(declared);
    await at.host.update(id, state, { ...declared, timeoutSecs: 60, secretsVersion: 1 });
    expect(findStored(id)).toMatchObject({ timeoutSecs: 60, details: before });
  });

  test("without consent it is neither deleted nor replaced", async () => {
    const { id, state } = await at.host.create(warehouse);
    await expect(at.host.delete(id, state)).rejects.toThrow("set allowDelete: true");
    const other = { ...warehouse, type: "redshift", details: { host: "h", database: "d" } };
    await expect(at.host.diff(id, state, other)).rejects.toThrow("would delete it and create another");
    expect(findStored(id)).toMatchObject({ isArchived: false });
  });

  test("a check names what is missing, and values that aren't known yet aren't", async () => {
    const check = async (inputs: object) => (await at.host.check({}, inputs as never)).failures;
    expect(await check({ name: "S", type: "mysql", details: { host: "h" } })).toEqual([
      expect.stringMatching(/\|details.port: required/),
      expect.stringMatching(/\|details.user: required/),
      expect.stringMatching(/\|secrets.password: required/),
    ]);
    expect(await check({ ...warehouse, details: { ...warehouse.details, projectId: "p" } })).toEqual([
      expect.stringContaining("details.projectId: no such field."),
    ]);
    expect(await check({ ...warehouse, secrets: unknown })).toEqual([]);
    expect(await check({ ...warehouse, details: unknown })).toEqual([]);
  });
});
