// Puts what would take long to load, or much to install, into one file each. The types have been checked by then.
const { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { dirname, join, relative } = require("node:path");
const { build } = require("esbuild");
const { licenseText } = require("./licenses");
const { copyShipped } = require("./shipped");

const provider = join(__dirname, "../provider");
const diagram = join(__dirname, "../diagram");
const folderOf = (name, from) => dirname(require.resolve(`${name}/package.json`, { paths: [from] }));

/** Modules that are a library each, with all it depends on, in the file that the compiler made of the module. */
const network = "core/api/transport/network";
const yaml = "core/js-yaml";
const zod = "core/zod";

const bundles = [
  { entry: `src/${network}.ts`, file: `dist/${network}.js`, minify: true },
  { entry: `src/${yaml}.ts`, file: `dist/${yaml}.js`, minify: true },
  // zod keeps what it is set to and the descriptions of types in the global object, where another zod of the program finds them. This one keeps its own.
  {
    entry: `src/${zod}.ts`,
    file: `dist/${zod}.js`,
    minify: true,
    define: { globalThis: "own" },
    banner: { js: "const own = {};" },
  },
  // What the dynamic-provider host loads: a host starts for each run of Pulumi, and reading some hundred small files is most of what a provider adds
  // to its start. The SDK is the host's own.
  { entry: "src/host.ts", file: "dist/host.bundle.js", shared: [network, zod], external: ["@pulumi/*"] },
  // The command: what only it needs is no dependency of the package.
  { entry: "src/cli/main.ts", file: "dist/cli/main.js", shared: [network, yaml, zod], minify: true, keepNames: true },
  // What the plugin's executable loads: one file that runs wherever Node.js is, as `pulumi plugin install` copies it without packages.
  {
    entry: "src/plugin/main.ts",
    file: "plugin/plugin.js",
    // Only the channelz service of gRPC would load it, which the plugin does not serve.
    external: ["@grpc/proto-loader"],
    // A stack trace is shown nowhere, and V8 keeps the text in memory.
    minify: true,
  },
];

/** Leaves modules that are bundles of their own out of another one. */
const sharing = (shared, file) => ({
  name: "sharing",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = shared.find((name) => join(resolveDir, path) === join(provider, "src", name));
      return module && { path: relative(dirname(file), `dist/${module}.js`).replace(/^(?!\.)/, "./"), external: true };
    }),
});

/**
 * Leaves out of axios what Node.js' own HTTP client doesn't need: its clients for browsers and for `fetch`, and forms, as each body here is a text or
 * bytes. They look at `fetch` and `FormData` as soon as they are loaded, for which Node.js loads its implementation (30 ms of CPU time, 11 MB).
 */
const httpOnly = {
  name: "http-only",
  setup: ({ onResolve, onLoad }) => {
    const isOfAxios = ({ importer }) => /[\\/]axios[\\/]lib[\\/]/.test(importer);
    onResolve({ filter: /^(\.\/fetch\.js|\.\/xhr\.js|form-data)$/ }, (args) =>
      isOfAxios(args) ? { path: args.path, namespace: "left-out" } : undefined,
    );
    onLoad({ filter: /./, namespace: "left-out" }, () => ({
      contents: "export default undefined; export const getFetch = undefined;",
    }));
    onLoad({ filter: /[\\/]axios[\\/]lib[\\/]utils\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("typeof G.FormData !== 'undefined'", "false"),
    }));
  },
};

/** Makes one file of a module and what it imports; the folders of the packages in it. */
async function bundled({ entry, file, shared = [], ...options }) {
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
    // Imported and required, it would be there twice.
    alias: { "js-yaml": join(folderOf("js-yaml", provider), "dist/js-yaml.mjs") },
    plugins: [sharing(shared, file), httpOnly],
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  return Object.keys(metafile.inputs).flatMap(
    (input) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(join(provider, input))?.[0] ?? [],
  );
}

/** Copies the types of a package that one of its files leads to, except those of messages in other languages. */
function copyTypes(from, entry, to) {
  const files = new Set([entry]);
  for (const file of files) {
    const text = readFileSync(join(from, file), "utf8").replace(/^export \* as locales .*\n/m, "");
    mkdirSync(join(to, dirname(file)), { recursive: true });
    writeFileSync(join(to, file), text);
    for (const [, name] of text.matchAll(/"(\.[^"]*)\.js"/g)) files.add(join(dirname(file), `${name}.d.ts`));
  }
}

/** The licenses of packages by their folders, each below a line with its name and version, of which the SBOM is made. */
function licensesOf(folders) {
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `=== ${name} ${version} ===\n\n${licenseText(folder)}\n`;
  });
  return [...new Set(texts)].sort().join("\n");
}

async function main() {
  // What an earlier build left there would be packed.
  rmSync(join(provider, "dist/cli"), { recursive: true, force: true });
  const folders = await Promise.all(bundles.map(bundled));
  copyFileSync(join(folderOf("js-yaml", provider), "dist/js-yaml.d.ts"), join(provider, `dist/${yaml}.d.ts`));
  rmSync(join(provider, `dist/${zod}`), { recursive: true, force: true });
  copyTypes(join(folderOf("zod", provider), "v4"), "classic/external.d.ts", join(provider, `dist/${zod}`));
  writeFileSync(join(provider, `dist/${zod}/types.d.ts`), 'export * from "./classic/external";\n');
  // In this repository the compiler takes the file of that name beside the source, so there is one zod in it.
  const types = join(provider, `dist/${zod}.d.ts`);
  writeFileSync(types, readFileSync(types, "utf8").replaceAll('"zod"', '"./zod/types"'));
  const isOfPlugin = (_, index) => bundles[index].file.startsWith("plugin/");
  writeFileSync(join(provider, "dist/LICENSES.txt"), licensesOf(folders.filter((...of) => !isOfPlugin(...of)).flat()));
  writeFileSync(join(provider, "plugin/LICENSES.txt"), licensesOf(folders.filter(isOfPlugin).flat()));

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
  const fonts = folderOf("dejavu-fonts-ttf", diagram);
  mkdirSync(join(diagram, "fonts"), { recursive: true });
  for (const file of ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]) {
    copyFileSync(join(fonts, "ttf", file), join(diagram, "fonts", file));
  }
  writeFileSync(join(diagram, "fonts/LICENSES.txt"), licensesOf([fonts]));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
