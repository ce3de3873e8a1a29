import Ajv from "ajv";
import { parse } from "yaml";
import { modelFiles, projectFiles } from "../../../../provider/src/cli/init/files";
import { modelOf } from "../../../../provider/src/cli/init/model";
import { languages } from "../../../../provider/src/cli/init/options";
import { githubWorkflow, gitlabPipeline } from "../../pipelines/workflow-schemas";

const model = modelOf(["SALES", "NEW.SCHEMA", "ORDER_ITEMS"], []);
const filesOf = (language: (typeof languages)[number], ci: "github" | "gitlab" | "none" = "none") => {
  const form = { name: "shop", language, ci };
  return { ...projectFiles(form), ...modelFiles(form, model) };
};

test.each(languages)("the files of a project in %s that are YAML or JSON can be read as such", (language) => {
  const files = filesOf(language);
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
      const files = filesOf(language, ci);
      const text = files[places[ci]] as string;
      const validate = new Ajv({ allowUnionTypes: true }).compile(schemas[ci]);
      validate(parse(text));
      expect(validate.errors).toBeNull();
      expect(text).toContain("  POLICY_PACK: policies\n");
      // Once for each job that runs Pulumi, or before all.
      const prepared = language === "python" ? { github: 3, gitlab: 1 }[ci] : 0;
      expect(text.split("pulumi install").length - 1).toBe(prepared);
      if (ci === "gitlab") {
        expect(text).toContain(`image: pulumi/pulumi${language === "typescript" ? "-nodejs" : ""}:latest`);
      }
      for (const script of ["preview-comment.cjs", "post-comment.cjs"]) {
        expect(text).toContain(`node pipelines/${script}`);
        expect(files).toHaveProperty([`pipelines/${script}`]);
      }
    },
  );
});
