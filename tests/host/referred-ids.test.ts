import { type Emulator, startEmulator } from "analytics-emulator";
import * as z from "zod";
import { allKinds } from "../../provider/src/kinds/registry";
import { examples, operations } from "../faults/operations";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

let emulator: Emulator;
let unknown: string;

beforeEach(async () => {
  const seed = drawSeed();
  emulator = await startEmulator({ seed, tokenRequestsPerSecond: null });
  unknown = `c0ffee00-0000-4000-8000-${String(seed).padStart(12, "0")}`;
});
afterEach(() => emulator.stop());

const connectHost = (kind: string) => Host.connect(kind, emulator);

/** What one field is given instead: an id that nobody knows. */
type Wrong = readonly [path: string, given: (unknown: string, declared: Properties) => Properties];

const buildWrong = (field: string): Wrong => [field, (id) => ({ [field]: id })];
const buildSecondWrong = (field: string): Wrong => [
  `${field}[1]`,
  (id, declared) => ({ [field]: [(declared[field] as string[])[0], id] }),
];

/** A field inside of one, by its path. */
const buildInnerWrong = (path: string, given: (unknown: string) => unknown): Wrong => [
  path,
  (id) => ({ [path.replace(/\W.*/, "")]: given(id) }),
];

const getConnections = () => emulator.seeded.connections;
/** The connections that a tag maps. */
const mappings = [
  buildInnerWrong("sourceMappingConfig[0].fromConnectionId", (id) => [
    { fromConnectionId: id, toConnectionId: getConnections().lakehouse },
  ]),
  buildInnerWrong("sourceMappingConfig[0].toConnectionId", (id) => [
    { fromConnectionId: getConnections().warehouse, toConnectionId: id },
  ]),
];

const toMember: Wrong = ["memberId", (id) => ({ teamId: undefined, memberId: id })];

/** By kind, the fields of another form than an id alone, that a create sends with an id or a name of another object. */
const creates: Readonly<Record<string, readonly Wrong[]>> = {
  DataModel: [["folderId", (id) => ({ folderId: id })]],
  Report: [["folderId", (id) => ({ folderId: id })]],
  Workbook: [["folderId", (id) => ({ folderId: id })]],
  DeploymentPolicy: [buildSecondWrong("sourceSwapPolicies")],
  Grant: [toMember],
  Grants: [
    [
      "grants[1].memberId",
      (id, { grants }) => ({ grants: [(grants as Properties[])[0], { memberId: id, permission: "view" }] }),
    ],
  ],
  MaterializationSchedule: [
    ["dataModelId", (id) => ({ workbookId: undefined, dataModelId: id })],
    ["elementId", (id) => ({ elementName: undefined, elementId: id })],
  ],
  ReportTag: mappings,
  Team: [buildSecondWrong("members")],
  TeamMembers: [buildSecondWrong("members")],
  UserAttributeAssignment: [
    toMember,
    ["tenantOrganizationId", (id) => ({ teamId: undefined, tenantOrganizationId: id })],
  ],
  WorkbookEmbed: [["sourceId", (id) => ({ sourceType: "page", sourceId: id })]],
  WorkbookTag: mappings,
};

/** By kind, the field that a delete sends, and what makes the platform look at it. */
const deletes: Readonly<Record<string, readonly [field: string, prepare: () => Promise<unknown>]>> = {
  AccountType: [
    "reassignToAccountTypeId",
    () =>
      emulator.ui.request("POST", "/v2/members", {
        ...{ email: "ann@acme.example", firstName: "Ann", lastName: "Lee" },
        memberType: "Analyst",
      }),
  ],
  Member: ["newOwnerId", async () => undefined],
};

/** Fields with ids inside that the platform keeps as it is given them, and with those that aren't its own. */
const others = [
  ...["DataModelTag", "ReportTag", "WorkbookTag"].flatMap((kind) => [
    `${kind}.tagId`,
    `${kind}.dataModelSourceTaggedVersions`,
  ]),
  "DataModelTag.sourceMappingConfig",
  "WorkbookTag.sourceVersions",
  ...["ReportSchedule", "WorkbookSchedule"].flatMap((kind) => [`${kind}.variant`, `${kind}.targets`]),
  "ApiCredential.credential",
];

/** Whether a name is that of an id, or of several. */
const isNameOfId = (name: string) => /Ids?$/.test(name);

/** The names of all fields inside of a type. */
function listNames(schema: unknown): string[] {
  if (schema === null || typeof schema !== "object") return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(listNames)];
}

/** All of them: a field with a `ref`, or the name of an id, is one where the tables have nothing else for it. */
const wrong = allKinds().flatMap(({ name, fields }) => {
  const given = creates[name] ?? [];
  const isGiven = (field: string) =>
    given.some(([path]) => path.replace(/\W.*/, "") === field) ||
    deletes[name]?.[0] === field ||
    others.includes(`${name}.${field}`);
  const referring = Object.entries(fields).filter(
    ([field, { ref, type }]) =>
      !isGiven(field) &&
      (ref !== undefined || [field, ...listNames(z.toJSONSchema(type, { unrepresentable: "any" }))].some(isNameOfId)),
  );
  return [...given, ...referring.map(([field]) => buildWrong(field))].map(
    ([path, give]) => [name, path, give] as const,
  );
});

/** What a create or update of a kind says. */
const catchFailure = (call: Promise<unknown>): Promise<string> =>
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
      const host = await connectHost(kind);
      const wanted = JSON.parse(JSON.stringify({ ...inputs, ...give(unknown, inputs) }));
      const created = await catchFailure(host.create(wanted));
      expect(created).toContain(path);
      expect(created).toContain(unknown);
      expect(created).not.toContain("no longer exists");
      if (examples[kind]?.updates === undefined) return;
      const { id, state } = await host.create(inputs);
      if ((await host.diff(id, state, wanted)).replaces.length > 0) return;
      const updated = await catchFailure(host.update(id, state, wanted));
      expect(updated).toContain(path);
      expect(updated).not.toContain("no longer exists");
    });
  },
);

test.each(Object.entries(deletes))(
  "the delete of a %s with an unknown id is told which field it is",
  async (kind, [field, prepare]) => {
    const { given, declared } = operations.find((each) => each.kind === kind && each.verb === "create")!;
    const host = await connectHost(kind);
    const { id, state } = await host.create({ ...(declared(await given(emulator)) as Properties), [field]: unknown });
    await prepare();
    const told = await catchFailure(host.delete(id, state));
    expect(told).toContain(`${field} ("${unknown}")`);
    expect(told).not.toContain("no longer exists");
  },
);
