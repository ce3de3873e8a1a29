import { regions } from "../../core/api";
import { type ConfigSource, environmentNames, type Profile, profileSettings, SettingsError } from "../../settings";
import { type Context, UsageError } from "../command";
import type { InitOptions } from "./options";

/** How the project reaches an organization, and what of it the stack has to keep. */
export interface Access {
  readonly profile: Profile;
  /** Plain settings of the stack by name: `analytics:region`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The client secret, if the stack keeps it, encrypted; undefined: it stays where it is. */
  readonly secret?: string;
}

type Place = "region" | "baseUrl";

/**
 * Region and credentials: the options, the stack's configuration, the environment, else an answer.
 *
 * @param config of the stack, as far as it is there already.
 * @throws UsageError with every problem.
 */
export async function accessOf(
  { console, signal, env }: Pick<Context, "console" | "signal" | "env">,
  options: InitOptions,
  config: ConfigSource,
): Promise<Access> {
  const read = (field: Place | "clientId" | "clientSecret") =>
    textOf(config(`analytics:${field}`)) ?? textOf(env[environmentNames[field]]);
  const place: Place =
    options.region === undefined && read("region") === undefined && read("baseUrl") ? "baseUrl" : "region";
  const where =
    options.region ?? read(place) ?? (await console.choose("Region of your organization", regionChoices(), signal));
  const clientId = options.clientId ?? read("clientId") ?? (await console.ask("Client id", signal));
  const known = read("clientSecret");
  const clientSecret = known ?? (await console.askSecret("Client secret", signal));
  const settings = { [`analytics:${place}`]: where, "analytics:clientId": clientId };
  const values: Readonly<Record<string, string>> = { ...settings, "analytics:clientSecret": clientSecret };
  try {
    const profile = profileSettings((key) => values[key], {});
    return { profile, settings, ...(known === undefined ? { secret: clientSecret } : {}) };
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

/**
 * Refuses to start where a question would come and nobody can answer.
 *
 * @throws UsageError that names everything that is missing.
 */
export function requireAnswers(
  { console, env }: Pick<Context, "console" | "env">,
  options: Partial<InitOptions>,
  config: ConfigSource,
) {
  if (console.canAsk) return;
  const has = (field: Place | "clientId" | "clientSecret") =>
    config(`analytics:${field}`) !== undefined || Boolean(env[environmentNames[field]]);
  const missing = [
    options.region === undefined && !has("region") && !has("baseUrl") && "--region <key>",
    options.clientId === undefined && !has("clientId") && "--client-id <id>",
    !has("clientSecret") && "ANALYTICS_CLIENT_SECRET in the environment",
    options.folder === undefined && "--folder <id or path>",
    options.connection === undefined && "--connection <id or name>",
    options.table === undefined && "--table <path>",
  ].filter((one) => one !== false);
  if (missing.length === 0) return;
  throw new UsageError(
    `Not a terminal: cannot prompt. Add ${missing.join(", ")}; or --emulator, which needs none of these.`,
  );
}

const regionChoices = () =>
  Object.entries(regions).map(([key, { server }]) => ({ name: `${key} (${server})`, value: key }));

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
