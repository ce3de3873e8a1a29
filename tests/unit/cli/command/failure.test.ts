import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { run } from "../../../../cli/src/cli";
import { runChild } from "../../../../cli/src/command/child";
import { exitCodes, UsageError } from "../../../../cli/src/command/exit";
import { describeFailure } from "../../../../cli/src/command/failure";
import { DocumentSet } from "../../../../cli/src/documents/set";
import { startEmulator } from "../../../../cli/src/init/emulator";
import { ApiError } from "../../../../provider/src/core/api";
import { largestText } from "../../../../provider/src/core/engine";
import { findFreePort } from "../../../engine/support";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "failure-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const describeIt = (error: unknown) => describeFailure(error, { cwd: folder, isAborted: false });
const buildError = (message: string, fields: object, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), fields);

/** What an operation throws. */
async function catchThrown(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("what the machine refuses is no bug: one sentence and the fix", () => {
  const again = "Then run the command again.";
  const file = { path: "/data/out.json" };
  const check = "Check the network and the proxy settings with `pulumi-analytics doctor`.";

  test.each([
    ["ENOSPC", file, `/data/out.json: no space is left on the disk (ENOSPC). Free some space. ${again}`],
    ["EDQUOT", file, `/data/out.json: the disk quota is used up (EDQUOT). Free some space. ${again}`],
    ["EROFS", file, `/data/out.json: the file system is read-only (EROFS). Use another folder. ${again}`],
    ["ENAMETOOLONG", file, `/data/out.json: the path is too long (ENAMETOOLONG). Use a shorter one. ${again}`],
    [
      "EXDEV",
      { path: "a", dest: "b" },
      `a -> b: the folder lies on two disks (EXDEV). Use a folder of one disk. ${again}`,
    ],
    [
      "EACCES",
      file,
      `/data/out.json: permission denied (EACCES). Correct the permissions of the file and its folder. ${again}`,
    ],
    [
      "EMFILE",
      file,
      "/data/out.json: too many files are open (EMFILE). Raise the limit of the shell, such as `ulimit -n 4096`. " +
        again,
    ],
    ["ENOMEM", {}, `it failed: not enough memory (ENOMEM). End other programs. ${again}`],
    [
      "EACCES",
      { syscall: "spawn /bin/tool" },
      "/bin/tool can't be started: it is not executable (EACCES). Correct the permissions of /bin/tool.",
    ],
    [
      "EAGAIN",
      { syscall: "spawn npm" },
      `npm can't be started: too many processes are running (EAGAIN). End other programs. ${again}`,
    ],
    ["ERR_STRING_TOO_LONG", {}, /^not enough memory: it failed\. Work on fewer files at once, or .*NODE_OPTIONS=/],
  ])("%s %j", (code, fields, message) => {
    const failure = describeIt(buildError("it failed", { code, ...fields }));
    expect(failure.code).toBe(exitCodes.usage);
    expect(failure.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  test.each([
    ["ENOTFOUND", { hostname: "api.example.com" }, "no connection to api.example.com: unknown host (ENOTFOUND)."],
    ["ECONNREFUSED", { address: "::1", port: 80 }, "no connection to ::1:80: connection refused (ECONNREFUSED)."],
    ["ENETUNREACH", {}, "no connection: no network (ENETUNREACH)."],
    ["UND_ERR_CONNECT_TIMEOUT", {}, "no connection: no answer in time (UND_ERR_CONNECT_TIMEOUT)."],
  ])("%s, inside the error of a request", (code, fields, message) => {
    const error = new TypeError("fetch failed", { cause: buildError("it failed", { code, ...fields }) });
    expect(describeIt(error)).toEqual({ code: exitCodes.platform, message: `${message} ${check}` });
    expect(describeIt(new AggregateError([error]))).toEqual(describeIt(error));
  });

  test("a certificate that isn't trusted", () => {
    const code = "SELF_SIGNED_CERT_IN_CHAIN";
    expect(describeIt(buildError("self-signed certificate", { code })).message).toBe(
      `no secure connection: self-signed certificate (${code}). If your network has certificates of its own, set ` +
        "NODE_EXTRA_CA_CERTS to their file.",
    );
  });

  test("errors as this machine has them", async () => {
    mkdirSync(join(folder, "models"));
    writeFileSync(join(folder, "plain"), "");
    const long = "x".repeat(300);
    const port = await findFreePort();
    const real = [
      [() => readFileSync(join(folder, "models")), /it is a folder, not a file \(EISDIR\)/],
      [
        () => closeSync(openSync(join(folder, "plain", "in"), "r")),
        /plain\/in: a part of the path is a file, not a folder \(ENOTDIR\)/,
      ],
      [() => writeFileSync(join(folder, long), ""), /the path is too long \(ENAMETOOLONG\)/],
      [() => readFileSync(join(folder, "none")), /none: no such file or folder \(ENOENT\)\. Check the path\./],
      [() => runChild("no-such-program", [], folder, {}), /^no-such-program is not on PATH\. Install it/],
      [
        () => fetch(`http://127.0.0.1:${port}/`),
        /^no connection to 127\.0\.0\.1:\d+: connection refused \(ECONNREFUSED\)/,
      ],
      [
        () => createRequire(join(folder, "x.js"))("no-such-package"),
        /^an installed package is damaged: Cannot find module 'no-such-package'.*\. Delete node_modules and run `npm install`\.$/,
      ],
    ] as const;
    for (const [work, message] of real) expect(describeIt(await catchThrown(work)).message).toMatch(message);
  });

  test("anything else is a bug, with its stack", () => {
    expect(describeIt(new TypeError("x is undefined")).message).toMatch(
      /^this is a bug in pulumi-analytics\. Report it with the following details:\nTypeError: x is undefined\n +at /,
    );
    expect(describeIt("text").message).toContain("this is a bug");
    expect(describeIt(new UsageError("Name a file."))).toEqual({ code: exitCodes.usage, message: "Name a file." });
  });
});

describe("a damaged package", () => {
  function install(name: string, files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      const place = join(folder, "node_modules", name, path);
      mkdirSync(join(place, ".."), { recursive: true });
      writeFileSync(place, text);
    }
  }

  const matchMessage = (text: RegExp) =>
    new RegExp(`^an installed package is damaged: ${text.source}.*Delete node_modules and run \`npm install\``, "s");

  test.each([
    ["its manifest is cut", { "package.json": '{"bin":' }, /.*package\.json: /],
    ["its manifest names no program", { "package.json": "{}" }, /.*is missing/],
    [
      "its program is gone",
      { "package.json": '{"bin":{"analytics-emulator":"dist/cli.js"}}' },
      /.*dist\/cli\.js is missing/,
    ],
  ])("analytics-emulator: %s", async (_what, files, text) => {
    install("analytics-emulator", files);
    const { message: told } = describeIt(await catchThrown(() => startEmulator(folder, 1)));
    expect(told).toMatch(matchMessage(text));
  });
});

test("what a foreign release of Pulumi prints as a state is no bug", async () => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: x\nruntime: yaml\n");
  writeFileSync(join(bin, "pulumi"), "#!/bin/sh\necho 'warning: update'\n", { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const error = await catchThrown(() => openDocuments(env).listResources(folder));
  expect(describeIt(error).message).toMatch(
    /^`pulumi stack export` printed no state that this release can read \(.*\)\. Update Pulumi\.$/,
  );
});

test.each<[string, () => unknown, RegExp]>([
  [
    "a text that unpacks to any size",
    () => ({ inputs: {}, outputs: { ids: packBomb() } }),
    /^the state of urn:pulumi:dev::p::analytics:index:DataModel::orders: ids: unpacked, it has more than 128 MB, .* `pulumi stack import`\.$/,
  ],
  [
    "a document that unpacks to any size",
    () => ({ inputs: { spec: packBomb() }, outputs: {} }),
    /^the state of urn:pulumi:dev::p::analytics:index:DataModel::orders: spec: unpacked, it has more than 128 MB, /,
  ],
  [
    "lists nested to any depth",
    () => ({ inputs: { spec: JSON.parse("[".repeat(3_000) + "]".repeat(3_000)) }, outputs: {} }),
    /^`pulumi stack export` printed a state that is nested deeper than 400 levels, .* `pulumi stack import`\.$/,
  ],
])("a state with %s is no bug", async (_, build, expected) => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const urn = "urn:pulumi:dev::p::analytics:index:DataModel::orders";
  const resource = { type: "analytics:index:DataModel", urn, id: "m", ...(build() as object) };
  writeFileSync(join(folder, "state.json"), JSON.stringify({ deployment: { resources: [resource] } }));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: p\nruntime: nodejs\n");
  writeFileSync(join(bin, "pulumi"), `#!/bin/sh\ncat '${join(folder, "state.json")}'\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const error = await catchThrown(async () => {
    for (const { form, ids } of await openDocuments(env).listResources(folder)) expect({ form, ids }).toEqual({});
  });
  expect(describeIt(error).message).toMatch(expected);
});

const openDocuments = (env: Readonly<Record<string, string | undefined>>) =>
  new DocumentSet({ cwd: folder, env, client: () => Promise.reject(new Error("no platform")) }, { stack: "dev" });

const packBomb = () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return { __packed: `1:${brotliCompressSync(Buffer.alloc(largestText + 1), { params }).toString("base64")}` };
};

test("a stack that was never updated has no data models", async () => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: p\nruntime: nodejs\n");
  writeFileSync(join(bin, "pulumi"), `#!/bin/sh\necho '{ "version": 3, "deployment": null }'\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  expect(await openDocuments(env).listResources(folder)).toEqual([]);
});

test("the command tells what it can't write, and why", async () => {
  const { Readable, PassThrough } = await import("node:stream");
  writeFileSync(join(folder, "taken"), "");
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = { stdin: Readable.from([]), stdout, stderr } as never as {
    stdin: never;
    stdout: never;
    stderr: never;
  };
  const { signal } = new AbortController();
  const code = await run(["schema", "--out", "taken/schema.json"], { ...streams, env: {}, cwd: folder, signal });
  const said = String(stderr.read());
  expect(code).toBe(2);
  expect(said).not.toContain("this is a bug");
});

describe("a 403 names the permission", () => {
  test.each([
    ["GET", "/v2/members", "an account type that sees members"],
    ["POST", "/v2/connections/4a3f/sync", "an Admin account"],
  ])("of %s %s", (method, path, permission) => {
    const error = new ApiError({ method, path, status: 403, detail: "no", outcome: "notApplied" });
    expect(describeIt(error).message).toMatch(new RegExp(`lacks a permission: this call needs ${permission}\\.$`));
  });
});
