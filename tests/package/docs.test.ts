import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const repository = join(__dirname, "../..");
const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });
const tsc = (...args: string[]) => node(require.resolve("typescript/bin/tsc"), ...args);

beforeAll(() => void tsc("-b", "provider", "tools/docs"), 120_000);

test("what is generated is what the declarations say", () => {
  node("tools/generate/run.js", "--check");
}, 60_000);

test("the pages are what the doc comments say", () => {
  node("tools/docs/dist/main.js", "--check");
}, 60_000);

/** What the examples take as given. */
const given = `
import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";
declare const config: pulumi.Config;
declare const orders: analytics.DataModel, customers: analytics.DataModel;
declare const production: analytics.Tag;
declare const folderId: string, connectionId: string, workbookId: string, sequenceId: string, datasetId: string, workspaceId: string;
declare const warehouseConnectionId: string;
`;

test("the examples in them compile", () => {
  const folder = join(repository, "node_modules/.cache/docs-examples");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pages = ["resources", "lookups"].flatMap((kind) =>
    readdirSync(join(repository, "docs", kind)).map((page) => join(kind, page)),
  );
  for (const page of pages) {
    const text = readFileSync(join(repository, "docs", page), "utf8");
    const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) =>
      code.replaceAll(/^export /gm, ""),
    );
    if (examples.length === 0) continue;
    // A later example of a page may use what the first ones declare.
    const nested = examples.reduceRight((rest, code) => `async () => {\n${code}${rest}};\n`, "");
    writeFileSync(join(folder, `${page.replaceAll(/[/\\.]/g, "-")}.ts`), given + nested);
  }
  const files = readdirSync(folder).map((file) => relative(repository, join(folder, file)));
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--module",
    "node20",
    "--types",
    "node",
  ];
  try {
    tsc(...options, ...files);
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
}, 60_000);
