import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CodeHost, type HostName } from "../code-host";
import { buildSales } from "../unit/emulator/workbook/sales";
import { createSmallOrganization, edit, make, startEmpty } from "./pull-support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const branch = "analytics-drift";
const change = { path: ["a"], text: "column revenue: formula `1` → `2`" };

/** What `pull` says of one file. */
const tellUpdate = (more: object = {}) => ({
  ...{
    file: "models/orders.yaml",
    model: "1",
    title: "Orders",
    version: 3,
    dryRun: false,
    action: "updated",
    changes: [change],
  },
  ...{ files: ["models/orders.yaml"], diff: [], remarks: [] },
  ...{ updatedBy: "Ada Admin <ada@acme.example>", updatedAt: "2030-01-02T03:04:05Z", ...more },
});
const nothing = { updates: [tellUpdate({ changes: [], files: undefined, updatedBy: undefined })] };
const noChanges = JSON.stringify({ steps: [] });

describe.each<HostName>(["GitHub", "GitLab"])("pull requests of what a pull brought, on %s", (name) => {
  const base = createTemporaryFolder();
  let host: CodeHost;
  let folder: string;

  beforeEach(async () => {
    host = await new CodeHost(name).start();
    folder = createFolderWith(base, { "models/orders.yaml": "a: 1\n", "other.txt": "one\n", "package.json": "{}\n" });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("-c", "user.name=Dev", "-c", "user.email=dev@acme.example", "commit", "--quiet", "-m", "first");
    git("push", "--quiet", host.repository, "main");
  });
  afterEach(() => host.stop());
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

  /** One night: the file gets what the product has, and the job opens a pull request. */
  async function runNight(
    text: string,
    pulled: object = { updates: [tellUpdate()] },
    env: Record<string, string> = {},
  ) {
    git("checkout", "--quiet", "--", ".");
    write("models/orders.yaml", text);
    write("pull.out", JSON.stringify(pulled));
    write("preview.out", noChanges);
    const args = ["comment", "--title", "Drift of prod", "--post", "--with", "pull.out", "preview.out"];
    const ended = await runPiped([...args, "--json"], {
      cwd: folder,
      // It is no job of a pull request.
      env: { ...host.buildEnvironment(), PULL_REQUEST: "", CI_MERGE_REQUEST_IID: "", DRIFT_BRANCH: branch, ...env },
    });
    return { ...ended, said: ended.stdout + ended.stderr };
  }
  const show = (path: string) => host.git("show", `${branch}:${path}`);

  test("a night opens it, the next updates it, one with nothing closes it and deletes the branch", async () => {
    write("secret.json", "key");
    const first = await runNight("a: 2\n");
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.stdout)).toMatchObject({ pullRequest: { action: "opened", url: "https://host/20" } });
    expect(host.open).toMatchObject([{ title: "Drift of prod", source: branch, target: "main" }]);
    const { body } = host.open[0]!;
    expect(body).toContain("**1 document changed in the product.**");
    expect(body).toContain("With these files: ✅ No changes.");
    expect(body).toContain("Orders, last changed by Ada Admin <ada@acme.example> at 2030-01-02T03:04:05Z");
    expect(body).toContain(change.text);
    expect(show("models/orders.yaml")).toBe("a: 2");
    // Nothing but what the pull wrote, and nothing of it in the working tree's index.
    expect(host.git("diff", "--name-only", "main", branch)).toBe("models/orders.yaml");
    expect(git("diff", "--cached", "--name-only")).toBe("");
    expect(git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");

    const commit = host.git("rev-parse", branch);
    expect(JSON.parse((await runNight("a: 2\n")).stdout)).toMatchObject({ pullRequest: { action: "updated" } });
    expect(host.git("rev-parse", branch)).toBe(commit);

    // The main branch went on.
    write("other.txt", "two\n");
    git("-c", "user.name=Dev", "-c", "user.email=dev@acme.example", "commit", "--quiet", "-a", "-m", "second");
    git("push", "--quiet", host.repository, "main");
    expect(JSON.parse((await runNight("a: 3\n")).stdout)).toMatchObject({ pullRequest: { action: "updated" } });
    expect([show("models/orders.yaml"), show("other.txt")]).toEqual(["a: 3", "two"]);
    expect(host.git("rev-list", "--count", `main..${branch}`)).toBe("1");
    expect(host.pulls).toHaveLength(1);

    expect(JSON.parse((await runNight("a: 1\n", nothing)).stdout)).toMatchObject({ pullRequest: { action: "closed" } });
    expect(host.open).toEqual([]);
    expect(host.hasBranch(branch)).toBe(false);
    const none = JSON.parse((await runNight("a: 1\n", nothing)).stdout);
    expect(none).toMatchObject({ posted: false, pullRequest: { action: "none" } });
    expect(host.pulls).toHaveLength(1);
  });

  test("what is contested is a list in the text, and not in the files", async () => {
    const contested = { path: ["b"], text: "name `Ours` → `Theirs`" };
    const both = tellUpdate({
      file: "models/lines.yaml",
      title: "Lines",
      files: undefined,
      action: "conflict",
      why: "both changed",
    });
    const pulled = { updates: [tellUpdate(), { ...both, contested: [contested] }] };
    expect((await runNight("a: 2\n", pulled)).code).toBe(0);
    const { body } = host.open[0]!;
    expect(body).toContain("**1 document changed in the product, and 1 is contested.**");
    const [, section = ""] = body.split("**Contested, and not in the files**");
    expect(section).toContain("models/lines.yaml: Lines, last changed by Ada Admin");
    expect(section).toContain(contested.text);
    expect(host.git("diff", "--name-only", "main", branch)).toBe("models/orders.yaml");

    // Contested alone is nothing to pull.
    const only = { updates: [{ ...both, contested: [contested] }] };
    expect(JSON.parse((await runNight("a: 1\n", only)).stdout)).toMatchObject({ pullRequest: { action: "closed" } });
    expect(host.pulls[0]).toMatchObject({ state: "closed", body: expect.stringContaining(contested.text) });
  });

  test.each(["above", "amended"])("commits of people stay (%s), and the text says so", async (how) => {
    await runNight("a: 2\n");
    git("fetch", "--quiet", host.repository, `${branch}:theirs`);
    git("checkout", "--quiet", "-f", "theirs");
    write("models/orders.yaml", "a: 2 # ours\n");
    const own = ["-c", "user.name=Ann Lee", "-c", "user.email=ann@acme.example", "commit", "--quiet", "-a"];
    if (how === "above") git(...own, "-m", "my word");
    else git(...own, "--amend", "--no-edit", "--reset-author");
    git("push", "--quiet", "--force", host.repository, `theirs:${branch}`);
    const theirs = host.git("rev-parse", branch);
    git("checkout", "--quiet", "main");

    for (const [text, pulled] of [
      ["a: 3\n", undefined],
      ["a: 1\n", nothing],
    ] as const) {
      const night = await runNight(text, pulled);
      expect(JSON.parse(night.stdout)).toMatchObject({ pullRequest: { action: "kept" } });
      expect(host.git("rev-parse", branch)).toBe(theirs);
      expect(host.open).toHaveLength(1);
      expect(host.open[0]!.body).toMatch(
        /has a commit of Ann Lee \([0-9a-f]{12}\), so that it stays as it is\. Merge it/,
      );
    }

    host.pulls[0]!.state = "closed";
    const refused = await runNight("a: 3\n");
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("Delete the branch, or name another") });
    // The way out.
    host.git("branch", "-D", branch);
    expect(JSON.parse((await runNight("a: 3\n")).stdout)).toMatchObject({ pullRequest: { action: "opened" } });
  });

  test("what couldn't be read may be what a pull request is about: it stays open", async () => {
    await runNight("a: 2\n");
    const failed = { updates: [{ file: "models/orders.yaml", why: "not found" }] };
    const night = await runNight("a: 1\n", failed);
    expect(night.code).toBe(1);
    expect(JSON.parse(night.stdout)).toMatchObject({ pullRequest: { action: "unknown" } });
    expect(host.open).toHaveLength(1);
    expect(host.hasBranch(branch)).toBe(true);
    const without = await runNight("a: 1\n", { error: { exit: 3, message: "no" } });
    expect(without).toMatchObject({ code: 2, said: expect.stringContaining("that succeeded") });
    expect(host.open).toHaveLength(1);
  });

  test("a token that may not write gets an error with what it needs", async () => {
    const needs = name === "GitHub" ? "`contents: write` and `pull-requests: write`" : "`write_repository`";
    host.refused = { what: /^POST .*(pulls|merge_requests)/, status: 403, message: "not permitted to create" };
    const refused = await runNight("a: 2\n");
    expect(refused.code).toBe(2);
    expect(refused.said).toContain("403");
    expect(refused.said).toContain(needs);
    // The branch is there: with the permission, the next run opens the pull request.
    host.refused = undefined;
    expect(JSON.parse((await runNight("a: 2\n")).stdout)).toMatchObject({ pullRequest: { action: "opened" } });

    host.refusePushes();
    const denied = await runNight("a: 3\n");
    expect(denied).toMatchObject({ code: 2, said: expect.stringContaining("denied to ci") });
    expect(denied.said).toContain(needs);

    const overHttp = await runNight("a: 3\n", undefined, host.buildEnvironment({ overHttp: true }));
    expect(overHttp.code).toBe(2);
    expect(overHttp.said).toContain(needs);
    const user = name === "GitHub" ? "x-access-token" : "oauth2";
    expect(host.gitAuthorization).toBe(`Basic ${Buffer.from(`${user}:token`).toString("base64")}`);
    expect(overHttp.said).not.toContain(host.gitAuthorization!.slice(6));
  });

  test("the job's own branch, and what is no branch, are refused before anything is written", async () => {
    for (const wrong of ["main", "--force", "a..b", ""]) {
      const args = ["comment", "--post", "--with", "pull.out", "preview.out"];
      write("pull.out", JSON.stringify(nothing));
      write("preview.out", noChanges);
      const env = { ...host.buildEnvironment(), DRIFT_BRANCH: wrong };
      const { code } = await runPiped(args, { cwd: folder, env });
      expect(code).toBe(2);
    }
    expect(host.requests).toEqual([]);
  });

  test("of a project that `pull --all` wrote: models, workbooks, and tags in the program", async () => {
    const emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
    try {
      const env = {
        ...buildSettings(emulator),
        ...host.buildEnvironment(),
        PULL_REQUEST: "",
        CI_MERGE_REQUEST_IID: "",
      };
      const { orders } = await createSmallOrganization(emulator);
      const { ui, seeded } = emulator;
      const { workbookId } = await make(emulator, "/v2/workbooks", {
        ...{ name: "Turnover", folderId: seeded.folders.models },
        contents: buildSales(seeded.connections.warehouse) as never,
      });
      const { versionTagId } = await make(emulator, "/v2/tags", { name: "Quality", color: "amber" });
      const project = createFolderWith(base, { ".gitignore": "*.out\n" });
      const run = (...args: string[]) => runPiped(args, { cwd: project, env: { ...env, DRIFT_BRANCH: branch } });
      expect(await run("pull", "--all")).toMatchObject({ code: 0 });
      folder = project;
      git("init", "--quiet", "--initial-branch=main");
      const commit = (message: string) => {
        git("add", ".");
        git("-c", "user.name=Dev", "-c", "user.email=dev@acme.example", "commit", "--quiet", "-m", message);
        git("push", "--quiet", "--force", host.repository, "main");
      };
      commit("pulled");
      const runNightly = async () => {
        git("checkout", "--quiet", "--", ".");
        const { code, stdout } = await run("pull", "--json");
        write("pull.out", stdout);
        write("preview.out", noChanges);
        const posted = await run("comment", "--post", "--with", "pull.out", "--json", "preview.out");
        return { code, action: JSON.parse(posted.stdout).pullRequest?.action, said: posted.stdout };
      };
      expect(await runNightly()).toMatchObject({ code: 0, action: "none" });

      await ui.request("PATCH", `/v2/tags/${versionTagId}`, { color: "plum" });
      const answer = (await ui.request("GET", `/v2/workbooks/${workbookId}?includeContents=true`)) as {
        contents: { elements: { id: string; name?: string }[] };
      };
      answer.contents.elements.find(({ id }) => id === "revenue")!.name = "Income";
      await ui.request("PUT", `/v2/workbooks/${workbookId}/contents`, { contents: answer.contents });
      await edit(emulator, orders, ({ pages }) => {
        Object.assign(pages[0]!, { name: "All orders" });
      });
      expect(await runNightly()).toMatchObject({ code: 0, action: "opened" });
      const changed = host.git("diff", "--name-only", "main", branch).split("\n");
      expect(changed.sort()).toEqual([
        ".pulumi-analytics/pull.json",
        "models/orders.yaml",
        "tags.ts",
        "workbooks/turnover/elements/revenue.yaml",
      ]);
      expect(show("tags.ts")).toContain('"plum"');
      const { body } = host.open[0]!;
      expect(body).toMatch(/models\/orders\.yaml: Orders, last changed by .*@/);
      expect(body).toContain("tags.ts");

      // Merged: the next night finds nothing.
      git("fetch", "--quiet", host.repository, branch);
      git("checkout", "--quiet", "--", ".");
      git("merge", "--quiet", "--ff-only", "FETCH_HEAD");
      git("push", "--quiet", host.repository, "main");
      expect(await runNightly()).toMatchObject({ code: 0, action: "closed" });
    } finally {
      await emulator.stop();
    }
  });

  describe("the gate", () => {
    const reader = { type: "workbook", name: "Sales", url: "https://x", path: "Acme", owner: null, editor: null };
    const impact = (breaksNow: object[]) => ({
      ...{
        questions: ["Revenue"],
        breaksNow,
        breaksWhenTagMoves: [],
        inFiles: [],
        unreadable: [],
        unreadableFiles: [],
      },
      ...{ documents: 3, isPlatformAsked: true, seenBy: null, notes: [] },
    });
    const numbers = (beyond?: string) => ({
      ...{ against: "HEAD^1", notes: [] },
      numbers: [
        {
          ...{
            table: "Orders#Lines",
            metric: "Revenue",
            by: null,
            groups: 1,
            changed: 1,
            changes: [],
            small: 0,
            beyond,
          },
        },
      ],
    });

    async function check(...answers: (object | string)[]) {
      write("comment.md", "<!-- preview-comment: Preview -->\n### Preview\n\n**1 to update**\n");
      const files = answers.flatMap((answer, index) => {
        write(`${index}.json`, typeof answer === "string" ? answer : JSON.stringify(answer));
        return ["--with", `${index}.json`];
      });
      return runPiped(["comment", "--post", "comment.md", "--check", ...files], {
        cwd: folder,
        env: host.buildEnvironment(),
      });
    }

    test("stops a pull request that breaks readers or moves numbers too far, until a label accepts it", async () => {
      expect(await check(impact([]), numbers())).toMatchObject({ code: 0 });
      expect(host.requests.filter((one) => /label|GET .*merge_requests\/7$/.test(one))).toEqual([]);
      for (const [answers, what] of [
        [[impact([reader]), numbers()], "1 document break: Sales"],
        [[impact([]), numbers("1%")], "beyond the limit of the checks: Orders#Lines: Revenue (1%)"],
        [[impact([]), '{"error": {"exit": 3, "message": "no"}}'], "not compared: 1.json"],
        [[{ ...impact([]), notCompared: 1 }, ""], "not compared: 1 document"],
      ] as const) {
        host.labels = ["bug"];
        const stopped = await check(...answers);
        expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining(what) });
        expect(host.posted.at(-1)).toContain(what);
        const [, label = ""] = /add the label (\S+) to the pull request/.exec(stopped.stderr) ?? [];
        host.labels = ["bug", label];
        expect(await check(...answers)).toMatchObject({ code: 0 });
        expect(host.posted.at(-1)).toMatch(/### Preview\n\n.*Accepted by the label/);
      }
    });

    test("without an answer of impact, nobody knows", async () => {
      expect(await check("", numbers())).toMatchObject({ code: 2, stderr: expect.stringContaining("impact") });
    });

    test("a host that doesn't tell labels accepts nothing", async () => {
      host.refused = { what: /labels|GET .*merge_requests\/7$/, status: 403, message: "no" };
      expect(await check(impact([reader]))).toMatchObject({ code: 2, stderr: expect.stringContaining("403") });
    });
  });
});
