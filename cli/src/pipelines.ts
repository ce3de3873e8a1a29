import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder `pipelines`: of the package, which has the bundled command two folders deep; of the repository in tests.
 */
const folder = join(__dirname, "../../pipelines");

/** A CI file of the package, or a script that it runs. */
export function readPipeline(
  name: "github-actions.yml" | "gitlab-ci.yml" | "draw-workbooks.cjs" | "preview-comment.cjs" | "post-comment.cjs",
) {
  return readFileSync(join(folder, name), "utf8");
}
