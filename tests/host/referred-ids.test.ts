import { type Emulator, startEmulator } from "analytics-emulator";
import { allKinds } from "../../provider/src/kinds/registry";
import { examples, operations } from "../faults/operations";
import { freshSeed, Host } from "./support";

type Properties = Record<string, unknown>;

let emulator: Emulator;
let unknown: string;

beforeEach(async () => {
  const seed = freshSeed();
  emulator = await startEmulator({ seed, tokenRequestsPerSecond: null });
  unknown = `c0ffee00-0000-4000-8000-${String(seed).padStart(12, "0")}`;
});
afterEach(() => emulator.stop());

async function hostOf(kind: string): Promise<Host> {
  const host = await Host.shared(kind);
  await host.configure({
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  });
  return host;
}

/** What one field is given instead: an id that nobody knows. */
type Wrong = readonly [path: string, given: (unknown: string, declared: Properties) => Properties];

const one = (field: string): Wrong => [field, (id) => ({ [field]: id })];
const second = (field: string): Wrong => [
  `${field}[1]`,
  (id, declared) => ({ [field]: [(declared[field] as string[])[0], id] }),
];

const toMember: Wrong = ["memberId", (id) => ({ teamId: undefined, memberId: id })];

/** By kind, the fields without a `ref`, or of another form, that a create sends with an id or a name of another object. */
const creates: Readonly<Record<string, readonly Wrong[]>> = {
  DataModel: [["folderId", (id) => ({ folderId: id })]],
  DatasetMigration: [one("datasetId")],
  DeploymentPolicy: [second("sourceSwapPolicies")],
  DeploymentPolicyDocument: [one("inodeId")],
  DeploymentPolicyTenant: [one("tenantOrganizationId")],
  Favorite: [one("inodeId")],
  Grant: [toMember],
  Grants: [
    [
      "grants[1].memberId",
      (id, { grants }) => ({ grants: [(grants as Properties[])[0], { memberId: id, permission: "view" }] }),
    ],
  ],
  MaterializationSchedule: [one("workbookId")],
  ReportSchedule: [one("reportId")],
  ReportTag: [one("reportId")],
  SourceSwapPolicy: [one("fromConnectionId")],
  SsoCertificate: [one("serviceProviderId")],
  Team: [second("members")],
  TeamMembers: [second("members")],
  UserAttributeAssignment: [toMember],
  WebhookTrigger: [one("workbookId"), one("sequenceId")],
  WorkbookEmbed: [one("workbookId")],
  WorkbookSchedule: [one("workbookId")],
  WorkbookTag: [one("workbookId")],
};

/** Fields that only a delete sends, and those of which the platform keeps what it is given. */
const others = ["AccountType.reassignToAccountTypeId", "Member.newOwnerId", "MaterializationSchedule.dataModelId"];

/** All of them: a field with a `ref` is an id, where the table has nothing else for it. */
const wrong = allKinds().flatMap(({ name, fields }) => {
  const given = creates[name] ?? [];
  const isGiven = (field: string) => given.some(([path]) => path.replace(/\W.*/, "") === field);
  const referring = Object.keys(fields).filter(
    (field) => fields[field]?.ref !== undefined && !isGiven(field) && !others.includes(`${name}.${field}`),
  );
  return [...given, ...referring.map(one)].map(([path, give]) => [name, path, give] as const);
});

/** What a create or update of a kind says. */
const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it succeeded",
    (error: Error) => error.message,
  );

describe.each(["not-found", "refuse"] as const)(
  "a platform to which an unknown member of a team is: %s",
  (unknownTeamMembers) => {
    const mattering = wrong.filter(([, path]) => unknownTeamMembers === "not-found" || /member/.test(path));

    test.each(mattering)("a %s with an unknown %s is told which field it is", async (kind, path, give) => {
      emulator.configure({ unknownTeamMembers });
      const { given, declared } = operations.find((each) => each.kind === kind && each.verb === "create")!;
      const inputs = declared(await given(emulator)) as Properties;
      const host = await hostOf(kind);
      const wanted = JSON.parse(JSON.stringify({ ...inputs, ...give(unknown, inputs) }));
      const created = await failureOf(host.create(wanted));
      expect(created).toContain(path);
      expect(created).toContain(unknown);
      expect(created).not.toContain("no longer exists");
      if (examples[kind]?.updates === undefined) return;
      const { id, state } = await host.create(inputs);
      if ((await host.diff(id, state, wanted)).replaces.length > 0) return;
      const updated = await failureOf(host.update(id, state, wanted));
      expect(updated).toContain(path);
      expect(updated).not.toContain("no longer exists");
    });
  },
);
