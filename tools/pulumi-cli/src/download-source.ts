import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { isNativeError } from "node:util/types";
import { installVersion } from "./cache";
import { getCode, joinLines } from "./errors";
import { checkSignature } from "./signature";
import { formatSeconds, type Log, type Source } from "./source";
import { PULUMI_VERSION } from "./version";

/** Where and how patiently to download. */
export interface DownloadOptions {
  /** The directory of the cache to put it in. */
  versions: string;
  log: Log;
  /** The folder of the release archives and checksums. Default: Pulumi's own. */
  baseUrl?: string;
  /** The folder of the signatures of a release. Default: that of Pulumi's release on GitHub. */
  signaturesUrl?: string;
  /** How long a host may take to answer, in milliseconds. Default: 5,000. */
  answerWithin?: number;
  /** How long an answer may pause, in milliseconds. Default: 15,000. */
  pauseAtMost?: number;
}

const run = promisify(execFile);

/**
 * The official release archive of this platform, checked against the published SHA-256 checksums, and these against
 * their signature where `cosign` is installed.
 */
export function downloadSource(options: DownloadOptions): Source {
  const { versions, log } = options;
  const baseUrl = options.baseUrl ?? "https://get.pulumi.com/releases/sdk";
  const signaturesUrl =
    options.signaturesUrl ?? `https://github.com/pulumi/pulumi/releases/download/v${PULUMI_VERSION}`;
  return {
    name: "download",
    async find() {
      const archive = archiveName();
      const start = performance.now();
      log(`Pulumi: downloading ${PULUMI_VERSION} from ${new URL(baseUrl).host}`);
      const cli = await installVersion(versions, PULUMI_VERSION, "download", async (staging) => {
        const checksums = await download(`${baseUrl}/pulumi-${PULUMI_VERSION}-checksums.txt`, staging, options);
        const signature = `${signaturesUrl}/${basename(checksums.path)}.sig`;
        const unchecked = await checkSignature(
          checksums.path,
          async () => (await download(signature, staging, options)).path,
        );
        if (unchecked !== undefined) log(`Pulumi: the signature of the checksums wasn't checked: ${unchecked}`);
        const file = await download(`${baseUrl}/${archive}`, staging, options);
        await verify(file.path, file.sha256, await readFile(checksums.path, "utf8"));
        await unpack(file.path, staging);
      });
      log(`Pulumi: downloaded ${PULUMI_VERSION} in ${formatSeconds(start)}`);
      return cli;
    },
  };
}

function archiveName(): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };
  const system = systems[process.platform];
  if (system === undefined || !["x64", "arm64"].includes(process.arch)) {
    throw new Error(`there is no release for ${process.platform} on ${process.arch}`);
  }
  const extension = system === "windows" ? "zip" : "tar.gz";
  return `pulumi-v${PULUMI_VERSION}-${system}-${process.arch}.${extension}`;
}

interface Downloaded {
  path: string;
  sha256: string;
}

async function download(url: string, directory: string, options: DownloadOptions): Promise<Downloaded> {
  const patience = new Patience(new URL(url).host);
  const path = join(directory, basename(url));
  const hash = createHash("sha256");
  try {
    patience.start(options.answerWithin ?? 5_000);
    const response = await fetch(url, { signal: patience.signal });
    if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
    await pipeline(
      Readable.fromWeb(response.body),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          patience.start(options.pauseAtMost ?? 15_000);
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path),
      { signal: patience.signal },
    );
    return { path, sha256: hash.digest("hex") };
  } catch (error) {
    throw patience.signal.aborted ? patience.signal.reason : explain(error, new URL(url).host);
  } finally {
    patience.stop();
  }
}

/** Aborts when what it was started for takes too long. Starting again begins a new term. */
class Patience {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly host: string) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(milliseconds: number): void {
    this.stop();
    const reason = new Error(`${this.host} sent nothing for ${milliseconds / 1000} s`);
    this.#timer = setTimeout(() => this.#controller.abort(reason), milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** `fetch` only says that it failed; why is in the cause. */
function explain(error: unknown, host: string): unknown {
  if (!isNativeError(error) || error.cause === undefined) return error;
  return new Error(`the connection to ${host} failed (${getCode(error.cause) ?? joinLines(error.cause)})`);
}

async function verify(path: string, sha256: string, checksums: string): Promise<void> {
  const name = basename(path);
  const expected = checksums
    .split("\n")
    .map((line) => line.trim().split(/\s+\*?/))
    .find(([, file]) => file === name)?.[0];
  if (expected === undefined) throw new Error(`no checksum is published for ${name}`);
  if (expected.toLowerCase() !== sha256) throw new Error(`${name} doesn't match its published checksum`);
}

/** The archive holds `pulumi/<programs>`, the one for Windows `pulumi/bin/<programs>`. */
async function unpack(archive: string, staging: string): Promise<void> {
  await run("tar", ["-xf", archive, "-C", staging]);
  const programs = process.platform === "win32" ? join("pulumi", "bin") : "pulumi";
  await rename(join(staging, programs), join(staging, "bin"));
}
