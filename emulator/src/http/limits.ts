import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings";
import { createTooManyRequests } from "./errors";

const secondMs = 1000;
const minuteMs = 60_000;

/** Admits so many within any second, or another time; null admits all. */
export class RateLimit {
  #admitted: number[] = [];

  admit(most: number | null, periodMs = secondMs): boolean {
    if (most === null) {
      return true;
    }
    // Rates below one need a longer window for a single request.
    const windowMs = Math.max(periodMs, periodMs / most);
    const now = performance.now();
    this.#admitted = this.#admitted.filter((at) => now - at < windowMs);
    if (this.#admitted.length >= Math.max(1, most)) {
      return false;
    }
    this.#admitted.push(now);
    return true;
  }
}

interface Gate {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
}

/** A route hook that refuses a request when an emulator has had so many within a minute on routes with this gate. */
export function createMinuteGate(limit: (settings: Settings) => number | null): Pick<Gate, "onRequest"> {
  const all = new WeakMap<object, RateLimit>();
  return {
    async onRequest({ call, parts }) {
      const admitted = all.get(parts) ?? new RateLimit();
      all.set(parts, admitted);
      if (!admitted.admit(limit(call.settings), minuteMs)) {
        throw createTooManyRequests(call.settings);
      }
    },
  };
}

/** Route hooks that refuse a request while an emulator is answering so many others on the route. */
export function createConcurrencyGate(limit: (settings: Settings) => number | null): Gate {
  const all = new WeakMap<object, Set<FastifyRequest>>();
  return {
    async onRequest(request, reply) {
      const most = limit(request.call.settings);
      const inside = all.get(request.parts) ?? new Set();
      all.set(request.parts, inside);
      if (most !== null && inside.size >= most) {
        throw createTooManyRequests(request.call.settings);
      }
      inside.add(request);
      // A client that goes away before its answer must not hold its place for ever.
      reply.raw.once("close", () => inside.delete(request));
    },
    async onSend(request, _reply, payload) {
      all.get(request.parts)?.delete(request);
      return payload;
    },
  };
}
