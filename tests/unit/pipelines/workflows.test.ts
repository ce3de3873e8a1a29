import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import { parse } from "yaml";
import { addBundled, listBundled } from "../../../tools/release/src/tarballs";
import { findNotes } from "../../../tools/release/src/versions";
import { pipelines } from "./support";
import { githubWorkflow, gitlabPipeline } from "./workflow-schemas";

const repository = join(pipelines, "..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");
const own = readdirSync(join(repository, ".github/workflows")).map((file) => `.github/workflows/${file}`);
const github = [...own, "pipelines/github-actions.yml"];
const gitlab = "pipelines/gitlab-ci.yml";

interface Job {
  needs?: string | string[];
  stage?: string;
  steps?: { run?: string; uses?: string; with?: object }[];
  script?: string[];
}
interface Workflow {
  jobs: Record<string, Job>;
}

const listJobs = (file: string): Record<string, Job> => {
  if (file !== gitlab) return (parse(read(file)) as Workflow).jobs;
  const { default: _, stages: __, variables: ___, ...jobs } = parse(read(file)) as Record<string, Job>;
  return jobs;
};
const listScripts = (file: string): string[] =>
  Object.values(listJobs(file)).flatMap(({ steps, script }) => [
    ...(steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [run])),
    ...(script ?? []),
  ]);

/** What a schema has against a text. */
function listFaults(schema: object, text: string): string[] {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  validate(parse(text, { uniqueKeys: true }));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test.each(github)("%s is as GitHub Actions wants it", (file) => {
  expect(listFaults(githubWorkflow, read(file))).toEqual([]);
  const jobs = listJobs(file);
  for (const { needs = [] } of Object.values(jobs)) {
    for (const needed of [needs].flat()) expect(Object.keys(jobs)).toContain(needed);
  }
});

test("the pipeline for GitLab is as GitLab CI wants it", () => {
  expect(listFaults(gitlabPipeline, read(gitlab))).toEqual([]);
  const { stages } = parse(read(gitlab)) as { stages: string[] };
  for (const { stage } of Object.values(listJobs(gitlab))) expect(stages).toContain(stage);
});

test("the schemas find what is misspelt", () => {
  const spoiled = read("pipelines/github-actions.yml").replace("timeout-minutes", "timeout-minuets");
  expect(listFaults(githubWorkflow, spoiled).join()).toContain("must NOT have additional properties");
  expect(listFaults(gitlabPipeline, read(gitlab).replace("resource_group", "resource-group")).join()).toContain(
    "/preview must NOT",
  );
});

test.each([...github, gitlab])(
  "the scripts in %s are well formed, and nothing of a pull request is pasted into them",
  (file) => {
    const scripts = listScripts(file);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      execFileSync("bash", ["-n"], { input: script });
      // A title or branch name could be a command; values come through the environment.
      expect(script).not.toContain("${{");
    }
  },
);

