import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { chooseCases } from "../cases";
import { edit as editModel } from "../cli/pull-support";
import { runPiped } from "../cli/support";
import { CodeHost } from "../code-host";
import { buildSales } from "../unit/emulator/workbook/sales";
import { type Door, write } from "./both-doors";
import { type Bench, getCli, projectYaml, repository, startBench } from "./support";

type Contents = { elements: { id: string; [field: string]: unknown }[] };

/** Declares what was pulled, and a tag that the product may change. */
const program = `
const analytics = require("pulumi-analytics");
const { folderId, model, workbook } = require("./place.json");
new analytics.DataModel("purchases", { name: "Purchases", folderId, adopt: { id: model.id },
  spec: analytics.specFile("models/purchases.yaml", { refs: model.refs }) });
new analytics.Workbook("turnover", { name: "Turnover", folderId, adopt: { id: workbook.id },
  contents: analytics.workbookFile("workbooks/turnover", { refs: workbook.refs }) });
new analytics.Tag("staging", { name: "Staging", color: "amber" });
`;

const branch = "analytics-drift";
const readPipeline = (file: string) => parse(readFileSync(join(repository, "pipelines", file), "utf8"));
type Steps = { run?: string; env?: Record<string, string> }[];

/** The scripts of the nightly jobs, as the pipelines have them. */
const scripts = {
  GitHub: (readPipeline("github-actions.yml").jobs["pull-request"].steps as Steps).flatMap(({ run = "npm ci" }) =>
    run === "npm ci" ? [] : [run],
  ),
  GitLab: readPipeline("gitlab-ci.yml")["merge-request"].script as string[],
};

