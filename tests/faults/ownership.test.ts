import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Journal } from "../../provider/src/host/create/journal";
import { type Bench, projectYaml, repository, startBench } from "../engine/support";
import { type Blow, killUp, latencyMs, planBlows, runAsUser } from "./killing";
import { kill, listDescendants } from "./processes";

// What users do after a run that was killed, other than to run the program again as it was.

const isWhole = process.env.FAULTS === "whole";
const up = ["up", "--yes", "--skip-preview"];

/** A program of `count` resources; the first is the policy that holds the run back. */
const count = 20;
const writeProgram = (body: string) => `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const folderId = config.require("folderId");
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const bearer = { authMethod: "bearer", bearer: { token: "open-sesame" } };
const spec = { pages: [{ id: "p", name: "Page", elements: [] }] };
new analytics.DeploymentPolicy("policy", { name: "policy" });
${body}
`;

/** Resources of their own names, whose logical names begin with a prefix. */
const declareDistinct = (prefix: string, adopt = false) => `
times(7, (i) => new analytics.Folder("${prefix}folder" + i, { name: "Folder " + i, parentId: folderId,
  adopt: ${adopt} }));
times(6, (i) => new analytics.DataModel("${prefix}model" + i, { name: "Model " + i, folderId, spec, adopt: ${adopt} }));
times(6, (i) => new analytics.Tag("${prefix}tag" + i, { name: "Tag " + i, color: "grass", adopt: ${adopt} }));
`;

/** Resources that are equal but for their logical names. */
const equal = `
times(7, (i) => new analytics.Folder("folder" + i, { name: "Folder", parentId: folderId }));
times(6, (i) => new analytics.DataModel("model" + i, { name: "Model", folderId, spec }));
times(6, (i) => new analytics.ApiCredential("credential" + i,
  { name: "Credential", allowlist: ["*"], credential: bearer }));
`;

const models = makeTimes(6, (index) => [
  `models/model${index}.yaml`,
  `name: Model ${index}\npages: [{ id: p, name: Page, elements: [] }]\n`,
]);

function makeTimes<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Everything of the programs that is on the platform. */
function listPlatform({ emulator }: Bench): string[] {
  const { files, tags, apiCredentials, deploymentPolicies } = emulator.snapshot();
  const named = files.filter(({ name, deletedWith }) => /^(Folder|Model)( \d)?$/.test(name) && deletedWith === null);
  return [
    ...named.map(({ id }) => id),
    ...tags.map(({ versionTagId }) => versionTagId),
    ...apiCredentials.filter(({ name }) => name === "Credential").map(({ apiCredentialId }) => apiCredentialId),
    ...deploymentPolicies.filter(({ isArchived }) => !isArchived).map(({ deploymentPolicyId }) => deploymentPolicyId),
  ];
}

/** The state holds each object of the platform once, and there is one for each resource. */
async function expectEachOnce(bench: Bench): Promise<void> {
  const held = (await bench.stack.listResources()).flatMap(({ id }) => id ?? []);
  expect(held).toHaveLength(count);
  expect(held.sort()).toEqual(listPlatform(bench).sort());
  await bench.stack.expect([...up, "--expect-no-changes", "--refresh"]);
}

interface Story {
  readonly before: string;
  /** What the user does until an `up` has ended well. */
  next(bench: Bench): Promise<unknown>;
}

const stories: Readonly<Record<string, Story>> = {
  "renames every resource, without aliases and with adopt": {
    before: declareDistinct(""),
    async next(bench) {
      await bench.stack.write("index.js", writeProgram(declareDistinct("my-", true)));
      await runAsUser(bench, up);
    },
  },
  "moves the models into a directory": {
    before: declareDistinct(""),
    async next(bench) {
      const rest = declareDistinct("").replace(/times\(6.*DataModel.*\n/, "");
      const directory = 'new analytics.DataModelDirectory("models", { path: "models", folderId, allowDelete: true });';
      await bench.stack.write("index.js", writeProgram(`${rest}${directory}`));
      await runAsUser(bench, up);
    },
  },
  "runs the program again where the journal's process number is in use": {
    before: declareDistinct(""),
    async next(bench) {
      const journal = join(bench.stack.directory, "../home/analytics/journal");
      for (const name of await readdir(journal)) {
        await rename(join(journal, name), join(journal, name.replace(/^\d+/, String(process.pid))));
      }
      await runAsUser(bench, up);
    },
  },
};

describe.each(Object.entries(stories).slice(0, isWhole ? undefined : 1))(
  "a user whose run was killed, and who %s",
  (_, story) => {
    test.each(planBlows(isWhole ? 3 : 1, count))(
      "has each object once: $victim killed after $afterCreates creates and $delayMs ms",
      async (blow) => {
        const bench = await startBench({
          texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(story.before), ...Object.fromEntries(models) },
          emulator: { seed: blow.seed, latencyMs },
        });
        try {
          await killUp(bench, blow, 1);
          await story.next(bench);
          await expectEachOnce(bench);
        } finally {
          await bench.dispose();
        }
      },
    );
  },
);

