import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A PostgreSQL server of its own, on a free port of this machine. */
export interface PostgresServer {
  /** `postgres://…`, for `PULUMI_BACKEND_URL`. */
  readonly url: string;
  /** Asks the server, and answers its rows as text. */
  query(sql: string): string;
  stop(): Promise<void>;
}

/** Where the server's programs are; undefined when there are none. Debian keeps them out of PATH. */
export function findPostgresBinaries(): string | undefined {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged).map((version) => join(packaged, version, "bin")) : [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...versions.sort().reverse()];
  return folders.find((folder) => ["initdb", "postgres", "psql"].every((name) => existsSync(join(folder, name))));
}

/** Starts an empty server. */
export async function startPostgres(binaries: string): Promise<PostgresServer> {
  const root = mkdtempSync(join(tmpdir(), "pulumi-analytics-postgres-"));
  const data = join(root, "data");
  const owner = findServerOwner(root);
  const getProgram = (name: string) => join(binaries, name);
  execFileSync(getProgram("initdb"), ["--pgdata", data, "--username", "pulumi", "--auth", "trust", "--no-sync"], {
    ...owner,
    stdio: "ignore",
  });
  const port = await findFreePort();
  const server = spawn(
    getProgram("postgres"),
    ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", root, "-c", "fsync=off"],
    { ...owner, stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable`;
  const query = (sql: string) =>
    execFileSync(getProgram("psql"), [url, "--no-psqlrc", "--tuples-only", "--no-align", "--command", sql], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await waitForAnswer(() => query("select 1"));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, query, stop };
}

/** PostgreSQL refuses to run as root: then as the user its package makes. */
function findServerOwner(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const readUserId = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = { uid: readUserId("-u"), gid: readUserId("-g") };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Waits until a server that was started answers a question. */
export async function waitForAnswer(ask: () => unknown): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await ask();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}
