import * as z from "zod";
import { type AnalyticsClient, getClient, type RegionKey, regions, type WorkbookApi, workbookApis } from "../core/api";
import { readFields } from "../core/json";
import { suggestWord } from "../core/text";

/** Reads one key of the stack configuration, as `namespace:key`; secrets are decrypted. */
export type ConfigSource = (key: string) => unknown;

/** The address and credentials for requests. */
export interface Profile {
  readonly baseUrl: string;
  readonly region?: RegionKey;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The time limit of one request, in milliseconds; undefined: the client's default. */
  readonly attemptTimeoutMs?: number;
  /** Which endpoints take workbooks as code; undefined: those that the platform answers. */
  readonly workbookApi?: WorkbookApi;
}

/** Invalid settings: every problem, each with its hint. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Seconds. A call with all its retries has the same limit. */
const longestTimeout = 300;

/**
 * The settings of one profile. Stack configuration overrides the environment, field by field. A named profile
 * (`analytics:profiles.<name>`) uses no other source, so an incomplete profile never uses another organization's
 * credentials.
 *
 * Sends no request: all problems are known before the first one.
 *
 * @example
 * ```ts
 * const { baseUrl } = profileSettings((key) => config.get(key), process.env);
 * ```
 * @throws SettingsError with every problem found.
 */
export function readProfile(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  name?: string,
): Profile {
  const { read, where } =
    name === undefined ? createDefaultSource(config, environment) : createNamedSource(config, name);
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
      `${where("region")} is "${region}", which is not a valid region.${suggestWord(region, known)} ` +
        `Known regions: ${known.join(", ")}.`,
    );
  } else {
    url = regions[region ?? "gcp-us"].baseUrl;
  }

  const clientId = read("clientId");
  const clientSecret = read("clientSecret");
  if (clientId === undefined) problems.push(describeMissing("clientId", where, ""));
  if (clientSecret === undefined) problems.push(describeMissing("clientSecret", where, "--secret "));

  const requestTimeout = read("requestTimeout");
  const seconds = requestTimeout === undefined ? undefined : Number(requestTimeout);
  if (seconds !== undefined && !(seconds > 0 && seconds <= longestTimeout)) {
    problems.push(
      `${where("requestTimeout")} is "${requestTimeout}". Set the seconds that one request may take, above ` +
        `0 and up to ${longestTimeout}.`,
    );
  }

  const workbookApi = read("workbookApi");
  if (workbookApi !== undefined && !isWorkbookApi(workbookApi)) {
    problems.push(
      `${where("workbookApi")} is "${workbookApi}".${suggestWord(workbookApi, workbookApis)} ` +
        `Use one of ${workbookApis.join(", ")}.`,
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
    ...(workbookApi === undefined ? {} : { workbookApi: workbookApi as WorkbookApi }),
  };
}

/** A setting of one profile. */
export type Field = "region" | "baseUrl" | "clientId" | "clientSecret" | "requestTimeout" | "workbookApi";

/** The keys that a stack's configuration may have under `analytics:`. */
export const settingNames: readonly string[] = [
  "region",
  "baseUrl",
  "clientId",
  "clientSecret",
  "requestTimeout",
  "workbookApi",
  "apiCredentials",
  "profiles",
  "deploymentPolicies",
  "recoverFrom",
  "checkSources",
  "workbookVerify",
  "impact",
  "rules",
  "workbookRules",
];

/** The inputs of the plugin, which also takes the profile of its resources. It refuses others. */
export const pluginSettingNames: readonly string[] = [...settingNames, "profile"];

interface Source {
  read(field: Field): string | undefined;
  /** How a message names the field. */
  where(field: Field): string;
}

