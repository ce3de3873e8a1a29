// Copies what the provider's package ships and the repository keeps elsewhere: the CI files that `init` writes.
const { cpSync, mkdirSync, rmSync } = require("node:fs");
const { join } = require("node:path");

const repository = join(__dirname, "..");
const provider = join(repository, "provider");

const pipelines = ["github-actions.yml", "gitlab-ci.yml", "post-comment.cjs", "preview-comment.cjs"];

exports.copyShipped = () => {
  const folder = join(provider, "pipelines");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of pipelines) cpSync(join(repository, "pipelines", file), join(folder, file));
};
