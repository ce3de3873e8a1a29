import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder `pipelines` of the package; this file and the command that it is bundled into are both two folders deep. */
const folder = join(__dirname, "../../pipelines");

/** A CI file of the package, or a script that it runs. */
export function readPipeline(
  name: "github-actions.yml" | "gitlab-ci.yml" | "preview-comment.cjs" | "post-comment.cjs",
) {
  return readFileSync(join(folder, name), "utf8");
}
