import { type AnalyticsClient, getClient } from "../core/api";
import { readFields } from "../core/data";
import type { Run } from "../core/runtime";
import { type ConfigSource, environmentNames, type Profile, readProfile, readText, SettingsError } from "./profile";
import { findTableProblems, type SettingsTable } from "./tables";

/** The keys that a stack's configuration may have under `analytics:`. */
export const settingNames: readonly string[] = [
  ...Object.keys(environmentNames),
  "apiCredentials",
  "profiles",
  "deploymentPolicies",
  "checkSources",
  "workbookVerify",
  "impact",
  "rules",
  "workbookRules",
];

/** The inputs of the plugin, which also takes the profile of its resources. It refuses others. */
export const pluginSettingNames: readonly string[] = [...settingNames, "profile"];

/**
 * Whether an object that the platform doesn't show counts as deleted: `ANALYTICS_MISSING_OBJECTS` lists its id, or is
 * `deleted`, for all objects. It is meant for one command, so the stack's configuration doesn't have it.
 *
 * @throws SettingsError when it has another value.
 */
export function isMissingDeleted(id: string, environment: Record<string, string | undefined> = process.env): boolean {
  const value = readText(environment.ANALYTICS_MISSING_OBJECTS);
  if (value === undefined) return false;
  const given = value.split(/[\s,]+/).filter((one) => one !== "");
  const [word] = given.filter((one) => /^[a-z]{1,12}$/i.test(one));
  if (word === undefined) return given.includes(id);
  if (word === "deleted" && given.length === 1) return true;
  throw new SettingsError([
    `ANALYTICS_MISSING_OBJECTS is "${value}". Set it to the ids of the deleted objects, with commas between them; or ` +
      "to deleted, for all objects; or unset it.",
  ]);
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
export function rememberFormerProvider(run: Run, settings: ProviderSettings): void {
  run.get(createFormerProviders).push(settings);
}

const createFormerProviders = (): ProviderSettings[] => [];

/**
 * The settings of a profile in each provider that resources of this run had before, where they are valid; undefined:
 * there is no such provider.
 */
export function readFormerSettings(run: Run, profile: string | undefined): Profile[] | undefined {
  const formerProviders = run.get(createFormerProviders);
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

const createClients = () => new Map<string, AnalyticsClient>();

/** The client of a profile of this stack; one per run and profile. Throws {@link SettingsError}. */
export function getStackClient(run: Run, profile: string | undefined): AnalyticsClient {
  return getClient({ ...readSettings(profile), onTrouble: run.log }, run.get(createClients));
}

/** The settings of a profile of this stack. Throws {@link SettingsError}. */
export function readSettings(profile: string | undefined): Profile {
  return readProfile(readConfig, process.env, profile ?? ownProfile);
}
