import { createServer, request as send } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator } from "analytics-emulator";
import { door, hostProcess } from "../door";
import { type Bench, projectYaml, startBench } from "../engine/support";
import { isAlive, kill as killProcess, listDescendants, type Process } from "../faults/processes";
import { listenLocally } from "../listening";
import { formType } from "./doors";
import type { Declared, Result, Run } from "./engine";
import { hideFrom } from "./hiding";
import { type Conditions, type Stack, troubles } from "./lab";
import type { Entry, Operation, State } from "./state";

/** How long the platform takes for an answer, so that a kill finds requests on their way. */
const latencyMs = 40;
/** Steps of a run of the small engine for each write, about. */
const stepsPerWrite = 6;

/** Moves the clock of a process. */
const shiftedClock = `
const aheadMs = Number(process.env.SHIFT_MS || 0);
if (aheadMs !== 0) {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + aheadMs) : super(...given); }
    static now() { return Real.now() + aheadMs; }
  };
}
`;

/** A stack that the real engine runs, through a proxy that hides what the member doesn't see. */
export class RealStack implements Stack {
  /** Less than the setting says. */
  readonly latestMs = 4_000;
  state: State = { resources: [], pending: [] };
  isLocked = false;
  #hidden: ReadonlySet<string> = new Set();
  /** What a request waits for. */
  #interrupt: () => Promise<void> | undefined = () => undefined;
  #front: { readonly url: string; stop(): Promise<void> } | undefined;

  private constructor(private readonly bench: Bench) {}

  static async open(seed: number): Promise<RealStack> {
    const texts = { "Pulumi.yaml": projectYaml, "index.js": "", "clock.js": shiftedClock };
    const bench = await startBench({ texts, emulator: { seed, latencyMs, tokenRequestsPerSecond: null } });
    const stack = new RealStack(bench);
    stack.#front = await stack.#startFront();
    await bench.stack.configure({ "analytics:baseUrl": stack.#front.url, "analytics:listingLag": "5" });
    return stack;
  }

  get emulator(): Emulator {
    return this.bench.emulator;
  }

  get now(): number {
    return Date.now();
  }

  async run(run: Run, program: readonly Declared[], under: Conditions): Promise<Result> {
    const { emulator, stack } = this.bench;
    const { trouble, kill, hidden } = { ...under, kill: run.kill };
    this.#hidden = hidden;
    await stack.write("index.js", writeProgram(program));
    emulator.clearRequests();
    // Each path's first create meets it.
    const paths = ["/v2/*", "/v2/dataModels/spec", "/v2/workbooks/*/schedules"];
    if (trouble !== undefined)
      for (const path of paths) emulator.addFault({ ...troubles[trouble.what], method: "POST", path, times: 1 });
    let meanwhile: Promise<void> | undefined;
    this.#interrupt = () => {
      meanwhile ??= under.meanwhile?.();
      return meanwhile;
    };
    const running = stack.run(this.#formArguments(run), this.#formEnvironment(under));
    const isKilled = kill !== undefined && (await this.#strike(kill, running));
    const { code, stdout, stderr } = await running;
    await meanwhile;
    emulator.removeFault();
    if (isKilled && kill.victim !== "host") this.isLocked = true;
    await this.#readState();
    const output = this.#formMessages(`${stdout}\n${stderr}`);
    const errors = output.slice(Math.max(0, output.search(/^error: /m)));
    const steps = [...stdout.matchAll(/^\s+[+~-]+\s+(\S+) (\S+) (creating|updating|deleting|replacing)\b/gm)]
      .filter(([, type]) => type !== "pulumi:pulumi:Stack")
      .map(([, , name, step]) => `${step} ${name}`);
    if (isKilled) steps.push(`kill ${kill.victim}`);
    const isDead = isKilled && kill.victim !== "host";
    return { end: isDead ? "killed" : code === 0 ? "succeeded" : "failed", output, errors, steps };
  }

  /** Kills what a run has started, after so many writes. @returns whether it was still running. */
  async #strike({ victim, step }: NonNullable<Run["kill"]>, running: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    const writes = 1 + Math.floor(step / stepsPerWrite);
    while (!isOver && this.bench.writes().length < writes) await sleep(2);
    await sleep(((step % stepsPerWrite) * latencyMs) / 2);
    if (isOver) return false;
    const started = listDescendants();
    const hosts = started.filter(({ command }) => command.includes(hostProcess));
    const engines = started.filter(({ command }) => / (up|refresh|destroy) --yes/.test(command));
    for (const one of { engine: engines, host: hosts, both: [...engines, ...hosts] }[victim]) killProcess(one);
    await running;
    await waitUntilEnded(hosts);
    return true;
  }

  #formArguments({ verb, imported, refresh, targets = [], replace, clearsPendingCreates }: Run): string[] {
    const { kind = "", name = "", id = "" } = imported ?? {};
    return [
      ...(verb === "preview" ? ["preview"] : [verb, "--yes", "--skip-preview"]),
      ...(imported === undefined ? [] : [formType(door, kind), name, id, "--protect=false", "--generate-code=false"]),
      ...(refresh ? ["--refresh"] : []),
      ...targets.flatMap((name) => ["--target", `**::${name}`]),
      ...(replace === undefined ? [] : ["--target-replace", `**::${replace}`]),
      ...(clearsPendingCreates ? ["--clear-pending-creates"] : []),
    ];
  }

  #formEnvironment({ home, aheadMs, hasCli, environment, recoverFrom }: Conditions): Record<string, string> {
    const { stack } = this.bench;
    const ofCli = stack.environment.PATH ?? process.env.PATH ?? "";
    return {
      ...environment,
      ...(recoverFrom === undefined ? {} : { ANALYTICS_RECOVER_FROM: recoverFrom }),
      PATH: hasCli ? ofCli : [dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      // The plugin host has its notes there; the selected stack is beside the first one's.
      ...(home === "one" ? {} : { PULUMI_HOME: join(stack.directory, `../home-${home}`) }),
      PULUMI_STACK: "temporary",
      NODE_OPTIONS: `--require ${join(stack.directory, "clock.js")}`,
      SHIFT_MS: String(aheadMs),
    };
  }

  /** Each error on one line that begins with the name of its resource, as the small engine has it. */
  #formMessages(printed: string): string {
    const [, diagnostics = printed] = printed.split(/^Diagnostics:$/m);
    let name = "";
    const lines = diagnostics.split("\n").flatMap((line) => {
      const [, found] = /^ {2}\S+ \((\S+)\):$/.exec(line) ?? [];
      if (found !== undefined) name = found;
      return found === undefined ? [line.trim().replace(/^error: /, `error: ${name}: `)] : [];
    });
    return lines.filter((line) => line !== "" && !/^[@+~-]|^Updating|^Resources:|^Duration:/.test(line)).join("\n");
  }

