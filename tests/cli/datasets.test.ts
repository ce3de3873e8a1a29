import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import ts from "typescript";
import { buildSettings, type CliOptions, createTemporaryFolder, runInTerminal, runPiped, stabilize } from "./support";

/** What a request for a migration says. */
interface Asked {
  readonly shouldUpdateReferences: boolean;
  readonly destFolderId?: string;
  readonly dryRun?: boolean;
}

/** A resource as a program declares it. */
interface Declared {
  readonly name: string;
  readonly args: Asked & { datasetId: string };
  readonly dependsOn: string[];
}

describe("datasets", () => {
  let emulator: Emulator;
  let folder: string;
  /** Ids by name. */
  let ids: Record<string, string>;
  const folders = [createTemporaryFolder()];

  beforeEach(async () => {
    emulator = await startEmulator({ seed: 3 });
    folder = folders[0] as string;
    const { orders, revenue } = emulator.seeded.datasets;
    ids = { orders, revenue };
    ids.board = await make("Board", revenue, orders);
    ids.returns = await make("Returns");
    emulator.clearRequests();
  });
  afterEach(() => emulator.stop());

  async function make(name: string, ...on: string[]): Promise<string> {
    const sources = on.map((inodeId) => ({ type: "dataset", inodeId }));
    const body = { name, parentId: emulator.seeded.folders.sales, sources };
    return ((await emulator.ui.request("POST", "/datasets", body)) as { datasetId: string }).datasetId;
  }

  const buildOptions = (): CliOptions => ({ cwd: folder, env: buildSettings(emulator) });
  const tidy = (text: string) =>
    stabilize(text, { [folder]: "<folder>" })
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "<id>".padEnd(36, "_"))
      .replaceAll(/(data-model)\/([\w-]+?)-{1,2}\w{21,22}(?![\w-])/g, "$1/$2-<url id>")
      .replaceAll(/\/b\/\w{21,22}(?![\w-])/g, "/b/<url id>");
  const runDatasets = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPiped(["datasets", ...args], buildOptions());
    return { code, stdout: tidy(stdout), stderr: tidy(stderr) };
  };

  /** What was really migrated, in the order of the requests. */
  function listMigrated(): string[] {
    return emulator.requests().flatMap(({ method, path, body }) => {
      const [, id] = /^\/v2\/datasets\/([^/]+)\/migrate$/.exec(path) ?? [];
      const isReal = method === "POST" && id !== undefined && !(body as Asked).dryRun;
      return isReal ? [Object.keys(ids).find((name) => ids[name] === id) ?? id] : [];
    });
  }

  /** Requests that change something. */
  const listWrites = () =>
    emulator
      .requests()
      .filter(({ method, path, body }) => method !== "GET" && path !== "/v2/auth/token" && !(body as Asked).dryRun);

  const readStatus = (id: string | undefined) =>
    emulator.snapshot().datasets?.find((dataset) => dataset.datasetId === id)?.migrationStatus;

  test("their help has the dates", async () => {
    const { stdout } = await runDatasets("--help");
    expect(stdout).toMatchSnapshot();
    for (const command of ["plan", "migrate"]) {
      const help = (await runDatasets(command, "--help")).stdout;
      expect(help).toMatchSnapshot();
      expect(help).toContain("2 June 2026");
      expect(help).toContain("15 September 2026");
      expect(help).toContain("beta");
    }
  });

  describe("plan", () => {
    test("a table, each dataset after those it depends on; nothing is written", async () => {
      expect(await runDatasets("plan")).toMatchSnapshot();
      const { code, screen } = await runInTerminal(["datasets", "plan"], buildOptions());
      expect(tidy(screen)).toMatchSnapshot();
      expect(code).toBe(0);
      expect(listWrites()).toEqual([]);
    });

    test("as JSON", async () => {
      const { code, stdout } = await runPiped(["datasets", "plan", "--json"], buildOptions());
      expect(tidy(stdout)).toMatchSnapshot();
      expect(code).toBe(0);
      const { datasets } = JSON.parse(stdout) as { datasets: Record<string, unknown>[] };
      expect(datasets.map(({ id, after }) => ({ id, after }))).toEqual([
        { id: ids.orders, after: [] },
        { id: ids.returns, after: [] },
        { id: ids.revenue, after: [ids.orders] },
        { id: ids.board, after: [ids.orders, ids.revenue] },
      ]);
      expect((await runPiped(["datasets", "plan", "--format", "json"], buildOptions())).stdout).toBe(stdout);
    });

    test.each(["tree", "mermaid", "dot"])("as a graph: %s", async (format) => {
      await make('Egg "x" | <b>\u001b[31m\n# `now`', ids.board as string);
      expect(await runDatasets("plan", "--format", format)).toMatchSnapshot();
    });

    test("a circle is told and broken, at the same place each time", async () => {
      const hen = await make("Hen", ids.returns as string);
      const egg = await make("Egg", hen);
      await make("Omelette", egg);
      await emulator.ui.request("PUT", `/datasets/${hen}/sources`, {
        sources: [egg, ids.returns].map((inodeId) => ({ type: "dataset", inodeId })),
      });
      const first = await runDatasets("plan");
      expect(first).toMatchSnapshot();
      expect(await runDatasets("plan")).toEqual(first);
      expect((await runDatasets("plan", "--format", "mermaid")).stdout).toMatchSnapshot();
    });

    test("nothing left", async () => {
      for (const id of Object.values(ids)) {
        await emulator.ui.request("POST", `/v2/datasets/${id}/migrate`, { shouldUpdateReferences: false });
      }
      expect(await runDatasets("plan", "--out", "none.ts")).toMatchInlineSnapshot(`
{
  "code": 0,
  "stderr": "none.ts: not written: no datasets to migrate
",
  "stdout": "No datasets to migrate.
5 datasets already migrated.
1 dataset without need of migration.
",
}
`);
      expect(existsSync(join(folder, "none.ts"))).toBe(false);
    });

    test("a dry run that the platform refuses leaves its dataset and those on it out of the program", async () => {
      emulator.addFault({ fault: "status", status: 403, path: `/v2/datasets/${ids.revenue}/migrate` });
      const { code, stdout } = await runDatasets("plan", "--out", "refused.ts");
      expect({ code, stdout: stdout.replaceAll(/requestId [^)]+/g, "requestId <id>") }).toMatchSnapshot();
      expect(runProgram("refused.ts").map(({ args }) => args.datasetId)).toEqual([ids.orders, ids.returns]);
      expect(readFileSync(join(folder, "refused.ts"), "utf8")).toMatch(/Left out: it depends on Revenue dataset/);
    });

    test("a platform that isn't there", async () => {
      emulator.addFault({ fault: "status", status: 403, path: "/v2/datasets" });
      const { code, stdout, stderr } = await runDatasets("plan");
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain("error: GET /v2/datasets: 403");
    });

    test("an organization that has no datasets any more", async () => {
      emulator.configure({ datasetEndpoints: "gone" });
      const { code, stdout, stderr } = await runDatasets("plan");
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(/^error: GET \/v2\/datasets: 410, .* The organization has no datasets any more: .*\n$/);
    });

    describe("its program", () => {
      test("declares a resource each, after those it depends on", async () => {
        expect((await runDatasets("plan", "--out", "a/index.ts")).stderr).toBe("a/index.ts: written\n");
        expect(tidy(readFileSync(join(folder, "a/index.ts"), "utf8"))).toMatchSnapshot();
        const shouldUpdateReferences = true;
        expect(runProgram("a/index.ts")).toEqual([
          { name: "orders-dataset", args: { shouldUpdateReferences, datasetId: ids.orders }, dependsOn: [] },
          { name: "returns", args: { shouldUpdateReferences, datasetId: ids.returns }, dependsOn: [] },
          {
            name: "revenue-dataset",
            args: { shouldUpdateReferences, datasetId: ids.revenue },
            dependsOn: ["orders-dataset"],
          },
          {
            name: "board",
            args: { shouldUpdateReferences, datasetId: ids.board },
            dependsOn: ["orders-dataset", "revenue-dataset"],
          },
        ]);
        expect((await runDatasets("plan", "--out", "a/index.ts")).stderr).toBe("a/index.ts: is up to date\n");
      });

      test("has the folder and the references that were asked for", async () => {
        const dest = emulator.seeded.folders.models;
        await runDatasets("plan", "--out", "b.ts", "--dest-folder", dest, "--no-update-references");
        expect(runProgram("b.ts")[0]?.args).toEqual({
          shouldUpdateReferences: false,
          destFolderId: dest,
          datasetId: ids.orders,
        });
      });

      test("is TypeScript: a file of another language is refused", async () => {
        expect(await runDatasets("plan", "--out", "mine.yaml")).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(
            /--out mine\.yaml: the program is TypeScript\. .* `pulumi-analytics datasets migrate`/,
          ),
        });
      });

      test("never loses a file, and a dry run writes none", async () => {
        writeFileSync(join(folder, "mine.ts"), "// mine\n");
        expect(await runDatasets("plan", "--out", "mine.ts")).toMatchInlineSnapshot(`
{
  "code": 2,
  "stderr": "error: mine.ts: exists with other contents. Name another file, or add --force to overwrite it.
",
  "stdout": "",
}
`);
        expect(readFileSync(join(folder, "mine.ts"), "utf8")).toBe("// mine\n");
        expect((await runDatasets("plan", "--out", "mine.ts", "--force", "--dry-run")).stderr).toBe(
          "mine.ts: would be overwritten\n",
        );
        expect((await runDatasets("plan", "--out", "new.ts", "--dry-run")).stderr).toBe("new.ts: would be written\n");
        expect(existsSync(join(folder, "new.ts"))).toBe(false);
        expect((await runDatasets("plan", "--out", "mine.ts", "--force")).code).toBe(0);
        expect(readFileSync(join(folder, "mine.ts"), "utf8")).toContain("DatasetMigration");
      });

      test("holds names of every kind", async () => {
        const hostile = [
          "class",
          "1st",
          "",
          "データ",
          "Orders dataset",
          '");process.exit(9);//',
          "a\u2028b\n*/ evil",
          "\u202eright",
          "../../x",
          "n".repeat(300),
        ];
        for (const name of hostile) await make(name);
        await runDatasets("plan", "--out", "hostile.ts");
        const declared = runProgram("hostile.ts");
        expect(declared).toHaveLength(4 + hostile.length);
        expect(declared.map(({ name }) => name)).toMatchSnapshot();
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(readFileSync(join(folder, "hostile.ts"), "utf8")).not.toMatch(/[\u0000-\u0009\u2028\u2029\u202e]/);
        expect((await runDatasets("plan")).stdout).not.toMatch(/[\u2028\u2029\u202e]/);
      });
    });
  });

  /** What a program declares, found by running it. */
  function runProgram(file: string): Declared[] {
    const { outputText, diagnostics } = ts.transpileModule(readFileSync(join(folder, file), "utf8"), {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    expect(diagnostics).toEqual([]);
    const declared: Declared[] = [];
    class DatasetMigration {
      readonly dataModelId: string;
      constructor(
        readonly name: string,
        args: Declared["args"],
        options: { dependsOn?: DatasetMigration[] } = {},
      ) {
        this.dataModelId = `model of ${name}`;
        declared.push({ name, args, dependsOn: (options.dependsOn ?? []).map((other) => other.name) });
      }
    }
    const exported: { dataModels?: Record<string, string> } = {};
    new Function("require", "exports", outputText)(() => ({ DatasetMigration }), exported);
    expect(Object.keys(exported.dataModels ?? {}).sort()).toEqual(declared.map(({ name }) => name).sort());
    return declared;
  }

  describe("migrate", () => {
    /** Sources before what depends on them; what doesn't depend on each other may come either way. */
    function expectInOrder(names = listMigrated()): void {
      const findPosition = (name: string) => names.indexOf(name);
      expect(findPosition("orders")).toBeLessThan(findPosition("revenue"));
      expect(findPosition("revenue")).toBeLessThan(findPosition("board"));
    }

    test("asks, and migrates when told to", async () => {
      const { code, screen } = await runInTerminal(["datasets", "migrate"], {
        ...buildOptions(),
        columns: 140,
        answers: [{ when: "(y/N)", type: "y\r" }],
      });
      expect(tidy(screen)).toMatchSnapshot();
      expect(code).toBe(0);
      expect(listMigrated().toSorted()).toEqual(["board", "orders", "returns", "revenue"]);
      expectInOrder();
    });

    test.each([
      ["no", "n\r", 1],
      ["nothing", "\r", 1],
      ["Ctrl-C", "\u0003", 130],
    ])("answered with %s, it migrates nothing", async (_answer, type, expected) => {
      const { code, screen } = await runInTerminal(["datasets", "migrate"], {
        ...buildOptions(),
        columns: 140,
        answers: [{ when: "(y/N)", type }],
      });
      expect(code).toBe(expected);
      expect(tidy(screen)).toMatchSnapshot();
      expect(listWrites()).toEqual([]);
    });

    test("where nobody can answer, it doesn't even ask the platform", async () => {
      expect(await runDatasets("migrate")).toMatchInlineSnapshot(`
{
  "code": 2,
  "stderr": "error: Migrate? It can't be undone. Not a terminal: cannot prompt. Add --yes to migrate without a prompt, or --dry-run to see what would be migrated.
",
  "stdout": "",
}
`);
      expect(emulator.requests()).toEqual([]);
    });

    test("a dry run tells the order and migrates nothing", async () => {
      expect(await runDatasets("migrate", "--dry-run", "--report", "dry.md")).toMatchSnapshot();
      expect(existsSync(join(folder, "dry.md"))).toBe(false);
      expect(listWrites()).toEqual([]);
    });

    test("as JSON, with the report as a file", async () => {
      const { code, stdout } = await runDatasets("migrate", "--yes", "--json", "--report", "all.json");
      expect(code).toBe(0);
      expect(stdout).toMatchSnapshot();
      expect(tidy(readFileSync(join(folder, "all.json"), "utf8"))).toBe(stdout);
      expectInOrder();
    });

    test("as it was asked for: folder and references", async () => {
      const dest = emulator.seeded.folders.models;
      await runDatasets("migrate", "--yes", "--dest-folder", dest, "--no-update-references");
      const asked = listWrites().map(({ body }) => body as Asked);
      expect(asked).toHaveLength(4);
      for (const { shouldUpdateReferences, destFolderId } of asked) {
        expect({ shouldUpdateReferences, destFolderId }).toEqual({ shouldUpdateReferences: false, destFolderId: dest });
      }
    });

    test("one that fails stops those on it, and no others; the next run goes on", async () => {
      // The first request is the dry run.
      emulator.addFault({ fault: "status", status: 403, path: `/v2/datasets/${ids.revenue}/migrate`, nth: 2 });
      const removeNoise = (text: string) => text.replaceAll(/requestId [^)`]+/g, "requestId <id>");
      const first = await runDatasets("migrate", "--yes", "--report", "report.md");
      expect({ ...first, stdout: removeNoise(first.stdout) }).toMatchSnapshot();
      expect(first.code).toBe(1);
      expect(removeNoise(tidy(readFileSync(join(folder, "report.md"), "utf8")))).toMatchSnapshot();
      expect([readStatus(ids.orders), readStatus(ids.returns), readStatus(ids.revenue), readStatus(ids.board)]).toEqual(
        ["migrated", "migrated", "not-migrated", "not-migrated"],
      );

      emulator.clearRequests();
      const second = await runDatasets("migrate", "--yes", "--report", "report.md");
      expect(second).toMatchSnapshot();
      expect(listMigrated()).toEqual(["revenue", "board"]);
      expect(tidy(readFileSync(join(folder, "report.md"), "utf8"))).toMatchSnapshot();

      emulator.clearRequests();
      expect(await runDatasets("migrate", "--yes")).toMatchSnapshot();
      expect(listWrites()).toEqual([]);
    });

    test("an answer that is lost is no second migration", async () => {
      emulator.addFault({ fault: "reset-after", path: `/v2/datasets/${ids.orders}/migrate`, nth: 2 });
      const { code, stdout } = await runDatasets("migrate", "--yes", "--json");
      expect(code).toBe(0);
      expect(JSON.parse(stdout).counts).toMatchObject({ migrated: 4, failed: 0 });
      expect(listMigrated().filter((name) => name === "orders")).toHaveLength(1);
    });

    test("one that somebody else migrated meanwhile is skipped", async () => {
      emulator.addFault({ fault: "delay", ms: 4000, path: `/v2/datasets/${ids.orders}/migrate`, nth: 2 });
      const run = runDatasets("migrate", "--yes", "--json");
      await waitUntil(() => listMigrated().includes("orders"));
      await emulator.ui.request("POST", `/v2/datasets/${ids.revenue}/migrate`, { shouldUpdateReferences: false });
      const { datasets } = JSON.parse((await run).stdout) as { datasets: { name: string; status: string }[] };
      expect(datasets.find(({ name }) => name === "Revenue dataset")).toMatchObject({ status: "skipped" });
      expect(listMigrated()).toEqual(expect.arrayContaining(["orders", "board"]));
      expect(listMigrated()).not.toContain("revenue");
    });

    test("Ctrl-C lets what is under way come to its end, and reports", async () => {
      emulator.addFault({ fault: "delay", ms: 4000, path: `/v2/datasets/${ids.orders}/migrate`, nth: 2 });
      let pid = 0;
      const run = runPiped(["datasets", "migrate", "--yes", "--report", "stopped.md"], {
        ...buildOptions(),
        started: (started) => {
          pid = started;
        },
      });
      await waitUntil(() => readStatus(ids.returns) === "migrated" && listMigrated().includes("orders"));
      process.kill(pid, "SIGINT");
      const { code, stdout, stderr } = await run;
      expect({ code, stdout: tidy(stdout), stderr }).toMatchSnapshot();
      expect(code).toBe(130);
      expect(tidy(readFileSync(join(folder, "stopped.md"), "utf8"))).toMatchSnapshot();
      expect(listMigrated().toSorted()).toEqual(["orders", "returns"]);

      expect((await runDatasets("migrate", "--yes", "--json")).code).toBe(0);
      expect(listMigrated().slice(2)).toEqual(["revenue", "board"]);
    });

    test("Ctrl-C twice ends at once", async () => {
      emulator.addFault({ fault: "delay", ms: 60_000, path: `/v2/datasets/${ids.orders}/migrate`, nth: 2 });
      let pid = 0;
      const run = runPiped(["datasets", "migrate", "--yes", "--report", "twice.json"], {
        ...buildOptions(),
        started: (started) => {
          pid = started;
        },
      });
      const report = () => readFileSync(join(folder, "twice.json"), "utf8");
      await waitUntil(
        () =>
          existsSync(join(folder, "twice.json")) && report().includes("Returns") && listMigrated().includes("orders"),
      );
      process.kill(pid, "SIGINT");
      await new Promise((resolve) => setTimeout(resolve, 200));
      process.kill(pid, "SIGINT");
      expect((await run).code).toBe(130);
      // What was done until then is in the report.
      expect(JSON.parse(report()).datasets).toContainEqual(
        expect.objectContaining({ name: "Returns", status: "migrated" }),
      );
    });

    test("only some, if they depend on nothing else that needs it", async () => {
      expect(await runDatasets("migrate", "--yes", "--only", ids.board as string, "nothing")).toMatchSnapshot();
      expect(listWrites()).toEqual([]);
      const { orders, revenue } = ids as { orders: string; revenue: string };
      const { code, stdout } = await runDatasets(
        "migrate",
        "--yes",
        "--only",
        revenue,
        orders,
        emulator.seeded.datasets.legacy,
      );
      expect({ code, stdout }).toMatchSnapshot();
      expect(listMigrated()).toEqual(["orders", "revenue"]);
    });

    test("a report that can't be written is known before anything is migrated", async () => {
      const blocked = await runDatasets("migrate", "--yes", "--report", "mine.ts/report.md");
      expect(blocked.code).toBe(2);
      expect((await runDatasets("migrate", "--yes", "--report", "report.txt")).stderr).toMatchInlineSnapshot(`
"error: --report report.txt: unknown file type. Use a name that ends in .md or .json.
"
`);
      expect(listWrites()).toEqual([]);
    });

    test("no secret is told", async () => {
      const { stdout, stderr } = await runPiped(["datasets", "migrate", "--yes", "--json"], buildOptions());
      expect(stdout + stderr).not.toContain(emulator.clientSecret);
    });
  });
});

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
