import type { FastifyReply, FastifyRequest } from "fastify";
import { stringify } from "yaml";

export function asksForYaml(request: FastifyRequest): boolean {
  return /\byaml\b/.test(request.headers.accept ?? "");
}

/** Only an explicit wish counts: `*\/*`, which most clients send by themselves, is none. */
export function asksForJson(request: FastifyRequest): boolean {
  return /\bjson\b/.test(request.headers.accept ?? "");
}

export function sendsYaml(request: FastifyRequest): boolean {
  return /\byaml\b/.test(request.headers["content-type"] ?? "");
}

/** Whether a write of a spec is answered in YAML: as `Accept` names it, else by the setting. */
export function wantsYamlOfWrite(request: FastifyRequest): boolean {
  if (asksForYaml(request)) return true;
  if (asksForJson(request)) return false;
  const { yamlWithoutAccept } = request.call.settings;
  return yamlWithoutAccept === "always" || (yamlWithoutAccept === "as-sent" && sendsYaml(request));
}

export function sendYaml(reply: FastifyReply, value: unknown): FastifyReply {
  // No anchors for values that occur twice, and no folding of long formulas: what is read is what was meant.
  const text = stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
  return reply.type("application/yaml; charset=utf-8").send(text);
}
