/** GitHub and GitLab: what a job's token may ask of them. */

import * as z from "zod";
import { UsageError } from "../command";
import type { Environment } from "../command/child";

/** An open pull request, or merge request. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
}

/** Of a new one; people may change its title. */
export interface Text {
  readonly title: string;
  readonly body: string;
}

/** Where a pull request's comments are. */
export interface Comments {
  readonly list: string;
  readonly one: (id: number) => string;
  readonly update: "PATCH" | "PUT";
}

/** A code host, as it serves the repository of a job. */
export interface Forge {
  /** The repository for git, and whom the token belongs to there. */
  readonly repository: { readonly url: string; readonly authorization: string };
  /** The branch that the job runs on. */
  readonly target: string;
  /** What the token needs to write a branch and a pull request. */
  readonly permissions: string;
  call(method: string, url: string, content?: object): Promise<unknown>;
  /** Of the job's pull request. */
  getComments(): Comments;
  /** Who the token is, as the host calls authors of comments. */
  findOwnName(): Promise<string>;
  /** Of the job's pull request. */
  listLabels(): Promise<string[]>;
  findOpen(branch: string): Promise<PullRequest | undefined>;
  open(branch: string, text: Text): Promise<PullRequest>;
  update(pullRequest: PullRequest, body: string): Promise<void>;
  close(pullRequest: PullRequest): Promise<void>;
}

/**
 * The code host of a job.
 *
 * @param option what needs it, as messages call it.
 * @param environment GitHub: GITHUB_TOKEN, and PULL_REQUEST with the number in a job of a pull request. GitLab:
 * GITLAB_TOKEN, a project access token with the scope `api`; the job's own token can't write.
 * @throws UsageError when a variable is missing.
 */
export function findForge(environment: Environment, option: string): Forge {
  const read: ReadVariable = (name, where = "a pull request") => {
    const value = environment[name];
    if (!value) throw new UsageError(`${name} is not set. Run ${option} in a job of ${where}.`);
    return value;
  };
  return environment.GITLAB_CI ? openGitlab(read) : openGithub(read);
}

type ReadVariable = (name: string, where?: string) => string;

const oneOfPullRequest = "a pull request, or with the answer of a `pull` that succeeded";
const anyJob = "GitHub Actions or GitLab CI";

function openGitlab(read: ReadVariable): Forge {
  const api = read("CI_API_V4_URL");
  const project = `${api}/projects/${read("CI_PROJECT_ID")}`;
  const token = read("GITLAB_TOKEN");
  const call = createCall({ "private-token": token });
  const getOwn = () => `${project}/merge_requests/${read("CI_MERGE_REQUEST_IID", oneOfPullRequest)}`;
  const getOne = ({ number }: PullRequest) => `${project}/merge_requests/${number}`;
  return {
    repository: {
      get url() {
        return `${read("CI_PROJECT_URL", anyJob)}.git`;
      },
      authorization: formBasic("oauth2", token),
    },
    get target() {
      return read("CI_COMMIT_BRANCH", "a branch");
    },
    permissions: "GITLAB_TOKEN needs the role Developer and the scopes `api` and `write_repository`.",
    call,
    getComments: () => ({ list: `${getOwn()}/notes`, one: (id) => `${getOwn()}/notes/${id}`, update: "PUT" }),
    async findOwnName() {
      const url = `${api}/user`;
      return parse(z.object({ username: z.string() }), await call("GET", url), url, nameless).username;
    },
    async listLabels() {
      return parse(z.object({ labels: z.array(z.string()) }), await call("GET", getOwn()), getOwn()).labels;
    },
    async findOpen(branch) {
      const url = `${project}/merge_requests?state=opened&per_page=100&source_branch=${encodeURIComponent(branch)}`;
      const found = parse(z.array(mergeRequest), await call("GET", url), url);
      // A fork may have a branch of the same name.
      const own = found.find(({ source_project_id, target_project_id }) => source_project_id === target_project_id);
      return own && toPullRequest(own);
    },
    async open(branch, { title, body }) {
      const url = `${project}/merge_requests`;
      const content = { source_branch: branch, target_branch: this.target, title, description: body };
      return toPullRequest(parse(mergeRequest, await call("POST", url, content), url));
    },
    async update(one, body) {
      await call("PUT", getOne(one), { description: body });
    },
    async close(one) {
      await call("PUT", getOne(one), { state_event: "close" });
    },
  };
}

