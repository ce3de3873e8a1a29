// Puts what runs without its packages, or is no dependency of the package, into one file each, and makes the other
// modules smaller. The types have been checked by then.
const { execFileSync } = require("node:child_process");
const { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { build } = require("esbuild");
const { writeLicenseText } = require("./licenses");
const { copyShipped } = require("./shipped");

const provider = join(__dirname, "../provider");
const diagram = join(__dirname, "../diagram");
const findFolder = (name, from) => dirname(require.resolve(`${name}/package.json`, { paths: [from] }));

/** The libraries that come with an installation of the package. */
const installed = Object.keys(require("../provider/package.json").dependencies);

/** Leaves out modules of which nothing is used, as if no module did anything when it is loaded. */
function dropUnused() {
  const addHooks = ({ onResolve, resolve }) =>
    onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === "resolved" || from.kind === "entry-point") return undefined;
      return { ...(await resolve(path, { ...from, pluginData: "resolved" })), sideEffects: false };
    });
  return { name: "drop unused", setup: addHooks };
}

const bundles = [
  // The command line: what each command takes, and the help. What runs the commands is loaded when one is called.
  {
    entry: "../cli/src/main.ts",
    file: "dist/cli/main.js",
    external: [...installed, "./perform"],
    minify: true,
    keepNames: true,
  },
  // The commands: what only they need is no dependency of the package.
  {
    entry: "../cli/src/perform.ts",
    file: "dist/cli/perform.js",
    external: [...installed, "./sdk"],
    // What it has for `require` loads its parts by names that no bundler sees.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    minify: true,
    keepNames: true,
  },
  // The library of the Model Context Protocol, which `mcp` alone loads.
  {
    entry: "../cli/src/mcp/sdk.ts",
    file: "dist/cli/sdk.js",
    external: installed,
    minify: true,
  },
  // Completions: somebody has pressed Tab and waits, so that only what is used is in it.
  {
    entry: "../cli/src/completion/main.ts",
    file: "dist/cli/complete.js",
    external: installed,
    minify: true,
    plugins: [dropUnused()],
  },
  // What the plugin's executable loads: one file that runs wherever Node.js is, as `pulumi plugin install` copies it
  // without packages.
  {
    entry: "src/plugin/main.ts",
    file: "plugin/plugin.js",
    // Only the channelz service of gRPC would load it, which the plugin does not serve.
    external: ["@grpc/proto-loader"],
    // A stack trace is shown nowhere, and V8 keeps the text in memory.
    minify: true,
  },
  // The thread that watches the engine.
  { entry: "src/host/watchdog.ts", file: "plugin/watchdog.js", minify: true, plugins: [dropUnused()] },
];

/**
 * Takes doc comments, which the declarations have, and half of the indentation out of compiled modules. One that is as
 * it was isn't written.
 */
async function shrinkModules() {
  const { outputFiles } = await build({
    absWorkingDir: provider,
    entryPoints: ["dist/**/*.js"],
    outdir: "dist",
    outbase: "dist",
    allowOverwrite: true,
    write: false,
    logLevel: "warning",
  });
  for (const { path, text } of outputFiles) if (readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

/** Makes one file of a module and what it imports; the folders of the packages in it. */
async function buildBundle({ entry, file, ...options }) {
  const { metafile } = await build({
    absWorkingDir: provider,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    // Functions keep their names, and lines stay short: they are what a stack trace shows.
    minifyWhitespace: true,
    lineLimit: 160,
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  return Object.keys(metafile.inputs).flatMap(
    (input) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(join(provider, input))?.[0] ?? [],
  );
}

/**
 * The licenses of packages by their folders, each below a line with its name and version, of which the SBOM is made.
 */
function listLicenses(folders) {
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `=== ${name} ${version} ===\n\n${writeLicenseText(folder)}\n`;
  });
  return [...new Set(texts)].sort().join("\n");
}

/** Writes the commands, options and values that completions offer: the whole command takes too long to load for them. */
function writeCommandTree() {
  const main = join(provider, "dist/cli/main.js");
  const printed = execFileSync(process.execPath, [main, "completion", "bash", "--json"], { encoding: "utf8" });
  writeFileSync(join(provider, "dist/cli/commands.json"), JSON.stringify(JSON.parse(printed).commands));
}

async function run() {
  // What an earlier build left there would be packed.
  rmSync(join(provider, "dist/cli"), { recursive: true, force: true });
  await shrinkModules();
  const folders = await Promise.all(bundles.map(buildBundle));
  writeCommandTree();
  const isOfPlugin = (_, index) => bundles[index].file.startsWith("plugin/");
  writeFileSync(
    join(provider, "dist/LICENSES.txt"),
    listLicenses(folders.filter((...of) => !isOfPlugin(...of)).flat()),
  );
  writeFileSync(join(provider, "plugin/LICENSES.txt"), listLicenses(folders.filter(isOfPlugin).flat()));

  copyShipped();

  // What stands in the page of a diagram: one text without imports.
  await build({
    absWorkingDir: diagram,
    entryPoints: ["src/page/script.ts"],
    outfile: "dist/page/script.js",
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    logLevel: "warning",
  });

  // Of the package with the fonts pictures need two.
  const fonts = findFolder("dejavu-fonts-ttf", diagram);
  mkdirSync(join(diagram, "fonts"), { recursive: true });
  for (const file of ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]) {
    copyFileSync(join(fonts, "ttf", file), join(diagram, "fonts", file));
  }
  writeFileSync(join(diagram, "fonts/LICENSES.txt"), listLicenses([fonts]));
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
