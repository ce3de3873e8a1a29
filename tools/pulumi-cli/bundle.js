// Makes a file of each stand-in for a language host: what is copied out of this repository has to work alone.
const { dirname, join } = require("node:path");
const { build } = require("esbuild");

/** The SDK keeps copies of its own, and a message of another copy isn't one to it. */
const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const copyOf = (name) => dirname(require.resolve(`${name}/package.json`, { paths: [sdk] }));

/** Bundles `src/hosts/<language>.ts` to `pulumi-language-<language>.js` in a folder. */
exports.bundleHosts = (folder) =>
  build({
    absWorkingDir: __dirname,
    entryPoints: ["nodejs", "python"].map((language) => ({
      in: `src/hosts/${language}.ts`,
      out: `pulumi-language-${language}`,
    })),
    outdir: folder ?? join(__dirname, "dist"),
    bundle: true,
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    lineLimit: 160,
    banner: { js: "#!/usr/bin/env node" },
    loader: { ".mod": "text", ".sum": "text", ".go": "text", ".py": "text" },
    alias: { "google-protobuf": copyOf("google-protobuf"), "@grpc/grpc-js": copyOf("@grpc/grpc-js") },
    logLevel: "warning",
  });
