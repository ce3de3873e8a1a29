import { unknownValue } from "../../../provider/src/core/data";
import type { Properties } from "../../../provider/src/core/engine";
import { Run } from "../../../provider/src/core/runtime";
import { KindLifecycle } from "../../../provider/src/host/lifecycle";
import { loadAllKinds, registry } from "../../../provider/src/kinds/registry";
import { configure } from "../../../provider/src/settings";

beforeAll(() =>
  configure((key) =>
    key === "analytics:baseUrl" ? "http://127.0.0.1:9" : key.startsWith("analytics:client") ? "id" : undefined,
  ),
);

const told: string[] = [];
beforeEach(() => told.splice(0));

const run = new Run((message) => told.push(message));
const createLifecycle = (kind: string) => new KindLifecycle(registry[kind]!(), run);
const formUrn = (kind: string, name: string) => `urn:pulumi:dev::p::analytics:index:${kind}::${name}`;

function check(kind: string, name: string, inputs: Properties, before: Properties = {}): readonly string[] {
  return createLifecycle(kind).check({ urn: formUrn(kind, name) }, before, inputs).problems;
}

describe("no message has the engine's placeholder for an unknown value", () => {
  const fill = (kind: string, value: unknown) =>
    Object.fromEntries(Object.keys(registry[kind]!().fields).map((name) => [name, value]));

  test.each(loadAllKinds().map(({ name }) => name))("of a %s", (kind) => {
    const lifecycle = createLifecycle(kind);
    const resource = { urn: formUrn(kind, "all") };
    const unknown = fill(kind, unknownValue);
    const known = fill(kind, "known");
    const said = [
      ...lifecycle.check(resource, {}, { ...unknown, adopt: true }).problems,
      ...lifecycle.check(resource, known, unknown).problems,
      ...lifecycle.check(resource, {}, fill(kind, [unknownValue, { teamId: unknownValue, permission: "view" }]))
        .problems,
    ];
    expect([...said, ...told].join("\n")).not.toContain(unknownValue);
  });

  test("which stands for it as Pulumi shows it", () => {
    check("Grants", "g", { inodeId: unknownValue, grants: [], adopt: true });
    expect(told).toEqual([
      "deletes every grant on [unknown] that isn't declared, but for those of the credentials' owner",
    ]);
  });
});

