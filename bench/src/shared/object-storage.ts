import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findFreePort, waitForAnswer } from "./postgres-server";

/** An S3 server of its own with one bucket, on a free port of this machine. */
export interface ObjectStorage {
  /** `PULUMI_BACKEND_URL` and the server's credentials. */
  readonly environment: Readonly<Record<string, string>>;
  /** The keys of the bucket's objects. */
  listKeys(): string[];
  stop(): Promise<void>;
}

/**
 * Finds Versity's S3 gateway on the PATH or among Go's programs. Install it with
 * `go install github.com/versity/versitygw/cmd/versitygw@latest`.
 */
export function findObjectStorage(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), join(homedir(), "go/bin")];
  return folders.map((folder) => join(folder, "versitygw")).find((file) => existsSync(file));
}

/** Starts an empty server, which stores objects as files. */
export async function startObjectStorage(program: string): Promise<ObjectStorage> {
  const root = mkdtempSync(join(tmpdir(), "pulumi-analytics-s3-"));
  const bucket = join(root, "data/state");
  mkdirSync(bucket, { recursive: true });
  mkdirSync(join(root, "attributes"));
  const address = `127.0.0.1:${await findFreePort()}`;
  const keys = ["--access", "key", "--secret", "secret", "--port", address, "--quiet"];
  // Attributes in files: not every file system has extended ones.
  const storage = ["posix", "--sidecar", join(root, "attributes"), join(root, "data")];
  const server = spawn(program, [...keys, ...storage], { stdio: "ignore" });
  const end = () => server.kill("SIGKILL");
  process.once("exit", end);
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    process.off("exit", end);
    end();
    await ended;
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await waitForAnswer(() => fetch(`http://${address}`));
  } catch (error) {
    await stop();
    throw error;
  }
  const query = `endpoint=${address}&disableSSL=true&s3ForcePathStyle=true&region=us-east-1`;
  return {
    environment: {
      PULUMI_BACKEND_URL: `s3://state?${query}`,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_REGION: "us-east-1",
    },
    listKeys: () => readdirSync(bucket, { recursive: true, encoding: "utf8" }),
    stop,
  };
}