/** The environment variable of each setting, for the default profile. */
export const environmentNames: Readonly<Record<Field, string>> = {
  region: "ANALYTICS_REGION",
  baseUrl: "ANALYTICS_BASE_URL",
  clientId: "ANALYTICS_CLIENT_ID",
  clientSecret: "ANALYTICS_CLIENT_SECRET",
  requestTimeout: "ANALYTICS_REQUEST_TIMEOUT",
  workbookApi: "ANALYTICS_WORKBOOK_API",
};

function createDefaultSource(config: ConfigSource, environment: Record<string, string | undefined>): Source {
  const isConfigured = (field: Field) => readText(config(`analytics:${field}`));
  // Region and base URL exclude each other: a stack that sets one ignores both in the environment.
  const placeConfigured = isConfigured("region") !== undefined || isConfigured("baseUrl") !== undefined;
  const isFromEnvironment = (field: Field) =>
    placeConfigured && (field === "region" || field === "baseUrl")
      ? undefined
      : readText(environment[environmentNames[field]]);
  return {
    read: (field) => isConfigured(field) ?? isFromEnvironment(field),
    where: (field) => (isConfigured(field) === undefined ? environmentNames[field] : `analytics:${field}`),
  };
}

function createNamedSource(config: ConfigSource, name: string): Source {
  const all = readFields(config("analytics:profiles"));
  const one = readFields(all[name]);
  if (!(name in all)) {
    const names = Object.keys(all);
    throw new SettingsError([
      `The profile "${name}" is not configured.${suggestWord(name, names)} ` +
        (names.length > 0 ? `Configured profiles: ${names.join(", ")}. ` : "") +
        `Set it with: pulumi config set --path analytics:profiles.${name}.clientId <id>, and likewise ` +
        "region, and with --secret clientSecret.",
    ]);
  }
  return {
    read: (field) => readText(one[field]),
    where: (field) => `analytics:profiles.${name}.${field}`,
  };
}

function describeMissing(field: "clientId" | "clientSecret", where: Source["where"], flag: string): string {
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
    problems.push(`${where}${quoteValue(value)} is not a valid URL. Use a URL such as https://api.example.com.`);
    return undefined;
  }
  if (url.username !== "" || url.password !== "") {
    problems.push(`${where} contains a user or password. Remove them, and set clientId and clientSecret.`);
    return undefined;
  }
  // Also an empty one, which the URL drops; the part before it would be the whole address of each request.
  if (/[?#]/.test(value)) {
    problems.push(
      `${where} contains a query or fragment ("?" or "#"), after which no path can be. Use the part ` +
        `before it, such as ${url.origin}.`,
    );
    return undefined;
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.has(url.hostname))) {
    problems.push(
      `${where}${quoteValue(value)} receives credentials, so it must begin with https:// (http:// only for this ` +
        "machine: localhost, 127.0.0.1, [::1]).",
    );
    return undefined;
  }
  return url.href.replace(/\/+$/, "");
}

/** Without a scheme, a password in it isn't recognized as one. */
function quoteValue(value: string): string {
  return value.includes("@") ? "" : ` ("${value}")`;
}

function isWorkbookApi(value: string): value is WorkbookApi {
  return (workbookApis as readonly string[]).includes(value);
}

function isRegion(value: string): value is RegionKey {
  return Object.hasOwn(regions, value);
}

function readText(value: unknown): string | undefined {
  // A structured value keeps its numbers: `pulumi config set --path` stores 60 as a number.
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The setting `analytics:recoverFrom`: this run recovers a lost run. */
export interface Recovery {
  /** When the lost run began, in milliseconds since 1970; `journal`: this machine's journal has the time. */
  readonly since: number | "journal";
  /** How to unset the setting. */
  readonly unset: string;
}

/** The maximum age of a lost run, so that a forgotten setting stops adopting objects. */
export const recoveryDays = 14;

const isoTime = z.iso.datetime({ offset: true });
/** A time without quotes in the stack's file, in the form in which Pulumi prints it (Go's). */
const goTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d\d)(\d\d)(?: \S+)?$/;

