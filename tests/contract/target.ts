import { randomUUID } from "node:crypto";
import { type EmulatorOptions, startEmulator } from "analytics-emulator";
import { type AnalyticsClient, createClient } from "../../provider/src/core/api";
import { type Client, signIn } from "../unit/emulator/support";

/** A platform to hold against the contract. */
export interface Target {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether it may be written to. */
  readonly mayWrite: boolean;
  /** The provider's client. */
  readonly client: AnalyticsClient;
  /** Requests as they are, for what the client wouldn't do. */
  readonly raw: Client;
  /** A name nobody has, recognizable in the product if a run is cut short before it has cleaned up. */
  name(): string;
  /** Remembers how to take back what was made. */
  undo(step: () => Promise<unknown>): void;
  /** Takes all of it back, the latest first. */
  close(): Promise<void>;
}

/** The platform the environment names, read-only unless it says otherwise; an emulator when it names none. */
export function chooseTarget(): Promise<Target> {
  const { CONTRACT_BASE_URL: baseUrl, CONTRACT_WRITE: mayWrite } = process.env;
  if (!baseUrl) return startTarget();
  const { ANALYTICS_CLIENT_ID: clientId = "", ANALYTICS_CLIENT_SECRET: clientSecret = "" } = process.env;
  return open({ baseUrl: baseUrl.replace(/\/+$/, ""), clientId, clientSecret }, Boolean(mayWrite));
}

/** An emulator of its own. */
export async function startTarget(options: EmulatorOptions = {}): Promise<Target> {
  const emulator = await startEmulator({ tokenRequestsPerSecond: null, ...options });
  const { url: baseUrl, clientId, clientSecret } = emulator;
  const target = await open({ baseUrl, clientId, clientSecret }, true);
  return {
    ...target,
    close: async () => {
      await target.close();
      await emulator.stop();
    },
  };
}

type Access = Pick<Target, "baseUrl" | "clientId" | "clientSecret">;

async function open(access: Access, mayWrite: boolean): Promise<Target> {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    ...access,
    mayWrite,
    client: createClient(access),
    raw: await signIn({ ...access, url: access.baseUrl }),
    name: () => `contract test ${randomUUID()}`,
    undo: (step) => steps.push(step),
    close: async () => {
      const failures: unknown[] = [];
      for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, "Some of what was made could not be taken back");
    },
  };
}
