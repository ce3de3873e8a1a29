import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { PulumiCli } from "pulumi-cli";
import { buildOrdersTable, buildPage, makeModel } from "../cli/pull-support";
import { buildSettings, createTemporaryFolder } from "../cli/support";
import { blocks, repository } from "../snippets/blocks";
import { buildSales } from "../unit/emulator/workbook/sales";
import { findFreePort, getCli } from "./support";

// The commands of a guide run in its order, each as it stands there.

interface Walk {
  readonly page: string;
  /** The language of the program. */
  readonly language: string;
  /** Creates what the guide takes as given in the organization; without it, the guide needs no organization. */
  readonly prepare?: (emulator: Emulator) => Promise<unknown>;
  /** Options in the place of answers in a terminal. */
  readonly answers?: Readonly<Record<string, string>>;
  /** What the text below a heading asks for before its commands, in shell. */
  readonly before?: Readonly<Record<string, string>>;
}

/** Replaces a text of a file, which has it. */
function replace(file: string, from: string, to: string): string {
  const pattern = from.replaceAll(/[[\].*]/g, "\\$&");
  return `grep -qF '${from}' ${file} && sed -i 's|${pattern}|${to}|' ${file}`;
}

/** Inserts the guide's line with a text below a key of a file. */
function insert(page: string, text: string, file: string, key: string): string {
  const line = readFileSync(join(repository, "docs/guides", page), "utf8")
    .split("\n")
    .find((one) => one.includes(text));
  return `grep -q '^ *${key}:$' ${file} && sed -i '/^ *${key}:$/a\\${line}' ${file}`;
}

const buildFirstModelWalk = (language: string): Walk => ({
  page: "first-model.md",
  language,
  answers: { "npx pulumi-analytics init --emulator": `$PORT --language ${language}` },
  before: {
    Change: [
      `sed -n '/ Next:$/,$ s/^  //p' "$LAST" > ../next && [ "$(wc -l < ../next)" = 3 ]`,
      `eval "$(head -n 2 ../next)" && curl --silent --output ../page --retry 20 --retry-connrefused localhost:$PORT`,
      `eval "$(tail -n 1 ../next)"`,
      insert("first-model.md", "{ id: revenue,", "models/orders.yaml", "columns"),
      insert("first-model.md", "{ id: total,", "models/orders.yaml", "metrics"),
    ].join(" && "),
  },
});

/** The resources that the guide puts into a program in YAML, in the place of those of `init`. */
const directory = blocks
  .find(({ page, language }) => page === "docs/guides/dbt.md" && language === "yaml")
  ?.code.replace(/^.*(?=^resources:)/ms, "");

const fromDbt: Walk = {
  page: "dbt.md",
  language: "yaml",
  prepare: async () => {},
  before: {
    "": [
      `cp -r "${join(repository, "examples")}" . && npm install`,
      "mkdir own && cp -r examples/dbt/shop own && cd own",
    ].join(" && "),
    "First apply": "cd ..",
    "In your project": [
      "cd ../../own && rm -r models && npm install",
      "pulumi-analytics init --language yaml --folder Acme/Models --connection Warehouse --table SALES.PUBLIC.ORDERS",
      "rm models/orders.yaml",
      "pulumi-analytics generate dbt shop/target/manifest.json --map shop=SALES",
      `sed -i '/^resources:/,$d' Pulumi.yaml && echo '${directory}' >> Pulumi.yaml`,
      replace("policies/index.js", '"SALES.PUBLIC.*"', '"SALES.PUBLIC.*", "SALES.main.*"'),
    ].join(" && "),
    // The metric that has no formula.
    CI: [
      "sed -i 's|label: Revenue to date|&\\n    config: { meta: { analytics: { skip: true } } }|' shop/models/shop.yml",
      "(cd shop && dbt parse) && pulumi-analytics generate dbt shop/target/manifest.json",
    ].join(" && "),
  },
};

/** dbt with DuckDB, as `pip install dbt-duckdb` has it; `DBT` names another. */
const dbt = process.env.DBT ?? "dbt";
const hasDbt = /duckdb/.test(spawnSync(dbt, ["--version"], { encoding: "utf8" }).stdout ?? "");
if (!hasDbt) console.warn("The commands of dbt.md are skipped: install Python and dbt-duckdb.");

