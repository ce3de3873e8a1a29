/**
 * What workflow files may hold, as far as ours go: every key is listed, so that a misspelt one is found. These are our
 * own schemas, narrower than the hosts' languages; `actionlint` in CI checks GitHub's files against the whole.
 */

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text, minItems: 1 } as const;
const scalars = { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } } as const;
const buildNamed = (value: object) => ({ type: "object", minProperties: 1, additionalProperties: value });
const buildExactly = (properties: object, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** What may happen to a pull request. */
const activities = ["opened", "synchronize", "reopened", "closed"] as const;

const permissions = {
  type: "object",
  propertyNames: { enum: ["contents", "pull-requests", "id-token"] },
  additionalProperties: { enum: ["read", "write", "none"] },
};
const concurrency = buildExactly({ group: text, "cancel-in-progress": { type: ["boolean", "string"] } }, ["group"]);
const common = { name: text, if: text, env: scalars };
const stepCommon = { ...common, id: text, "continue-on-error": { type: "boolean" } };

/** https://docs.github.com/actions/reference/workflow-syntax-for-github-actions */
export const githubWorkflow = buildExactly(
  {
    name: text,
    on: buildExactly({
      pull_request: {
        anyOf: [{ type: "null" }, buildExactly({ types: { type: "array", items: { enum: [...activities] } } })],
      },
      push: buildExactly({ branches: texts, tags: texts }),
      schedule: {
        type: "array",
        items: buildExactly({ cron: { type: "string", pattern: "^(\\S+ ){4}\\S+$" } }, ["cron"]),
      },
      workflow_dispatch: { type: "null" },
    }),
    permissions,
    concurrency,
    env: scalars,
    jobs: buildNamed(
      buildExactly(
        {
          ...common,
          needs: { anyOf: [text, texts] },
          "runs-on": text,
          "timeout-minutes": { type: "integer" },
          environment: text,
          permissions,
          concurrency,
          strategy: buildExactly({ "fail-fast": { type: "boolean" }, matrix: buildNamed({ type: "array" }) }, [
            "matrix",
          ]),
          steps: {
            type: "array",
            minItems: 1,
            items: {
              oneOf: [
                buildExactly({ ...stepCommon, run: text, "working-directory": text }, ["run"]),
                buildExactly(
                  { ...stepCommon, uses: { type: "string", pattern: "^[\\w-]+/[\\w-]+@[\\da-f]{40}$" }, with: scalars },
                  ["uses"],
                ),
              ],
            },
          },
        },
        // A job that hangs would otherwise run for six hours.
        ["runs-on", "timeout-minutes", "steps"],
      ),
    ),
  },
  // Without `permissions` a job may have those of the repository's default, which can be all.
  ["name", "on", "permissions", "jobs"],
);

const gitlabJob = buildExactly(
  {
    stage: text,
    rules: {
      type: "array",
      minItems: 1,
      items: buildExactly({ if: text, when: { enum: ["manual"] }, allow_failure: { type: "boolean" } }, ["if"]),
    },
    interruptible: { type: "boolean" },
    timeout: { type: "string", pattern: "^\\d+ (minutes|hours)$" },
    resource_group: text,
    environment: {
      anyOf: [text, buildExactly({ name: text, on_stop: text, action: { enum: ["stop"] } }, ["name"])],
    },
    variables: scalars,
    script: texts,
    artifacts: buildExactly({ when: text, paths: texts }, ["paths"]),
  },
  ["stage", "rules", "script"],
);

/** https://docs.gitlab.com/ci/yaml/ */
export const gitlabPipeline = {
  type: "object",
  properties: {
    default: buildExactly({ image: text, before_script: texts }),
    stages: texts,
    variables: scalars,
  },
  required: ["stages"],
  additionalProperties: gitlabJob,
};