/**
 * The setting `analytics:recoverFrom`, or the environment's `ANALYTICS_RECOVER_FROM`: `journal`, or the time at which
 * the lost run began; undefined if it isn't set.
 *
 * @param now in milliseconds since the epoch.
 * @throws SettingsError when the value is invalid.
 */
export function readRecovery(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  now = Date.now(),
): Recovery | undefined {
  const configured = config("analytics:recoverFrom");
  const ofStack = typeof configured === "boolean" ? String(configured) : readText(configured);
  const value = ofStack ?? readText(environment.ANALYTICS_RECOVER_FROM);
  if (value === undefined || value === "false") return undefined;
  const [where, unset] =
    ofStack === undefined
      ? ["ANALYTICS_RECOVER_FROM", "unset ANALYTICS_RECOVER_FROM in the environment"]
      : ["analytics:recoverFrom", "pulumi config rm analytics:recoverFrom"];
  if (value === "journal") return { since: "journal", unset };

  const refuse = (what: string) =>
    new SettingsError([
      `${where} is "${value}"${what}. Use journal, or the time at which the lost run began, with its time ` +
        "zone, such as 2026-02-03T10:15:00Z.",
    ]);
  const time = value.replace(goTime, "$1T$2$3:$4");
  if (!isoTime.safeParse(time).success) throw refuse("");
  const since = Date.parse(time);
  if (since > now) throw refuse(", which is in the future");
  if (since < now - recoveryDays * 24 * 3600 * 1000) throw refuse(`, more than ${recoveryDays} days ago`);
  return { since, unset };
}

/**
 * Whether `ANALYTICS_MISSING_OBJECTS=deleted` is set: then each object that the platform doesn't show counts as
 * deleted. It is meant for one command, so the stack's configuration doesn't have it.
 *
 * @throws SettingsError when it has another value.
 */
export function isMissingDeleted(environment: Record<string, string | undefined> = process.env): boolean {
  const value = readText(environment.ANALYTICS_MISSING_OBJECTS);
  if (value === undefined) return false;
  if (value === "deleted") return true;
  throw new SettingsError([`ANALYTICS_MISSING_OBJECTS is "${value}". Set it to deleted, or unset it.`]);
}

/** The settings by which a preview asks the platform, with their environment variables. */
const liveSettings = {
  checkSources: "ANALYTICS_CHECK_SOURCES",
  workbookVerify: "ANALYTICS_WORKBOOK_VERIFY",
  impact: "ANALYTICS_IMPACT",
} as const;
export type LiveSetting = keyof typeof liveSettings;

/**
 * Whether previews ask the platform: `analytics:checkSources` looks up the tables and columns of warehouses,
 * `analytics:workbookVerify` lets the platform check workbooks by a dry run, `analytics:impact` looks up who reads what
 * an update removes.
 *
 * @throws SettingsError when it has another value than true and false.
 */
export function isCheckingLive(
  setting: LiveSetting,
  environment: Record<string, string | undefined> = process.env,
): boolean {
  const configured = readConfig(`analytics:${setting}`);
  const value = configured ?? readText(environment[liveSettings[setting]]);
  if (value === undefined || value === "" || String(value) === "false") return false;
  if (String(value) === "true") return true;
  throw new SettingsError([`analytics:${setting} is "${value}". Set it to true or false.`]);
}

/** A table in the stack's settings, such as `analytics:rules`; empty if it isn't set. */
export function readStackTable(name: string): Record<string, unknown> {
  return readFields(readConfig(`analytics:${name}`));
}

