import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type {
  EmulatorOptions,
  GeneratedOrganization,
  LoggedRequest,
  OrganizationInput,
  Seeded,
  Snapshot,
} from "analytics-emulator";

type Settings = Omit<EmulatorOptions, "port" | "host" | "data" | "seed">;

/**
 * The emulator in a process of its own, as a platform is: what it does takes no time of the bench's own loop.
 */
export class EmulatorProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly clientId: string,
    readonly clientSecret: string,
    /** Ids of what exists from the start. */
    readonly seeded: Seeded,
  ) {}

  static async start(settings: Settings = {}): Promise<EmulatorProcess> {
    const root = dirname(require.resolve("analytics-emulator/package.json"));
    const given = JSON.stringify({ logBodies: false, ...settings });
    const options = ["--port", "0", "--json", "--settings", given];
    const child = spawn(process.execPath, [join(root, "bin/analytics-emulator.js"), ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Not left behind, whatever ends the bench.
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));

    const ready = once(createInterface({ input: child.stdout }), "line");
    const gone = once(child, "exit").then(([code]) => {
      throw new Error(`The emulator ended with ${code}.`);
    });
    const [line] = (await Promise.race([ready, gone])) as [string];
    // From here on it ends when it is told to.
    gone.catch(() => undefined);
    const { url, clientId, clientSecret } = JSON.parse(line);
    const { seeded } = (await (await fetch(`${url}/_emulator/`)).json()) as { seeded: Seeded };
    return new EmulatorProcess(child, url, clientId, clientSecret, seeded);
  }

  /** What signs `pulumi-analytics` in. */
  get environment(): Record<string, string> {
    return {
      ANALYTICS_BASE_URL: this.url,
      ANALYTICS_CLIENT_ID: this.clientId,
      ANALYTICS_CLIENT_SECRET: this.clientSecret,
    };
  }

  /** What has been asked of the platform since the last {@link clearRequests}, without sign-ins. */
  async listRequests(): Promise<LoggedRequest[]> {
    const all = (await this.callControl("GET", "requests")) as LoggedRequest[];
    return all.filter(({ path }) => path !== "/v2/auth/token");
  }

  async clearRequests(): Promise<void> {
    await this.callControl("DELETE", "requests");
  }

  /** Some kinds of what exists. */
  async readState<K extends keyof Snapshot>(...kinds: K[]): Promise<Pick<Snapshot, K>> {
    return (await this.callControl("GET", `state?only=${kinds.join(",")}`)) as Pick<Snapshot, K>;
  }

  /** Fills the platform with the documents of an organization. */
  async generate(size: OrganizationInput): Promise<GeneratedOrganization> {
    return (await this.callControl("POST", "organization", size)) as GeneratedOrganization;
  }

  async configure(settings: Settings): Promise<void> {
    await this.callControl("PATCH", "settings", settings);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  private async callControl(method: string, path: string, body?: object): Promise<unknown> {
    const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`${this.url}/_emulator/${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`The emulator refuses ${method} ${path}: ${await answer.text()}`);
    return answer.json();
  }
}
