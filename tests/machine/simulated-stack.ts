import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import type { AxiosResponse } from "axios";
import { door } from "../door";
import { readKind } from "./doors";
import { type Backend, type Declared, Engine, type Machine, type Result, type Run } from "./engine";
import { hideFrom, isHidden } from "./hiding";
import type { Passing } from "./host-process";
import { type Conditions, type Stack, troubles } from "./lab";
import { SimulatedPlatforms } from "./simulated-platform";
import { SimulatedTime } from "./simulated-time";
import { exportState, type State } from "./state";
import { things } from "./things";

const time = new SimulatedTime();
const emulators = { count: 0 };
let platforms: SimulatedPlatforms | undefined;

/** A stack that the small engine runs, in simulated time, on simulated machines. */
export class SimulatedStack implements Stack {
  readonly latestMs = 20_000;
  readonly #backend: Backend = { state: { resources: [], pending: [] }, lock: undefined };
  readonly #root = mkdtempSync(join(tmpdir(), "machine-"));

  private constructor(readonly emulator: Emulator) {
    this.#writeCli();
  }

  static async open(): Promise<SimulatedStack> {
    platforms ??= new SimulatedPlatforms(time);
    return new SimulatedStack(await platforms.start(++emulators.count));
  }

  get state(): State {
    return this.#backend.state;
  }

  get isLocked(): boolean {
    return this.#backend.lock !== undefined;
  }

  get now(): number {
    return time.now;
  }

  run(run: Run, program: readonly Declared[], under: Conditions): Promise<Result> {
    const { url, clientId, clientSecret } = this.emulator;
    const settings = {
      "analytics:baseUrl": url,
      "analytics:clientId": clientId,
      "analytics:clientSecret": clientSecret,
      "analytics:recoverFrom": under.recoverFrom,
    };
    const engine = new Engine(door, time, this.#backend, this.#formMachine(under), settings, program, run);
    // A second run is part of what the first one waits for.
    return this.#isRunning ? engine.execute() : this.#runFirst(engine);
  }

  #isRunning = false;

  async #runFirst(engine: Engine): Promise<Result> {
    this.#isRunning = true;
    try {
      return await time.runUntil(engine.execute());
    } finally {
      this.#isRunning = false;
    }
  }

  async cancel(): Promise<void> {
    this.#backend.lock = undefined;
  }

  async taint(urn: string): Promise<void> {
    for (const entry of this.state.resources) if (entry.urn === urn && !entry.delete) entry.taint = true;
  }

  async forget(urn: string): Promise<void> {
    this.state.resources = this.state.resources.filter((entry) => entry.urn !== urn || entry.delete);
  }

  pass(ms: number): Promise<void> {
    return time.pass(ms);
  }

  async close(): Promise<void> {
    await this.emulator.stop();
    rmSync(this.#root, { recursive: true });
  }

  #formMachine({ home, aheadMs, hasCli, hidden, environment, trouble, meanwhile }: Conditions): Machine {
    const root = this.#root;
    let writes = 0;
    let first: Promise<void> | undefined;
    return {
      directory: join(root, "project"),
      aheadMs,
      environment: {
        PATH: [...(hasCli ? [join(root, "bin")] : []), "/usr/bin", "/bin"].join(":"),
        HOME: join(root, home),
        PULUMI_HOME: join(root, home, ".pulumi"),
        ...environment,
      },
      pass: async ({ method, path }, when) => {
        first ??= meanwhile?.();
        await first;
        if (when === "answered" || method === "GET" || path === "/v2/auth/token") return;
        if (isHidden(hidden, path)) this.emulator.addFault({ fault: "status", status: 404, method, path, times: 1 });
        if (trouble === undefined || writes++ !== trouble.write || isHidden(hidden, path)) return;
        this.emulator.addFault({ ...troubles[trouble.what], method, path, times: 1 });
      },
      prepare: () => this.#writeExport(),
      see: (request, answer) => see(request, answer, hidden),
    };
  }

  /** What `pulumi stack export` prints, to whoever calls the command. */
  #writeExport(): void {
    const getSecretNames = ({ type }: { type: string }) =>
      door === "plugin" ? [] : (things.find(({ kind }) => kind === readKind(type))?.secret ?? []);
    for (const [file, showsSecrets] of [
      ["state.json", false],
      ["state-in-clear.json", true],
    ] as const)
      writeFileSync(join(this.#root, file), exportState(this.state, getSecretNames, showsSecrets));
  }

  /** A command line of Pulumi that knows the export of this stack. */
  #writeCli(): void {
    const folder = join(this.#root, "bin");
    mkdirSync(folder);
    mkdirSync(join(this.#root, "project"));
    writeFileSync(join(this.#root, "project/Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const file = join(folder, "pulumi");
    writeFileSync(
      file,
      `#!/bin/sh
case " $* " in
*" stack export "*" --show-secrets "*) exec cat "${this.#root}/state-in-clear.json" ;;
*" stack export "*) exec cat "${this.#root}/state.json" ;;
*" version "*) echo v3.250.0 ;;
*) echo "error: unknown command: $*" >&2; exit 255 ;;
esac
`,
    );
    chmodSync(file, 0o755);
  }
}

/** What a member sees who sees less, and what the platform says of a computation that took too long. */
function see({ path }: Passing, answer: AxiosResponse, hidden: ReadonlySet<string>): AxiosResponse {
  const say = (status: number, text: string) => ({ ...answer, status, data: Buffer.from(text) });
  if (answer.status === 402) return say(402, JSON.stringify(timedOut));
  if (answer.status !== 200) return answer;
  const instead = hideFrom(hidden, path, String(answer.data ?? ""));
  return instead === undefined ? answer : say(instead.status, instead.text);
}

const timedOut = { code: "timedout", message: "The computation timed out", requestId: "r" };
