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

/** By kind, the fields that a create sends with an id or a name of another object. */
const creates: Readonly<Record<string, readonly Wrong[]>> = {
  ApiConnector: [one("authId")],
  ConnectionSync: [one("connectionId")],
  DataModel: [["folderId", (id) => ({ folderId: id })], one("ownerId")],
  DataModelTag: [one("dataModelId"), one("tag")],
  DatasetMigration: [one("datasetId"), one("destFolderId")],
  DbtArtifacts: [one("connectionId")],
  DeploymentPolicy: [one("versionTagId"), second("sourceSwapPolicies")],
  DeploymentPolicyDocument: [one("deploymentPolicyId"), one("inodeId")],
  DeploymentPolicyTenant: [one("deploymentPolicyId"), one("tenantOrganizationId")],
  Folder: [one("parentId"), one("ownerId")],
  Grant: [one("inodeId"), one("teamId"), toMember, one("tagId")],
  Grants: [
    one("inodeId"),
    [
      "grants[1].memberId",
      (id, { grants }) => ({ grants: [(grants as Properties[])[0], { memberId: id, permission: "view" }] }),
    ],
  ],
  MaterializationSchedule: [one("workbookId")],
  Member: [one("memberType")],
  ReportSchedule: [one("reportId")],
  ReportTag: [one("reportId"), one("tag")],
  SourceSwapPolicy: [one("fromConnectionId")],
  SsoCertificate: [one("serviceProviderId")],
  Team: [second("members")],
  TeamMember: [one("teamId"), one("memberId")],
  TeamMembers: [one("teamId"), second("members")],
  TenantDeploymentCapability: [one("tenantOrganizationId"), one("deployToTenantOrganizationId")],
  UserAttributeAssignment: [one("userAttributeId"), one("teamId"), toMember],
  WebhookTrigger: [one("workbookId"), one("sequenceId")],
  WorkbookEmbed: [one("workbookId")],
  WorkbookSchedule: [one("workbookId")],
  WorkbookTag: [one("workbookId"), one("tag")],
};

/** Fields that only a delete sends, and those of which the platform keeps what it is given. */
const others = ["AccountType.reassignToAccountTypeId", "Member.newOwnerId", "MaterializationSchedule.dataModelId"];

test("every field that refers to another object is in a table", () => {
  const listed = Object.entries(creates).flatMap(([kind, fields]) =>
    fields.map(([path]) => `${kind}.${path.replace(/\W.*/, "")}`),
  );
  const referring = allKinds().flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([field, { ref }]) => ref !== undefined && field in fields)
      .map(([field]) => `${name}.${field}`),
  );
  expect(referring.filter((field) => ![...listed, ...others].includes(field))).toEqual([]);
});

/** What a create or update of a kind says. */
const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it succeeded",
    (error: Error) => error.message,
  );

const wrong = Object.entries(creates).flatMap(([kind, fields]) =>
  fields.map(([path, given]) => [kind, path, given] as const),
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
