import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stringify } from "yaml";
import { buildErrorBody, buildErrorPage, createFailure } from "../http/errors";
import { buildRepeatedPage } from "../http/pages";
import { getPath } from "../http/server";
import { Settings } from "../settings";
import type { FaultRule } from "./rules";

declare module "fastify" {
  interface FastifyRequest {
    fault: FaultRule | null;
  }
}

/** Lets the rules strike: before the request is read, or when its answer is ready. */
export function strikeFaults(app: FastifyInstance): void {
  app.decorateRequest("fault", null);

  app.addHook("onRequest", async (request, reply) => {
    const fault = request.parts.faults.strike(request.method, getPath(request)) ?? null;
    request.fault = fault;
    if (!fault) {
      return;
    }
    request.logged.fault = fault.id;
    if (fault.fault === "reset-before") {
      reply.hijack();
      reset(request);
      return reply;
    }
    if (fault.fault === "settings") {
      request.call = { ...request.call, settings: Settings.parse({ ...request.call.settings, ...fault.settings }) };
    }
    if (fault.fault === "status" && !fault.applied) {
      return refuse(request, reply, fault);
    }
  });

  app.addHook("onSend", async (request, reply, payload) => {
    // Only bodies of text can be spoilt, and the emulator writes no others.
    return request.fault && typeof payload === "string" ? spoil(request, reply, request.fault, payload) : payload;
  });
}

async function spoil(request: FastifyRequest, reply: FastifyReply, fault: FaultRule, body: string): Promise<unknown> {
  switch (fault.fault) {
    case "reset-after":
      reset(request);
      return body;
    case "delay":
      await sleep(fault.ms, undefined, { ref: false });
      return body;
    case "status":
      return fault.applied ? dress(request, reply, fault) : body;
    case "cut-body":
      return cut(reply, body);
    case "invalid-json":
      return `${body.slice(0, -1)},}`;
    case "yaml":
      reply.type("application/yaml; charset=utf-8");
      return stringify(JSON.parse(body));
    case "hide":
      return JSON.stringify(hide(JSON.parse(body), fault));
    case "stored":
      return request.method === "GET" ? answerStored(request, fault, body) : body;
    case "repeat-page":
      return JSON.stringify(buildRepeatedPage(request, JSON.parse(body)));
    default:
      return body;
  }
}

/** An answer without the entries that the fault hides. */
function hide(answer: unknown, { ids, bare }: Extract<FaultRule, { fault: "hide" }>): unknown {
  const isHidden = (entry: unknown) =>
    ids === undefined ||
    ids.includes(entry as string) ||
    (typeof entry === "object" && entry !== null && Object.values(entry).some((value) => ids.includes(value)));
  const filter = (entries: unknown[]) => entries.filter((entry) => !isHidden(entry));
  if (Array.isArray(answer)) return filter(answer);
  const fields = Object.entries((answer ?? {}) as object);
  const left = Object.fromEntries(fields.map(([key, value]) => [key, Array.isArray(value) ? filter(value) : value]));
  return bare && Array.isArray(left.entries) ? { entries: left.entries } : left;
}

const storedAnswers = new WeakMap<FaultRule, Map<string, { readonly body: string; readonly at: number }>>();

/** The answer that the URL had before, if that is recent enough. */
function answerStored(
  { url, headers }: FastifyRequest,
  fault: Extract<FaultRule, { fault: "stored" }>,
  body: string,
): string {
  const answers = storedAnswers.get(fault) ?? new Map();
  storedAnswers.set(fault, answers);
  const known = answers.get(url);
  const mayServe = !(fault.obeys && headers["cache-control"] === "no-cache");
  if (known !== undefined && mayServe && Date.now() - known.at < fault.ms) return known.body;
  answers.set(url, { body, at: Date.now() });
  return body;
}

type StatusFault = Extract<FaultRule, { fault: "status" }>;

function refuse(request: FastifyRequest, reply: FastifyReply, fault: StatusFault): FastifyReply {
  const body = dress(request, reply, fault);
  return reply.send(body);
}

/** Makes the reply one with the fault's status, and gives the body that goes with it. */
function dress(request: FastifyRequest, reply: FastifyReply, { status, body, code, retryAfter }: StatusFault): string {
  const title = STATUS_CODES[status] ?? "Error";
  reply.code(status).type(body === "html" ? "text/html" : "application/json; charset=utf-8");
  if (retryAfter !== undefined) {
    reply.header("retry-after", retryAfter);
  }
  switch (body) {
    case "html":
      return buildErrorPage(status, title);
    case "json":
      return JSON.stringify({
        ...buildErrorBody(createFailure(status, title), request.id, request.call.settings),
        ...(code === undefined ? {} : { code }),
      });
    case "empty":
      return "";
  }
}

/** A reset, not an orderly end: what a client sees when a server dies. */
function reset(request: FastifyRequest): void {
  request.raw.socket.resetAndDestroy();
}

/** Promises the whole body, sends half of it, and ends the connection. */
function cut(reply: FastifyReply, body: string): Readable {
  const whole = Buffer.from(body);
  reply.header("content-length", whole.length);
  async function* cutInHalf() {
    yield whole.subarray(0, whole.length >> 1);
    await sleep(10);
    throw new Error("cut on purpose");
  }
  return Readable.from(cutInHalf(), { objectMode: false });
}
