import { once } from "node:events";
import { Agent, type IncomingMessage, request as send } from "node:http";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import pLimit from "p-limit";
import type { EmulatorProcess } from "./emulator";
import { parallel } from "./project";

/** The platform refuses more than so many reads of representations at once. */
const specReads = 5;

/** One request after the other. */
export type Chain = (ask: Ask) => Promise<unknown>;

/** Sends a request and answers what came. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/**
 * The requests of an operation alone: no engine, no provider, nothing but Node's own client over kept connections, at
 * the concurrency the engine has.
 *
 * @returns milliseconds, from the sign-in to the last answer.
 */
export async function measureRequests(emulator: EmulatorProcess, chains: readonly Chain[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const exchange = createExchanger(agent, emulator.url);
  const start = performance.now();
  try {
    const pair = { client_id: emulator.clientId, client_secret: emulator.clientSecret };
    const form = new URLSearchParams({ grant_type: "client_credentials", ...pair }).toString();
    const granted = exchange("POST", "/v2/auth/token", { "content-type": "application/x-www-form-urlencoded" }, form);
    const { access_token } = (await granted) as { access_token: string };
    const headers = {
      accept: "application/json",
      authorization: `Bearer ${access_token}`,
      "content-type": "application/json",
    };
    const readSpec = pLimit(specReads);
    const ask: Ask = (method, path, body) => {
      const send = () => exchange(method, path, headers, body && JSON.stringify(body));
      return method === "GET" && path.endsWith("/spec") ? readSpec(send) : send();
    };
    const go = pLimit(parallel);
    await Promise.all(chains.map((chain) => go(() => chain(ask))));
    return performance.now() - start;
  } finally {
    agent.destroy();
  }
}

function createExchanger(agent: Agent, baseUrl: string) {
  return async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<unknown> => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = send(`${baseUrl}${path}`, { agent, method, headers: { ...headers, ...length } });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const received = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${received}`);
    return JSON.parse(received);
  };
}
