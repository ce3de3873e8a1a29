import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { chooseCases } from "../cases";
import { getCli } from "../engine/support";
import { listenLocally } from "../listening";
import { readSpellings } from "../spellings";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const { secret, rows } = readSpellings();
const spellings: readonly (readonly [spelling: string, spelled: string])[] = [
  ...rows,
  ["with invisible characters", secret.split("").join("\u200b")],
  ["in colors", secret.split("").join("\u001b[31m")],
];

/** What a platform, or a proxy before it, says of a request: the secret, in a spelling. */
let said = "";
/** Whether it lets the client sign in. */
let isOpen = true;
let server: Awaited<ReturnType<typeof listenLocally>>;
beforeAll(async () => {
  server = await listenLocally(
    createServer((request, response) => {
      const isToken = request.url?.includes("auth/token") === true;
      const isRefused = !isToken || !isOpen;
      response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" });
      const refusal = { code: said, message: `refused: ${said}, sorry`, requestId: said };
      response.end(
        JSON.stringify(isRefused ? refusal : { access_token: said, token_type: "bearer", expires_in: 3600 }),
      );
    }),
  );
});
afterAll(() => server.stop());

const dropUnseen = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replaceAll(/\u001b\[[\d;]*m|\p{Default_Ignorable_Code_Point}/gu, "");

/** Runs of letters of the secret that must be nowhere, in whichever spelling. */
function expectNone(text: string, spelled: string): void {
  const seen = dropUnseen(text);
  const pieces = [spelled, secret, JSON.stringify(spelled).slice(1, -1)]
    .map(dropUnseen)
    .flatMap((piece) => Array.from({ length: Math.max(1, piece.length - 11) }, (_, at) => piece.slice(at, at + 12)));
  expect(pieces.filter((piece) => seen.includes(piece))).toEqual([]);
}

test("at least 12 spellings are planted", () => expect(spellings.length).toBeGreaterThanOrEqual(12));

describe.each([
  ["refuses to sign in", false],
  ["refuses requests", true],
])("a platform that %s and repeats the secret", (_, opens) => {
  test.each(chooseCases(spellings, 3))("%s: no command, trace or file has it", async (_, spelled) => {
    [said, isOpen] = [spelled, opens];
    const cwd = createFolderWith(base, {});
    const env = {
      ANALYTICS_BASE_URL: server.url,
      ANALYTICS_CLIENT_ID: "id",
      ANALYTICS_CLIENT_SECRET: secret,
      ANALYTICS_TRACE: join(cwd, "trace.jsonl"),
    };
    // The trace is opened by a process; the others run in this one.
    const { ANALYTICS_TRACE: trace, ...others } = env;
    const runs = [
      await runPiped(["api", "GET", "whoami"], { cwd, env }),
      await runPiped(["pull", "--all", "--json"], { cwd, env: others }),
      await runPiped(["doctor", "--json"], { cwd, env: others }),
    ];
    for (const { code, stdout, stderr } of runs) {
      expect(code).not.toBe(0);
      expectNone(stdout + stderr, spelled);
    }
    expect(runs.map(({ stdout, stderr }) => (stdout + stderr).includes("[secret]"))).toEqual([true, true, true]);
    expect(existsSync(trace)).toBe(true);
    expectNone(readFileSync(trace, "utf8"), spelled);
    expect(existsSync(join(cwd, "index.ts"))).toBe(false);
  });
});

test("the engine's last line has no password of the state's database, in any command", async () => {
  const cwd = createFolderWith(base, { "Pulumi.yaml": "name: shop\nruntime: yaml\n" });
  const pulumi = await getCli();
  const env = {
    ...pulumi.env,
    PATH: [dirname(pulumi.command), process.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: "postgres://ann:s3cr3t-pass@127.0.0.1:1/states",
    HTTPS_PROXY: "http://bob:an0ther-pass@127.0.0.1:1",
    ANALYTICS_BASE_URL: server.url,
    ANALYTICS_CLIENT_ID: "id",
    ANALYTICS_CLIENT_SECRET: secret,
  };
  const asked = [["doctor"], ["doctor", "--json"], ["pull", "--stack", "dev"]];
  for (const json of [[], ["--json"]]) asked.push(["api", "GET", "whoami", "--stack", "dev", ...json]);
  for (const args of asked) {
    const { stdout, stderr } = await runPiped(args, { cwd, env });
    expect(stdout + stderr).not.toMatch(/s3cr3t|an0ther/);
    expect(stdout + stderr).toContain("postgres://[secret]@127.0.0.1:1/states");
  }
});
