import { type AnalyticsClient, type AnyCall, ApiError, collect } from "pulumi-analytics-internal/core/api";
import { writeJson } from "pulumi-analytics-internal/core/data";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { readInput } from "../command/files";
import { DocumentSet } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { chooseNamedProfile, fillIds } from "./name-ids";
import { buildCall, hideSecrets, isSecretMade } from "./request";

interface Options extends ProfileOptions {
  readonly all?: boolean;
  readonly field?: readonly string[];
  readonly input?: string;
  readonly showSecrets?: boolean;
  readonly yes?: boolean;
}

/** Sends the request; a write, once somebody permits it. */
export async function run(
  context: Context,
  [method = "", given = ""]: readonly string[],
  givenOptions: Options,
): Promise<Outcome> {
  const options = chooseNamedProfile(given, givenOptions);
  const { all, input, showSecrets } = options;
  const documents = new DocumentSet(context, options);
  const path = await fillIds(given, documents);
  const call = buildCall(method, path, {
    fields: options.field ?? [],
    input: input === "-" ? await context.stdin() : input && readInput(context.cwd, input),
    readFile: (file) => readInput(context.cwd, file),
  });
  if (all && call.method !== "GET") throw new UsageError(`--all: ${call.method} has no pages. Leave it out.`);
  const isShown = showSecrets || context.console.width !== undefined;
  if (isSecretMade(call) && !isShown) {
    throw new UsageError("The answer alone shows the new secret. Not a terminal: add --show-secrets.");
  }
  if (!(options.yes || (await permit(context, call)))) {
    return { json: undefined, text: "Nothing was sent." };
  }
  const answer = await send(await documents.getClient(), call, all === true);
  const json = isShown ? answer : hideSecrets(answer);
  return { json, text: writeJson(json, 2) ?? "", exit: exitCodes.ok };
}

/** Whether a call may be sent: a read always, a write when somebody says so. */
async function permit({ console, signal }: Context, { method, path }: AnyCall): Promise<boolean> {
  return method === "GET" || console.confirm(`Send ${method} ${path}?`, "Use --yes.", signal);
}

/** @throws ApiError which names the nearest area when the platform doesn't have the path's. */
async function send(client: AnalyticsClient, call: AnyCall, all: boolean): Promise<unknown> {
  try {
    return all ? await collect(client.listAny(call)) : await client.request(call);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const { listAreas } = require("./areas") as typeof import("./areas");
    const areas = listAreas();
    const [, , area = ""] = call.path.split("/");
    if (areas.includes(area)) throw error;
    throw error.replaceHint(suggestWord(area, areas).trim() || "docs/commands/api.md lists the areas of the API.");
  }
}
