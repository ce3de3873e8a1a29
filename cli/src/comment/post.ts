import type { Environment } from "../command/child";
import { findForge } from "./forge";

interface Comment {
  readonly id: number;
  readonly body?: string | null;
  /** Its author on GitHub. */
  readonly user?: { readonly login: string } | null;
  /** Its author on GitLab. */
  readonly author?: { readonly username: string };
}

/**
 * Posts a comment on the job's pull request (GitHub Actions) or merge request (GitLab CI). It replaces the comment of
 * an earlier run, which it finds by its first line and its author: anybody can write the line.
 *
 * @throws UsageError when a variable is missing, or the host refuses a call.
 */
export async function post(body: string, environment: Environment): Promise<void> {
  const forge = findForge(environment, "--post");
  const { list, one, update } = forge.getComments();
  const marker = body.split("\n", 1)[0] ?? "";
  let own: string | undefined;
  for (let page = 1; ; page++) {
    const found = (await forge.call("GET", `${list}?per_page=100&page=${page}`)) as Comment[];
    const marked = found.filter((comment) => comment.body?.startsWith(marker));
    if (marked.length > 0) own ??= await forge.findOwnName();
    const earlier = marked.find(({ user, author }) => (user?.login ?? author?.username) === own);
    if (earlier !== undefined) return void (await forge.call(update, one(earlier.id), { body }));
    if (found.length < 100) return void (await forge.call("POST", list, { body }));
  }
}
