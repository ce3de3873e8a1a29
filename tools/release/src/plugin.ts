import { chmod, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { create } from "tar";
import { repository, useTemporaryFolder } from "./files";

/** The platforms of Pulumi's CLI, in its own words. */
export const platforms = [
  "darwin-amd64",
  "darwin-arm64",
  "linux-amd64",
  "linux-arm64",
  "windows-amd64",
  "windows-arm64",
] as const;

export type Platform = (typeof platforms)[number];

const executable = "pulumi-resource-analytics";

/**
 * The files of an archive. `PulumiPlugin.yaml` isn't among them: with it, `pulumi plugin install` runs npm in the
 * plugin's folder, which a machine with Node.js alone may not have.
 */
const files = ["LICENSES.txt", "package.json", "plugin.js", executable, "schema.json", "watchdog.js"];

/** What Windows starts instead of the script: it takes no first line of a file for the program to run it with. */
const windowsLauncher = [
  "@echo off",
  "where node >nul 2>nul",
  "if errorlevel 1 (",
  "  echo pulumi-analytics needs Node 20 or newer on PATH. 1>&2",
  "  exit /b 1",
  ")",
  `node "%~dp0${executable}" %*`,
  "",
].join("\r\n");

/** The name that `pulumi plugin install` asks a server for. */
export function nameArchive(version: string, platform: Platform): string {
  return `${executable}-v${version}-${platform}.tar.gz`;
}

/** Writes the plugin's archives into a folder. The same files give the same bytes. Returns their names. */
export async function writePluginArchives(folder: string, version: string): Promise<string[]> {
  return useTemporaryFolder(async (staging) => {
    for (const file of files) await cp(join(repository, "provider/plugin", file), join(staging, file));
    await cp(join(repository, "LICENSE"), join(staging, "LICENSE"));
    // A checkout on Windows loses the bit.
    await chmod(join(staging, executable), 0o755);
    await writeFile(join(staging, `${executable}.cmd`), windowsLauncher);
    const shared = ["LICENSE", ...files];
    const written = platforms.map(async (platform) => {
      const name = nameArchive(version, platform);
      const names = platform.startsWith("windows") ? [...shared, `${executable}.cmd`] : shared;
      await create({ cwd: staging, file: join(folder, name), gzip: true, portable: true, mtime: new Date(0) }, names);
      return name;
    });
    return Promise.all(written);
  });
}

/** A server of a folder's files on this machine. */
export interface FileServer {
  readonly url: string;
  /** The paths that were asked for, each with the status of the answer. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** Serves the files of a folder, and nothing else, at the names that they have. */
export async function serveFolder(folder: string): Promise<FileServer> {
  await mkdir(folder, { recursive: true });
  const requests: string[] = [];
  const server = createServer(async ({ url = "" }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const isThere = (await readdir(folder)).includes(name);
    requests.push(`${isThere ? 200 : 404} ${url}`);
    const body = isThere ? await readFile(join(folder, name)) : Buffer.alloc(0);
    // Without the length, the CLI refuses what it got.
    response.writeHead(isThere ? 200 : 404, { "content-length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
