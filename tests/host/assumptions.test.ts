import { startEmulator } from "analytics-emulator";
import { type Assumed, ends, form, others, refusals } from "../assumptions";
import { chooseCases } from "../cases";
import { fillIn, prepareFor, samples } from "../samples";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;
/** Which kinds an assumption is about, beside those of the quickstart. */
const areas: readonly (readonly [name: RegExp, kinds: string])[] = [
  [/^/, "DataModel Tag"],
  [/tag/i, "DataModelTag WorkbookTag ReportTag DeploymentPolicy"],
  [/team|member|lockout|inherited|accountType|implied/i, "Team TeamMember TeamMembers Member AccountType Favorite"],
  [/userAttribute/, "UserAttribute UserAttributeAssignment"],
  [/polic/i, "DeploymentPolicy DeploymentPolicyDocument DeploymentPolicyTenant SourceSwapPolicy"],
  [/grant/i, "Grant Grants Workspace Connection"],
  [/workspace/i, "Workspace Folder"],
  [/connector/i, "ApiConnector ApiCredential"],
  [/connection/i, "Connection ConnectionSync Grants DbtArtifacts"],
  [/certificate/i, "SsoCertificate"],
  [/translation/i, "Translation"],
  [/favorite/i, "Favorite"],
  [/capability|tenant/i, "Tenant TenantDeploymentCapability DeploymentPolicyTenant"],
  [/schedule|suspension|materialization/i, "WorkbookSchedule ReportSchedule MaterializationSchedule"],
  [/embed/i, "WorkbookEmbed"],
  [/^dataset/, "DatasetMigration"],
  [/^workbook|^svg|stored/i, "Workbook Report"],
  [/folder|file|owner|document/i, "Folder Workbook Report WorkbookTag"],
  [/list|cursors|page|unknown(Query|Fields)|codeOn|empty|^text|^host|^url/i, Object.keys(samples).join(" ")],
];

const listKinds = (name: string) => [
  ...new Set(areas.flatMap(([pattern, kinds]) => (pattern.test(name) ? kinds.split(" ") : []))),
];

/**
 * The life of a resource: created, then each of its updates, and the declaration again. After each step neither another
 * `up` nor a refresh has anything to do.
 */
async function expectLife(kind: string, settings: Assumed): Promise<void> {
  const emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null, ...settings });
  try {
    const { declared: sample, updates = {}, delete: remove } = samples[kind]!;
    const given = await prepareFor(kind, emulator);
    const host = await Host.connect(kind, emulator);
    const declared = fillIn(sample, given);
    const steps: readonly Properties[] = [...Object.values(updates).map(({ to }) => fillIn(to, given)), {}];
    const expectSettled = async (id: string, state: Properties, wanted: Properties) => {
      expect(await host.diff(id, state, wanted)).toMatchObject({ changes: false });
      const read = await host.read(id, state);
      expect(read.id).toBe(id);
      expect(await host.diff(id, read.state, wanted)).toMatchObject({ changes: false });
      return read.state;
    };
    const { id, state: created } = await host.create(declared);
    let state = await expectSettled(id, created, declared);
    for (const step of steps) {
      const wanted = { ...declared, ...step };
      state = await expectSettled(id, await host.update(id, state, wanted), wanted);
    }
    // An active certificate isn't deleted: single sign-on would break.
    if (remove !== undefined && kind !== "SsoCertificate") await host.delete(id, state);
  } finally {
    await emulator.stop();
  }
}

async function expectLives(kinds: readonly string[], settings: Assumed, refused: Readonly<Record<string, RegExp>>) {
  for (const kind of kinds) {
    const life = expectLife(kind, settings);
    if (refused[kind] === undefined) await life;
    else await expect(life).rejects.toThrow(refused[kind]);
  }
}

test.each(ends)(
  "the quickstart's kinds live with every assumption at the %s of its other values",
  async (_which, all) => {
    await expectLives(["DataModel", "Tag"], all, {});
  },
);

test.each(chooseCases(others, 4).map(({ name, value }) => [form(name, value), name, value] as const))(
  "a life with %s",
  async (title, name, value) => {
    await expectLives(listKinds(name), { [name]: value }, refusals[title] ?? {});
  },
);

test("each refusal is of a value that there is", () => {
  const titles = others.map(({ name, value }) => form(name, value));
  expect(Object.keys(refusals).filter((title) => !titles.includes(title))).toEqual([]);
});
