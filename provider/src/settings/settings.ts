import * as z from "zod";
import { type AnalyticsClient, clientFor, type RegionKey, regions } from "../core/api";
import { didYouMean } from "../core/text";

/** Reads one key of the stack configuration, as `namespace:key`; secrets come decrypted. */
export type ConfigSource = (key: string) => unknown;

/** Where to send requests and as whom. */
export interface Connection {
  readonly baseUrl: string;
  readonly region?: RegionKey;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Milliseconds one request may take; left out: the client's default. */
  readonly attemptTimeoutMs?: number;
}

/** Settings that can't work: every problem, each with its hint. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Seconds. A call with all its repetitions takes no longer. */
const longestTimeout = 300;

/**
 * The settings of one connection. Stack configuration wins over the environment, field by field; a named connection
 * (`analytics:connections.<name>`) stands alone, so that a half-declared organization never borrows another's credentials.
 *
 * No request is made here: everything wrong is known before the first one.
 *
 * @example
 * ```ts
 * const { baseUrl } = connectionSettings((key) => config.get(key), process.env);
 * ```
 * @throws SettingsError with every problem found.
 */
export function connectionSettings(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  name?: string,
): Connection {
  const { read, where } = name === undefined ? defaultSource(config, environment) : namedSource(config, name);
  const problems: string[] = [];

  const region = read("region");
  const baseUrl = read("baseUrl");
  let url: string | undefined;
  if (baseUrl !== undefined) {
    url = checkBaseUrl(baseUrl, where("baseUrl"), problems);
    if (region !== undefined) {
      problems.push(
        `Both ${where("region")} and ${where("baseUrl")} are set, and they could disagree: remove one of them.`,
      );
    }
  } else if (region !== undefined && !isRegion(region)) {
    const known = Object.keys(regions);
    problems.push(
      `${where("region")} is "${region}", which is no region.${didYouMean(region, known)} Known regions: ${known.join(", ")}.`,
    );
  } else {
    url = regions[region ?? "gcp-us"].baseUrl;
  }

  const clientId = read("clientId");
  const clientSecret = read("clientSecret");
  if (clientId === undefined) problems.push(missing("clientId", where, ""));
  if (clientSecret === undefined) problems.push(missing("clientSecret", where, "--secret "));

  const requestTimeout = read("requestTimeout");
  const seconds = requestTimeout === undefined ? undefined : Number(requestTimeout);
  if (seconds !== undefined && !(seconds > 0 && seconds <= longestTimeout)) {
    problems.push(
      `${where("requestTimeout")} is "${requestTimeout}": the seconds one request may take, above 0 and up to ${longestTimeout}.`,
    );
  }

  if (problems.length > 0 || url === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(problems);
  }
  return {
    baseUrl: url,
    ...(region !== undefined && isRegion(region) ? { region } : {}),
    clientId,
    clientSecret,
    ...(seconds === undefined ? {} : { attemptTimeoutMs: seconds * 1000 }),
  };
}

/** A setting of one connection. */
export type Field = "region" | "baseUrl" | "clientId" | "clientSecret" | "requestTimeout";

/** What a stack's configuration may hold under `analytics:`. */
export const settingNames: readonly string[] = [
  "region",
  "baseUrl",
  "clientId",
  "clientSecret",
  "requestTimeout",
  "apiCredentials",
  "connections",
  "deploymentPolicies",
  "recover",
  "rules",
];

interface Source {
  read(field: Field): string | undefined;
  /** How a message names the field. */
  where(field: Field): string;
}

/** The settings of a connection, each with the variable of the environment that the default connection may take it from. */
export const environmentNames: Readonly<Record<Field, string>> = {
  region: "ANALYTICS_REGION",
  baseUrl: "ANALYTICS_BASE_URL",
  clientId: "ANALYTICS_CLIENT_ID",
  clientSecret: "ANALYTICS_CLIENT_SECRET",
  requestTimeout: "ANALYTICS_REQUEST_TIMEOUT",
};

