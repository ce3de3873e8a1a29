import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { downloadSource, PULUMI_VERSION, type PulumiCli } from "pulumi-cli";
import { createScratchDirectory, formBasicPath, writeFakePulumi, writeScript } from "./scratch";

const scratch = createScratchDirectory();
let count = 0;

const archiveName = `pulumi-v${PULUMI_VERSION}-${process.platform}-${process.arch}.tar.gz`;
writeFakePulumi(join(scratch, "pulumi"), PULUMI_VERSION);
execFileSync("tar", ["-czf", join(scratch, archiveName), "-C", scratch, "pulumi"]);
const archive = readFileSync(join(scratch, archiveName));
const checksum = createHash("sha256").update(archive).digest("hex");

const checksums = `${"0".repeat(64)}  pulumi-v${PULUMI_VERSION}-plan9-x64.tar.gz\n${checksum}  ${archiveName}\n`;

/** Starts a download host and downloads from it into an empty cache. */
async function download(listener: RequestListener, patience = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await startDownload(`http://127.0.0.1:${port}/releases`, patience);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function startDownload(baseUrl: string, patience = {}) {
  const versions = join(scratch, `cache${count++}`);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const found = downloadSource({ versions, log, baseUrl, signaturesUrl: baseUrl, ...patience }).find();
  const outcome: { cli?: PulumiCli; error?: string } = await found.then(
    (cli) => ({ cli }),
    (error: Error) => ({ error: error.message }),
  );
  return { ...outcome, lines, versions, kept: readdirSync(versions) };
}

/** A host that publishes `text` as checksums and answers a request for the archive with `send`. */
function createHost(text: string, send: (response: ServerResponse) => void): RequestListener {
  return (request, response) => {
    if (request.url === `/releases/pulumi-${PULUMI_VERSION}-checksums.txt`) response.end(text);
    else if (request.url === `/releases/${archiveName}`) send(response);
    else response.writeHead(404).end();
  };
}

test("the archive is put into the cache when it matches its checksum", async () => {
  const { cli, lines, versions, kept } = await download(createHost(checksums, (response) => response.end(archive)));
  expect(cli).toMatchObject({
    command: join(versions, PULUMI_VERSION, "bin", "pulumi"),
    version: PULUMI_VERSION,
    source: "download",
  });
  expect(kept).toEqual([PULUMI_VERSION]);
  expect(lines).toEqual([
    expect.stringMatching(/^Pulumi: downloading 3\.\S+ from 127\.0\.0\.1:\d+$/),
    "Pulumi: the signature of the checksums wasn't checked: cosign isn't installed",
    expect.stringMatching(/^Pulumi: downloaded 3\.\S+ in \d+ s$/),
  ]);
});

describe("with cosign, the checksums' signature", () => {
  const path = process.env.PATH;
  const asked = join(scratch, "asked");
  afterEach(() => {
    process.env.PATH = path;
  });

  /** A `cosign` that takes a bundle for good when it says so. */
  function installCosign(): void {
    const cosign =
      `#!/bin/sh\n[ "$1" = version ] || { echo "$@" > ${asked}; grep -q good "$3" || { ` +
      "echo bad signature >&2; exit 1; }; }\n";
    writeScript(join(scratch, "cosign-bin", "cosign"), cosign);
    process.env.PATH = formBasicPath(join(scratch, "cosign-bin"));
  }

  const createSigned = (bundle: string): RequestListener => {
    const published = createHost(checksums, (response) => response.end(archive));
    return (request, response) => {
      if (request.url?.endsWith("-checksums.txt.sig")) response.end(bundle);
      else published(request, response);
    };
  };

  test("that holds is asked for with the identity of Pulumi's release workflow", async () => {
    installCosign();
    const { cli, lines } = await download(createSigned("good"));
    expect(cli).toBeDefined();
    expect(lines).toHaveLength(2);
    expect(readFileSync(asked, "utf8")).toMatch(
      /^verify-blob --bundle \S+\.sig --certificate-identity-regexp \^https:\/\/github\\.com\/pulumi\/pulumi\/\S+@ --certificate-oidc-issuer https:\/\/token\.actions\.githubusercontent\.com \S+-checksums\.txt\n$/,
    );
  });

  test("that doesn't hold ends the download, and nothing is kept", async () => {
    installCosign();
    const { error, kept } = await download(createSigned("forged"));
    expect(error).toMatch(/^the signature of the published checksums doesn't hold: .*bad signature/);
    expect(kept).toEqual([]);
  });

  test("that isn't published is told", async () => {
    installCosign();
    const { cli, lines } = await download(createHost(checksums, (response) => response.end(archive)));
    expect(cli).toBeDefined();
    expect(lines[1]).toMatch(/^Pulumi: the signature of the checksums wasn't checked: \S+\.sig answered 404$/);
  });
});

test("nothing is kept of an archive that doesn't match its checksum", async () => {
  const { error, kept } = await download(createHost(checksums, (response) => response.end("something else")));
  expect(error).toBe(`${archiveName} doesn't match its published checksum`);
  expect(kept).toEqual([]);
});

test("an archive without a published checksum isn't trusted", async () => {
  const { error, kept } = await download(createHost("", (response) => response.end(archive)));
  expect(error).toBe(`no checksum is published for ${archiveName}`);
  expect(kept).toEqual([]);
});

test("a refused request is told with its status", async () => {
  const { error } = await download((_, response) => response.writeHead(503).end());
  expect(error).toMatch(/checksums\.txt answered 503$/);
});

test("a host that never answers is given up", async () => {
  const { error } = await download(() => {}, { answerWithin: 100 });
  expect(error).toMatch(/^127\.0\.0\.1:\d+ sent nothing for 0\.1 s$/);
});

test("a download that stalls is given up", async () => {
  const stalling = createHost(checksums, (response) => {
    response.writeHead(200, { "content-length": archive.length });
    response.write(archive.subarray(0, 100));
  });
  const { error, kept } = await download(stalling, { pauseAtMost: 100 });
  expect(error).toMatch(/^127\.0\.0\.1:\d+ sent nothing for 0\.1 s$/);
  expect(kept).toEqual([]);
});

test("a download that goes on slowly isn't given up", async () => {
  const slow = createHost(checksums, (response) => {
    const size = Math.ceil(archive.length / 4);
    const send = (from: number) => {
      if (from >= archive.length) return response.end();
      response.write(archive.subarray(from, from + size));
      return setTimeout(send, 150, from + size);
    };
    send(0);
  });
  expect((await download(slow, { pauseAtMost: 400 })).cli?.source).toBe("download");
});

test("a host whose name isn't known is given up at once", async () => {
  const { error, kept } = await startDownload("http://nowhere.invalid/releases");
  expect(error).toMatch(/^the connection to nowhere\.invalid failed \((ENOTFOUND|EAI_AGAIN)\)$/);
  expect(kept).toEqual([]);
});

test("a host that refuses or breaks the connection is told so", async () => {
  const { error: broken } = await download(createHost(checksums, (response) => response.socket?.destroy()));
  expect(broken).toMatch(/^the connection to 127\.0\.0\.1:\d+ failed \(\S+\)$/);
  const closed = broken?.match(/127\.0\.0\.1:\d+/)?.[0];
  const { error: refused, kept } = await startDownload(`http://${closed}/releases`);
  expect(refused).toBe(`the connection to ${closed} failed (ECONNREFUSED)`);
  expect(kept).toEqual([]);
});
