import { type RegionKey, regions, type WorkbookApi, workbookApis } from "../core/api";
import { readFields } from "../core/data";
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
  /** Rows that are behind each value that checks tell; undefined: the default. */
  readonly fewestRows?: number;
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
/** Seconds. */
const longestLag = 600;
/** Rows behind a told value: of two, whoever knows one knows the other. */
const leastRows = 3;

/**
 * The settings of one profile. Stack configuration overrides the environment, field by field. A named profile
 * (`analytics:profiles.<name>`) uses no other source, so an incomplete profile never uses another organization's
 * credentials.
 *
 * Sends no request: all problems are known before the first one.
 *
 * @example
 * ```ts
 * const { baseUrl } = readProfile((key) => config.get(key), process.env);
 * ```
 * @throws SettingsError with every problem found.
 */
export function readProfile(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  name?: string,
): Profile {
  const source = name === undefined ? createDefaultSource(config, environment) : createNamedSource(config, name);
  const { read, where } = source;
  const quoted = (Object.keys(environmentNames) as Field[]).filter((field) => isQuoted(read(field)));
  if (quoted.length > 0) throw new SettingsError(quoted.map((field) => describeQuoted(where(field))));
  const problems: string[] = [];
  const region = read("region");
  const baseUrl = readBaseUrl(source, problems);
  const [clientId, clientSecret] = [read("clientId"), read("clientSecret")];
  if (clientId === undefined) problems.push(describeMissing("clientId", where, ""));
  if (clientSecret === undefined) problems.push(describeMissing("clientSecret", where, "--secret "));
  const timeout = readSeconds(source, problems, "requestTimeout", {
    what: "that one request may take, above 0 and",
    isValid: (seconds) => seconds > 0,
    longest: longestTimeout,
  });
  const lag = readSeconds(source, problems, "listingLag", {
    what: "that new objects may be missing from lists, from 0",
    isValid: (seconds) => seconds >= 0,
    longest: longestLag,
  });
  const workbookApi = readWorkbookApi(source, problems);
  const fewestRows = readFewestRows(source, problems);
  if (problems.length > 0 || baseUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(problems);
  }
  return {
    baseUrl,
    ...(region !== undefined && isRegion(region) ? { region } : {}),
    clientId,
    clientSecret,
    ...(timeout === undefined ? {} : { attemptTimeoutMs: timeout * 1000 }),
    ...(lag === undefined ? {} : { listingLagMs: lag * 1000 }),
    ...(workbookApi === undefined ? {} : { workbookApi }),
    ...(fewestRows === undefined ? {} : { fewestRows }),
  };
}

function readBaseUrl({ read, where }: Source, problems: string[]): string | undefined {
  const [region, baseUrl] = [read("region"), read("baseUrl")];
  if (baseUrl !== undefined) {
    const url = checkBaseUrl(baseUrl, where("baseUrl"), problems);
    if (region !== undefined) {
      problems.push(
        `Both ${where("region")} and ${where("baseUrl")} are set, and they could disagree: remove one of them.`,
      );
    }
    return url;
  }
  if (region === undefined || isRegion(region)) return regions[region ?? "gcp-us"].baseUrl;
  const known = Object.keys(regions);
  problems.push(
    `${where("region")} is "${region}", which is not a valid region.${suggestWord(region, known)} ` +
      `Known regions: ${known.join(", ")}.`,
  );
  return undefined;
}

function readSeconds(
  { read, where }: Source,
  problems: string[],
  field: "requestTimeout" | "listingLag",
  { what, isValid, longest }: { what: string; isValid(seconds: number): boolean; longest: number },
): number | undefined {
  const given = read(field);
  const seconds = given === undefined ? undefined : Number(given);
  if (seconds !== undefined && !(isValid(seconds) && seconds <= longest)) {
    problems.push(`${where(field)} is "${given}". Set the seconds ${what} up to ${longest}.`);
  }
  return seconds;
}

function readFewestRows({ read, where }: Source, problems: string[]): number | undefined {
  const given = read("fewestRows");
  const rows = given === undefined ? undefined : Number(given);
  if (rows === undefined || (Number.isSafeInteger(rows) && rows >= leastRows)) return rows;
  problems.push(
    `${where("fewestRows")} is "${given}". Set how many rows are behind a told value, at least ${leastRows}.`,
  );
  return undefined;
}

function readWorkbookApi({ read, where }: Source, problems: string[]): WorkbookApi | undefined {
  const given = read("workbookApi");
  if (given === undefined || isWorkbookApi(given)) return given;
  problems.push(
    `${where("workbookApi")} is "${given}".${suggestWord(given, workbookApis)} ` +
      `Use one of ${workbookApis.join(", ")}.`,
  );
  return undefined;
}

/** A setting of one profile. */
export type Field =
  | "region"
  | "baseUrl"
  | "clientId"
  | "clientSecret"
  | "requestTimeout"
  | "listingLag"
  | "workbookApi"
  | "fewestRows";

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
  listingLag: "ANALYTICS_LISTING_LAG",
  workbookApi: "ANALYTICS_WORKBOOK_API",
  fewestRows: "ANALYTICS_FEWEST_ROWS",
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

/** Files of variables that no shell reads, such as those of `docker run --env-file`, keep quotation marks. */
const isQuoted = (value: string | undefined) => value !== undefined && /^(["']).*\1$/s.test(value);

const describeQuoted = (where: string) =>
  `${where} has quotation marks around its value, which are part of it. Remove them.`;

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
    problems.push(`${where}${formatValue(value)} is not a valid URL. Use a URL such as https://api.example.com.`);
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
      `${where}${formatValue(value)} receives credentials, so it must begin with https:// (http:// only for this ` +
        "machine: localhost, 127.0.0.1, [::1]).",
    );
    return undefined;
  }
  if (/\/v\d+\/*$/.test(url.pathname)) {
    problems.push(`${where} ends with the version of the API, which each request adds. Remove the \`/v2\`.`);
    return undefined;
  }
  return url.href.replace(/(?<!\/)\/+$/, "");
}

/** Without a scheme, a password in it isn't recognized as one. */
function formatValue(value: string): string {
  return value.includes("@") ? "" : ` ("${value}")`;
}

function isWorkbookApi(value: string): value is WorkbookApi {
  return (workbookApis as readonly string[]).includes(value);
}

function isRegion(value: string): value is RegionKey {
  return Object.hasOwn(regions, value);
}

export function readText(value: unknown): string | undefined {
  // A structured value keeps its numbers: `pulumi config set --path` stores 60 as a number.
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
