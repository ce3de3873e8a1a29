import { formatObjectPath } from "pulumi-analytics-internal/core/api";
import { stringify } from "yaml";
import type { PackageManager } from "../package-manager";
import { readPipeline } from "../pipelines";
import { formatJson } from "../project";
import { emulatorBackend, emulatorFolder } from "./emulator";
import type { FirstModel } from "./model";
import type { CiHost, Language } from "./options";

/** What the project is to be. */
export interface Form {
  /** The path to this package, such as `./node_modules/pulumi-analytics`. */
  readonly packagePath: string;
  /** The project's package manager, for the CI file. */
  readonly manager: Pick<PackageManager, "name" | "inCi" | "inCiWithoutScripts">;
  /** `tsconfig.json` of a program in TypeScript. */
  readonly tsconfig: string;
  /** Whether the project is for the emulator, and keeps its state beside the emulator's. */
  readonly isEmulated: boolean;
  readonly name: string;
  readonly language: Language;
  readonly ci: CiHost;
}

/** Files by their path from the project's folder. */
export type Files = Readonly<Record<string, string>>;

/** Where the plugin is, for programs that aren't for Node.js. */
const listPluginLines = ({ packagePath }: Form) => ["packages:", `  analytics: ${packagePath}/plugin`];

/** The folder of the project's own policy pack. */
export const policyFolder = "policies";

/** The files that are the same whatever the first model is. */
export function writeProjectFiles(form: Form): Files {
  const { name, language, packagePath } = form;
  return {
    ...setups[language](form),
    ".vscode/settings.json": formatJson({
      "yaml.schemas": { [`${packagePath}/schema/data-model.json`]: ["models/**/*.yaml"] },
      "yaml.customTags": ["!ref scalar", "!include scalar"],
    }),
    ...writePolicyProject(name),
    ...(form.ci === "none" ? {} : writeCiFiles({ ...form, ci: form.ci, policyPack: policyFolder })),
  };
}

/** The policy pack of a project, without its program. */
function writePolicyProject(name: string): Files {
  return {
    [`${policyFolder}/PulumiPolicy.yaml`]: `description: Policies of ${name}\nruntime: nodejs\n`,
    // Pulumi requires the version.
    [`${policyFolder}/package.json`]: formatJson({
      name: `${name}-policies`,
      version: "1.0.0",
      private: true,
      main: "index.js",
    }),
  };
}

/** A policy pack with the starter policies. */
export const writePolicyFiles = (name: string): Files => ({
  ...writePolicyProject(name),
  [`${policyFolder}/index.js`]: pack(name),
});

/** The files that depend on the first model. */
export function writeModelFiles(form: Form, model: FirstModel): Files {
  const { name, language } = form;
  return {
    ...programs[language](form, model),
    [model.file]: model.text,
    [`${policyFolder}/index.js`]: pack(name, model),
  };
}

/** Lines of `.gitignore`. */
export function listIgnored(language: Language): string[] {
  const others = { typescript: [], yaml: ["sdks/"], python: ["venv/", "sdks/", "__pycache__/"] };
  return ["node_modules/", ...others[language]];
}

/** The project's own `package.json`, where there is none. Yarn ignores a package of a workspace without a version. */
export const writePackageJson = (name: string) => formatJson({ name, version: "1.0.0", private: true });

/** The folder of the emulator ignores itself. */
export const emulatorFiles: Files = { [`${emulatorFolder}/.gitignore`]: "*\n" };

/** What a language needs, whatever the program is. Of a project in YAML, the program is in `Pulumi.yaml`. */
const setups: Readonly<Record<Language, (form: Form) => Files>> = {
  typescript: (form) => ({
    "Pulumi.yaml": joinLines(
      ...writeHead(form),
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      "main: index.ts",
    ),
    "tsconfig.json": form.tsconfig,
  }),

  yaml: () => ({}),

  python: (form) => ({
    "Pulumi.yaml": joinLines(
      ...writeHead(form),
      "runtime:",
      "  name: python",
      "  options:",
      "    virtualenv: venv",
      ...listPluginLines(form),
    ),
    // `pulumi install` generates the SDK from the plugin.
    "requirements.txt": joinLines("pulumi>=3.160.0,<4.0.0", "sdks/analytics"),
  }),
};

const programs: Readonly<Record<Language, (form: Form, model: FirstModel) => Files>> = {
  typescript: (_, { name, title, file }) => ({
    "index.ts": joinLines(
      'import * as pulumi from "@pulumi/pulumi";',
      'import * as analytics from "pulumi-analytics";',
      "",
      "// The stack's configuration: `pulumi config`.",
      "const config = new pulumi.Config();",
      'const folderId = config.require("folderId");',
      'const warehouse = config.require("connectionId");',
      "",
      `const model = new analytics.DataModel(${JSON.stringify(name)}, {`,
      `  name: ${JSON.stringify(title)},`,
      "  folderId,",
      `  spec: analytics.specFile(${JSON.stringify(file)}, { refs: { warehouse } }),`,
      "});",
      "",
      "export const url = model.url;",
    ),
  }),

  yaml: (form, { name, title, file }) => ({
    "Pulumi.yaml": joinLines(
      ...writeHead(form),
      "runtime: yaml",
      ...listPluginLines(form),
      "",
      "# Set in the stack's configuration: `pulumi config`.",
      "config:",
      "  folderId: { type: string }",
      "  connectionId: { type: string }",
      "",
      "resources:",
      `  ${quoteYaml(name)}:`,
      "    type: analytics:DataModel",
      "    properties:",
      `      name: ${quoteYaml(title)}`,
      `      folderId: \${folderId}`,
      `      spec: { fn::fileAsset: ${quoteYaml(file)} }`,
      `      refs: { warehouse: "\${connectionId}" }`,
      "",
      "outputs:",
      `  url: \${${name}.url}`,
    ),
  }),

  python: (_, { name, title, file }) => ({
    "__main__.py": joinLines(
      "import pulumi",
      "import pulumi_analytics as analytics",
      "",
      "# The stack's configuration: `pulumi config`.",
      "config = pulumi.Config()",
      "",
      "model = analytics.DataModel(",
      `    ${JSON.stringify(name)},`,
      `    name=${JSON.stringify(title)},`,
      '    folder_id=config.require("folderId"),',
      `    spec=pulumi.FileAsset(${JSON.stringify(file)}),`,
      '    refs={"warehouse": config.require("connectionId")},',
      ")",
      "",
      'pulumi.export("url", model.url)',
    ),
  }),
};