test("every kind that takes `adopt: true` can find an object, or creates it whatever there is", () => {
  const lacking = loadAllKinds().filter(
    ({ adoption, writing }) => adoption !== undefined && adoption.find === undefined && !writing?.isRepeatable,
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

describe("a name in the place of an id", () => {
  const grants = { permission: "view" };

  test.each([
    [
      "Grant",
      { inodeId: "Acme/Models", teamId: "Finance", ...grants },
      [
        'warning: inodeId expects the id of an object, and "Acme/Models" is a path. Write the id, or look it up: ' +
          'getFolder({ path: "Acme/Models" }).',
        'warning: teamId expects the id of a Team, and "Finance" is a name. Write the id, or look it up: ' +
          'getTeam({ name: "Finance" }).',
      ],
    ],
    [
      "Grants",
      {
        inodeId: "Sales report",
        grants: [
          { teamId: "Finance", ...grants },
          { memberId: "ann@acme.example", ...grants },
        ],
      },
      [
        'warning: inodeId expects the id of an object, and "Sales report" is a name. Write the id, or look it up by ' +
          "the kind of the object, such as getWorkbook or getFolder.",
        'warning: grants[0].teamId expects the id of a Team, and "Finance" is a name. Write the id, or look it up: ' +
          'getTeam({ name: "Finance" }).',
        'warning: grants[1].memberId expects the id of a Member, and "ann@acme.example" is a name. Write the id, or ' +
          'look it up: getMember({ email: "ann@acme.example" }).',
      ],
    ],
    [
      "ApiConnector",
      { name: "c", params: { method: "GET", url: "https://a.example" }, authId: "Billing" },
      [
        'warning: authId expects the id of an ApiCredential, and "Billing" is a name. Write the id, or look it up: ' +
          'getApiCredential({ name: "Billing" }).',
      ],
    ],
    [
      "Grant",
      { inodeId: "f0b1c2d3-0000-4000-8000-000000000000", memberId: "3zZpuIb7wxrMmAWgMfCt6FLhsUlAp", ...grants },
      [],
    ],
    ["Folder", { name: "f", parentId: unknownValue }, []],
  ] as const)("of a %s: %j", (kind, inputs, warnings) => {
    expect(check(kind, "named", inputs)).toEqual([]);
    expect(told).toEqual(warnings);
  });
});

describe("resources that manage the same set", () => {
  const compareTeam = (id: string, members?: string[]) => {
    const inputs = { name: "Buyers", ...(members && { members }) };
    const lifecycle = createLifecycle("Team");
    const resource = { urn: formUrn("Team", id) };
    lifecycle.check(resource, inputs, inputs);
    return lifecycle.diff(resource, id, { ...inputs, workspaceId: null }, inputs);
  };

  test("a team with members and TeamMembers with others: an error before anything is written", () => {
    compareTeam("t-1", ["member-1", "member-2"]);
    expect(check("TeamMembers", "m-1", { teamId: "t-1", members: ["member-1"] })).toEqual([
      'the Team "t-1" and the TeamMembers "m-1" both manage the members of the team t-1, and not the same ones: each ' +
        'would undo the other\'s updates. Keep one of them: remove `members` from the team "Buyers", or the ' +
        'TeamMembers "m-1".',
    ]);
    // Where the other one is checked first.
    expect(() => compareTeam("t-1", ["member-1", "member-2"])).toThrow(/both manage the members of the team t-1/);
  });

  test("with the same members, it is a warning: an import writes both", () => {
    compareTeam("t-2", ["member-1", "member-2"]);
    expect(check("TeamMembers", "m-2", { teamId: "t-2", members: ["member-2", "member-1"] })).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/^warning: the Team .* once one of them changes/)]);
  });

  test("the warning is said where one of the two declarations is new, and not again", () => {
    const members = { teamId: "t-8", members: ["member-1"] };
    const before = { name: "Buyers" };
    const after = { name: "Buyers", members: ["member-1"] };
    const lifecycle = createLifecycle("Team");
    const resource = { urn: formUrn("Team", "t-8") };
    lifecycle.check(resource, before, after);
    lifecycle.diff(resource, "t-8", before, after);
    check("TeamMembers", "m-8", members, members);
    expect(told).toHaveLength(1);
    compareTeam("t-8", ["member-1"]);
    check("TeamMembers", "m-8", members, members);
    expect(told).toHaveLength(1);
  });

  test("what the program no longer declares counts no longer, nor does what is unknown or of another team", () => {
    compareTeam("t-3", ["member-1"]);
    compareTeam("t-3");
    expect(check("TeamMembers", "m-3", { teamId: "t-3", members: ["member-2"] })).toEqual([]);
    compareTeam("t-4", ["member-1"]);
    expect(check("TeamMembers", "m-4", { teamId: unknownValue, members: ["member-2"] })).toEqual([]);
    expect(check("TeamMembers", "m-4", { teamId: "t-4", members: [unknownValue] })).toEqual([]);
    expect(check("TeamMembers", "m-5", { teamId: "t-5", members: ["member-2"] })).toEqual([]);
    expect(told).toEqual([]);
  });

  test("two whole sets of one team, and a whole set with one that it lacks", () => {
    expect(check("TeamMembers", "owners", { teamId: "t-9", members: ["member-1"] })).toEqual([]);
    expect(check("TeamMembers", "others", { teamId: "t-9", members: ["member-2"] })).toEqual([
      expect.stringContaining('the TeamMembers "owners" and the TeamMembers "others" both manage'),
    ]);
    expect(check("TeamMember", "one", { teamId: "t-6", memberId: "member-1" })).toEqual([]);
    expect(check("TeamMember", "two", { teamId: "t-6", memberId: "member-2" })).toEqual([]);
    expect(told).toEqual([]);
    expect(check("TeamMembers", "m-6", { teamId: "t-6", members: ["member-1"] })).toEqual([
      expect.stringContaining('the TeamMember "two" and the TeamMembers "m-6" both manage'),
    ]);
    const view = { teamId: "t-7", permission: "view" };
    expect(check("Grants", "all", { inodeId: "o-1", grants: [view] })).toEqual([]);
    expect(check("Grant", "same", { inodeId: "o-1", ...view })).toEqual([]);
    expect(check("Grant", "more", { inodeId: "o-1", teamId: "t-7", permission: "edit" })).toEqual([
      expect.stringContaining('the Grants "all" and the Grant "more" both manage the grants on o-1'),
    ]);
  });
});
