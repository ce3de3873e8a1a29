import { ApiError, createClient, regions } from "pulumi-analytics-internal/core/api";
import {
  type ConfigSource,
  environmentNames,
  type Field,
  type Profile,
  readProfile,
  SettingsError,
} from "pulumi-analytics-internal/settings";
import { type Context, UsageError } from "../command";

/** How the project reaches an organization, and what of it the stack has to keep. */
export interface Access {
  readonly profile: Profile;
  /** Plain settings of the stack by name: `analytics:region`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The client secret, if the stack keeps it, encrypted; undefined: it stays where it is. */
  readonly secret?: string;
}

/** What is known of {@link Access} without a question. */
interface KnownAccess {
  /** Region or address, as `[name of the setting, value]`. */
  readonly place?: readonly ["region" | "baseUrl", string];
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The stack's configuration, then the environment, which counts as in the provider. */
function collectKnown(env: Context["env"], config: ConfigSource): KnownAccess {
  const readStackField = (field: Field) => readText(config(`analytics:${field}`));
  const readEnvironmentField = (field: Field) => readText(env[environmentNames[field]]);
  const findPlace = (read: typeof readStackField) =>
    (["region", "baseUrl"] as const).flatMap((field) => {
      const value = read(field);
      return value === undefined ? [] : [[field, value] as const];
    })[0];
  const place = findPlace(readStackField) ?? findPlace(readEnvironmentField);
  return {
    ...(place === undefined ? {} : { place }),
    clientId: readStackField("clientId") ?? readEnvironmentField("clientId"),
    clientSecret: readStackField("clientSecret") ?? readEnvironmentField("clientSecret"),
  };
}

/**
 * Region and credentials: what is known, else an answer.
 *
 * @param config of the stack, as far as it is there already.
 * @throws UsageError with every problem.
 */
export async function askAccess(
  context: Pick<Context, "console" | "signal" | "env">,
  config: ConfigSource,
): Promise<Access> {
  const known = collectKnown(context.env, config);
  const isAsked = known.clientId === undefined || known.clientSecret === undefined;
  if (isAsked) context.console.note(...whereMade);
  for (;;) {
    const access = await askOnce(context, known);
    const refusal = isAsked ? await findRefusal(access, context.signal) : undefined;
    if (refusal === undefined) return access;
    context.console.note(refusal, "The region or the credentials are wrong. Try again, or stop with Ctrl-C.");
  }
}

/** Where people get the credentials. */
const whereMade = [
  "An administrator makes the client id and secret in the product, for the REST API and not for embedding. The " +
    "product shows the secret once.",
  "The pair acts as the member who owns it, and ends when the member is deactivated. Data models need a member of " +
    "type Admin.",
];

/** Why the platform refuses credentials; undefined: it takes them. */
async function findRefusal({ profile }: Access, signal: AbortSignal): Promise<string | undefined> {
  try {
    await createClient({ ...profile, signal }).readIdentity();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 403].includes(error.status ?? 0)) return error.message;
    throw error;
  }
}

async function askOnce(
  { console, signal }: Pick<Context, "console" | "signal" | "env">,
  known: KnownAccess,
): Promise<Access> {
  const askForRegion = () => console.choose("Region of your organization", listRegionChoices(), signal);
  const [place, where] = known.place ?? ["region", await askForRegion()];
  const clientId = known.clientId ?? (await console.ask("Client id", signal));
  const clientSecret = known.clientSecret ?? (await console.askSecret("Client secret", signal));
  const settings = { [`analytics:${place}`]: where, "analytics:clientId": clientId };
  const values: Readonly<Record<string, string>> = { ...settings, "analytics:clientSecret": clientSecret };
  try {
    const profile = readProfile((key) => values[key], {});
    return { profile, settings, ...(known.clientSecret === undefined ? { secret: clientSecret } : {}) };
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(...error.message.split("\n")) : error;
  }
}

/**
 * Refuses to start where a question would come and nobody can answer.
 *
 * @param missing options that would answer.
 * @param config of the stack; undefined: it is one of the emulator.
 * @throws UsageError that names everything that is missing.
 */
export function requireAnswers(
  { console, env }: Pick<Context, "console" | "env">,
  missing: readonly string[],
  config: ConfigSource | undefined,
): void {
  if (console.canAsk) return;
  const known = config && collectKnown(env, config);
  const unset = [
    known?.place === undefined && "ANALYTICS_REGION",
    known?.clientId === undefined && "ANALYTICS_CLIENT_ID",
    known?.clientSecret === undefined && "ANALYTICS_CLIENT_SECRET",
  ].flatMap((name) => (known && name ? [`${name} in the environment`] : []));
  const all = [...missing, ...unset];
  if (all.length === 0) return;
  const instead =
    known && missing.every((one) => !one.startsWith("--ref")) ? "; or --emulator, which needs none of these" : "";
  throw new UsageError(`Not a terminal: cannot prompt. Add ${all.join(", ")}${instead}.`);
}

const listRegionChoices = () =>
  Object.entries(regions).map(([key, { server }]) => ({ name: `${key} (${server})`, value: key }));

const readText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
