import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { formatCount } from "pulumi-analytics-internal/core/text";
import type { Environment } from "../../command/child";
import { readStackValues, runPulumi, type StackValues } from "../../platform/profile";
import { findOverriddenBackend, needsEmptyPassphrase } from "../../project/emulator-stack";
import { type Answer, answer, type Finding, fail, pass } from "../finding";
import { type Project, readYaml } from "./project";

/** The name of the stack: the one asked for, or the selected one. */
export async function probeStack(
  { folder }: Project,
  asked: string | undefined,
  env: Environment,
): Promise<Answer<string>> {
  try {
    const named = asked === undefined ? [] : ["--stack", asked];
    const name = (await runPulumi(["stack", "--show-name", ...named], folder, env)).trim();
    return answer(pass(asked === undefined ? `${name}, the selected one` : name), name);
  } catch (error) {
    const backend = findOverriddenBackend(folder, env);
    const first =
      backend === undefined
        ? "Check `pulumi whoami` and `pulumi stack ls`."
        : `PULUMI_BACKEND_URL of this terminal wins over the backend in Pulumi.yaml, ${backend}: run ` +
          "`unset PULUMI_BACKEND_URL` to use that one.";
    return answer(fail((error as Error).message, `${first} Then run \`pulumi stack select <name>\`, or add --stack.`));
  }
}

/** The stack's configuration, decrypted. */
export async function probeConfiguration(
  { folder }: Project,
  name: string,
  env: Environment,
): Promise<Answer<StackValues>> {
  try {
    const values = await readStackValues(folder, name, env);
    const own = Object.keys(values).filter((key) => key.startsWith("analytics:"));
    const count = formatCount(own.length, "setting");
    const remark = needsEmptyPassphrase(folder, env)
      ? '. Pulumi asks for the passphrase, which is empty: press Enter, or export PULUMI_CONFIG_PASSPHRASE=""'
      : "";
    return answer(pass(`readable, ${count} of analytics${remark}`), values);
  } catch (error) {
    return answer(
      fail(
        (error as Error).message,
        "Run `pulumi config` to see the same error. Secrets need the stack's passphrase (PULUMI_CONFIG_PASSPHRASE " +
          "or …_FILE) or its key service.",
      ),
    );
  }
}

/**
 * Whether every client secret in the project's files is stored as a secret. The files are read as they are: no
 * passphrase is needed.
 */
export function probeSecrecy(project: Project, name: string): Answer {
  const path = join(project.stacks, `Pulumi.${basename(name)}.yaml`);
  const file = existsSync(path) ? readYaml(path) : { values: {} };
  if ("problem" in file) return answer(fail(file.problem, "Correct the file: Pulumi can't read it either."));
  const findings = [
    ...listPlainSecrets(file.values).map((key) => reportPlainSecret(key, basename(path), "")),
    ...listPlainSecrets(project.file).map((key) =>
      reportPlainSecret(key, "Pulumi.yaml", ", and remove it from Pulumi.yaml"),
    ),
  ];
  return answer(findings.length > 0 ? findings : pass("none in plain text"));
}

function reportPlainSecret(key: string, file: string, also: string): Finding {
  const path = key.includes(".") ? "--path " : "";
  return fail(
    `${key} is in plain text in ${file}`,
    "Everyone who reads the repository can use it. Create a new pair in the product, then run `pulumi config set " +
      `--secret ${path}${key}\`${also}.`,
  );
}

/** The client secrets of a file's `config` that aren't encrypted. */
function listPlainSecrets({ config }: Readonly<Record<string, unknown>>): string[] {
  const values = readTable(config);
  const own = isPlain(values["analytics:clientSecret"]) ? ["analytics:clientSecret"] : [];
  const further = Object.entries(readTable(values["analytics:profiles"]));
  return [
    ...own,
    ...further
      .filter(([, profile]) => isPlain(readTable(profile).clientSecret))
      .map(([name]) => `analytics:profiles.${name}.clientSecret`),
  ];
}

function isPlain(value: unknown): boolean {
  // A project's file may also wrap a value, beside its type or as its default.
  if (value !== null && typeof value === "object" && !("secure" in value)) {
    const { value: inner, default: otherwise } = value as { value?: unknown; default?: unknown };
    return isPlain(inner) || isPlain(otherwise);
  }
  return typeof value === "string" ? value !== "" : typeof value === "number";
}

function readTable(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
}