test.each(planBlows(isWhole ? 20 : 1, count))(
  "equal declarations: $victim killed after $afterCreates creates and $delayMs ms (seed $seed)",
  async (blow: Blow) => {
    const bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(equal) },
      emulator: { seed: blow.seed, latencyMs },
    });
    try {
      await killUp(bench, blow, 1);
      const said = await runAsUser(bench, up);
      await expectEachOnce(bench);
      // The engine keeps its warning until it is told otherwise, and the provider names the command.
      const command = "pulumi refresh --yes --skip-preview --clear-pending-creates";
      if (said.includes("pending operations from previous deployment")) {
        expect(said).toContain(command);
        await bench.stack.expect(command.split(" ").slice(1));
        expect(await bench.stack.expect(up)).not.toContain("pending operations");
        await expectEachOnce(bench);
      }
    } finally {
      await bench.dispose();
    }
  },
);

test("a second stack that declares the same creates its own, and the killed one recovers its own", async () => {
  const bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(equal) } });
  try {
    await killUp(bench, { seed: 1, victim: "both", afterCreates: 12, delayMs: latencyMs }, 1);
    const ofFirst = new Set(listPlatform(bench));
    await bench.stack.expect(["stack", "init", "second", "--copy-config-from", "temporary", "--no-select"]);
    await bench.stack.expect([...up, "--stack", "second"]);
    expect(listPlatform(bench)).toHaveLength(ofFirst.size + count);
    await runAsUser(bench, up);
    expect(listPlatform(bench)).toHaveLength(2 * count);

    await bench.stack.expect(["destroy", "--yes", "--skip-preview", "--stack", "second"]);
    expect(listPlatform(bench)).toEqual(expect.arrayContaining([...ofFirst]));
    await expectEachOnce(bench);
  } finally {
    await bench.dispose();
  }
});

describe("a run that is killed after it handed out an object, and before it deleted the former entry", () => {
  test.each(["with its journal", "in a new home"])("is finished %s, and keeps the object", async (how) => {
    const declareModel = (name: string) =>
      `new analytics.DataModel("${name}", { name: "Model", folderId, spec, adopt: true });`;
    const bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(declareModel("one")) },
    });
    try {
      await bench.stack.expect(up);
      const [id] = listPlatform(bench);
      const former = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::one"))!.urn;
      const slow = 'new analytics.Folder("slow", { name: "Slow", parentId: folderId });';
      const held = bench.emulator.addFault({ fault: "delay", method: "POST", path: "/v2/files", ms: 60_000 });
      await bench.stack.write("index.js", writeProgram(declareModel("renamed") + slow));
      const killed = bench.stack.run(up);
      const state = join(bench.stack.directory, "../state/.pulumi/stacks/bench/temporary.json");
      while (!/"urn": ?"[^"]*::renamed"[^}]*"id": ?"/s.test(await readFile(state, "utf8"))) await sleep(50);
      for (const started of listDescendants().filter(({ command }) =>
        / up --yes|dynamic-provider|pulumi-resource-analytics/.test(command),
      ))
        kill(started);
      expect((await killed).code).not.toBe(0);
      bench.emulator.removeFault(held.id);
      await runAsUser(bench, ["cancel", "--yes"]);

      if (how === "in a new home") await rm(join(bench.stack.directory, "../home/analytics"), { recursive: true });
      else await bench.stack.expect(["destroy", "--yes", "--skip-preview", "--target", former]);
      await runAsUser(bench, up);
      expect(listPlatform(bench)).toContain(id);
      expect((await bench.stack.listResources()).filter((resource) => resource.id === id)).toMatchObject([
        { urn: expect.stringMatching(/::renamed$/) },
      ]);
      await bench.stack.expect([...up, "--expect-no-changes", "--refresh"]);
    } finally {
      await bench.dispose();
    }
  });
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a full disk under the journal is told once, and what is written after it isn't lost", async () => {
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  // A limit on the size of files cuts a line in two, as a full disk does.
  const script = `
    const { execFileSync } = require("node:child_process");
    const { Journal } = require(${JSON.stringify(join(repository, "provider/dist/host/create/journal.js"))});
    const limit = (size) => execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=" + size + ":"]);
    const journal = new Journal(process.argv[1]);
    const begin = (create) => journal.begin({ create, kind: "Tag", place: "p", sent: "s" });
    limit(200);
    for (let index = 0; index < 10; index += 1) begin("full" + index);
    limit("unlimited");
    begin("after");
    process.kill(process.pid, "SIGKILL");`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script, folder]).catch((error) => error);
    expect(stdout.match(/The journal of creates can't be written: EFBIG/g)).toHaveLength(1);
    const stamps = new Journal(folder).creates.map(({ create }) => create);
    expect(stamps[0]).toBe("full0");
    expect(stamps.at(-1)).toBe("after");
    expect(stamps.length).toBeLessThan(11);
  } finally {
    await rm(folder, { recursive: true });
  }
});