describe.each(github)("what %s trusts", (file) => {
  const lines = read(file).split("\n");

  test("actions are pinned by commit, with the version beside it", () => {
    const used = lines.filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) expect(line).toMatch(/uses: [\w.-]+\/[\w.-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("a checkout leaves no credentials behind", () => {
    const checkouts = Object.values(listJobs(file)).flatMap(({ steps = [] }) =>
      steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")),
    );
    expect(checkouts.length).toBeGreaterThan(0);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
  });

  test("secrets are given to single steps, and to none that installs packages", () => {
    const { jobs, ...workflow } = parse(read(file)) as Workflow;
    expect(JSON.stringify(workflow)).not.toContain("secrets.");
    for (const { steps = [], ...job } of Object.values(jobs)) {
      expect(JSON.stringify(job)).not.toContain("secrets.");
      for (const step of steps) {
        if (/npm (?:ci|install)/.test(step.run ?? ""))
          expect(JSON.stringify(step)).not.toMatch(/secrets\.|github\.token/);
      }
    }
  });
});

test("no job that a fork's pull request starts gets secrets", () => {
  const jobs = Object.entries((parse(read("pipelines/github-actions.yml")) as Workflow).jobs);
  const isOfFork = "github.event.pull_request.head.repo.full_name == github.repository";
  const others = jobs.filter(([, job]) => !/event_name == '(push|schedule)'/.test((job as { if?: string }).if ?? ""));
  expect(others.map(([name]) => name)).toEqual(["preview", "sandbox-down"]);
  for (const [, job] of others) expect((job as { if?: string }).if).toContain(`&& ${isOfFork}`);
  expect(read("pipelines/github-actions.yml")).not.toContain("pull_request_target");
});

test("no job that a fork's merge request starts gets variables", () => {
  const rules = Object.entries(listJobs(gitlab)).flatMap(([name, job]) =>
    (job as { rules: { if: string }[] }).rules.map((rule) => [name, rule.if] as const),
  );
  const others = rules.filter(([, rule]) => !/^\$CI_PIPELINE_SOURCE == "(push|schedule)"( |$)/.test(rule));
  expect(others.map(([name]) => name)).toEqual(["preview", "sandbox-down"]);
  for (const [, rule] of others) {
    expect(rule).toContain(" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID");
  }
});

/** What becomes of a text with GitHub's expressions in an event. */
const evaluate = (text: string, event: Readonly<Record<string, string>>) =>
  text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => event[name] ?? "");

test("the jobs of one sandbox run one after the other, those of two at once, and none is canceled", () => {
  const { preview, "sandbox-down": down, ...others } = (parse(read("pipelines/github-actions.yml")) as Workflow).jobs;
  type Grouped = { concurrency?: { group: string; "cancel-in-progress": boolean } };
  const readGroup = (job: Job | undefined, number: string, ref: string) =>
    evaluate((job as Grouped).concurrency!.group, { "github.event.pull_request.number": number, "github.ref": ref });
  const groups = [
    readGroup(preview, "7", "refs/pull/7/merge"),
    readGroup(down, "7", "refs/heads/main"),
    readGroup(down, "8", "refs/heads/main"),
    readGroup(others.up, "", "refs/heads/main"),
  ];
  expect(groups).toEqual(["analytics-sandbox-7", "analytics-sandbox-7", "analytics-sandbox-8", "analytics-up"]);
  for (const job of [preview, down, others.up]) expect((job as Grouped).concurrency!["cancel-in-progress"]).toBe(false);

  const { preview: mine, "sandbox-down": ended } = listJobs(gitlab);
  for (const job of [mine, ended]) {
    expect(job).toMatchObject({ resource_group: "analytics-sandbox-$CI_MERGE_REQUEST_IID", interruptible: false });
  }
});

test.each(own)("in %s, a job that may publish or sign installs and checks out nothing", (file) => {
  for (const [name, job] of Object.entries(listJobs(file))) {
    const { permissions = {} } = job as { permissions?: Record<string, string> };
    const mayWrite = Object.values(permissions).includes("write") || JSON.stringify(job).includes("secrets.");
    if (!mayWrite) continue;
    const steps = (job.steps ?? []).map(({ run = "", uses = "" }) => `${name}: ${run}${uses}`);
    expect(steps.filter((step) => /npm (?:ci|install|i|run|exec)\b|npx |actions\/checkout|\bnode /.test(step))).toEqual(
      [],
    );
  }
  if (!file.endsWith("release.yml")) return;
  const { publish, pack } = listJobs(file);
  expect(publish).toMatchObject({ needs: ["test", "pack"], permissions: { contents: "write", "id-token": "write" } });
  expect(pack).not.toHaveProperty("permissions");
  expect(pack).not.toHaveProperty("environment");
});

test("GitLab's jobs, which have all variables, run no script of a package, and an image of one version", () => {
  const { default: common } = parse(read(gitlab)) as { default: { image: string; before_script: string[] } };
  expect(common.image).toMatch(/:\d+\.\d+\.\d+$/);
  expect(common.before_script).toEqual(["npm ci --ignore-scripts"]);
  for (const script of listScripts(gitlab)) expect(script).not.toMatch(/npm (?:ci|install)|npx /);
});

test("the npm scripts and files they run exist", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const script of own.flatMap(listScripts)) {
    for (const [, name] of script.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  }
  for (const script of [...github, gitlab].flatMap(listScripts)) {
    for (const [, file] of script.matchAll(/node (\S+\.cjs)/g)) expect(() => read(file as string)).not.toThrow();
  }
});

test("both hosts run the same: preview with policies, up, a look for drift, and what a pull leaves", () => {
  const listCommands = (file: string) =>
    listScripts(file)
      .flatMap((script) => script.match(/^pulumi (?:preview|up) .*/gm) ?? [])
      .map((command) => command.replaceAll(/\$(PULUMI_)?STACK|"|>.*$/g, "").trim())
      .sort();
  expect(listCommands(gitlab)).toEqual(listCommands("pipelines/github-actions.yml"));
  expect(listCommands(gitlab)).toHaveLength(4);
});

test("a release's notes are the changelog's section on it", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n## 1.1.0 (2030-01-02)\n\n### Added\n\n- a\n\n## 1.0.0\n\n- b\n";
  expect(findNotes(changelog, "1.1.0")).toBe("### Added\n\n- a");
  expect(findNotes(changelog, "1.0.0")).toBe("- b");
  expect(() => findNotes(changelog, "1.0")).toThrow('no section "## 1.0"');
  expect(() => findNotes(changelog, "Unreleased")).toThrow("no section");
});

/** The anchors that code hosts make of a page's headings. */
function listAnchors(page: string): string[] {
  const headings = page.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The files of the repository that aren't ignored, new ones too, in any of some languages. */
function listFiles(...endings: readonly string[]): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...endings.map((e) => `*.${e}`)];
  const names = execFileSync("git", args, { cwd: repository, encoding: "utf8" }).split("\0");
  return names.filter((name) => name !== "" && existsSync(join(repository, name)));
}

test("links in the pages of the repository lead somewhere", () => {
  const pages = listFiles("md").filter((name) => !name.startsWith("tests/"));
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    for (const [, target, heading] of read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const path = target ? join(dirname(page), target) : page;
      expect([page, target, existsSync(join(repository, path))]).toEqual([page, target, true]);
      if (heading === undefined || !path.endsWith(".md")) continue;
      expect([page, target, heading, listAnchors(read(path)).includes(heading)]).toEqual([page, target, heading, true]);
    }
  }
});

