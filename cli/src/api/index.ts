import type { Command } from "commander";
import { type AnalyticsClient, type AnyCall, ApiError, collect } from "pulumi-analytics-internal/core/api";
import { writeJson } from "pulumi-analytics-internal/core/data";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { readInput } from "../command/files";
import { collectValues, useOptions } from "../command/options";
import { DocumentSet } from "../documents/set";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { chooseNamedProfile, fillIds } from "./name-ids";
import { buildCall, hideSecrets, isSecretMade } from "./request";

interface Options extends ProfileOptions {
  readonly all?: boolean;
  readonly field?: readonly string[];
  readonly input?: string;
  readonly showSecrets?: boolean;
  readonly yes?: boolean;
}

/** `api`: one request to the platform, with the project's sign-in, limits and retries. */
export const api = defineCommand<Options>({
  name: "api",

  define(sub: Command) {
    sub
      .description("Send one request to the platform's API, with the project's sign-in, limits and retries.")
      .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
      .argument("<path>", "below the base URL: tags, /v2/tags; {live:Acme/Weekly} is the id of that document")
      .option(
        "--field <name=value>",
        "of the body; of GET, or beside --input, of the query; repeatable; " +
          "a value that is JSON is that value, @file the text of a file",
        collectValues,
      )
      .option("--input <file>", "the body, as JSON; - reads stdin")
      .option("--show-secrets", "print secrets where stdout is no terminal");
    useOptions(sub, ["all", "yes"]);
    addProfileOptions(sub).addHelpText(
      "after",
      `
Examples:
  $ pulumi-analytics api GET tags --all
  $ pulumi-analytics api POST tags --field name=Production --yes
  $ pulumi-analytics api PUT workbooks/4a3f0c6e-…/contents --input new.json`,
    );
  },

  async run(context, [method = "", given = ""], givenOptions): Promise<Outcome> {
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
  },
});

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
