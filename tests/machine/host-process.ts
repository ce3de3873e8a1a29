import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse } from "axios";
import { compileBundle } from "./bundle";
import { callHeader, callsByName } from "./simulated-platform";
import { createClock, type SimulatedTime } from "./simulated-time";

type Loaded = typeof import("./process-entry");

const evaluate = compileBundle<Loaded>("tests/machine/process-entry.ts", ["axios", "@pulumi/pulumi", "@grpc/grpc-js"]);

/** A request of a process, as a test sees it pass. */
export interface Passing {
  readonly method: string;
  readonly path: string;
}

/** Where a process runs. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  /** The project's folder. */
  readonly directory: string;
  /** Milliseconds that the clock of the machine is ahead. */
  readonly aheadMs: number;
  /** Comes before a request is sent, and before its answer arrives. It may end the process. */
  pass(request: Passing, when: "sent" | "answered"): Promise<void>;
  /** Comes before a child process starts. */
  prepare(): void;
  /** What the member sees of an answer. */
  see(request: Passing, answer: AxiosResponse): AxiosResponse;
}

const never = new Promise<never>(() => undefined);
let count = 0;
/** The processes that run, by number. */
const running = new Map<number, HostProcess>();
const numbersFrom = 10_000_000;

/**
 * A plugin host that is a process in all that matters here: it loads the provider anew, and has an environment, a clock
 * and a number of its own. Once it is killed, it does nothing any more: no timer fires, no request leaves, no file is
 * written.
 */
export class HostProcess {
  readonly #number = numbersFrom + ++count;
  readonly #signals = new EventEmitter();
  readonly #calls = new Set<string>();
  readonly loaded: Loaded;
  readonly run: InstanceType<Loaded["Run"]>;
  isDead = false;
  output = "";

  constructor(
    private readonly time: SimulatedTime,
    private readonly surroundings: Surroundings,
  ) {
    running.set(this.#number, this);
    const { globals, timersPromises } = createClock(time, this, () => surroundings.aheadMs);
    const modules: Record<string, unknown> = {
      axios: this.#createAxios(),
      "node:fs": this.#createFiles(require("node:fs")),
      "node:fs/promises": this.#createFiles(require("node:fs/promises")),
      "node:child_process": this.#createChildProcesses(),
      "node:timers/promises": timersPromises,
    };
    const print = (...all: unknown[]) => {
      if (!this.isDead) this.output += `${all.join(" ")}\n`;
    };
    this.loaded = evaluate((name) => modules[name] ?? require(name), {
      ...globals,
      process: this.#createProcess(print),
      console: { ...console, log: print, warn: print, error: print, info: print },
    });
    this.run = new this.loaded.Run();
    this.loaded.endWithEngine(this.run);
  }

  get directory(): string {
    return this.surroundings.directory;
  }

  /** `kill -9`. */
  kill(): void {
    this.isDead = true;
    running.delete(this.#number);
    this.time.forget(this);
  }

  /** Ends it as an engine does that ends in order. */
  end(): void {
    if (!this.isDead) this.#signals.emit("SIGINT");
    this.kill();
  }

  #createProcess(print: (text: string) => void): NodeJS.Process {
    const { environment, directory } = this.surroundings;
    const stream = { write: (text: string) => print(text.trimEnd()), isTTY: false };
    const listen = (name: string, listener: () => void) => this.#signals.once(name, listener);
    const own = {
      env: { ...environment },
      pid: this.#number,
      ppid: 1,
      argv: [process.execPath, "host"],
      stdout: stream,
      stderr: stream,
      on: listen,
      once: listen,
      cwd: () => directory,
      exit: () => this.kill(),
      kill: (number: number, signal?: number | string) => {
        if (number < numbersFrom) return process.kill(number, signal);
        if (!running.has(number)) throw Object.assign(new Error("no such process"), { code: "ESRCH" });
        return true;
      },
    };
    return Object.create(process, Object.getOwnPropertyDescriptors(own));
  }

  /** Files that a dead process no longer writes. */
  #createFiles<Module extends object>(files: Module): Module {
    return new Proxy(files, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function" || /^[A-Z]/.test(String(name))) return value;
        return (...given: unknown[]) => {
          if (this.isDead) throw new Error("This process was killed.");
          const number = /^\/proc\/(\d+)\/stat$/.exec(String(given[0]))?.[1];
          if (number !== undefined && Number(number) >= numbersFrom) return formStatus(Number(number));
          return value.apply(target, given) as unknown;
        };
      },
    });
  }

  /** Real child processes, which have the environment of this one. */
  #createChildProcesses(): typeof import("node:child_process") {
    const real = require("node:child_process") as typeof import("node:child_process");
    const { environment: env, directory: cwd } = this.surroundings;
    const execute = promisify(real.execFile);
    const { prepare } = this.surroundings;
    const run = (file: string, args: string[] = [], options: object = {}) => {
      prepare();
      const done = execute(file, args, { env, cwd, ...options });
      return this.time.waitFor(done).finally(() => (this.isDead ? never : undefined));
    };
    const execFile = (file: string, ...given: unknown[]) => {
      const done = given.pop() as (error: unknown, stdout?: unknown, stderr?: unknown) => void;
      const [args, options] = given as [string[], object];
      run(file, args, options).then(({ stdout, stderr }) => done(null, stdout, stderr), done);
    };
    const execFileSync = (file: string, args: string[] = [], options: object = {}) => {
      prepare();
      return real.execFileSync(file, args, { env, cwd, ...options });
    };
    return Object.assign(Object.create(real), {
      execFile: Object.assign(execFile, { [promisify.custom]: run }),
      execFileSync,
      spawnSync: (file: string, args: string[] = [], options: object = {}) => {
        prepare();
        return real.spawnSync(file, args, { env, cwd, ...options });
      },
    });
  }

  #createAxios(): object {
    const axios = require("axios") as typeof import("axios", { with: { "resolution-mode": "require" }});
    const create = (config: object) => {
      const real = axios.create(config);
      return { request: (request: AxiosRequestConfig) => this.#send(real, request) };
    };
    return { ...axios, create };
  }

  async #send(axios: AxiosInstance, request: AxiosRequestConfig): Promise<AxiosResponse> {
    const { method = "GET", url = "" } = request;
    const passing = { method, path: new URL(url).pathname };
    await this.surroundings.pass(passing, "sent");
    if (this.isDead) return never;
    const answer = await this.#exchange(axios, request).catch(async (error: unknown) => {
      await this.surroundings.pass(passing, "answered");
      return this.isDead ? never : Promise.reject(error);
    });
    await this.surroundings.pass(passing, "answered");
    return this.isDead ? never : this.surroundings.see(passing, answer);
  }

  async #exchange(axios: AxiosInstance, request: AxiosRequestConfig): Promise<AxiosResponse> {
    const name = `${this.#number}-${this.#calls.size}`;
    const call = { isHeld: false };
    this.#calls.add(name);
    callsByName.set(name, call);
    this.time.calls.add(call);
    try {
      return await axios.request({ ...request, headers: { ...request.headers, [callHeader]: name } });
    } finally {
      callsByName.delete(name);
      this.time.calls.delete(call);
    }
  }
}

/** The fields of proc_pid_stat(5), of which the 22nd is the start. */
function formStatus(number: number): string {
  return `${number} (node) S ${Array.from({ length: 18 }, () => 0).join(" ")} ${number} 0`;
}
