// Runs the generator from its sources: what it generates is part of what would have to be compiled first.
const { mkdtempSync, readdirSync, rmSync } = require("node:fs");
const { join } = require("node:path");
const { build } = require("esbuild");

const repository = join(__dirname, "../..");

/** `require("kinds:all")` and `require("lookups:all")`: every file of a folder, by its name. */
const folders = {
  name: "folders",
  setup(build) {
    build.onResolve({ filter: /^(kinds|lookups):all$/ }, ({ path }) => ({
      path: path.split(":")[0],
      namespace: "folder",
    }));
    build.onLoad({ filter: /.*/, namespace: "folder" }, ({ path }) => {
      const resolveDir = join(repository, "provider/src", path);
      const files = readdirSync(resolveDir).map((name) => name.replace(/\.ts$/, ""));
      const lines = files
        .filter((file) => !["dbt", "declare", "document", "generated", "index", "registry"].includes(file))
        .map((file) => `exports[${JSON.stringify(file)}] = require("./${file}");`);
      return { contents: lines.join("\n"), resolveDir };
    });
  },
};

async function run() {
  const folder = mkdtempSync(join(repository, "node_modules/.generate-"));
  try {
    const outfile = join(folder, "main.js");
    await build({
      entryPoints: [join(__dirname, "src/main.ts")],
      outfile,
      bundle: true,
      platform: "node",
      target: "node20",
      packages: "external",
      plugins: [folders],
      logLevel: "warning",
    });
    process.exitCode = require(outfile).runMain(repository, process.argv.slice(2));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

run();
