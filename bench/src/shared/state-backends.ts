import { findObjectStorage, startObjectStorage } from "./object-storage";
import { findPostgresBinaries, startPostgres } from "./postgres-server";

/** Where a stack's state can be. */
export const backendNames = ["file", "PostgreSQL", "object storage"] as const;

export type BackendName = (typeof backendNames)[number];

/** A server that keeps states, and what Pulumi needs in its environment to use it. */
export interface StateBackend {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a backend; undefined when its server isn't installed. A project has the file backend by default. */
export async function startStateBackend(name: BackendName): Promise<StateBackend | undefined> {
  if (name === "file") return { environment: {}, stop: async () => undefined };
  if (name === "PostgreSQL") {
    const binaries = findPostgresBinaries();
    if (binaries === undefined) return undefined;
    const { url, stop } = await startPostgres(binaries);
    return { environment: { PULUMI_BACKEND_URL: url }, stop };
  }
  const program = findObjectStorage();
  return program === undefined ? undefined : startObjectStorage(program);
}
