// Runs the generator from its sources: what it generates is part of what would have to be compiled first.
const { mkdtempSync, readdirSync, rmSync } = require("node:fs");
const { join } = require("node:path");
const { build } = require("esbuild");

const repository = join(__dirname, "../..");

/** `require("kinds:all")`: every kind by the name of its file. */
const allKinds = {
  name: "kinds",
  setup(build) {
    build.onResolve({ filter: /^kinds:all$/ }, () => ({ path: "all", namespace: "kinds" }));
    build.onLoad({ filter: /.*/, namespace: "kinds" }, () => {
      const resolveDir = join(repository, "provider/src/kinds");
      const files = readdirSync(resolveDir).map((name) => name.replace(/\.ts$/, ""));
      const lines = files
        .filter((file) => file !== "declare" && file !== "registry")
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
      plugins: [allKinds],
      logLevel: "warning",
    });
    process.exitCode = require(outfile).main(repository, process.argv.slice(2));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

run();
