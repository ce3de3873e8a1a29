import * as z from "zod";
import { UsageError } from "../command";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a pull request's comments are. */
interface Host {
  readonly comments: string;
  readonly one: (id: number) => string;
  readonly update: "PATCH" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  /** Who the token is, as the host calls authors of comments. */
  readonly findOwnName: () => Promise<string>;
}

interface Comment {
  readonly id: number;
  readonly body?: string | null;
  /** Its author on GitHub. */
  readonly user?: { readonly login: string } | null;
  /** Its author on GitLab. */
  readonly author?: { readonly username: string };
}

/** Milliseconds that a call may take. */
const patience = 30_000;

/**
 * Posts a comment on the job's pull request (GitHub Actions) or merge request (GitLab CI). It replaces the comment of
 * an earlier run, which it finds by its first line and its author: anybody can write the line.
 *
 * @param environment GitHub: GITHUB_TOKEN with `pull-requests: write`, PULL_REQUEST with the number. GitLab:
 * GITLAB_TOKEN, a project access token with the scope `api`; the job's own token can't write comments.
 * @throws UsageError when a variable is missing, or the host refuses a call.
 */
export async function post(body: string, environment: Environment): Promise<void> {
  const host = findHost(environment);
  const marker = body.split("\n", 1)[0] ?? "";
  let own: string | undefined;
  for (let page = 1; ; page++) {
    const found = (await call(host, "GET", `${host.comments}?per_page=100&page=${page}`)) as Comment[];
    const marked = found.filter((comment) => comment.body?.startsWith(marker));
    if (marked.length > 0) own ??= await host.findOwnName();
    const earlier = marked.find(({ user, author }) => (user?.login ?? author?.username) === own);
    if (earlier !== undefined) return void (await call(host, host.update, host.one(earlier.id), { body }));
    if (found.length < 100) return void (await call(host, "POST", host.comments, { body }));
  }
}

function findHost(environment: Environment): Host {
  const readVariable = (name: string) => {
    const value = environment[name];
    if (!value) throw new UsageError(`${name} is not set. Run --post in a job of a pull request.`);
    return value;
  };
  if (environment.GITLAB_CI) {
    const project = `${readVariable("CI_API_V4_URL")}/projects/${readVariable("CI_PROJECT_ID")}`;
    const comments = `${project}/merge_requests/${readVariable("CI_MERGE_REQUEST_IID")}/notes`;
    const headers = { "private-token": readVariable("GITLAB_TOKEN") };
    const findOwnName = async () => {
      const url = `${readVariable("CI_API_V4_URL")}/user`;
      return readName(z.object({ username: z.string() }), await call({ headers }, "GET", url), url).username;
    };
    return { comments, one: (id) => `${comments}/${id}`, update: "PUT", headers, findOwnName };
  }
  const issues = `${readVariable("GITHUB_API_URL")}/repos/${readVariable("GITHUB_REPOSITORY")}/issues`;
  const headers = { authorization: `Bearer ${readVariable("GITHUB_TOKEN")}`, accept: "application/vnd.github+json" };
  const findOwnName = async () => {
    const url = readVariable("GITHUB_GRAPHQL_URL");
    // The job's own token may ask this, but not for `/user`.
    const answer = await call({ headers }, "POST", url, { query: "{ viewer { login } }" });
    return readName(viewerSchema, answer, url).data.viewer.login;
  };
  return {
    comments: `${issues}/${readVariable("PULL_REQUEST")}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    update: "PATCH",
    headers,
    findOwnName,
  };
}

const viewerSchema = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });

function readName<T>(schema: z.ZodType<T>, answer: unknown, url: string): T {
  const { data } = schema.safeParse(answer);
  if (data !== undefined) return data;
  throw new UsageError(
    `${url}: the answer doesn't say whose the token is, and another author's comment is never overwritten. Use a ` +
      "token that may read its own user, or delete the earlier comment.",
  );
}

async function call(
  { headers }: Pick<Host, "headers">,
  method: string,
  url: string,
  content?: object,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(content),
    // The token is for this address alone.
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  if (answer.status >= 300 && answer.status < 400) {
    throw new UsageError(
      `${method} ${url}: ${answer.status}, a redirect, which isn't followed. Correct the address of the API.`,
    );
  }
  if (!answer.ok) throw new UsageError(`${method} ${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}
