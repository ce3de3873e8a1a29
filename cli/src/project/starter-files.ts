/** What a project has beside its program: a CI file and a policy pack. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatObjectPath } from "pulumi-analytics-internal/core/api";
import { quote } from "../text/writers/typescript";
import type { PackageManager } from "./package-manager";
import { findFolderWith } from "./package-place";
import { formatJson } from "./program";

/** Files by their path from the project's folder. */
type TextFiles = Readonly<Record<string, string>>;

/** The folder of the project's own policy pack. */
export const policyFolder = "policies";

/** The same beside a pulled program: its `policies.ts` would be loaded in the place of a folder `policies`. */
export const pulledPolicyFolder = "policy-pack";

/** The folder of the policy pack that a project has; undefined: it has none. */
export const findPolicyFolder = (cwd: string): string | undefined =>
  [policyFolder, pulledPolicyFolder].find((folder) => existsSync(join(cwd, folder, "PulumiPolicy.yaml")));

/** Names of columns that the starter pack's policy `personal-data` refuses to show. */
const personal =
  /e.?mail|phone|mobile|first.?name|last.?name|surname|birth.?(?:date|day)|date.?of.?birth|\bssn\b|social.?security|national.?id|tax.?id|passport|\biban\b|credit.?card|card.?number|account.?number/iu;

/** Whether a column looks like personal data by its name, to the policies of the project. */
export const isPersonalName = (name: string) => personal.test(name.replaceAll("_", " "));

/** The policy pack of a project, without its program. */
export function writePolicyProject(name: string, folder = policyFolder): TextFiles {
  return {
    [`${folder}/PulumiPolicy.yaml`]: `description: Policies of ${name}\nruntime: nodejs\n`,
    // Pulumi requires the version.
    [`${folder}/package.json`]: formatJson({
      name: `${name}-policies`,
      version: "1.0.0",
      private: true,
      main: "index.js",
    }),
  };
}

/** A policy pack with the starter policies. */
export const writePolicyFiles = (name: string, folder: string): TextFiles => ({
  ...writePolicyProject(name, folder),
  [`${folder}/index.js`]: writePolicyProgram(name),
});

/** The starter pack, with the one setting that only the project knows. */
export function writePolicyProgram(name: string, tables: readonly (readonly string[])[] = []): string {
  const schemas = [...new Set(tables.map(formSchemaPattern))].sort().map(quote).join(", ");
  return [
    'const { PolicyPack } = require("@pulumi/policy");',
    'const { starterPolicies } = require("pulumi-analytics-policies");',
    "",
    "// Each preview and update checks these policies. With one of yours: `[...starterPolicies({ … }), mine]`.",
    `new PolicyPack(${quote(name)}, {`,
    "  policies: starterPolicies({",
    ...(schemas === "" ? [] : [`    "warehouse-paths": { allowed: [${schemas}] },`]),
    "    described: { columns: false },",
    "  }),",
    "});",
    "",
  ].join("\n");
}

/** The tables of a schema, as the policy `warehouse-paths` allows them. */
export const formSchemaPattern = (table: readonly string[]): string =>
  [...table.slice(0, -1).map((part) => formatObjectPath([part])), "*"].join(".");

/** What the CI file depends on. */
interface CiForm {
  /** The language of the program. */
  readonly language: "typescript" | "yaml" | "python";
  /** The project's package manager. */
  readonly manager: Pick<PackageManager, "name" | "inCi" | "inCiWithoutScripts">;
  readonly ci: "github" | "gitlab";
  /** The folder of the policies; empty: none. */
  readonly policyPack: string;
}

/** The CI file. Programs that aren't for Node.js need more than the package has for it. */
export function writeCiFiles({ ci, language, manager, policyPack }: CiForm): TextFiles {
  const usual = { github: "github-actions.yml", gitlab: "gitlab-ci.yml" } as const;
  const text = applyEdits(readPipeline(usual[ci]), [
    ["POLICY_PACK: node_modules/pulumi-analytics-policies", `POLICY_PACK: ${policyPack || '""'}`],
    ...(language === "python" ? pythonEdits[ci] : []),
    ...listManagerEdits(ci, manager),
  ]);
  return { [ci === "github" ? ".github/workflows/analytics.yml" : ".gitlab-ci.yml"]: text };
}

/** How another package manager installs; the cache of `setup-node` needs it before there is one. */
function listManagerEdits(ci: "github" | "gitlab", { name, inCi, inCiWithoutScripts }: CiForm["manager"]): Edits {
  if (name === "npm") return [];
  return ci === "gitlab"
    ? [[/- npm ci .*$/gm, `- ${inCiWithoutScripts}`]]
    : [
        [/run: npm ci$/gm, `run: ${inCi}`],
        [/^ *cache: npm\n/gm, ""],
      ];
}

type Edits = readonly (readonly [before: string | RegExp, after: string])[];

/** The SDK is generated, and the virtual environment filled, before Pulumi runs the program. */
const pythonEdits: Readonly<Record<"github" | "gitlab", Edits>> = {
  github: [[/^( *- )uses: pulumi\/actions@.*$/gm, "$&\n$1run: pulumi install"]],
  gitlab: [[/^( *- )npm ci .*$/gm, "$&\n$1pulumi install"]],
};

/** A CI file of the folder `pipelines`: the package has it, and so has the repository. */
function readPipeline(name: string): string {
  const root = findFolderWith(__dirname, join("pipelines", name)) ?? __dirname;
  return readFileSync(join(root, "pipelines", name), "utf8");
}

function applyEdits(text: string, edits: Edits): string {
  return edits.reduce((before, [from, to]) => before.replace(from, to), text);
}
