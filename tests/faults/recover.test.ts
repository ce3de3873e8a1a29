import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getClient } from "../../provider/src/core/api";
import { type Bench, startBench } from "../engine/support";
import {
  type Blow,
  expectEverythingOnce,
  killUp,
  latencyMs,
  listContents,
  planBlows,
  runAsUser,
  texts,
} from "./killing";

/** What there is for the run after the lost one to go by. */
type Remains = "the time, in a new home" | "the journal, and recover" | "the journal alone";
const remains: readonly Remains[] = ["the time, in a new home", "the journal, and recover", "the journal alone"];

const all = planBlows(27).map((blow, index) => ({
  ...blow,
  remains: remains[(index + Math.floor(index / 3)) % remains.length]!,
  /** Whether the run that recovers is killed as well, before it has come to its end. */
  twice: index % 4 === 1,
}));
/** All of them in `npm run test:all`, otherwise one that is killed twice. */
const runs = process.env.FAULTS === "whole" ? all : all.slice(1, 2);

/** What is equal and made before, by the same member, is as old as that. The two clocks may differ by less. */
const oldMs = 6_000;

describe.each(runs)(
  "state written at the end, $victim killed after $afterCreates creates and $delayMs ms, with $remains (seed $seed)",
  (run) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench({
        texts,
        environment: { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "1" },
        emulator: { seed: run.seed, latencyMs },
      });
    }, 120_000);
    afterAll(() => bench.dispose());

    test("what a user does next ends with every object once, and with nothing that isn't of the lost run", async () => {
      const recovers = run.remains !== "the journal alone";
      const decoys = new Decoys(bench);
      if (recovers) await decoys.addOld();

      const began = new Date();
      const started = [...(await loseRun(bench, run))];
      if (recovers) await decoys.addOfAnother();
      const looks = decoys.look();

      if (run.remains === "the journal, and recover")
        await bench.stack.configure({ "analytics:recoverFrom": "journal" });
      if (run.remains === "the time, in a new home") {
        await bench.stack.configure({ "analytics:recoverFrom": began.toISOString() });
      }
      if (run.twice)
        started.push(...(await loseRun(bench, { ...run, afterCreates: Math.ceil(run.afterCreates / 10) })));
      const printed = await runAsUser(bench, ["up", "--yes", "--skip-preview"]);
      // What is shown as it comes is shown again at the end.
      const [, summary = ""] = printed.split("Diagnostics:");
      expect(summary.split("pulumi config rm analytics:recoverFrom")).toHaveLength(recovers ? 2 : 1);
      await bench.stack.run(["config", "rm", "analytics:recoverFrom"]);

      await expectEverythingOnce(bench, started, listContents(bench, decoys.ids));
      expect(decoys.look()).toEqual(looks);
      const known = (await bench.stack.listResources()).map(({ id = "" }) => id);
      expect(known.filter((id) => decoys.ids.has(id))).toEqual([]);
    }, 300_000);
  },
);

/** Kills a run, and with it what the next one could remember, where it isn't to. */
async function loseRun(bench: Bench, run: Blow & { remains: Remains }) {
  bench.emulator.clearRequests();
  const started = await killUp(bench, run);
  if (run.remains === "the time, in a new home") {
    await rm(join(bench.stack.directory, "../home/analytics"), { recursive: true, force: true });
  }
  return started;
}

/** Objects that look like those of the lost run, and aren't. */
class Decoys {
  readonly ids = new Set<string>();

  constructor(private readonly bench: Bench) {}

  /** Equal, and by the same member, but older; and a policy that differs. */
  async addOld(): Promise<void> {
    const { url: baseUrl, clientId, clientSecret, seeded } = this.bench.emulator;
    const client = getClient({ baseUrl, clientId, clientSecret });
    const folder = await client.files.createFolder({ name: "Folder 3", parentId: seeded.folders.models });
    const credential = await client.apiCredentials.create({
      name: "Credential 3",
      allowlist: ["*"],
      credential: { authMethod: "bearer", bearer: { token: "open-sesame" } },
    });
    const policy = await client.deploymentPolicies.create({ name: "Policy 3" });
    this.#add(folder.id, credential.apiCredentialId, policy.deploymentPolicyId);
    await sleep(oldMs);
  }

  /** New, but by another member: some equal to what the program declares, some of the same name only. */
  async addOfAnother(): Promise<void> {
    const { emulator } = this.bench;
    const make = async (path: string, body: object) => {
      const made = (await emulator.ui.request("POST", path, body)) as Record<string, string>;
      this.#add(made.id ?? made.apiCredentialId ?? made.dataModelId ?? "");
    };
    const folder = { type: "folder", parentId: emulator.seeded.folders.models };
    await make("/v2/files", { ...folder, name: "Folder 7" });
    await make("/v2/files", { ...folder, name: "Folder 8", description: "another" });
    const bearer = { authMethod: "bearer", bearer: { token: "open-sesame" } };
    await make("/v2/api-credentials", { name: "Credential 7", allowlist: ["*"], credential: bearer });
    await make("/v2/api-credentials", { name: "Credential 8", allowlist: ["example.com"], credential: bearer });

    const lost = emulator.snapshot().files.find(({ type, name }) => type === "data-model" && name === "Model");
    if (lost === undefined) return;
    const spec = (await emulator.ui.request("GET", `/v2/dataModels/${lost.id}/spec`)) as Record<string, unknown>;
    const model = { name: "Model", folderId: lost.parentId, schemaVersion: 1, pages: spec.pages };
    await make("/v2/dataModels/spec", model);
    await make("/v2/dataModels/spec", { ...model, pages: [] });
  }

  /** All there is to them. */
  look(): unknown[] {
    const { files, dataModels, dataModelVersions, apiCredentials, deploymentPolicies } = this.bench.emulator.snapshot();
    const all = [...files, ...dataModels, ...dataModelVersions, ...apiCredentials, ...deploymentPolicies];
    return all.filter((record) => Object.values(record).some((value) => this.ids.has(value)));
  }

  #add(...ids: string[]): void {
    for (const id of ids) this.ids.add(id);
  }
}
