import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parse } from "yaml";
import { runChild } from "../../cli/src/command/child";
import { areas, chart, orders, project, table } from "../cli/impact-project";
import { createFolderWith, createTemporaryFolder } from "../cli/support";
import { buildOneElementWorkbook } from "../one-element-workbook";
import { signIn } from "../unit/emulator/support";
import { type Bench, projectYaml, repository, startBench } from "./support";

const program = `const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const [folderId, warehouse] = [config.require("folderId"), config.require("connectionId")];
const orders = new analytics.DataModel("orders", {
  name: "Orders", folderId, spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});
const areas = new analytics.DataModel("areas", {
  name: "Areas", folderId, spec: analytics.specFile("models/areas.yaml", { refs: { orders } }),
});
new analytics.Workbook("sales", {
  name: "Sales", folderId, contents: analytics.workbookFile("workbooks/sales", { refs: { orders, areas } }),
});
`;

interface Workflow {
  readonly jobs: Record<
    string,
    { readonly if: string; readonly steps: { readonly name?: string; readonly run?: string }[] }
  >;
}
const { jobs } = parse(readFileSync(join(repository, "pipelines/github-actions.yml"), "utf8")) as Workflow;

/** Whether a job runs, by its condition: GitHub's operators are those of JavaScript. */
const isRun = (job: string, github: object) =>
  new Function("github", "vars", `return ${jobs[job]?.if}`)(github, { SANDBOX_FOLDER: "Acme" }) as boolean;

const describeEvent = (action: string, from: string) => ({
  event_name: "pull_request",
  repository: "acme/models",
  event: { action, pull_request: { head: { repo: { full_name: from } } } },
});

const base = createTemporaryFolder();

