import Ajv from "ajv";
import { parse } from "yaml";
import { type Form, writeModelFiles, writeProjectFiles } from "../../../../cli/src/init/files";
import { buildModel } from "../../../../cli/src/init/model";
import { writeReadme } from "../../../../cli/src/init/readme";
import { languages } from "../../../../cli/src/project/languages";
import { githubWorkflow, gitlabPipeline } from "../../pipelines/workflow-schemas";

const model = buildModel(["SALES", "NEW.SCHEMA", "ORDER_ITEMS"], []);
const npm = { name: "npm", inCi: "npm ci", inCiWithoutScripts: "npm ci --ignore-scripts" } as const;
const listFiles = (
  language: (typeof languages)[number],
  ci: "github" | "gitlab" = "github",
  others: Partial<Pick<Form, "packagePath" | "manager" | "isEmulated">> = {},
) => {
  const form: Form = {
    name: "shop",
    language,
    ci,
    packagePath: "./node_modules/pulumi-analytics",
    manager: npm,
    tsconfig: "{}\n",
    isEmulated: false,
    ...others,
  };
  return { ...writeProjectFiles(form), ...writeModelFiles(form, model) };
};

test.each(languages)("the files of a project in %s that are YAML or JSON can be read as such", (language) => {
  const files = listFiles(language);
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith(".json")) JSON.parse(text);
    if (path.endsWith("Pulumi.yaml")) expect(parse(text)).toMatchObject({ name: "shop" });
  }
  expect(files["policies/index.js"]).toContain('"warehouse-paths": { allowed: ["SALES.\\"NEW.SCHEMA\\".*"] }');
});

const places = { github: ".github/workflows/analytics.yml", gitlab: ".gitlab-ci.yml" } as const;
const schemas = { github: githubWorkflow, gitlab: gitlabPipeline };

describe.each(["github", "gitlab"] as const)("the CI file for %s", (ci) => {
  test.each(languages)(
    "of a project in %s is valid, uses the project's policies, and prepares what Python needs",
    (language) => {
      const files = listFiles(language, ci);
      const text = files[places[ci]] as string;
      const validate = new Ajv({ allowUnionTypes: true }).compile(schemas[ci]);
      validate(parse(text));
      expect(validate.errors).toBeNull();
      expect(text).toContain("  POLICY_PACK: policies\n");
      // In the job of pull requests, after the packages and before the preview.
      const order = ["npm ci", "pulumi-analytics validate", "pulumi-analytics fmt --check", "pulumi preview"];
      const found = order.map((command) => text.indexOf(command));
      expect(found).toEqual([...found].sort((a, b) => a - b));
      for (const check of order.slice(1, 3)) expect(text.split(check)).toHaveLength(2);
      // Once for each job that runs Pulumi, or before all.
      const prepared = language === "python" ? { github: 5, gitlab: 1 }[ci] : 0;
      expect(text.split("pulumi install").length - 1).toBe(prepared);
      if (ci === "gitlab") {
        expect(text).toContain("image: pulumi/pulumi:3.");
        expect(text).toContain("- npm ci --ignore-scripts");
      }
      for (const use of ["comment --draw", "comment --title", "comment --post"]) {
        expect(text).toContain(`pulumi-analytics ${use}`);
      }
      expect(Object.keys(files).filter((path) => path.startsWith("pipelines/"))).toEqual([]);
    },
  );
});

test.each(["yaml", "python"] as const)(
  "in a workspace, all files of a project in %s name the package in its root",
  (language) => {
    const files = listFiles(language, "github", { packagePath: "../../node_modules/pulumi-analytics" });
    expect(files["Pulumi.yaml"]).toContain("  analytics: ../../node_modules/pulumi-analytics/plugin\n");
    expect(JSON.stringify(files)).not.toContain('"./node_modules');
  },
);

test.each(["github", "gitlab"] as const)("the CI file for %s installs with the project's package manager", (ci) => {
  const manager = { name: "pnpm", inCi: "pnpm install", inCiWithoutScripts: "pnpm install --ignore-scripts" } as const;
  const text = listFiles("python", ci, { manager })[places[ci]] as string;
  expect(text).not.toMatch(/(?:- |run: )npm ci|cache: npm/);
  expect(text.split(ci === "github" ? "run: pnpm install" : "- pnpm install --ignore-scripts").length - 1).toBe(
    { github: 5, gitlab: 1 }[ci],
  );
  const validate = new Ajv({ allowUnionTypes: true }).compile(schemas[ci]);
  validate(parse(text));
  expect(validate.errors).toBeNull();
});

test.each(languages)(
  "a project in %s for the emulator keeps its state in the project, and others don't say where",
  (language) => {
    const url = parse(listFiles(language, "github", { isEmulated: true })["Pulumi.yaml"] as string).backend?.url;
    expect(url).toBe("file://./.emulator");
    expect(listFiles(language)["Pulumi.yaml"]).not.toContain("backend");
  },
);

test("the README says how to start, work and stop, and where the state is", () => {
  const emulated = writeReadme({ name: "shop", stack: "emulator", port: 4011 });
  expect(emulated).toContain(
    'npx analytics-emulator --port 4011 --state .emulator/platform.jsonl &\nexport PULUMI_CONFIG_PASSPHRASE=""\n',
  );
  expect(emulated).toContain("run `unset PULUMI_BACKEND_URL`: it wins over `backend` in `Pulumi.yaml`");
  for (const title of ["Start", "Work", "Stop", "State"]) expect(emulated).toContain(`\n## ${title}\n`);
  const real = writeReadme({ name: "shop", stack: "dev", port: undefined });
  expect(real).toContain("pulumi stack select dev\n");
  expect(real).not.toContain("emulator");
  // What a new terminal needs.
  expect(emulated).toContain("Pulumi asks for the passphrase: press Enter.");
  expect(real).toContain("`PULUMI_CONFIG_PASSPHRASE_FILE`");
});