test("pages that messages, comments and scripts name are there", () => {
  const named = listFiles("ts", "js", "yml", "yaml")
    .filter((name) => !name.startsWith("tests/"))
    .flatMap((name) =>
      [...read(name).matchAll(/\bdocs\/(?:guides|commands|handbook)?\/?[\w-]+\.md\b/g)].map(([page]) => page),
    );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((page) => !existsSync(join(repository, page)))).toEqual([]);
});

test("an SBOM names what is bundled in the package, each once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-analytics-sbom-"));
  try {
    mkdirSync(join(folder, "package/dist"), { recursive: true });
    const licenses = "=== axios 1.2.3 ===\n\nMIT\n\n=== @a/b 2.0.0 ===\n\nMIT\n\n=== zod 4.0.0 ===\n\nMIT\n";
    writeFileSync(join(folder, "package/dist/LICENSES.txt"), licenses);
    const tarball = join(folder, "acme-1.0.0.tgz");
    execFileSync("tar", ["-czf", tarball, "-C", folder, "package"]);
    const sbom = {
      metadata: { component: { "bom-ref": "acme@1.0.0" } },
      components: [{ "bom-ref": "zod@4.0.0" }],
      dependencies: [
        { ref: "acme@1.0.0", dependsOn: ["zod@4.0.0"] },
        { ref: "zod@4.0.0", dependsOn: [] },
      ],
    };
    const whole = addBundled(sbom, await listBundled(tarball));
    expect(whole.components.map((component) => component["bom-ref"])).toEqual([
      "zod@4.0.0",
      "axios@1.2.3",
      "@a/b@2.0.0",
    ]);
    expect(whole.components[2]).toMatchObject({ name: "@a/b", version: "2.0.0", purl: "pkg:npm/%40a/b@2.0.0" });
    expect(whole.dependencies).toEqual([
      { ref: "acme@1.0.0", dependsOn: ["zod@4.0.0", "axios@1.2.3", "@a/b@2.0.0"] },
      { ref: "zod@4.0.0", dependsOn: [] },
      { ref: "axios@1.2.3", dependsOn: [] },
      { ref: "@a/b@2.0.0", dependsOn: [] },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
