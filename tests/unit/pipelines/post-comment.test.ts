import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { post } from "./support";

interface Comment {
  id: number;
  body: string | null;
  user?: { login: string };
  author?: { username: string };
}

/** As much of a code host as comments need: a list in pages, POST, PATCH and PUT. */
class Host {
  readonly requests: string[] = [];
  readonly sent: { body: string }[] = [];
  readonly headers: Record<string, unknown>[] = [];
  status = 200;
  redirectTo: string | undefined;
  /** What it answers when it is asked who the token is. */
  identity: unknown = { data: { viewer: { login: "ci[bot]" } }, username: "ci[bot]" };
  private readonly server: Server;

  constructor(readonly comments: Comment[]) {
    this.server = createServer(async (request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      this.headers.push(request.headers);
      let text = "";
      for await (const chunk of request) text += chunk;
      const isIdentity = /^\/(graphql|user)$/.test(request.url ?? "");
      if (text !== "" && !isIdentity) this.sent.push(JSON.parse(text));
      const page = Number(new URL(request.url ?? "", "http://host").searchParams.get("page") ?? 1);
      const answer = isIdentity
        ? this.identity
        : request.method === "GET"
          ? this.comments.slice(100 * (page - 1), 100 * page)
          : {};
      const location = this.redirectTo === undefined ? {} : { location: this.redirectTo };
      response.writeHead(this.status, { "content-type": "application/json", ...location }).end(JSON.stringify(answer));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.close();
  }
}

const buildOthers = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, body: id % 2 ? "hello" : null }));
const formAuthor = (name: string) => ({ user: { login: name }, author: { username: name } });
const body = "<!-- preview-comment: Preview of prod -->\nwords";
const buildGithub = (url: string) => ({
  GITHUB_API_URL: url,
  GITHUB_GRAPHQL_URL: `${url}/graphql`,
  GITHUB_REPOSITORY: "acme/models",
  PULL_REQUEST: "7",
  GITHUB_TOKEN: "token",
});
const buildGitlab = (url: string) => ({
  GITLAB_CI: "true",
  CI_API_V4_URL: url,
  CI_PROJECT_ID: "12",
  CI_MERGE_REQUEST_IID: "7",
  GITLAB_TOKEN: "token",
});

let host: Host;
afterEach(() => host?.stop());

test.each([
  ["GitHub", buildGithub, "/repos/acme/models/issues/7/comments", "PATCH /repos/acme/models/issues/comments/500"],
  ["GitLab", buildGitlab, "/projects/12/merge_requests/7/notes", "PUT /projects/12/merge_requests/7/notes/500"],
])(
  "%s: a new comment the first time, the same one after that, on whatever page it is",
  async (_, environment, list, update) => {
    host = new Host(buildOthers(100));
    const url = await host.start();
    await post(body, environment(url));
    expect(host.requests).toEqual([
      `GET ${list}?per_page=100&page=1`,
      `GET ${list}?per_page=100&page=2`,
      `POST ${list}`,
    ]);

    host.requests.length = 0;
    host.comments.push(
      { id: 499, body: `${body} of somebody else`, ...formAuthor("mallory") },
      { id: 500, body: `${body} of yesterday`, ...formAuthor("ci[bot]") },
      { id: 501, body: "<!-- preview-comment: Drift -->", ...formAuthor("ci[bot]") },
    );
    await post(body, environment(url));
    expect(host.requests.at(-1)).toBe(update);
    expect(host.sent).toEqual([{ body }, { body }]);
    expect(host.headers[0]).toMatchObject(
      environment === buildGithub ? { authorization: "Bearer token" } : { "private-token": "token" },
    );
  },
);

test.each([
  ["GitHub", buildGithub],
  ["GitLab", buildGitlab],
])("%s: a comment of somebody else stays, whatever it begins with", async (_, environment) => {
  host = new Host([{ id: 1, body: `${body} of somebody else`, ...formAuthor("mallory") }]);
  const url = await host.start();
  await post(body, environment(url));
  expect(host.requests.at(-1)).toMatch(/^POST .*(comments|notes)$/);

  // Nobody knows whose it is.
  host.comments[0] = { id: 1, body };
  host.requests.length = 0;
  await post(body, environment(url));
  expect(host.requests.at(-1)).toMatch(/^POST .*(comments|notes)$/);

  host.requests.length = 0;
  host.identity = { errors: [{ message: "no" }] };
  await expect(post(body, environment(url))).rejects.toThrow("the answer doesn't say whose the token is");
  expect(host.requests.filter((request) => !/graphql$/.test(request) && !request.startsWith("GET"))).toEqual([]);
});

test("a refusal names the call and what was answered, not the token", async () => {
  host = new Host([]);
  const url = await host.start();
  host.status = 403;
  const refused = post(body, { ...buildGithub(url), GITHUB_TOKEN: "hidden" });
  await expect(refused).rejects.toThrow(/^GET http.*: 403/);
  await expect(refused).rejects.not.toThrow("hidden");
});

test("a setting that is missing is named", async () => {
  await expect(post(body, { GITLAB_CI: "true" })).rejects.toThrow("CI_API_V4_URL is not set");
});

test.each([301, 302, 307, 308])("a redirect (%d) isn't followed: the token is for one address", async (status) => {
  host = new Host([]);
  const url = await host.start();
  const other = new Host([]);
  host.status = status;
  host.redirectTo = `${await other.start()}/elsewhere`;
  try {
    await expect(post(body, buildGithub(url))).rejects.toThrow(/: \d+, a redirect, which isn't followed\./);
    expect(other.requests).toEqual([]);
  } finally {
    other.stop();
  }
});