// What the pipelines in `pipelines/` run is run here, with the real engine. `pull-loop` goes through the other door.
describe.each<Door>(chooseCases<Door>(["plugin", "dynamic"]))(
  "nightly pull requests, with the real engine, through the %s door",
  (door) => {
    let bench: Bench;
    let workbook: string;
    let model: string;
    let tag: string;
    let path: string;
    const hosts = [new CodeHost("GitHub"), new CodeHost("GitLab")];
    const dm = "models/purchases.yaml";
    const trend = "workbooks/turnover/elements/trend.yaml";
    const revenue = "workbooks/turnover/elements/revenue.yaml";

    beforeAll(async () => {
      bench = await startBench({ texts: { "Pulumi.yaml": projectYaml } });
      path = [dirname((await getCli()).command), process.env.PATH].join(delimiter);
      const { ui, seeded } = bench.emulator;
      const { warehouse: connectionId } = seeded.connections;
      const folderId = seeded.folders.models;
      const contents = buildSales(connectionId);
      ({ workbookId: workbook } = (await ui.request("POST", "/v2/workbooks", {
        ...{ name: "Turnover", folderId, contents },
      })) as { workbookId: string });
      const source = { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] };
      const columns = [
        { id: "a", name: "Amount", formula: "[ORDERS/AMOUNT]" },
        { id: "b", name: "Large", formula: "[Amount] <> 0" },
      ];
      const elements = [{ id: "t", kind: "table", name: "Orders", source, columns }];
      ({ dataModelId: model } = (await ui.request("POST", "/v2/dataModels/spec", {
        ...{ name: "Purchases", folderId, schemaVersion: 1, pages: [{ id: "p", name: "Orders", elements }] },
      })) as { dataModelId: string });
      const pull = ["pull", workbook, model, "--all", "--out", "pulled"];
      expect(await run(pull)).toMatchObject({ code: 0 });
      const { models, workbooks } = JSON.parse(read("pulled/.pulumi-analytics/pull.json"));
      for (const folder of ["models", "workbooks"])
        execFileSync("cp", ["-r", join("pulled", folder), "."], { cwd: bench.stack.directory });
      rmSync(join(bench.stack.directory, "pulled"), { recursive: true });
      await bench.stack.write(
        "place.json",
        JSON.stringify({
          folderId,
          model: { id: model, refs: models[model].refs },
          workbook: { id: workbook, refs: workbooks[workbook].refs },
        }),
      );
      await write(bench, door, program);
      await bench.stack.expect(["up", "--yes", "--skip-preview"]);
      tag = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::staging"))?.id as string;
      await bench.stack.write(".gitignore", "node_modules\n*.out\nPulumi.temporary.yaml\n");
      git("init", "--quiet", "--initial-branch=main");
      commit("first");
      for (const host of hosts) await host.start();
      await publish();
    });
    afterAll(async () => {
      for (const host of hosts) host.stop();
      await bench?.dispose();
    });

    const run = (args: string[]) => runPiped(args, { cwd: bench.stack.directory, env: { ...bench.stack.environment } });
    const read = (file: string) => readFileSync(join(bench.stack.directory, file), "utf8");
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: bench.stack.directory, encoding: "utf8", stdio: "pipe" }).trim();
    const own = ["-c", "user.name=Dev", "-c", "user.email=dev@acme.example"];
    const commit = (message: string) => {
      git("add", ".");
      git(...own, "commit", "--quiet", "-m", message);
    };
    const publish = async () => {
      for (const { repository: remote } of hosts) git("push", "--quiet", remote, "main");
    };

    /** The job of a night, on a fresh checkout. */
    async function runNight(host: CodeHost): Promise<string> {
      git("checkout", "--quiet", "--", ".");
      git("clean", "--quiet", "-fdx", "-e", "node_modules", "-e", "Pulumi.temporary.yaml");
      const runner = mkdtempSync(join(tmpdir(), "runner-"));
      const env = {
        ...{ ...process.env, ...bench.stack.environment, ...host.buildEnvironment(), PATH: path, RUNNER_TEMP: runner },
        ...{ PULL_REQUEST: "", CI_MERGE_REQUEST_IID: "", GITHUB_STEP_SUMMARY: join(runner, "summary.md") },
        ...{
          STACK: "temporary",
          PULUMI_STACK: "temporary",
          DRIFT_BRANCH: branch,
          DRAWINGS: "",
          CI_JOB_URL: "https://job",
        },
        ...{ PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true", COMPARE_NUMBERS: "" },
      };
      let said = "";
      for (const script of scripts[host.name]) {
        // The next step compares numbers, if the repository wants it.
        if (script.includes("check --against") && host.name === "GitHub") continue;
        const child = spawn("bash", ["-e", "-c", script], {
          cwd: bench.stack.directory,
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
        const printed = Promise.all([text(child.stdout), text(child.stderr)]);
        const code = await new Promise((resolve) => child.on("close", resolve));
        const output = (await printed).join("");
        said += output;
        expect({ code, output: code === 0 ? "" : output, script }).toEqual({ code: 0, output: "", script });
      }
      rmSync(runner, { recursive: true });
      return said;
    }
    const runNights = async () => {
      for (const host of hosts) await runNight(host);
    };

    async function editChart(id: string, name: string): Promise<void> {
      const { ui } = bench.emulator;
      const { contents } = (await ui.request("GET", `/v2/workbooks/${workbook}?includeContents=true`)) as {
        contents: Contents;
      };
      contents.elements.find((element) => element.id === id)!.name = name;
      await ui.request("PUT", `/v2/workbooks/${workbook}/contents`, { contents });
    }
    const editFormula = (formula: string) =>
      editModel(bench.emulator, model, ({ pages }) => {
        pages[0]!.elements[0]!.columns[0]!.formula = formula;
      });

    test("a night without changes opens nothing", async () => {
      await runNights();
      for (const host of hosts) expect([host.pulls, host.hasBranch(branch)]).toEqual([[], false]);
    });

    test("what people changed comes back: who, when, what, and what the program declares", async () => {
      await editFormula("[ORDERS/AMOUNT] * 2");
      await editChart("revenue", "Income");
      await bench.emulator.ui.request("PATCH", `/v2/tags/${tag}`, { color: "plum" });
      await runNights();
      for (const host of hosts) {
        expect(host.open).toMatchObject([{ title: "Changes in the product: temporary", target: "main" }]);
        const { body } = host.open[0]!;
        expect(body).toContain("**2 documents changed in the product.**");
        expect(body).toMatch(/purchases\.yaml: Purchases, last changed by .* <.*@.*> at \d{4}-\d\d-\d\dT/);
        expect(body).toMatch(/workbooks\/turnover: Turnover, last changed by .* <.*@.*> at \d{4}-\d\d-\d\dT/);
        expect(body).toContain("`[ORDERS/Amount]` → `[ORDERS/Amount] * 2`");
        // A tag is in the program, which no pull of files writes.
        expect(body).toContain('Tag staging › color: the platform has "plum", the program "amber"');
        expect(host.git("diff", "--name-only", "main", branch).split("\n").sort()).toEqual([dm, revenue].sort());
        expect(host.git("show", `${branch}:${dm}`)).toContain("[ORDERS/Amount] * 2");
        expect(host.git("show", `${branch}:${revenue}`)).toContain("name: Income");
      }
    });

    test("the next night updates it; what both changed is a list in its text, and not in the files", async () => {
      await editChart("revenue", "Theirs");
      await editFormula("[ORDERS/AMOUNT] * 3");
      git("checkout", "--quiet", "--", ".");
      await bench.stack.write(revenue, read(revenue).replace(/\nname: .*/, "\nname: Ours"));
      commit("ours");
      await publish();
      await runNights();
      for (const host of hosts) {
        expect(host.pulls).toHaveLength(1);
        const { body } = host.open[0]!;
        expect(body).toContain("**1 document changed in the product, and 1 is contested.**");
        const [, contested = ""] = body.split("**Contested, and not in the files**");
        expect(contested).toMatch(/workbooks\/turnover: Turnover, last changed by/);
        expect(contested).toMatch(/`Ours` → `Theirs`/);
        expect(host.git("diff", "--name-only", "main", branch)).toBe(dm);
        expect(host.git("show", `${branch}:${revenue}`)).toContain("name: Ours");
      }
    });

    test("commits of people stay, and the text says so", async () => {
      const [github] = hosts as [CodeHost];
      git("fetch", "--quiet", github.repository, branch);
      const tree = git("rev-parse", "FETCH_HEAD^{tree}");
      const theirs = git(...own, "commit-tree", tree, "-p", "FETCH_HEAD", "-m", "my word");
      git("push", "--quiet", github.repository, `${theirs}:refs/heads/${branch}`);
      await editFormula("[ORDERS/AMOUNT] * 4");
      await runNight(github);
      expect(github.git("rev-parse", branch)).toBe(theirs);
      expect(github.open[0]!.body).toContain("has a commit of Dev");
      // The way out: it is merged, and the branch goes.
      github.pulls[0]!.state = "closed";
      github.git("branch", "-D", branch);
    });

    test("when the product and the files agree again, the pull request is closed", async () => {
      await editFormula("[ORDERS/AMOUNT]");
      await editChart("revenue", "Ours");
      await runNights();
      for (const host of hosts) expect([host.open, host.hasBranch(branch)]).toEqual([[], false]);
      expect(read(trend)).toBe(`${git("show", `HEAD:${trend}`)}\n`);
    });

    test("a token that may not open one: the job fails, and says what it needs", async () => {
      await editFormula("[ORDERS/AMOUNT] * 5");
      for (const host of hosts) {
        host.refused = { what: /^POST .*(pulls|merge_requests)/, status: 403, message: "not permitted" };
        await expect(runNight(host)).rejects.toThrow(
          host.name === "GitHub" ? /pull-requests: write/ : /write_repository/,
        );
      }
    });
  },
);