const walks: readonly Walk[] = [
  {
    page: "existing-organization.md",
    language: "typescript",
    prepare: (emulator) =>
      makeModel(emulator, "Orders", [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]),
    before: {
      "The first change": replace("models/orders.yaml", "[ORDERS/Amount]", "[ORDERS/Amount] * 0.8"),
    },
  },
  {
    page: "dashboards.md",
    language: "typescript",
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
  ...["typescript", "yaml", "python"].map(buildFirstModelWalk),
  ...(hasDbt ? [fromDbt] : []),
];

const root = createTemporaryFolder();

const createState = () => ({ PULUMI_BACKEND_URL: `file://${mkdtempSync(join(root, "state-"))}` });

/** What `npm install` leaves, without the network: the packages are those of the repository. */
const npm = `#!/bin/sh
ln -sfn "${join(repository, "node_modules")}" node_modules
[ -f package.json ] || echo '{}' > package.json
`;

describe.each(walks)("the commands of docs/guides/$page, $language", ({ page, prepare, answers = {}, before = {} }) => {
  const file = `docs/guides/${page}`;
  const headings = listHeadings(file);
  const commands = blocks
    .filter((block) => block.page === file && block.language === "sh")
    .flatMap(({ code, line }) => readLines(code, headings.findLast((heading) => heading.line < line)?.text ?? ""));

  test("have all that is answered or prepared here", () => {
    for (const line of Object.keys(answers)) expect(commands.map(({ command }) => command)).toContain(line);
    for (const heading of Object.keys(before)) expect(commands.map(({ below }) => below)).toContain(heading);
  });

  test("run in their order", async () => {
    const emulator = await startEmulator({ seed: 1 });
    await prepare?.(emulator);
    const port = `${await findFreePort()}`;
    const organization = { ...buildSettings(emulator), PULUMI_CONFIG_PASSPHRASE: "a guide", ...createState() };
    const shell = createShell(await getCli(), prepare === undefined ? { PORT: port } : organization);
    try {
      const open = new Map(Object.entries(before));
      for (const { command, code, below } of commands) {
        const edit = open.get(below);
        if (edit !== undefined) await expectExit(shell, edit, 0);
        open.delete(below);
        await expectExit(shell, `${command} ${answers[command] ?? ""}`, code);
      }
    } finally {
      await shell.close();
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

type Shell = ReturnType<typeof createShell>;

async function expectExit(shell: Shell, command: string, code: number): Promise<void> {
  const ran = await shell.run(command);
  if (ran.code !== code) throw new Error(`${command}\n${ran.output}\nexited with ${ran.code} instead of ${code}`);
}

/**
 * A shell in an empty folder that reads one line after the other, as a terminal does: folder, variables and jobs stay.
 * `$LAST` is a file with the output of the line before.
 */
function createShell(cli: PulumiCli, settings: Readonly<Record<string, string>>) {
  const place = mkdtempSync(join(root, "guide-"));
  const [binaries = "", home = "", start = ""] = ["bin", "home", "start"].map((name) => join(place, name));
  for (const folder of [binaries, home, start]) mkdirSync(folder);
  writeFileSync(join(binaries, "npm"), npm);
  chmodSync(join(binaries, "npm"), 0o755);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ANALYTICS|PULUMI|JEST|NODE)_/.test(name));
  const modules = join(repository, "node_modules/.bin");
  const child = spawn("/bin/bash", {
    cwd: start,
    env: {
      ...Object.fromEntries(inherited),
      ...cli.env,
      DBT_SEND_ANONYMOUS_USAGE_STATS: "false",
      HOME: home,
      PATH: [binaries, dirname(cli.command), cli.env.PATH ?? process.env.PATH, modules, dirname(dbt)].join(delimiter),
      PULUMI_SKIP_CONFIRMATIONS: "true",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      ...settings,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Jobs have numbers, and stop with what they started.
  child.stdin.write("set -m\n");
  const codes = createInterface(child.stdout);
  let count = 0;
  return {
    async run(line: string): Promise<{ code: number; output: string }> {
      const [file, output] = [join(place, `${++count}.sh`), join(place, `${count}.txt`)];
      writeFileSync(file, line);
      const told = once(codes, "line");
      child.stdin.write(`eval "$(cat '${file}')" >'${output}' 2>&1 </dev/null; echo $?; LAST='${output}'\n`);
      const [code] = await told;
      return { code: Number(code), output: readFileSync(output, "utf8") };
    },
    async close(): Promise<void> {
      const closed = once(child, "close");
      child.stdin.end('[ -z "$(jobs -p)" ] || kill %1\n');
      await closed;
    },
  };
}
