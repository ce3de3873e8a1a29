import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings";
import { createTooManyRequests } from "./errors";

/** Admits so many within any second; null admits all. */
export class RateLimit {
  #admitted: number[] = [];

  admit(perSecond: number | null): boolean {
    if (perSecond === null) {
      return true;
    }
    // Rates below one a second need a longer window for a single request.
    const windowMs = Math.max(1000, 1000 / perSecond);
    const now = performance.now();
    this.#admitted = this.#admitted.filter((at) => now - at < windowMs);
    if (this.#admitted.length >= Math.max(1, perSecond)) {
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
