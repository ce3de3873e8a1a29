// Copies what the provider's package ships and the repository keeps elsewhere: the docs, the changelog, and the CI
// files that `init` writes.
const { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { join, posix } = require("node:path");
const { homepage, version } = require("../provider/package.json");

const repository = join(__dirname, "..");
const provider = join(repository, "provider");

const pipelines = ["github-actions.yml", "gitlab-ci.yml"].map((file) => `pipelines/${file}`);
const unshipped = /^docs\/(images\/|(architecture|_index|installation-configuration)[.]md$)/;
const docs = readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
  .map((path) => `docs/${path.replaceAll("\\", "/")}`)
  // Pictures, pages for people who change the provider, and those for the Registry are read in the repository.
  .filter((path) => statSync(join(repository, path)).isFile() && !unshipped.test(path));
const shipped = new Set(["CHANGELOG.md", ...pipelines, ...docs]);

/** A page in which links to what isn't shipped lead to the repository, at the release. */
function rewriteLinks(page, text) {
  return text.replace(/\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, target, place = "") => {
    const path = posix.join(posix.dirname(page), target);
    if (shipped.has(path)) return link;
    const kind = statSync(join(repository, path)).isDirectory() ? "tree" : "blob";
    return `](${homepage.replace(/#.*/, "")}/${kind}/v${version}/${path}${place})`;
  });
}

exports.copyShipped = () => {
  for (const folder of ["docs", "pipelines"]) rmSync(join(provider, folder), { recursive: true, force: true });
  for (const path of shipped) {
    mkdirSync(join(provider, posix.dirname(path)), { recursive: true });
    if (!/[.](md|txt)$/.test(path)) cpSync(join(repository, path), join(provider, path));
    else writeFileSync(join(provider, path), rewriteLinks(path, readFileSync(join(repository, path), "utf8")));
  }
};
