import { listWrites, setUpHost } from "./bench";

type Properties = Record<string, unknown>;

/** The two kinds that export a document at set times are one idea; what differs stands in the table. */
describe.each([
  { kind: "WorkbookSchedule", noun: "workbook" },
  { kind: "ReportSchedule", noun: "report" },
])("a $kind, in the real dynamic-provider host", ({ kind, noun }) => {
  const at = setUpHost(kind);
  const isReport = kind === "ReportSchedule";
  const getDocument = () => (isReport ? at.emulator.seeded.reports.quarterly : at.emulator.seeded.workbooks.sales);
  const formPath = () => `/v2/${noun}s/${getDocument()}/schedules`;
  const listThere = (id: string) =>
    at.emulator
      .snapshot()
      .exportSchedules.find((schedule) => `${schedule.documentId}/${schedule.scheduledNotificationId}` === id);

  const buildDeclared = (more: Properties = {}): Properties => ({
    [`${noun}Id`]: getDocument(),
    cronSpec: "0 8 * * mon-fri",
    timezone: "Europe/Berlin",
    targets: [{ email: "sales@example.com" }],
    title: "Sales of the day",
    message: "Attached.",
    attachments: [{ format: { type: "PDF", layout: "landscape" } }],
    ...more,
  });

  test("lives its whole life: create, no-op, read, update as a whole, delete twice", async () => {
    const more = {
      description: "For the morning",
      exportName: "sales",
      controlValues: { region: { type: "text", value: "north" } },
    };
    const { id, state } = await at.host.create(buildDeclared(more));
    expect(state).toMatchObject({ isSuspended: false, ownerId: at.emulator.seeded.members.admin });
    expect(listThere(id)).toMatchObject({ target: [{ email: "sales@example.com" }], description: "For the morning" });
    // Answers have other names and are full of defaults, and have no recipients.
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildDeclared(more) });
    expect(await at.host.diff(id, state, buildDeclared({ ...more, includeLink: false }))).toMatchObject({
      changes: false,
    });

    at.emulator.clearRequests();
    const changed = buildDeclared({
      title: "Sales",
      targets: [{ slackConversationId: "C1" }, { ccEmail: "a@example.com" }],
    });
    const updated = await at.host.update(id, state, changed);
    expect(listWrites(at.emulator)).toMatchObject([
      { method: "PATCH", body: { description: null, configV2: { title: "Sales" } } },
    ]);
    expect(listThere(id)).toMatchObject({ target: changed.targets, description: null, isSuspended: false });
    expect(await at.host.read(id, updated)).toMatchObject({ inputs: changed });

    await at.host.delete(id, updated);
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("an adopted one keeps its invisible recipients and description until the program declares some", async () => {
    const made = await at.host.create(buildDeclared({ description: "For the morning" }));
    const { targets, ...rest } = buildDeclared({ adopt: { id: made.id } });
    at.emulator.clearRequests();
    const { id, state } = await at.host.create(rest);
    expect(listWrites(at.emulator)).toEqual([]);
    const renamed = await at.host.update(id, state, { ...rest, title: "Sales" });
    expect(listThere(id)).toMatchObject({
      target: targets,
      description: "For the morning",
      configV2: { title: "Sales" },
    });
    await at.host.update(id, renamed, { ...rest, title: "Sales", targets: [{ slackConversationId: "C1" }] });
    expect(listThere(id)).toMatchObject({ target: [{ slackConversationId: "C1" }], description: "For the morning" });

    const { adopt: _, ...alone } = rest;
    const { failures } = await at.host.check({}, alone);
    expect(failures).toEqual([expect.stringContaining("targets: required; optional only for an adopted schedule")]);
    await expect(at.host.create({ ...rest, title: "Nobody's", adopt: true })).rejects.toThrow(
      "to adopt. targets: required",
    );
  });

  test("what the declaration no longer has gets its default, whether or not the platform merges", async () => {
    for (const scheduleConfigPatch of ["replaces", "merges"] as const) {
      at.emulator.configure({ scheduleConfigPatch });
      const more = {
        condition: { type: "workbook", condition: { type: "isEmpty", elementId: "x" } },
        zipAttachments: true,
        variant: { tagId: "t" },
        exportName: "sales",
      };
      const { id, state } = await at.host.create(buildDeclared(more));
      expect(await at.host.read(id, state)).toMatchObject({ inputs: buildDeclared(more) });
      expect(listThere(id)?.configV2).toMatchObject({ notificationName: "sales" });
      const updated = await at.host.update(id, state, buildDeclared());
      expect(listThere(id)?.configV2).not.toMatchObject({ notificationName: expect.anything() });
      expect(await at.host.read(id, updated)).toMatchObject({ inputs: buildDeclared() });
      expect(listThere(id)?.configV2).toMatchObject({
        conditionOptions: { type: "always" },
        attachmentSettings: { zipAttachments: false },
        [`${noun}Variant`]: {},
      });
      at.emulator.clearRequests();
      await at.host.update(id, updated, buildDeclared({ title: "Renamed" }));
      expect(listWrites(at.emulator)[0]?.body).not.toMatchObject({ configV2: { exportName: expect.anything() } });
    }
  });

  test("spellings of a time are one: no drift, request or conflict, also in a state of an older release", async () => {
    const times = [
      ["0 8 * * mon-fri", "0 8 * * 1-5"],
      ["00 08 * jan *", "0 8 * 1 *"],
      ["0 8 * * SUN", "0 8 * * 0"],
      ["0 8 * * 7", "0 8 * * 0"],
    ];
    const zones = [
      ["UTC", "Etc/UTC"],
      ["Asia/Calcutta", "Asia/Kolkata"],
      ["America/New_York", "US/Eastern"],
    ];
    for (const [cronSpec, timezone, schedule] of [
      ...times.map(([ours, theirs]) => [ours, "UTC", { cronSpec: theirs, timezone: "UTC" }] as const),
      ...zones.map(([ours, theirs]) => ["0 8 * * *", ours, { cronSpec: "0 8 * * *", timezone: theirs }] as const),
    ]) {
      const wanted = buildDeclared({ cronSpec, timezone });
      const { id, state } = await at.host.create(wanted);
      const own = `${formPath()}/${listThere(id)?.scheduledNotificationId}`;
      await at.emulator.ui.request("PATCH", own, { schedule });
      const { __stored: _, ...older } = state;
      const read = await at.host.read(id, older);
      expect(read.inputs).toEqual(wanted);
      expect(await at.host.diff(id, read.state, wanted)).toMatchObject({ changes: false });
      await at.host.update(id, older, { ...wanted, title: "Other" });
    }
  });

  test("what someone changed is drift and is undone; who gets it is invisible and sent all the same", async () => {
    const { id, state } = await at.host.create(buildDeclared());
    const own = `${formPath()}/${listThere(id)?.scheduledNotificationId}`;
    await at.emulator.ui.request("PATCH", own, { target: [], schedule: { cronSpec: "0 9 * * *" } });
    const drifted = await at.host.read(id, state);
    expect(drifted.inputs).toEqual(buildDeclared({ cronSpec: "0 9 * * *" }));
    await at.host.update(id, drifted.state, buildDeclared());
    expect(listThere(id)).toMatchObject({ target: buildDeclared().targets, schedule: { cronSpec: "0 8 * * mon-fri" } });
  });

  test("is created paused, and paused and resumed by the declaration alone", async () => {
    const { id, state } = await at.host.create(buildDeclared({ isPaused: true }));
    expect(state).toMatchObject({ isPaused: true, isSuspended: true });
    expect(listThere(id)?.isSuspended).toBe(true);
    const own = `${formPath()}/${listThere(id)?.scheduledNotificationId}`;
    await at.emulator.ui.request("PATCH", own, { description: "back", suspensionAction: "resume" });
    const drifted = await at.host.read(id, state);
    expect(drifted.inputs).toMatchObject({ isPaused: false });
    const again = await at.host.update(id, drifted.state, buildDeclared({ isPaused: true }));
    expect(listThere(id)?.isSuspended).toBe(true);
    expect(await at.host.update(id, again, buildDeclared())).toMatchObject({ isSuspended: false });
    expect(listThere(id)?.isSuspended).toBe(false);
  });

  test("what the platform suspended stays so, with a warning, until the program asks for more", async () => {
    const { id, state } = await at.host.create(buildDeclared());
    await at.emulator.ui.request("POST", `/schedules/${listThere(id)?.scheduledNotificationId}/suspend`);
    const read = await at.host.read(id, state);
    expect(read.state).toMatchObject({ isSuspended: true });
    expect(read.inputs).toEqual(buildDeclared());
    await at.host.waitForPrinted(`The schedule "Sales of the day" of the ${noun} ${getDocument()} is suspended`);
    expect(await at.host.diff(id, read.state, buildDeclared())).toMatchObject({ changes: false });

    const renamed = await at.host.update(id, read.state, buildDeclared({ title: "Renamed" }));
    expect(listThere(id)).toMatchObject({ isSuspended: true, configV2: { title: "Renamed" } });
    const resumed = await at.host.update(id, renamed, buildDeclared({ title: "Renamed", resumeTriggers: ["fixed"] }));
    expect(resumed).toMatchObject({ isSuspended: false });
    expect(listThere(id)?.isSuspended).toBe(false);
    expect(await at.host.diff(id, resumed, buildDeclared({ title: "Renamed" }))).toMatchObject({ changes: false });
  });

  test("a create whose answer is lost isn't sent twice; equal ones that are declared twice are two", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: `/v2/${noun}s/*/schedules`, nth: 1 });
    const { id } = await at.host.create(buildDeclared());
    expect(at.emulator.snapshot().exportSchedules).toHaveLength(1);
    const second = await at.host.create(buildDeclared());
    expect(second.id).not.toBe(id);
    expect(at.emulator.snapshot().exportSchedules).toHaveLength(2);
    await expect(at.host.create(buildDeclared({ adopt: true }))).rejects.toThrow("Select one");
  });

  test("is adopted by its titles and time, or by its id; schedules of a document share one list", async () => {
    const config = {
      title: "Sales of the day",
      messageBody: "Attached.",
      exportAttachments: [
        { formatOptions: { type: "PDF", layout: "landscape" }, workbookExportSource: { type: "all" } },
      ],
    };
    const made = (await at.emulator.ui.request("POST", formPath(), {
      target: [{ email: "someone@example.com" }],
      schedule: { cronSpec: "0 8 * * mon-fri", timezone: "Europe/Berlin" },
      configV2: config,
    })) as { scheduledNotificationId: string };
    at.emulator.clearRequests();
    const { id, state } = await at.host.create(buildDeclared({ adopt: true }));
    expect(id).toBe(`${getDocument()}/${made.scheduledNotificationId}`);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.waitForPrinted("targets, description and controlValues can't be compared");

    at.emulator.clearRequests();
    await Promise.all([1, 2, 3].map(() => at.host.read(id, state)));
    expect(at.emulator.requests().filter(({ path }) => path.includes("/schedules")).length).toBeLessThanOrEqual(1);
    await at.emulator.ui.deleteFile(getDocument());
  });

  test("an import reads everything but what the platform never returns", async () => {
    const { id } = await at.host.create(buildDeclared({ isPaused: true, exportName: "sales" }));
    const { targets: _, ...readable } = buildDeclared({ isPaused: true, exportName: "sales" });
    expect((await at.host.read(id, {})).inputs).toMatchObject(readable);
    await expect(at.host.read(getDocument(), {})).rejects.toThrow(`<${noun}Id>/<schedule id>`);
    // The platform has empty parts, which mean nothing; code of an import would have to repeat them.
    const { inputs } = (await at.host.read(id, {})) as { inputs: Properties };
    for (const part of ["variant", "formatting"]) expect(inputs[part]).not.toEqual({});
  });

  test("what is wrong is said in check", async () => {
    const readMessage = async (more: Properties) => (await at.host.check({}, buildDeclared(more))).failures.join("\n");
    expect(await readMessage({ cronSpec: "0 8 * *" })).toContain(
      'cronSpec: "0 8 * *" is not a cron expression of five fields',
    );
    expect(await readMessage({ cronSpec: "0 25 * * *" })).toContain('"25" is not a valid hour');
    expect(await readMessage({ cronSpec: "*/15 8-18 L jan,dec 1-5" })).toBe("");
    expect(await readMessage({ timezone: "Europe/Berlim" })).toContain('Did you mean "Europe/Berlin"?');
    expect(await readMessage({ timezone: "+01:00" })).toContain("is not a time zone of the IANA database");
    expect(await readMessage({ targets: [{ email: "a@example.com", teamId: "t" }] })).toContain(
      "targets[0]: give exactly one of email",
    );
    expect(await readMessage({ targets: [{ mail: "a@example.com" }] })).toContain('Did you mean "email"?');
    expect(await readMessage({ targets: [] })).toContain("targets: ");
    if (!isReport) {
      const csv = { attachments: [{ format: { type: "CSV" } }], variant: { bookmarkId: "b" } };
      expect(await readMessage(csv)).toContain("a bookmark can be exported as PDF or PNG only");
    }
  });

  test("the URL of a webhook is in no message", async () => {
    const webhookUrl = "https://hooks.example.com/T0/very-secret-token";
    const secret = buildDeclared({ targets: [{ webhookUrl }], title: `To ${webhookUrl}` });
    await at.host.create(secret);
    await at.host.create(secret);
    const refused = at.host.create({ ...secret, adopt: true }).catch((error: Error) => error.message);
    expect(await refused).toContain("Select one");
    expect(await refused).not.toContain("very-secret-token");
  });
});