const mergeRequest = z.object({
  iid: z.number(),
  web_url: z.string(),
  source_project_id: z.number(),
  target_project_id: z.number(),
});
const toPullRequest = ({ iid, web_url }: z.infer<typeof mergeRequest>): PullRequest => ({ number: iid, url: web_url });

function openGithub(read: ReadVariable): Forge {
  const name = read("GITHUB_REPOSITORY");
  const repository = `${read("GITHUB_API_URL")}/repos/${name}`;
  const token = read("GITHUB_TOKEN");
  const call = createCall({ authorization: `Bearer ${token}`, accept: "application/vnd.github+json" });
  const getOwn = () => `${repository}/issues/${read("PULL_REQUEST", oneOfPullRequest)}`;
  const getOne = ({ number: id }: PullRequest) => `${repository}/pulls/${id}`;
  return {
    repository: {
      get url() {
        return `${read("GITHUB_SERVER_URL", anyJob)}/${name}.git`;
      },
      authorization: formBasic("x-access-token", token),
    },
    get target() {
      return read("GITHUB_REF_NAME", "a branch");
    },
    permissions:
      "The job needs `contents: write` and `pull-requests: write`, and the repository the setting “Allow GitHub " +
      "Actions to create and approve pull requests”; or give it another GITHUB_TOKEN.",
    call,
    getComments: () => ({
      list: `${getOwn()}/comments`,
      one: (id) => `${repository}/issues/comments/${id}`,
      update: "PATCH",
    }),
    async findOwnName() {
      const url = read("GITHUB_GRAPHQL_URL");
      // The job's own token may ask this, but not for `/user`.
      const answer = await call("POST", url, { query: "{ viewer { login } }" });
      return parse(viewer, answer, url, nameless).data.viewer.login;
    },
    async listLabels() {
      // An issue has 100 labels at most.
      const url = `${getOwn()}/labels?per_page=100`;
      return parse(z.array(z.object({ name: z.string() })), await call("GET", url), url).map((label) => label.name);
    },
    async findOpen(branch) {
      const [owner] = name.split("/", 1);
      const url = `${repository}/pulls?state=open&head=${encodeURIComponent(`${owner}:${branch}`)}`;
      const [found] = parse(z.array(pull), await call("GET", url), url);
      return found && { number: found.number, url: found.html_url };
    },
    async open(branch, text) {
      const url = `${repository}/pulls`;
      const answer = await call("POST", url, { ...text, head: branch, base: this.target });
      const { number: id, html_url } = parse(pull, answer, url);
      return { number: id, url: html_url };
    },
    async update(one, body) {
      await call("PATCH", getOne(one), { body });
    },
    async close(one) {
      await call("PATCH", getOne(one), { state: "closed" });
    },
  };
}

const viewer = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });
const pull = z.object({ number: z.number(), html_url: z.string() });

const formBasic = (user: string, token: string) => `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`;

const foreign = "not the answer of GitHub or GitLab. Correct the address of the API.";
const nameless =
  "the answer doesn't say whose the token is, and another author's comment is never overwritten. Use a token that " +
  "may read its own user, or delete the earlier comment.";

/** @param why what an answer of another form means. */
function parse<T>(schema: z.ZodType<T>, answer: unknown, url: string, why = foreign): T {
  const { data } = schema.safeParse(answer);
  if (data !== undefined) return data;
  throw new UsageError(`${url}: ${why}`);
}

/** Milliseconds that a call may take. */
const patience = 30_000;

function createCall(headers: Readonly<Record<string, string>>): Forge["call"] {
  return async (method, url, content) => {
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
  };
}
