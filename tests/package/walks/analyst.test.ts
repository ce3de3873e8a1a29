import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { createFolderWith, createTemporaryFolder } from "../../cli/support";
import { mistakes, model } from "../../mistakes";
import { repository } from "../../repository";
import { Walk } from "./walk";

const root = createTemporaryFolder();
const command = "npx pulumi-analytics";
const git = (words: string) => `git -c user.name=ann -c user.email=ann@acme.example ${words}`;
const fixture = join(repository, "tests/fixtures/dbt/shop");

/** Seven rows of what dbt builds, by the columns of its catalog. */
const data: Readonly<Record<string, string>> = {
  orders: `order_id,customer_id,gift_for_id,status,amount,discount,is_express,ordered_at,note
${[1, 2, 3, 4, 5, 6, 7].map((id) => `${id},1,,paid,${id * 10},0.1,true,2026-01-0${id}T10:00:00,`).join("\n")}
`,
  customers: "customer_id,full_name,email,segment,signed_up\n1,Ann Lee,ann@acme.example,retail,2025-01-01\n",
};

interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly name?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

test("an analytics engineer: models from a built dbt project, mistakes, a rename, and a review of it", async () => {
  const files = Object.entries(data).map(([name, text]) => [`SALES/main/${name}.csv`, text]);
  const tables = { ...Object.fromEntries(files), "SALES/main/stg_customers.csv": data.customers! };
  const walk = await Walk.begin(root, { data: createFolderWith(root, tables) });
  try {
    // A built dbt project, with what dbt installs and a copy of its artifacts.
    for (const place of ["shop/target", "artifacts", "shop/dbt_packages/dbt_utils/target"]) {
      mkdirSync(join(walk.folder, place), { recursive: true });
      cpSync(join(fixture, "dbt-1.11.manifest.json"), join(walk.folder, place, "manifest.json"));
      cpSync(join(fixture, "catalog.json"), join(walk.folder, place, "catalog.json"));
    }
    walk.write({ "shop/dbt_project.yml": "name: shop\n", "shop/models/schema.yml": "version: 2\nmodels: []\n" });
    const manifest = walk.read("shop/target/manifest.json");

    const generated = await walk.type(`${command} generate dbt shop/target/manifest.json --map shop=SALES`);
    expect(generated).toContain("Names to pass as refs: team:Support, warehouse.");
    const init = `${command} init --language typescript --folder Acme/Models --connection Warehouse`;
    expect(await walk.type(init, 2)).toContain("Add --ref team:Support=<id>.");
    const { teamId } = walk.emulator.snapshot().teams[0]!;
    const stopped = await walk.type(`${init} --ref team:Support=${teamId}`, 1);
    // The policies stop at personal data, and say where it is and what to do.
    const [, file = "", line = ""] = /(models\/\w+\.yaml):(\d+):\d+: .*everybody sees: hide it/.exec(stopped) ?? [];
    const column = walk.read(file).split("\n")[Number(line) - 1]!;
    walk.edit(file, column, column.replace(/ }$/, ", hidden: true }"));
    expect(await walk.type(`${init} --ref team:Support=${teamId}`)).toContain("shop is ready");
    await walk.type("pulumi up --yes --skip-preview --policy-pack policies");
    await walk.type(`${command} validate && ${command} fmt --check && ${command} validate --strict models`);
    await walk.type(`git init --quiet --initial-branch main && git add . && ${git("commit --quiet -m Models")}`);

    // The mistakes of a first week.
    for (const [what, right, wrong, rule, advice] of mistakes) {
      walk.write({ "models/mistake.yaml": model.replace(right, () => wrong) });
      const found = await walk.type(`${command} validate --strict`, 1);
      expect([what, found]).toEqual([what, expect.stringContaining(`[${rule}]`)]);
      expect(found).toContain(advice);
    }
    walk.write({ "models/mistake.json": '{ "schemaVersion": 1, "pages": [], }\n' });
    expect(await walk.type(`rm models/mistake.yaml && ${command} validate`, 1)).toContain("models/mistake.json:1:");
    await walk.type(`rm models/mistake.json && ${command} validate`);

    // A rename, and a metric that means something else.
    await walk.type("git checkout --quiet -b gross");
    const uses = await walk.type(`${command} impact orders#orders.amount`);
    expect(uses).toMatch(/metric Revenue · models\/orders\.yaml/);
    await walk.type(`${command} rename orders#orders.amount "Gross amount" --yes`);
    walk.edit("models/orders.yaml", "Max([Gross amount])", "Max([Gross amount]) * 2");
    await walk.type(`${command} validate && ${command} fmt --check`);
    await walk.type(git("commit --quiet --all -m Gross"));
    const numbers = await walk.type(`${command} check --against git:main`);
    expect(numbers).toMatch(/orders#Orders: Largest order +70 +140 +\+100 %/);
    await walk.type(`${command} impact --against git:main --json > impact.json`);
    await walk.type(`${command} check --against git:main --json > numbers.json; pulumi preview --json > preview.json`);
    const comment = await walk.type(`${command} comment --with impact.json --with numbers.json preview.json`);
    expect(comment).toMatch(/\*\*1 data model changes and 1 metric moves/);
    await walk.type("rm impact.json numbers.json preview.json");

    // The workflow of `init`, step by step, as it stands there.
    const { jobs, env } = parse(walk.read(".github/workflows/analytics.yml")) as {
      jobs: { preview: Job };
      env: object;
    };
    const runner = createFolderWith(root, {});
    const variables: Readonly<Record<string, string | undefined>> = {
      "vars.PULUMI_STACK": "dev",
      "vars.SANDBOX_FOLDER": "Acme/Models",
      "vars.ANALYTICS_CLIENT_ID": walk.environment.ANALYTICS_CLIENT_ID,
      "secrets.ANALYTICS_CLIENT_SECRET": walk.environment.ANALYTICS_CLIENT_SECRET,
      "github.event.pull_request.number": "7",
    };
    const resolve = (all: object = {}) =>
      Object.entries(all).map(([key, value]) => {
        const text = String(value).replace(/\$\{\{ (.*?) \}\}/g, (_, path: string) => variables[path] ?? "");
        return `export ${key}='${text}'`;
      });
    const places = [`export RUNNER_TEMP='${runner}' GITHUB_STEP_SUMMARY='${runner}/summary.md'`, "set -e"];
    for (const step of jobs.preview.steps) {
      // What posts needs a pull request.
      if (step.run === undefined || step.name === "Comment") continue;
      await walk.type([...places, ...resolve(env), ...resolve(step.env), step.run].join("\n"));
    }
    expect(readFileSync(join(runner, "comment.md"), "utf8")).toMatch(
      /Sandbox of pull request 7[\s\S]*orders \(data model, changed\)/,
    );
    expect(walk.read("shop/target/manifest.json")).toBe(manifest);
    await walk.type(`${command} sandbox down --pr 7 --in Acme/Models`);
  } finally {
    await walk.end();
  }
});