  async #readState(): Promise<void> {
    const { stdout } = await this.bench.stack.run(["stack", "export"]);
    // A stack that was never written has null.
    const deployment = (JSON.parse(stdout || "{}") as { deployment?: Exported | null }).deployment ?? {};
    const isOurs = ({ type }: { type: string }) => !type.startsWith("pulumi:");
    this.state = {
      // The engine writes no field that is empty.
      resources: (deployment.resources ?? [])
        .filter(isOurs)
        .map(({ id = "", dependencies = [], ...entry }) => ({ ...entry, id, dependencies })),
      pending: (deployment.pending_operations ?? []).filter(({ resource }) => isOurs(resource)),
    };
  }

  async cancel(): Promise<void> {
    await this.bench.stack.expect(["cancel", "--yes"]);
    this.isLocked = false;
  }

  async taint(urn: string): Promise<void> {
    await this.bench.stack.expect(["state", "taint", "--yes", urn]);
    await this.#readState();
  }

  async forget(urn: string): Promise<void> {
    await this.bench.stack.expect(["state", "delete", "--yes", urn]);
    await this.#readState();
  }

  /** Waits for no more than the lists need: an hour is for simulated time. */
  pass(ms: number): Promise<void> {
    return sleep(Math.min(ms, 6_000));
  }

  async close(): Promise<void> {
    await this.#front?.stop();
    await this.bench.dispose();
  }

  #startFront() {
    const { url } = this.bench.emulator;
    const server = createServer(async (incoming, outgoing) => {
      // What breaks a rule meanwhile fails the run, which waits for it too.
      await this.#interrupt()?.catch(() => undefined);
      const { method = "", url: target = "", headers } = incoming;
      const refused = method === "GET" ? undefined : hideFrom(this.#hidden, new URL(target, url).pathname, "");
      if (refused !== undefined) {
        incoming
          .resume()
          .on("end", () =>
            outgoing.writeHead(refused.status, { "content-type": "application/json" }).end(refused.text),
          );
        return;
      }
      const onward = send(`${url}${target}`, { method, headers: { ...headers, "accept-encoding": "identity" } });
      onward.on("error", () => outgoing.destroy());
      onward.on("response", async (response) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of response) chunks.push(chunk as Buffer);
        } catch {
          outgoing.destroy();
          return;
        }
        const text = Buffer.concat(chunks);
        const status = response.statusCode ?? 500;
        const instead =
          status === 402
            ? { status, text: JSON.stringify({ code: "timedout", message: "The computation timed out" }) }
            : status === 200
              ? hideFrom(this.#hidden, new URL(target, url).pathname, text.toString())
              : undefined;
        const { "content-length": _, "transfer-encoding": __, ...kept } = response.headers;
        outgoing.writeHead(instead?.status ?? status, kept).end(instead?.text ?? text);
      });
      incoming.pipe(onward);
    });
    return listenLocally(server);
  }
}

interface Exported {
  readonly resources?: readonly (Omit<Entry, "id" | "dependencies"> & Partial<Pick<Entry, "id" | "dependencies">>)[];
  readonly pending_operations?: readonly Operation[];
}

/** A host that its engine left ends by itself, soon. */
async function waitUntilEnded(processes: readonly Process[]): Promise<void> {
  while (processes.some(({ pid }) => isAlive(pid))) await sleep(20);
}

function writeProgram(program: readonly Declared[]): string {
  const form = (name: string) => `v_${name.replace(/\W/g, "_")}`;
  const lines = program.map(({ kind, name, inputs, references, aliases, secret, retainOnDelete }) => {
    const fields = [
      ...Object.entries(inputs).map(([key, value]) => {
        const text = JSON.stringify(value);
        return `${JSON.stringify(key)}: ${secret.includes(key) ? `pulumi.secret(${text})` : text}`;
      }),
      ...Object.entries(references).map(([key, other]) => `${key}: ${form(other)}.id`),
    ];
    const options = JSON.stringify({ aliases: aliases.map((alias) => ({ name: alias })), retainOnDelete });
    const args = [JSON.stringify(name), `{ ${fields.join(", ")} }`, options];
    return `const ${form(name)} = new analytics.${kind}(${args.join(", ")});`;
  });
  return `const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
${lines.join("\n")}
`;
}
