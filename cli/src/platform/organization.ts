import {
  type AnalyticsClient,
  ApiError,
  isForbidden,
  isNotFound,
  type RegionKey,
  regions,
} from "pulumi-analytics-internal/core/api";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import {
  environmentNames,
  type OverriddenVariable,
  type Profile,
  readVariables,
} from "pulumi-analytics-internal/settings";
import type { Environment } from "../command/child";
import type { Console } from "../command/console";
import type { FoundSettings } from "./profile";

/**
 * Says whose organization a command works on, by which settings, and what the environment would have said otherwise; in
 * one line on stderr: `Organization 5b1e… (https://api.example.com) as Ann Lee, from profile emea of stack dev;
 * ANALYTICS_REGION (aws-europe) isn't used`. A line before it says why the environment has the settings in a project
 * without a stack that can be read.
 *
 * @throws ApiError when the platform refuses the credentials or is unreachable. Address and source are said before
 * that.
 */
export async function tellOrganization(
  console: Pick<Console, "note">,
  client: AnalyticsClient,
  found: FoundSettings,
  env: Environment,
): Promise<void> {
  const { baseUrl } = found.settings;
  if (found.problem !== undefined) {
    console.note(escapeLine(`${found.problem.replace(/\.$/, "")}. The command uses the environment's settings.`));
  }
  const source = describeSource(found, env);
  try {
    const { organizationId, userId } = await client.readOwner();
    const user = await readName(client, userId);
    console.note(escapeLine(`Organization ${organizationId} (${baseUrl}) as ${user}, ${source}`));
  } catch (error) {
    console.note(escapeLine(`Organization at ${baseUrl}, ${source}`));
    if (!isRefused(error)) throw error;
  }
}

/** Whether the platform refuses this call alone: the command may do without the answer. */
function isRefused(error: unknown): boolean {
  return isForbidden(error) || isNotFound(error);
}

/** Where settings come from: `from stack dev and the environment; ANALYTICS_CLIENT_ID (another id) isn't used`. */
export function describeSource({ settings, config, stack, profile }: FoundSettings, env: Environment): string {
  const { used, overridden } = readVariables(config, env, profile);
  const isOfStack = Object.keys(environmentNames).some((field) => config(`analytics:${field}`) !== undefined);
  const sources = [
    ...(profile !== undefined ? [`profile ${profile} of stack ${stack}`] : isOfStack ? [`stack ${stack}`] : []),
    ...(used.length > 0 ? ["the environment"] : []),
  ];
  const others = overridden.flatMap((one) => describeOtherValue(one, env[one.variable] ?? "", settings));
  const unused = others.length === 0 ? "" : `; ${others.join(", ")} ${others.length === 1 ? "isn't" : "aren't"} used`;
  return `from ${sources.join(" and ")}${unused}`;
}

/** A variable that would have led elsewhere; one with the same value is no news. */
function describeOtherValue({ variable, field }: OverriddenVariable, value: string, settings: Profile): string[] {
  switch (field) {
    case "region":
      return regions[value as RegionKey]?.baseUrl === settings.baseUrl ? [] : [`${variable} (${value})`];
    case "baseUrl":
      return value.replace(/(?<!\/)\/+$/, "") === settings.baseUrl ? [] : [`${variable} (${formatAddress(value)})`];
    case "clientId":
      return value === settings.clientId ? [] : [`${variable} (another id)`];
    case "clientSecret":
      return value === settings.clientSecret ? [] : [`${variable} (another secret)`];
    case "requestTimeout":
    case "listingLag":
    case "workbookApi":
    case "fewestRows":
      return [];
  }
}

/** An address without what may be secret in it. */
function formatAddress(value: string): string {
  return URL.canParse(value) ? new URL(value).origin : "no URL";
}

/** Not everybody's credentials may read members. */
export async function readName(client: AnalyticsClient, userId: string): Promise<string> {
  try {
    const { firstName, lastName } = await client.members.get(userId);
    return `${firstName} ${lastName}`;
  } catch (error) {
    if (error instanceof ApiError) return `user ${userId}`;
    throw error;
  }
}