const writeHead = ({ name, isEmulated }: Form) => [
  `name: ${name}`,
  "description: Data models as code",
  ...(isEmulated
    ? [
        "# The state of the emulator's stack. Remove this for a stack of your organization.",
        "backend:",
        `  url: ${emulatorBackend}`,
      ]
    : []),
];

/** The starter pack, with the one setting that only the project knows. */
function pack(name: string, model?: FirstModel): string {
  const schemas =
    model === undefined ? [] : [[...model.path.slice(0, -1).map((part) => formatObjectPath([part])), "*"].join(".")];
  return joinLines(
    'const { PolicyPack } = require("@pulumi/policy");',
    'const { starterPolicies } = require("pulumi-analytics-policies");',
    "",
    "// Each preview and update checks these policies. Add your own to the list.",
    "new PolicyPack(",
    `  ${JSON.stringify(name)},`,
    "  { policies: starterPolicies() },",
    "  {",
    ...schemas.map((schema) => `    "warehouse-paths": { allowed: [${JSON.stringify(schema)}] },`),
    "    described: { columns: false },",
    "  },",
    ");",
  );
}

/** What the CI file depends on. */
interface CiForm extends Pick<Form, "language" | "manager"> {
  readonly ci: "github" | "gitlab";
  /** The folder of the policies; empty: none. */
  readonly policyPack: string;
}

/** The CI file and the scripts that it runs. Programs that aren't for Node.js need more than the package has for it. */
export function writeCiFiles({ ci, language, manager, policyPack }: CiForm): Files {
  const scripts = {
    "pipelines/preview-comment.cjs": readPipeline("preview-comment.cjs"),
    "pipelines/post-comment.cjs": readPipeline("post-comment.cjs"),
  };
  const usual = { github: "github-actions.yml", gitlab: "gitlab-ci.yml" } as const;
  const text = applyEdits(readPipeline(usual[ci]), [
    ["POLICY_PACK: node_modules/pulumi-analytics-policies", `POLICY_PACK: ${policyPack || '""'}`],
    ...(language === "typescript" ? [] : ciEdits[ci]),
    ...(language === "python" ? pythonEdits[ci] : []),
    checkEdits[ci],
    ...listManagerEdits(ci, manager),
  ]);
  return { [ci === "github" ? ".github/workflows/analytics.yml" : ".gitlab-ci.yml"]: text, ...scripts };
}

/** How another package manager installs; the cache of `setup-node` needs it before there is one. */
function listManagerEdits(ci: "github" | "gitlab", { name, inCi, inCiWithoutScripts }: Form["manager"]): Edits {
  if (name === "npm") return [];
  return ci === "gitlab"
    ? [[/- npm ci .*$/gm, `- ${inCiWithoutScripts}`]]
    : [
        [/run: npm ci$/gm, `run: ${inCi}`],
        [/^ *cache: npm\n/gm, ""],
      ];
}

type Edits = readonly (readonly [before: string | RegExp, after: string])[];

/** Before the first preview: what needs no network, and takes seconds. */
const checks = ["validate models", "fmt --check models"].map((check) => `npx --no-install pulumi-analytics ${check}`);
const checkEdits: Readonly<Record<"github" | "gitlab", Edits[number]>> = {
  github: [/^( *- )run: npm ci$/m, ["$&", ...checks.map((check) => `$1run: ${check}`)].join("\n")],
  gitlab: [/^( *)- \|$/m, [...checks.map((check) => `$1- ${check}`), "$&"].join("\n")],
};

/** The image with every language. */
const ciEdits: Readonly<Record<"github" | "gitlab", Edits>> = {
  github: [],
  gitlab: [["image: pulumi/pulumi-nodejs:", "image: pulumi/pulumi:"]],
};

/** The SDK is generated, and the virtual environment filled, before Pulumi runs the program. */
const pythonEdits: Readonly<Record<"github" | "gitlab", Edits>> = {
  github: [[/^( *- )uses: pulumi\/actions@.*$/gm, "$&\n$1run: pulumi install"]],
  gitlab: [[/^( *- )npm ci .*$/gm, "$&\n$1pulumi install"]],
};

function applyEdits(text: string, edits: Edits): string {
  return edits.reduce((before, [from, to]) => before.replace(from, to), text);
}

/** A text as YAML, quoted where it could be misread. */
const quoteYaml = (text: string) => stringify(text, { lineWidth: 0 }).trimEnd();

const joinLines = (...all: readonly string[]) => `${all.join("\n")}\n`;
