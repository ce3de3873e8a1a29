import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { environment?: string; env?: { STACK?: string }; needs?: string; steps?: { run?: string }[] }>
  >;
}

const repository = join(__dirname, "../../..");
const read = (path: string) => readFileSync(join(repository, path), "utf8");

test("the jobs of the guide fit the workflow: the copied job applies the stack of its environment", () => {
  const workflow = load(read("pipelines/github-actions.yml")) as Workflow;
  const [, changes = ""] = /^```yaml\n(jobs:\n.*?)^```/ms.exec(read("docs/guides/promotion.md")) ?? [];
  const { jobs } = load(changes) as Workflow;
  const { environment, ...copied } = workflow.jobs.up!;
  expect(environment).toBe(jobs.up!.environment);
  expect(copied.steps?.at(-1)?.run).toContain('pulumi up --yes --non-interactive --stack "$STACK"');
  expect(jobs.up!.needs).toBe("up-dev");
  const stacks = Object.values({ ...jobs }).map(({ env }) => env?.STACK);
  expect(new Set(stacks).size).toBe(2);
});
