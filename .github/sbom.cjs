// @ts-check
// Adds to the SBOM of each package the packages whose code is bundled in it: `node .github/sbom.cjs DIR/*.tgz`, each
// with its `.cdx.json` beside it. npm knows only what it installs; the bundled ones stand in the files `LICENSES.txt`
// that `tools/bundle.js` writes.
const { execFileSync } = require("node:child_process");
const { readFileSync, writeFileSync } = require("node:fs");

/**
 * @typedef {{ "bom-ref": string, type?: string, name?: string, version?: string, scope?: string, purl?: string }}
 * Component
 */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Sbom */

/** @param {string} tarball @returns {Component[]} */
function listBundled(tarball) {
  const runTar = (/** @type {string[]} */ ...args) =>
    execFileSync("tar", args, { encoding: "utf8", maxBuffer: 1 << 26 });
  const files = runTar("-tzf", tarball).split("\n");
  const texts = files.filter((file) => file.endsWith("/LICENSES.txt")).map((file) => runTar("-xzOf", tarball, file));
  return texts.flatMap((text) =>
    [...text.matchAll(/^=== (\S+) (\S+) ===$/gm)].map(([, name = "", version = ""]) => ({
      "bom-ref": `${name}@${version}`,
      type: "library",
      name,
      version,
      scope: "required",
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
  );
}

/** @param {Sbom} sbom @param {Component[]} bundled @returns {Sbom} */
function addBundled(sbom, bundled) {
  const known = new Set(sbom.components.map((component) => component["bom-ref"]));
  const own = sbom.metadata.component["bom-ref"];
  const refs = bundled.map((component) => component["bom-ref"]);
  return {
    ...sbom,
    components: [...sbom.components, ...bundled.filter((component) => !known.has(component["bom-ref"]))],
    dependencies: [
      ...sbom.dependencies.map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: ref === own ? [...new Set([...dependsOn, ...refs])] : dependsOn,
      })),
      ...refs.filter((ref) => !known.has(ref)).map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

for (const tarball of process.argv.slice(2)) {
  const file = tarball.replace(/\.tgz$/, ".cdx.json");
  const sbom = /** @type {Sbom} */ (JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, `${JSON.stringify(addBundled(sbom, listBundled(tarball)), null, 2)}\n`);
}
