import { regions } from "pulumi-analytics-internal/core/api";
import { readFields } from "pulumi-analytics-internal/core/data";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { loadAllKinds } from "pulumi-analytics-internal/kinds/registry";
import {
  type ConfigSource,
  environmentNames,
  findTableProblems,
  type OverriddenVariable,
  type Profile,
  pluginSettingNames,
  readProfile,
  readVariables,
  SettingsError,
  type SettingsTable,
  settingNames,
} from "pulumi-analytics-internal/settings";
import type { Environment } from "../../command/child";
import { createConfigSource, type StackValues } from "../../platform/profile";
import { type Answer, answer, type Finding, fail, pass, skip, warn } from "../finding";
import { findPlugin, type Project } from "./project";

/**
 * Whether the stack's configuration holds no unknown setting under `analytics:`. The plugin refuses them, but not those
 * inside of a setting.
 */
export function probeKeys(values: StackValues, project: Project): Answer {
  const config = createConfigSource(values);
  const own = Object.keys(values).flatMap((key) =>
    key.startsWith("analytics:") ? [key.slice("analytics:".length)] : [],
  );
  const usesPlugin = findPlugin(project) !== undefined;
  const findings = [
    ...(usesPlugin
      ? reportUnknown(own, pluginSettingNames, "analytics:", "The plugin refuses it.")
      : reportUnknown(own, settingNames, "analytics:", "The dynamic provider ignores it, the plugin refuses it.")),
    ...Object.entries(readFields(config("analytics:profiles"))).flatMap(([name, fields]) =>
      reportUnknown(Object.keys(readFields(fields)), Object.keys(environmentNames), `analytics:profiles.${name}.`),
    ),
    ...loadAllKinds().flatMap(({ settings }) => (settings === undefined ? [] : reportChosen(settings, config))),
  ];
  return answer(findings.length > 0 ? findings : pass("all known"));
}

function reportUnknown(
  given: readonly string[],
  known: readonly string[],
  prefix: string,
  effect = "The provider ignores it.",
): Finding[] {
  const path = prefix.includes(".") ? "--path " : "";
  return given
    .filter((name) => !known.includes(name))
    .map((name) =>
      fail(
        `${prefix}${name}: unknown setting`,
        `${suggestMeant(name, known)} ${effect} Remove it: pulumi config rm ${path}${prefix}${name}`,
      ),
    );
}

/** The known name that was probably meant, or all of them. */
function suggestMeant(name: string, known: readonly string[]): string {
  return suggestWord(name, known).trim() || `Use one of: ${known.join(", ")}.`;
}

/** Findings about the settings of a kind. */
function reportChosen(settings: SettingsTable, config: ConfigSource): Finding[] {
  return findTableProblems(settings, readFields(config(`analytics:${settings.name}`))).map(({ key, value, hint }) =>
    value === undefined
      ? fail(`${key}: unknown setting`, `${hint} The provider ignores it. Remove it: pulumi config rm --path ${key}`)
      : fail(`${key} is ${value}`, hint),
  );
}

/** The configuration of a stack that may be unreadable. */
interface Configuration {
  readonly values: StackValues;
  readonly isUnreadable: boolean;
}

/** Where requests go and as whom, as the provider works it out. */
export function probeSettings(
  { values, isUnreadable }: Configuration,
  env: Environment,
  name: string | undefined,
): Answer<Profile> {
  try {
    const profile = readProfile(createConfigSource(values), env, name);
    const { region, baseUrl } = profile;
    const isDefault = region === undefined && baseUrl === regions["gcp-us"].baseUrl;
    const place = region === undefined ? "" : `${region}, ${regions[region].server}, `;
    return answer(pass(`${place}${baseUrl}${isDefault ? ", the default: no region is set" : ""}`), profile);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // What is missing may be in the configuration.
    if (isUnreadable) return answer(skip("needs Configuration"));
    return answer(error.problems.map((problem) => fail("incomplete or contradictory", problem)));
  }
}

/** The further organizations of the stack. */
export function probeProfiles(values: StackValues, env: Environment): Answer {
  const config: ConfigSource = createConfigSource(values);
  const names = Object.keys(readFields(config("analytics:profiles")));
  if (names.length === 0) return answer(pass("none"));
  return answer(names.flatMap((name) => findConnectionProblems(config, env, name)));
}

function findConnectionProblems(config: ConfigSource, env: Environment, name: string): Finding[] {
  try {
    const { region, baseUrl } = readProfile(config, env, name);
    return [pass(`${name}: ${region === undefined ? "" : `${region}, `}${baseUrl}`)];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map((problem) => fail(`${name}: incomplete or contradictory`, problem));
  }
}

/** Variables that do nothing, because the stack has another value or because of their names. */
export function probeEnvironment(values: StackValues, env: Environment): Answer {
  const config = createConfigSource(values);
  // One with the same value leads nowhere else: `init` copies them.
  const isOther = ({ variable, field, by }: OverriddenVariable) =>
    by !== `analytics:${field}` || String(config(by)) !== env[variable];
  const overridden = readVariables(config, env)
    .overridden.filter(isOther)
    .map(({ variable, by }) =>
      warn(
        `${variable} is set, but the stack's ${by} overrides it`,
        `Remove one of them: unset ${variable}, or pulumi config rm ${by}.`,
      ),
    );
  const known = [...Object.values(environmentNames), "ANALYTICS_PULUMI_CLI", "ANALYTICS_TRACE"];
  const misspelt = Object.keys(env)
    .filter((name) => name.startsWith("ANALYTICS_") && !known.includes(name))
    .sort()
    .map((name) => warn(`${name}: unknown variable`, suggestMeant(name, known)));
  const findings = [...overridden, ...misspelt];
  if (findings.length > 0) return answer(findings);
  const used = known.filter((name) => env[name]);
  return answer(pass(used.length > 0 ? `${used.join(", ")} in use` : "no ANALYTICS_ variables"));
}
