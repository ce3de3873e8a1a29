// @ts-check
// Prints the changelog's section on a version, for the release: `node .github/release-notes.cjs v1.2.3`. Fails where a
// package has another version, or the changelog no such section. `--packages` prints the names of the packages that are
// published.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

/** @param {string} file */
const read = (file) => readFileSync(join(__dirname, "..", file), "utf8");

/** In the order in which they need one another. */
const packages = ["diagram", "provider", "emulator", "policies"].map((folder) =>
  JSON.parse(read(`${folder}/package.json`)),
);

/** @param {string} changelog @param {string} version */
function findNotes(changelog, version) {
  const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version);
  const notes = section?.slice(section.indexOf("\n")).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version} (date)" with words in it`);
  return notes;
}

/** @param {string} argument */
function run(argument = "") {
  if (argument === "--packages") return packages.map(({ name }) => name).join("\n");
  const version = argument.replace(/^v/, "");
  const others = packages.filter((found) => found.version !== version);
  if (others.length > 0) {
    throw new Error(others.map((found) => `${found.name} has version ${found.version}, not ${version}`).join("\n"));
  }
  return findNotes(read("CHANGELOG.md"), version);
}

module.exports = { findNotes };

if (require.main === module) {
  try {
    console.log(run(process.argv[2]));
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
