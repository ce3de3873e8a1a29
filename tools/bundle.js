// Puts what the dynamic-provider host loads into one file: a host starts for each run of Pulumi, and reading some hundred and fifty small files
// (fifty of them zod's messages in other languages) is most of what a provider adds to its start. The types have been checked by then.
const { readFileSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { buildSync } = require("esbuild");

const provider = join(__dirname, "../provider");
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`, { paths: [provider] }));

const { metafile } = buildSync({
  absWorkingDir: provider,
  entryPoints: ["src/host.ts"],
  outfile: "dist/host.bundle.js",
  bundle: true,
  platform: "node",
  target: "node20",
  // Names stay, and lines stay short: they are what a stack trace shows.
  minifyWhitespace: true,
  lineLimit: 160,
  // The SDK is the host's own; the others are loaded when a request is sent.
  external: ["@pulumi/*", "axios", "https-proxy-agent", "proxy-from-env"],
  // Imported and required, it would be there twice.
  alias: { "js-yaml": join(folderOf("js-yaml"), "dist/js-yaml.mjs") },
  metafile: true,
  logLevel: "warning",
});

// The licenses of what is bundled go with it.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
);
const licenses = [...packages]
  .sort()
  .map((name) => `${name}\n\n${readFileSync(join(folderOf(name), "LICENSE"), "utf8").trim()}\n`);
writeFileSync(join(provider, "dist/host.bundle.LICENSES.txt"), licenses.join("\n---\n\n"));
