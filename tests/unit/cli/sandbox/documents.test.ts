import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocumentSet } from "../../../../cli/src/documents/set";
import { chooseDocuments } from "../../../../cli/src/sandbox/documents";
import type { PlatformReader } from "../../../../provider/src/core/impact";
import { writeFiles } from "../../../workbook-folder";

const cwd = mkdtempSync(join(tmpdir(), "pulumi-analytics-sandbox-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
const runGit = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, env, encoding: "utf8" });

const buildModel = (formula: string) => `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: T
        source: { kind: sql, connectionId: c, statement: select 1 as A }
        columns: [{ id: a, formula: "${formula}" }]
`;

test("a sandbox has what its branch changed, and not what main did since", async () => {
  writeFiles(cwd, { "one.yaml": buildModel("[A]"), "two.yaml": buildModel("[A]") });
  runGit("init", "-q", "-b", "main");
  runGit("add", "-A");
  runGit("commit", "-qm", "first");
  const start = runGit("rev-parse", "HEAD").slice(0, 12);
  writeFiles(cwd, { "two.yaml": buildModel("[A] + 1") });
  runGit("commit", "-qam", "main goes on");
  runGit("switch", "-qc", "mine", start);
  writeFiles(cwd, { "one.yaml": buildModel("[A] * 2") });
  const reader = { documents: [], readSources: async () => new Map(), unread: [], isWhole: true };
  const documents = new DocumentSet({ cwd, env, client: () => Promise.reject(new Error("nothing is sent")) });
  const chosen = await chooseDocuments(documents, reader as unknown as PlatformReader, {
    ref: "main",
    ignored: new Set(),
  });
  expect(chosen.documents.map(({ file, reason }) => [file, reason])).toEqual([["one.yaml", "changed"]]);
  expect(chosen.notes).toEqual([`main has commits that this branch hasn't: compared with ${start}, where it began.`]);
});
