import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type HostName = "GitHub" | "GitLab";

interface PullRequest {
  number: number;
  title: string;
  body: string;
  source: string;
  target: string;
  state: "open" | "closed";
}

/** As much of GitHub or GitLab as pull requests need, with a repository that git can write. */
export class CodeHost {
  readonly requests: string[] = [];
  readonly pulls: PullRequest[] = [];
  /** Of the job's pull request, which has the number 7. */
  labels: string[] = [];
  readonly posted: string[] = [];
  /** What the host refuses, as `POST pulls`. */
  refused: { what: RegExp; status: number; message: string } | undefined;
  /** The header that git sends. */
  gitAuthorization: string | undefined;
  readonly folder = mkdtempSync(join(tmpdir(), "code-host-"));
  readonly repository = join(this.folder, "acme/models.git");
  private readonly server: Server;
  private url = "";

  constructor(readonly name: HostName) {
    mkdirSync(this.repository, { recursive: true });
    this.git("init", "--quiet", "--bare", "--initial-branch=main");
    this.server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      let text = "";
      for await (const chunk of request) text += chunk;
      const isGit = url.includes(".git/");
      if (isGit) this.gitAuthorization = headers.authorization;
      this.requests.push(`${method} ${url}`);
      const isKnown = headers.authorization === "Bearer token" || headers["private-token"] === "token";
      const refused = this.refused?.what.test(`${method} ${url}`) ? this.refused : undefined;
      const [status, answer] = isGit
        ? [403, { message: "no" }]
        : refused !== undefined
          ? [refused.status, { message: refused.message }]
          : isKnown
            ? this.answer(method, new URL(url, "http://host"), text === "" ? {} : JSON.parse(text))
            : [401, { message: "Bad credentials" }];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop() {
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What a job has in its environment; `overHttp`: git asks the server, which refuses. */
  buildEnvironment({ overHttp = false } = {}): Record<string, string> {
    const server = overHttp ? this.url : `file://${this.folder}`;
    return this.name === "GitHub"
      ? {
          ...{ GITHUB_API_URL: this.url, GITHUB_GRAPHQL_URL: `${this.url}/graphql`, GITHUB_SERVER_URL: server },
          ...{ GITHUB_REPOSITORY: "acme/models", GITHUB_REF_NAME: "main", GITHUB_TOKEN: "token", PULL_REQUEST: "7" },
        }
      : {
          ...{ GITLAB_CI: "true", CI_API_V4_URL: this.url, CI_PROJECT_ID: "12", CI_MERGE_REQUEST_IID: "7" },
          ...{ CI_PROJECT_URL: `${server}/acme/models`, CI_COMMIT_BRANCH: "main", GITLAB_TOKEN: "token" },
        };
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.repository, encoding: "utf8" }).trim();
  }

  hasBranch(branch: string): boolean {
    return this.git("for-each-ref", `refs/heads/${branch}`) !== "";
  }

  /** From now on, nobody may write. */
  refusePushes() {
    const hook = join(this.repository, "hooks/pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho denied to ci >&2\nexit 1\n");
    chmodSync(hook, 0o755);
  }

  get open(): PullRequest[] {
    return this.pulls.filter(({ state }) => state === "open");
  }

  private answer(method: string, { pathname, searchParams }: URL, content: Record<string, string>): [number, unknown] {
    const [place = "", number, rest] =
      /^\/(?:repos\/acme\/models|projects\/12)\/(pulls|merge_requests|issues)(?:\/(\d+))?(?:\/(\w+))?/
        .exec(pathname)
        ?.slice(1) ?? [];
    if (place === "") return [404, { message: "Not Found" }];
    const tell = (one: PullRequest) => ({
      ...{ number: one.number, html_url: `https://host/${one.number}`, iid: one.number },
      ...{ web_url: `https://host/${one.number}`, source_project_id: 12, target_project_id: 12 },
    });
    if (rest === "labels") return [200, this.labels.map((label) => ({ name: label }))];
    if (rest === "comments" || rest === "notes") {
      if (method === "POST") this.posted.push(content.body!);
      return [200, []];
    }
    if (number !== undefined && method === "GET") return [200, { labels: this.labels }];
    if (number !== undefined) {
      const found = this.pulls.find((one) => one.number === Number(number));
      if (found === undefined) return [404, { message: "Not Found" }];
      found.body = content.body ?? content.description ?? found.body;
      if (content.state === "closed" || content.state_event === "close") found.state = "closed";
      return [200, tell(found)];
    }
    if (method === "POST") {
      const { title = "", body, description, head, source_branch, base, target_branch } = content;
      const source = head ?? source_branch ?? "";
      if (!this.hasBranch(source)) return [422, { message: `head ${source} is invalid` }];
      const one: PullRequest = {
        ...{ number: 20 + this.pulls.length, title, body: body ?? description ?? "" },
        ...{ source, target: base ?? target_branch ?? "", state: "open" },
      };
      this.pulls.push(one);
      return [201, tell(one)];
    }
    const wanted = searchParams.get("head")?.replace("acme:", "") ?? searchParams.get("source_branch");
    return [200, this.open.filter(({ source }) => source === wanted).map(tell)];
  }
}
