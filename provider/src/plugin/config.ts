import { status } from "@grpc/grpc-js";
import { tryParseJson } from "../core/data";
import type { Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import { version } from "../core/runtime";
import { suggestWord } from "../core/text";
import { configure, pluginSettingNames as names, type ProviderSettings, rememberFormerProvider } from "../settings";
import { RequestError } from "./errors";
import { open, seal } from "./values";

/** Inputs that the engine gives every provider. */
const ofEngine: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "pluginChecksums"]);

/** Settings that are secret, whatever the program says. */
const secret = ["clientSecret", "profiles"];

/** Checks the inputs of a provider. Sends no request: the credentials are checked with the first resource. */
export function checkConfig(news: Properties): { inputs: Properties; failures: readonly string[] } {
  const unknown = Object.keys(news).filter(
    (name) => !names.includes(name) && !ofEngine.has(name) && !name.startsWith("__"),
  );
  const failures = unknown.map(
    (name) => `analytics:${name}: no such setting.${suggestWord(name, names)} Settings: ${names.join(", ")}.`,
  );
  return { inputs: seal(news, secret), failures };
}

/**
 * What to tell of the version that an SDK asks for; undefined: nothing. The engine itself warns where an SDK asks for a
 * newer plugin than runs.
 *
 * @example describeVersion({ version: "0.0.1" })
 */
export function describeVersion({ version: wanted }: Properties): string | undefined {
  if (typeof wanted !== "string" || !isOlder(wanted, version)) return undefined;
  return (
    `The program's SDK of the package analytics is ${wanted}, and the provider plugin is ${version}. ` +
    "Use one version for both: run `pulumi install`, or generate the SDK again with `pulumi package add`."
  );
}

function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => (/^v?(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1) ?? []).map(Number));
  const place = [0, 1, 2].find((index) => left![index] !== right![index]);
  return place !== undefined && left![place]! < right![place]!;
}

/**
 * The inputs of a provider that differ. None replaces the provider: an object of another organization refuses to be
 * changed.
 */
export function diffConfig(olds: Properties, news: Properties): string[] {
  const [before, after] = [open(olds).values, open(news).values];
  return Object.keys({ ...before, ...after }).filter(
    (name) => name !== "version" && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/**
 * Takes the settings of this process; the engine starts one for each provider. Any process of this machine can connect
 * to the plugin's port: once the plugin has its settings, none can have it send what the environment or a later request
 * contains to another address.
 */
export class ProviderConfiguration {
  #addresses: readonly string[] | undefined;

  /** @throws RequestError for an address that the first call didn't have. */
  configure(args: Properties): void {
    const addresses = listAddresses(args);
    if (this.#addresses !== undefined && addresses.some((address) => !this.#addresses?.includes(address))) {
      throw new RequestError(
        status.INVALID_ARGUMENT,
        "This process of the plugin is configured already, with another address. Nothing was changed. Start " +
          "another process for other settings.",
      );
    }
    this.#addresses ??= addresses;
    const { source, profile } = readSettings(args);
    configure(source, profile);
  }

  /**
   * The inputs of a provider that differ. The engine asks before it configures a provider whose inputs changed. It asks
   * a configured one what a resource's change of provider means, which the diff of the resource then answers: it
   * depends on the resource's profile.
   */
  diff(run: Run, olds: Properties, news: Properties): string[] {
    if (this.#addresses !== undefined) rememberFormerProvider(run, readSettings(olds));
    return diffConfig(olds, news);
  }
}

/** Each address as it is given; empty: the one in the environment, or the default. */
function listAddresses(args: Properties): string[] {
  const { source } = readSettings(args);
  const given = source("analytics:profiles");
  const profiles = typeof given === "string" ? tryParseJson(given) : given;
  const own = { baseUrl: source("analytics:baseUrl"), region: source("analytics:region") };
  const all = [own, ...Object.values((profiles ?? {}) as Record<string, Properties | null>)];
  return all.map((one) => String(one?.baseUrl ?? one?.region ?? ""));
}

function readSettings(args: Properties): ProviderSettings {
  const { values } = open(args);
  const profile = typeof values.profile === "string" && values.profile !== "" ? values.profile : undefined;
  const settings: Properties = { ...values, profiles: restoreFieldNames(values.profiles) };
  return { source: (key) => settings[key.replace(/^analytics:/, "")], profile };
}

/** Profiles as a dictionary of Python has them: its SDK translates the names of fields in a class alone. */
function restoreFieldNames(profiles: unknown): unknown {
  const all = typeof profiles === "string" ? tryParseJson(profiles) : profiles;
  if (all === null || typeof all !== "object") return profiles;
  const toCamelCase = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(all).map(([name, profile]) => [
      name,
      Object.fromEntries(Object.entries((profile ?? {}) as object).map(([key, value]) => [toCamelCase(key), value])),
    ]),
  );
}
