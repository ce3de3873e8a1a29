// npm run test:description -- FILE [--examples N] [options of schemathesis]
// npm run test:description -- FILE… --news: prints what it has and neither the emulator nor the provider knows.
// Holds the emulator against a published description of the API: an OpenAPI document, or the types that
// openapi-typescript made from one (.d.ts). Needs schemathesis 4: its command is `st`, or named by SCHEMATHESIS.
const { spawn } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { load } = require("js-yaml");
const { startEmulator } = require("analytics-emulator");
const { buildDescription } = require("./from-types");
const { addKnownIds, listKnownIds } = require("./known-ids");
const { listNews } = require("./news");

const checks = "not_a_server_error,response_schema_conformance,content_type_conformance";

/**
 * Reading first, since the others change and delete what there is to read. Bodies have so many fields that covering
 * each of them takes hours, and those of representations can't be made up in time.
 */
const rounds = [
  // Descriptions before September 2026 have workbooks as code in their first form.
  ["--include-method", "GET", "--exclude-path", "/v2/workbooks/{workbookId}/spec", "--phases", "coverage,fuzzing"],
  ["--exclude-method", "GET", "--exclude-path-regex", "/(spec|contents)$", "--phases", "fuzzing"],
];

/** No limits, and what a description doesn't know turned off. */
const settings = {
  tokenRequestsPerSecond: null,
  exportsPerMinute: null,
  sendsPerMinute: null,
  downloadsPerMinute: null,
  concurrentSpecReads: null,
  concurrentModelLists: null,
  stylesInBodies: "accept",
  lockout: "refuse",
  // Where clients have seen what the description doesn't say.
  materializationElementIds: "present",
  missingElementLineage: 400,
};

async function run() {
  const { values, positionals, tokens } = parseArgs({
    options: { examples: { type: "string", default: "20" }, news: { type: "boolean" } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [path] = positionals;
  if (path === undefined) throw new Error("Name the description: npm run test:description -- openapi.json");
  if (values.news) return console.log(listNews(positionals.map(readDescription)).join("\n"));
  const own = new Set(["examples"]);
  const passed = tokens.flatMap((token) => (token.kind === "option" && !own.has(token.name) ? [token.rawName] : []));
  const description = readDescription(path);
  const folder = mkdtempSync(join(tmpdir(), "description-"));
  let failed = 0;
  try {
    for (const round of rounds) {
      const emulator = await startEmulator(settings);
      try {
        const file = join(folder, "openapi.json");
        const known = await listKnownIds(emulator);
        const served = leaveOutUnserved(leaveOutEmptyBodies(description), emulator.coverage());
        writeFileSync(file, JSON.stringify(addKnownIds(served, known)));
        const options = ["--max-examples", values.examples, "--checks", checks];
        const headers = [`Authorization: Bearer ${known.token}`, "Accept: application/json"];
        const sent = headers.flatMap((header) => ["--header", header]);
        const command = ["run", file, "--url", emulator.url, ...sent, ...options, ...round, ...passed];
        failed = (await start(process.env.SCHEMATHESIS ?? "st", command, folder)) || failed;
      } finally {
        await emulator.stop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  process.exitCode = failed;
}

function readDescription(path) {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".ts") ? buildDescription(text) : load(text);
}

/** The description without the operations that the emulator answers with a 501. */
function leaveOutUnserved(description, { notServed }) {
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).filter(([method]) => !notServed.includes(`${method.toUpperCase()} ${path}`)),
    ),
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

/** The description without the bodies of answers that have none (204), though it lists their types. */
function leaveOutEmptyBodies(description) {
  return JSON.parse(JSON.stringify(description), (key, value) => (key === "204" ? { description: "" } : value));
}

function start(command, options, cwd) {
  return new Promise((resolve, reject) => {
    // It keeps notes where it runs.
    const child = spawn(command, options, { stdio: "inherit", cwd });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

run().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
