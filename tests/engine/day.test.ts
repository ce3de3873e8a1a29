import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { buildSettings, createTemporaryFolder, runInTerminal, runPiped } from "../cli/support";
import { type Client, signIn } from "../unit/emulator/support";
import { getCli, repository } from "./support";

// A person's day, from an empty folder to the way back to an earlier version: no command has an option but `--out`.
const root = createTemporaryFolder();
const execute = promisify(execFile);
let emulator: Emulator;
let api: Client;
let cwd: string;
let env: Record<string, string>;
let pulumi: string;

/** A folder, an organization and a stack of one's own. */
async function openProject(): Promise<void> {
  const { command, env: ofCli } = await getCli();
  pulumi = command;
  emulator = await startEmulator({ seed: 1 });
  api = await signIn(emulator);
  cwd = join(mkdtempSync(join(root, "day-")), "shop");
  mkdirSync(cwd);
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"));
  // What it would install is there.
  const binaries = mkdtempSync(join(root, "bin-"));
  writeFileSync(join(binaries, "npm"), "#!/bin/sh\n");
  chmodSync(join(binaries, "npm"), 0o755);
  const state = mkdtempSync(join(root, "state-"));
  env = {
    ...ofCli,
    ...buildSettings(emulator),
    HOME: mkdtempSync(join(root, "home-")),
    PATH: [binaries, dirname(command), ofCli.PATH ?? process.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "a day",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}
afterEach(() => emulator.stop());

const file = "models/orders.yaml";
const read = () => readFileSync(join(cwd, file), "utf8");

/** Runs the command, and expects its exit code. */
async function run(code: number, ...args: string[]): Promise<string> {
  const ran = await runPiped(args, { cwd, env });
  expect({ args, code: ran.code, stderr: ran.stderr }).toEqual({ args, code, stderr: expect.anything() });
  return ran.stdout;
}

/** Runs Pulumi, which succeeds. */
async function runPulumi(...args: string[]): Promise<string> {
  const { stdout } = await execute(pulumi, [...args, "--non-interactive", "--color", "never"], {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

async function readModel() {
  const { entries } = (await api.get("/v2/dataModels")).body;
  const { dataModelId } = entries.find(({ name }: { name: string }) => name === "Orders");
  const { pages } = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
  const [element] = pages[0].elements;
  return { id: dataModelId as string, element, columns: element.columns as { name?: string; formula: string }[] };
}

const languages = [
  { language: "TypeScript", answer: "\r" },
  { language: "YAML", answer: "\u001b[B\r" },
];

test.each(chooseCases(languages))(
  "from an empty folder to an earlier version, a program in $language",
  async ({ answer }) => {
    await openProject();
    const started = await runInTerminal(["init"], {
      cwd,
      env,
      answers: [
        { when: "Language of the program", type: answer },
        { when: "Folder of the first model", type: "\r" },
        { when: "Connection of the first model", type: "\r" },
        { when: "Table of the first model", type: "\u001b[B\r" },
      ],
    });
    expect(started.screen).toContain("shop is ready");
    await runPulumi("up", "--yes", "--skip-preview", "--policy-pack", "policies");
    const first = await readModel();

    // A change, what it means, and what a reviewer reads of it.
    edit("Count()", "CountDistinct([Amount])");
    const change = await run(1, "diff", file);
    expect(change).toContain("metric row_count: formula `Count()` → `CountDistinct([Amount])`");
    expect(await run(1, "diff", "orders")).toBe(change);
    writeFileSync(join(cwd, "preview.json"), await runPulumi("preview", "--json"));
    expect(await run(0, "comment", "preview.json")).toContain("CountDistinct([Amount])");

    // A colleague changes a column in the product meanwhile.
    await emulator.ui.changeFormula(first.id, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
    await run(0, "pull", "orders");
    expect(read()).toMatch(/\[ORDERS\/AMOUNT\] \* 2/i);
    expect(read()).toContain("CountDistinct([Amount])");
    await runPulumi("up", "--yes", "--skip-preview");
    expect(await run(0, "diff", "orders")).toContain("The contents are the same");

    const renamed = await runInTerminal(["rename", "orders#Orders.Amount", "Net"], {
      cwd,
      env,
      answers: [{ when: "Write", type: "y\r" }],
    });
    expect({ code: renamed.code, text: read() }).toEqual({ code: 0, text: expect.stringContaining("name: Net") });
    expect(read()).toContain("CountDistinct([Net])");
    await runPulumi("up", "--yes", "--skip-preview");
    expect(await run(0, "impact", "orders#Orders.Net")).toContain("Orders: metric Row Count");
    await run(0, "draw", "orders", "--out", "orders.svg");

    // The way back.
    await run(0, "pull", `${first.id}@1`);
    expect(read()).toContain("Count()");
    await runPulumi("up", "--yes", "--skip-preview");
    const last = await readModel();
    expect(last.columns.map(({ formula }) => formula)).toEqual(first.columns.map(({ formula }) => formula));
    expect(last.element.metrics).toEqual(first.element.metrics);
    await runPulumi("preview", "--expect-no-changes");
  },
);

/** Changes a text in the model's file. */
function edit(before: string, after: string): void {
  const text = read();
  expect(text).toContain(before);
  writeFileSync(join(cwd, file), text.replace(before, after));
}
