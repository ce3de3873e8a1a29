import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from "node:http";
import type { Emulator, startEmulator } from "analytics-emulator";
import { compileBundle } from "./bundle";
import { type Call, createClock, type SimulatedTime } from "./simulated-time";

const evaluate = compileBundle<{ startEmulator: typeof startEmulator }>("emulator/src/index.ts", [
  ...["@duckdb/node-api", "@fastify/formbody", "commander", "fastify", "js-yaml", "saxes", "yaml", "zod"],
]);

/** The header by which a request says which call it is. */
export const callHeader = "x-simulated-call";

/** The calls of all processes, by what they say in {@link callHeader}. */
export const callsByName = new Map<string, Call>();

/** The real emulator, over real HTTP, whose clock is the simulated time. */
export class SimulatedPlatforms {
  readonly #start: typeof startEmulator;

  constructor(time: SimulatedTime) {
    const hold = (ms = 0) => time.hold(this, ms);
    const { globals, timersPromises } = createClock(time, this, () => 0, hold as never);
    const http = require("node:http") as typeof import("node:http");
    const createServer = (options: ServerOptions, answer: RequestListener) =>
      http.createServer(options, (request: IncomingMessage, response: ServerResponse) => {
        response.sendDate = false;
        response.setHeader("date", new globals.Date().toUTCString());
        const call = callsByName.get(String(request.headers[callHeader]));
        if (call === undefined) answer(request, response);
        else time.answering.run(call, () => answer(request, response));
      });
    const load = (name: string): unknown => {
      if (name === "node:http") return { ...http, createServer };
      return name === "node:timers/promises" ? timersPromises : require(name);
    };
    this.#start = evaluate(load, { ...globals, process, console }).startEmulator;
  }

  start(seed: number): Promise<Emulator> {
    // Sign-ins come at their own pace in tests of their own.
    return this.#start({ seed, tokenRequestsPerSecond: null });
  }
}
