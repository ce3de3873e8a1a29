import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { buildOrdersTable, buildPage, makeModel } from "../cli/pull-support";
import { buildSettings, createTemporaryFolder } from "../cli/support";
import { blocks, repository } from "../snippets/blocks";
import { buildSales } from "../unit/emulator/workbook/sales";
import { getCli } from "./support";

// The commands of a guide run in its order, each as it stands there.

interface Walk {
  readonly page: string;
  /** The organization that the guide takes as given. */
  readonly prepare?: (emulator: Emulator) => Promise<unknown>;
  /** Lines that don't run, and why. */
  readonly skipped?: Readonly<Record<string, string>>;
  /** What the text below a heading asks for before its commands, in shell. */
  readonly before?: Readonly<Record<string, string>>;
}

/** Replaces a text of a file, which has it. */
function replace(file: string, from: string, to: string): string {
  const pattern = from.replaceAll(/[[\].*]/g, "\\$&");
  return `grep -qF '${from}' ${file} && sed -i 's|${pattern}|${to}|' ${file}`;
}

const walks: readonly Walk[] = [
  {
    page: "existing-organization.md",
    prepare: (emulator) =>
      makeModel(emulator, "Orders", [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]),
    before: {
      "The first change": replace("models/orders.yaml", "[ORDERS/Amount]", "[ORDERS/Amount] * 0.8"),
    },
  },
  {
    page: "dashboards.md",
    prepare: async ({ ui, seeded }) => {
      const folder = { type: "folder", name: "Dashboards", parentId: seeded.folders.workspace };
      const { id } = (await ui.request("POST", "/v2/files", folder)) as { id: string };
      const contents = buildSales(seeded.connections.warehouse);
      await ui.request("POST", "/v2/workbooks", { name: "Sales", folderId: id, contents });
    },
    before: {
      "The first reviewed change": [
        "git init --quiet --initial-branch main && git add .",
        "git -c user.name=reader -c user.email=reader@acme.example commit --quiet --message pulled",
        "git checkout --quiet -b change",
        replace("workbooks/sales/elements/revenue.yaml", "name: Revenue", "name: Turnover"),
      ].join(" && "),
    },
  },
];

const root = createTemporaryFolder();

/** What `npm install` leaves, without the network: the packages are those of the repository. */
const npm = `#!/bin/sh
ln -sfn "${join(repository, "node_modules")}" node_modules
[ -f package.json ] || echo '{}' > package.json
`;

describe.each(walks)("the commands of docs/guides/$page", ({ page, prepare, skipped = {}, before = {} }) => {
  const file = `docs/guides/${page}`;
  const headings = listHeadings(file);
  const commands = blocks
    .filter((block) => block.page === file && block.language === "sh")
    .flatMap(({ code, line }) => readLines(code, headings.findLast((heading) => heading.line < line)?.text ?? ""));

  test("have all that is skipped or prepared here", () => {
    for (const line of Object.keys(skipped)) expect(commands.map(({ command }) => command)).toContain(line);
    for (const heading of Object.keys(before)) expect(commands.map(({ below }) => below)).toContain(heading);
  });

  test("run in their order", async () => {
    const emulator = await startEmulator({ seed: 1 });
    try {
      await prepare?.(emulator);
      const shell = await createShell(emulator);
      const open = new Map(Object.entries(before));
      for (const { command, code, below } of commands) {
        const edit = open.get(below);
        if (edit !== undefined) await expectExit(shell, edit, 0);
        open.delete(below);
        if (skipped[command] === undefined) await expectExit(shell, command, code);
      }
    } finally {
      await emulator.stop();
    }
  }, 900_000);
});

interface Command {
  readonly command: string;
  /** The exit code that the guide states in a comment. */
  readonly code: number;
  /** The heading that it stands below. */
  readonly below: string;
}

function listHeadings(file: string): { line: number; text: string }[] {
  const lines = readFileSync(join(repository, file), "utf8").split("\n");
  return lines.flatMap((text, index) => (/^## /.test(text) ? [{ line: index + 1, text: text.slice(3) }] : []));
}

function readLines(code: string, below: string): Command[] {
  return code.split("\n").flatMap((line) => {
    const [, command = "", comment = ""] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
    const [, stated = "0"] = /exits with (\d+)/.exec(comment) ?? [];
    return command === "" ? [] : [{ command, code: Number(stated), below }];
  });
}

type Shell = (command: string) => Promise<{ code: number; output: string }>;

async function expectExit(shell: Shell, command: string, code: number): Promise<void> {
  const ran = await shell(command);
  if (ran.code !== code) throw new Error(`${command}\n${ran.output}\nexited with ${ran.code} instead of ${code}`);
}

/** A shell that starts in an empty folder, and stays in the folder that a command goes to. */
async function createShell(emulator: Emulator): Promise<Shell> {
  const { command, env } = await getCli();
  const place = mkdtempSync(join(root, "guide-"));
  const [binaries, home, state, start] = ["bin", "home", "state", "start"].map((name) => join(place, name));
  for (const folder of [binaries, home, state, start]) mkdirSync(folder as string);
  writeFileSync(join(binaries as string, "npm"), npm);
  chmodSync(join(binaries as string, "npm"), 0o755);
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ANALYTICS_|PULUMI_|JEST_|NODE_OPTIONS)/.test(name),
  );
  const options = {
    env: {
      ...Object.fromEntries(inherited),
      ...env,
      ...buildSettings(emulator),
      HOME: home,
      PATH: [binaries, dirname(command), env.PATH ?? process.env.PATH].join(delimiter),
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_CONFIG_PASSPHRASE: "a guide",
      PULUMI_SKIP_CONFIRMATIONS: "true",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    },
    maxBuffer: 64 * 1024 * 1024,
  };
  const whereabouts = join(place, "folder");
  writeFileSync(whereabouts, start as string);
  // The line is a file of its own: what it says about quotes and folders is the shell's.
  const script = `cd "$(cat '${whereabouts}')" && eval "$1"\ncode=$?\npwd > '${whereabouts}'\nexit $code`;
  return (line) =>
    new Promise((resolve) => {
      const child = execFile("/bin/bash", ["-c", script, "guide", line], options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
      });
      child.stdin?.end();
    });
}