function defaultSource(config: ConfigSource, environment: Record<string, string | undefined>): Source {
  const configured = (field: Field) => text(config(`analytics:${field}`));
  // Region and base URL name one thing: a stack that sets either isn't touched by the environment's other.
  const placeConfigured = configured("region") !== undefined || configured("baseUrl") !== undefined;
  const fromEnvironment = (field: Field) =>
    placeConfigured && (field === "region" || field === "baseUrl")
      ? undefined
      : text(environment[environmentNames[field]]);
  return {
    read: (field) => configured(field) ?? fromEnvironment(field),
    where: (field) => (configured(field) === undefined ? environmentNames[field] : `analytics:${field}`),
  };
}

function namedSource(config: ConfigSource, name: string): Source {
  const all = record(config("analytics:connections"));
  const one = record(all[name]);
  if (!(name in all)) {
    const names = Object.keys(all);
    throw new SettingsError([
      `The connection "${name}" is not configured.${didYouMean(name, names)} ` +
        (names.length > 0 ? `Configured connections: ${names.join(", ")}. ` : "") +
        `Set it with: pulumi config set --path analytics:connections.${name}.clientId <id>, and likewise region, and with --secret clientSecret.`,
    ]);
  }
  return {
    read: (field) => text(one[field]),
    where: (field) => `analytics:connections.${name}.${field}`,
  };
}

function missing(field: "clientId" | "clientSecret", where: Source["where"], flag: string): string {
  const key = where(field);
  return key.startsWith("analytics:")
    ? `${key} is not set: pulumi config set --path ${flag}${key} <value>.`
    : `No ${field} is configured: pulumi config set ${flag}analytics:${field} <value>, or set ${key}.`;
}

function checkBaseUrl(value: string, where: string, problems: string[]): string | undefined {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    problems.push(`${where} is "${value}", which is no URL. It looks like https://api.example.com.`);
    return undefined;
  }
  if (url.username !== "" || url.password !== "") {
    problems.push(`${where} carries a user or password; credentials belong in clientId and clientSecret.`);
    return undefined;
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.has(url.hostname))) {
    problems.push(
      `${where} is "${value}": credentials are sent there, so it must begin with https:// (http:// only for this machine: localhost, 127.0.0.1, [::1]).`,
    );
    return undefined;
  }
  return url.href.replace(/\/+$/, "");
}

function isRegion(value: string): value is RegionKey {
  return Object.hasOwn(regions, value);
}