// One story, told in order: the steps of the workflow, as they stand there.
describe("the sandbox of a pull request", () => {
  let bench: Bench;
  let parent: string;
  let before: string[];
  let byHand: string;
  const getPath = (file: string) => join(bench.stack.directory, file);

  const getEnvironment = (pullRequest: string) => ({
    ...process.env,
    ...bench.stack.environment,
    PATH: `${getPath("bin")}${delimiter}${bench.stack.environment.PATH ?? process.env.PATH}`,
    RUNNER_TEMP: getPath("runner"),
    GITHUB_STEP_SUMMARY: getPath("runner/summary.md"),
    STACK: "temporary",
    POLICY_PACK: "",
    DRAWINGS: "",
    PICTURES: "https://pictures.example/12",
    PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
    SANDBOX_FOLDER: parent,
    PULL_REQUEST: pullRequest,
  });

  /** The script of a step, as the workflow has it. */
  const findScript = (job: string, name: string) =>
    jobs[job]?.steps.find((step) => step.name === name)?.run ?? "exit 9";

  async function runStep(job: string, name: string, pullRequest = "12"): Promise<void> {
    await runScript(findScript(job, name), pullRequest);
  }

  async function runScript(script: string, pullRequest: string): Promise<void> {
    const environment = getEnvironment(pullRequest);
    const { code, stdout, stderr } = await runChild("bash", ["-e", "-c", script], bench.stack.directory, environment);
    if (code !== 0) throw new Error(`${script} (${code}):\n${stdout}\n${stderr}`);
  }

  const runGit = async (...args: string[]) => {
    const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    expect((await runChild("git", [...who, ...args], bench.stack.directory, process.env)).code).toBe(0);
  };

  /** Folders and documents that aren't deleted. */
  const listLiving = () =>
    bench.emulator
      .snapshot()
      .files.filter(({ deletedWith }) => deletedWith === null)
      .map(({ id, type, name }) => `${type} ${name} ${id}`)
      .sort();

  const readSandbox = () =>
    JSON.parse(readFileSync(getPath("runner/sandbox.json"), "utf8")) as {
      documents: { name: string; reason: string; id: string; production: { id: string } | null }[];
      pictures: string[];
    };

  beforeAll(async () => {
    const workbook = Object.entries(project).filter(([file]) => file.startsWith("workbooks/"));
    // Of each region as many rows as a value needs to be shown.
    const rows = [2, 2, 2, 2, 2].map((one) => `North,${one}`).concat([4, 4, 8, 8, 8].map((one) => `South,${one}`));
    const data = createFolderWith(base, { "SALES/CORE/FACTS.csv": `REGION,AMOUNT\n${rows.join("\n")}\n` });
    bench = await startBench({
      emulator: { tokenRequestsPerSecond: null, data },
      texts: {
        ...Object.fromEntries(workbook),
        "Pulumi.yaml": projectYaml,
        "index.js": program,
        "models/orders.yaml": orders,
        "models/areas.yaml": areas,
        "workbooks/sales/elements/orders.yaml": table,
        "workbooks/sales/elements/chart.yaml": chart,
        ".gitignore": "node_modules\nbin\nrunner\ndrawings\n.analytics\n",
      },
    });
    parent = bench.emulator.seeded.folders.sales as string;
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    mkdirSync(getPath("runner"));
    mkdirSync(getPath("bin"));
    const main = join(repository, "provider/bin/pulumi-analytics.js");
    writeFileSync(getPath("bin/npx"), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(getPath("bin/npx"), 0o755);
    const resources = await bench.stack.listResources();
    const dataModelId = resources.find(({ urn }) => urn.endsWith("::orders"))?.id as string;
    const api = await signIn(bench.emulator);
    const elementId = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body.pages[0].elements[0].id;
    const contents = buildOneElementWorkbook({
      kind: "table",
      name: "All",
      source: { kind: "data-model", dataModelId, elementId },
      columns: [{ id: "r", name: "Region", formula: "[Fact Orders/Region]" }],
    });
    const made = await api.post("/v2/workbooks", { name: "By hand", folderId: parent, contents });
    byHand = made.body.workbookId;
    await runGit("init", "--quiet", "--initial-branch", "main");
    await runGit("add", ".");
    await runGit("commit", "--quiet", "--message", "Deployed");
    before = listLiving();
    await bench.stack.write("models/orders.yaml", orders.replace("Sum([Amount])", "Sum([Amount]) * 2"));
    await runGit("commit", "--quiet", "--all", "--message", "Double");
  });
  afterAll(() => bench?.dispose());

  test("has what changed, what reads it, and a copy of what isn't code", async () => {
    bench.emulator.clearRequests();
    await runStep("preview", "Put what changes into a folder of its own");
    const { documents, pictures } = readSandbox();
    expect(documents.map(({ name, reason }) => `${name}: ${reason}`).sort()).toEqual([
      "Areas: reads",
      "By hand: copy",
      "Orders: changed",
      "Sales: reads",
    ]);
    expect(pictures).toHaveLength(4);
    expect(
      readFileSync(getPath(pictures[0] as string))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    const api = await signIn(bench.emulator);
    const getId = (name: string) => documents.find((one) => one.name === name)?.id;
    const copy = (await api.get(`/v2/workbooks/${getId("By hand")}?includeContents=true`)).body;
    expect(JSON.stringify(copy)).toContain(getId("Orders"));
    const spec = (await api.get(`/v2/dataModels/${getId("Areas")}/spec`)).body;
    expect(JSON.stringify(spec)).toContain(getId("Orders"));
    // Production is only read.
    const written = bench.writes().filter((line) => /^(PUT|PATCH|DELETE)/.test(line));
    for (const { production } of documents) {
      expect(written.filter((line) => production !== null && line.includes(production.id))).toEqual([]);
    }
    expect(documents.find(({ name }) => name === "By hand")?.production?.id).toBe(byHand);
  });

  test("is linked in the comment, with the numbers and the pictures", async () => {
    const there = listLiving();
    await runStep("preview", "Compare the numbers");
    expect(listLiving()).toEqual(there);
    await runStep("preview", "Preview");
    const comment = readFileSync(getPath("runner/comment.md"), "utf8");
    expect(comment).toContain("**`Sandbox of pull request 12`**".replaceAll("`", ""));
    expect(comment).toMatch(/\| `orders#Fact Orders: \w+` \| 42 \| 84 \| \+100 % \|/);
    expect(comment).toContain(
      "![Sales Overview, after](https://pictures.example/12/drawings/1-Sales-Overview-after.png)",
    );
    expect(comment).toMatch(/- \[.*By hand \(workbook, a copy that reads what changed\).*\]\(http/);
  });

  test("keeps its ids when the pull request changes again", async () => {
    const first = readSandbox().documents.map(({ id }) => id);
    await bench.stack.write("models/orders.yaml", orders.replace("Sum([Amount])", "Sum([Amount]) * 3"));
    await runGit("commit", "--quiet", "--all", "--amend", "--no-edit");
    await runStep("preview", "Put what changes into a folder of its own");
    const { documents } = readSandbox();
    expect(documents.map(({ id }) => id)).toEqual(first);
    const api = await signIn(bench.emulator);
    const changed = documents.find(({ name }) => name === "Orders")?.id;
    expect(JSON.stringify((await api.get(`/v2/dataModels/${changed}/spec`)).body)).toContain("* 3");
  });

  test("goes when the pull request is closed, and twice is once", async () => {
    const open = listLiving();
    await runStep("drift", "Delete sandboxes that nobody works on");
    expect(listLiving()).toEqual(open);
    await runStep("sandbox-down", "Delete the sandbox");
    expect(listLiving()).toEqual(before);
    await runStep("sandbox-down", "Delete the sandbox");
  });

  test.each([
    [1, "down"],
    [2, "sweep"],
    [4, "down"],
  ])("a run that is killed after %d writes leaves nothing that `%s` doesn't find", async (writes, by) => {
    bench.emulator.clearRequests();
    const script = findScript("preview", "Put what changes into a folder of its own");
    const child = spawn("bash", ["-e", "-c", script], {
      cwd: bench.stack.directory,
      env: getEnvironment("13"),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk;
      });
    const ended = once(child, "exit");
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    while (!isOver() && bench.writes().length < writes) await setTimeout(5);
    if (isOver()) throw new Error(said);
    process.kill(-child.pid!, "SIGKILL");
    await ended;
    expect(listLiving()).not.toEqual(before);
    if (by === "down") await runStep("sandbox-down", "Delete the sandbox", "13");
    else await runScript("npx --no-install pulumi-analytics sandbox sweep --older 0h --stack $STACK", "13");
    expect(listLiving()).toEqual(before);
  });

  test("the workflow has no job for a fork", () => {
    for (const job of ["preview", "sandbox-down"]) {
      const action = job === "preview" ? "opened" : "closed";
      expect(isRun(job, describeEvent(action, "acme/models"))).toBe(true);
      expect(isRun(job, describeEvent(action, "stranger/models"))).toBe(false);
    }
  });
});