/** A table of settings: the values of each setting, the default first. */
export interface SettingsTable {
  readonly name: string;
  readonly choices: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** The settings of a table, with defaults for unset ones. */
export function readSettingsTable({ name, choices }: SettingsTable): Record<string, string> {
  const given = readStackTable(name);
  return Object.fromEntries(
    Object.entries(choices).map(([setting, values]) => {
      const chosen = String(given[setting]);
      return [setting, values.includes(chosen) ? chosen : values[0]];
    }),
  );
}

/** An invalid value in a table of settings, and a hint. */
export interface SettingProblem {
  /** `analytics:apiCredentials.refresh`. */
  readonly key: string;
  /** The value; undefined: the setting doesn't exist. */
  readonly value?: string;
  readonly hint: string;
}

/**
 * The problems of a table of settings.
 *
 * @example findTableProblems({ name: "apiCredentials", choices: { refresh: ["whole", "listed"] } }, { refresh: "all" })
 */
export function findTableProblems(
  { name, choices }: SettingsTable,
  given: Readonly<Record<string, unknown>>,
): SettingProblem[] {
  const known = Object.keys(choices).sort();
  return Object.entries(given).flatMap(([setting, value]): SettingProblem[] => {
    const key = `analytics:${name}.${setting}`;
    const values = Object.hasOwn(choices, setting) ? choices[setting] : undefined;
    if (values === undefined) {
      const meant = suggestWord(setting, known).trim();
      return [{ key, hint: meant === "" ? `Settings: ${known.join(", ")}.` : meant }];
    }
    if (values.includes(String(value))) return [];
    return [{ key, value: JSON.stringify(value), hint: `Use one of: ${[...values].sort().join(", ")}.` }];
  });
}

/** The problems of a table of this stack's settings, one sentence each. */
export function findSettingsProblems(table: SettingsTable): string[] {
  return findTableProblems(table, readStackTable(table.name)).map(({ key, value, hint }) =>
    value === undefined ? `${key}: no such setting. ${hint}` : `${key} is ${value}. ${hint}`,
  );
}

/** Where the settings of a provider come from. */
export interface ProviderSettings {
  readonly source: ConfigSource;
  /** The profile of resources that name none; undefined: the provider's own settings. */
  readonly profile?: string;
}

let readConfig: ConfigSource = () => undefined;
let ownProfile: string | undefined;
const formerProviders: ProviderSettings[] = [];

/**
 * Sets the stack configuration. One plugin process serves one stack, and each kind's provider gets the same
 * configuration. On parallel operations, the host doesn't wait for `configure`, so this function is synchronous.
 *
 * @param profile the profile of resources that name none; default: the stack's own settings.
 */
export function configure(source: ConfigSource, profile?: string): void {
  readConfig = source;
  ownProfile = profile;
}

/**
 * Remembers the settings of a provider that resources of this run had before. The engine starts a process for each
 * provider.
 */
export function rememberFormerProvider(settings: ProviderSettings): void {
  formerProviders.push(settings);
}

/**
 * The settings of a profile in each provider that resources of this run had before, where they are valid; undefined:
 * there is no such provider.
 */
export function readFormerSettings(profile: string | undefined): Profile[] | undefined {
  if (formerProviders.length === 0) return undefined;
  return formerProviders.flatMap(({ source, profile: own }) => {
    try {
      return [readProfile(source, process.env, profile ?? own)];
    } catch (error) {
      if (error instanceof SettingsError) return [];
      throw error;
    }
  });
}

/**
 * The client of a profile of this stack; one per process and profile. Throws {@link SettingsError}.
 *
 * @param onTrouble shows the user that requests are tried again.
 */
export function getStackClient(profile: string | undefined, onTrouble: (message: string) => void): AnalyticsClient {
  return getClient({ ...readSettings(profile), onTrouble });
}

/** The settings of a profile of this stack. Throws {@link SettingsError}. */
export function readSettings(profile: string | undefined): Profile {
  return readProfile(readConfig, process.env, profile ?? ownProfile);
}

/** The stack's {@link readRecovery}. Throws {@link SettingsError}. */
export function readRecoverySetting(): Recovery | undefined {
  return readRecovery(readConfig, process.env);
}