function text(value: unknown): string | undefined {
  // A structured value keeps its numbers: `pulumi config set --path` makes one of 60.
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function record(value: unknown): Record<string, unknown> {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** What `analytics:recover` says: this run makes up for one that was lost. */
export interface Recovery {
  /** When the lost run began, in milliseconds since 1970; `journal`: this machine's journal tells. */
  readonly since: number | "journal";
  /** How to take the setting back. */
  readonly unset: string;
}

/** How old the oldest lost run is that can still be made up for: a setting that was forgotten must not adopt things for ever. */
export const recoveryDays = 14;

const isoTime = z.iso.datetime({ offset: true });
/** How a time comes that stands without quotes in the stack's file: as Pulumi's own language prints it. */
const goTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d\d)(\d\d)(?: \S+)?$/;

/**
 * The setting `analytics:recover`, or the environment's `ANALYTICS_RECOVER`: `true`, or the time at which the lost run began; undefined
 * when it isn't set.
 *
 * @param now in milliseconds since the epoch.
 * @throws SettingsError when it is neither.
 */
export function recoverySetting(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  now = Date.now(),
): Recovery | undefined {
  const configured = config("analytics:recover");
  const ofStack = typeof configured === "boolean" ? String(configured) : text(configured);
  const value = ofStack ?? text(environment.ANALYTICS_RECOVER);
  if (value === undefined || value === "false") return undefined;
  const [where, unset] =
    ofStack === undefined
      ? ["ANALYTICS_RECOVER", "unset ANALYTICS_RECOVER in the environment"]
      : ["analytics:recover", "pulumi config rm analytics:recover"];
  if (value === "true") return { since: "journal", unset };

  const wrong = (what: string) =>
    new SettingsError([
      `${where} is "${value}"${what}: it is true, or the time at which the lost run began, with its time zone, such as 2026-02-03T10:15:00Z.`,
    ]);
  const time = value.replace(goTime, "$1T$2$3:$4");
  if (!isoTime.safeParse(time).success) throw wrong("");
  const since = Date.parse(time);
  if (since > now) throw wrong(", which is yet to come");
  if (since < now - recoveryDays * 24 * 3600 * 1000) throw wrong(`, more than ${recoveryDays} days ago`);
  return { since, unset };
}

/** A table among the stack's settings, such as `analytics:rules`; empty when it isn't set. */
export function stackOption(name: string): Record<string, unknown> {
  return record(config(`analytics:${name}`));
}

/** A table of settings: for each setting the values it may have, the default first. */
export interface SettingsTable {
  readonly name: string;
  readonly choices: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** The settings of a table, with defaults for those that aren't set. */
export function chosenSettings({ name, choices }: SettingsTable): Record<string, string> {
  const given = stackOption(name);
  return Object.fromEntries(
    Object.entries(choices).map(([setting, values]) => {
      const chosen = String(given[setting]);
      return [setting, values.includes(chosen) ? chosen : values[0]];
    }),
  );
}

/** A value in a table of settings that can't be, and a hint. */
export interface SettingProblem {
  /** `analytics:apiCredentials.refresh`. */
  readonly key: string;
  /** The value; undefined: there is no such setting. */
  readonly value?: string;
  readonly hint: string;
}

/**
 * What is wrong with a table of settings.
 *
 * @example tableProblems({ name: "apiCredentials", choices: { refresh: ["whole", "listed"] } }, { refresh: "all" })
 */
export function tableProblems(
  { name, choices }: SettingsTable,
  given: Readonly<Record<string, unknown>>,
): SettingProblem[] {
  const known = Object.keys(choices).sort();
  return Object.entries(given).flatMap(([setting, value]): SettingProblem[] => {
    const key = `analytics:${name}.${setting}`;
    const values = Object.hasOwn(choices, setting) ? choices[setting] : undefined;
    if (values === undefined) {
      const meant = didYouMean(setting, known).trim();
      return [{ key, hint: meant === "" ? `Settings: ${known.join(", ")}.` : meant }];
    }
    if (values.includes(String(value))) return [];
    return [{ key, value: JSON.stringify(value), hint: `Use one of: ${[...values].sort().join(", ")}.` }];
  });
}

/** What is wrong with a table of this stack's settings, a sentence each. */
export function chosenProblems(table: SettingsTable): string[] {
  return tableProblems(table, stackOption(table.name)).map(({ key, value, hint }) =>
    value === undefined ? `${key}: no such setting. ${hint}` : `${key} is ${value}. ${hint}`,
  );
}

let config: ConfigSource = () => undefined;

/**
 * Takes the stack configuration. One plugin process serves one stack, and each kind's provider is handed the same one; the host
 * doesn't wait for `configure` on parallel operations, so this does nothing that could wait.
 */
export function configure(source: ConfigSource): void {
  config = source;
}

/** The client of a connection of this stack; one per process and connection. Throws {@link SettingsError}. */
export function clientOf(connection: string | undefined): AnalyticsClient {
  return clientFor(settingsOf(connection));
}

/** The settings of a connection of this stack. Throws {@link SettingsError}. */
export function settingsOf(connection: string | undefined): Connection {
  return connectionSettings(config, process.env, connection);
}

/** The stack's {@link recoverySetting}. Throws {@link SettingsError}. */
export function recovery(): Recovery | undefined {
  return recoverySetting(config, process.env);
}
