import { ApiError, type ApiErrorDetails } from "../../../provider/src/core/api/errors";
import { addHint, listReferences } from "../../../provider/src/host/error-hints";
import { registry } from "../../../provider/src/kinds/registry";

/** The hint on a failed call of a kind. */
async function formHint(
  kind: keyof typeof registry,
  inputs: object,
  failure: Partial<ApiErrorDetails>,
  { id, exists = false, isDeleted = false }: { id?: string; exists?: boolean; isDeleted?: boolean } = {},
) {
  const error = new ApiError({ method: "POST", path: "/v2/files", detail: "no", outcome: "notApplied", ...failure });
  const known = { inputs: inputs as Record<string, unknown>, outputs: {} };
  const object = { known, id, isDeleted, isThere: async () => exists };
  return ((await addHint(error, registry[kind]!(), object)) as ApiError).hint;
}

const isMissing = "The platform has no such";
const orSeen = "or these credentials can't see it.";

describe("a 403 names the permission", () => {
  test.each(Object.keys(registry) as (keyof typeof registry)[])("of %s, for a write and a read", async (name) => {
    const { permission } = registry[name]!().needs;
    expect(permission.length).toBeGreaterThan(10);
    const inputs = { name: "it", spec: '{"pages":[]}' };
    const write = await formHint(name, inputs, { status: 403 }, { id: "x-1" });
    expect(write).toMatch(new RegExp(`[Ww]riting a ${name} needs `));
    expect(write).toContain(`needs ${permission}.`);
  });

  test("of a read, that it needs access", async () => {
    expect(await formHint("Team", {}, { method: "GET", status: 403 }, { id: "x-1" })).toMatch(
      /lacks a permission: reading it needs access to it, and writing a Team needs an Admin account/,
    );
  });

  test("unless a proxy refused the request", async () => {
    expect(await formHint("Tag", {}, { status: 403, fromProxy: true })).toBeUndefined();
  });
});

describe("an id that the platform doesn't know is named by its field", () => {
  test("where the platform's words repeat it", async () => {
    expect(
      await formHint("Folder", { name: "F", parentId: "f-1" }, { status: 400, detail: "Dependency not found: 'f-1'" }),
    ).toBe(`Look at parentId ("f-1"). ${isMissing} Folder or Workspace, ${orSeen}`);
  });

  test("where it stands in the path of a call that found nothing", async () => {
    const member = { teamId: "t-1", memberId: "m-1" };
    expect(await formHint("TeamMember", member, { method: "GET", path: "/v2/teams/t-1", status: 404 })).toBe(
      `Look at teamId ("t-1"). ${isMissing} Team, ${orSeen}`,
    );
    // The platform found the team, and refused something else.
    expect(await formHint("TeamMember", member, { path: "/v2/teams/t-1/members", status: 400 })).toBeUndefined();
  });

  test("each of several that have it", async () => {
    const same = { deploymentPolicyId: "x-1", tenantOrganizationId: "x-1" };
    expect(await formHint("DeploymentPolicyTenant", same, { status: 404, detail: "Not found: 'x-1'" })).toBe(
      `Look at deploymentPolicyId ("x-1") and tenantOrganizationId ("x-1"). ${isMissing} object, ${orSeen}`,
    );
  });

  test("and in a list with its place", async () => {
    const team = { teamId: "t-1", members: ["m-1", "m-2"] };
    expect(await formHint("TeamMembers", team, { status: 400, detail: "Dependency not found: 'm-2'" })).toBe(
      `Look at members[1] ("m-2"). ${isMissing} Member, ${orSeen}`,
    );
  });
});

test("other refusals, and pages of a proxy, say nothing about ids", async () => {
  const folder = { name: "F", parentId: "f-1" };
  expect(await formHint("Folder", folder, { status: 409, detail: "'f-1' is taken" })).toBeUndefined();
  expect(await formHint("Folder", folder, { status: 404, detail: "'f-1'", fromProxy: true })).toBeUndefined();
});

test("an object that is gone is called gone, not its field", async () => {
  const failure = { method: "PATCH", path: "/v2/files/f-2", status: 404, detail: "File not found: 'f-2'" };
  expect(await formHint("Folder", { name: "F", parentId: "f-2" }, failure, { id: "f-2" })).toMatch(
    /^The Folder no longer exists/,
  );
});

describe("a 404 for a call on an object", () => {
  const team = { name: "T", members: ["m-1", "m-2"] };
  const call = { method: "PATCH", path: "/v2/teams/t-1/members", status: 404 };

  test("names the field whose id the platform's words repeat, and not the object", async () => {
    const failure = { ...call, detail: "Member not found: 'm-2'" };
    for (const exists of [true, false]) {
      expect(await formHint("Team", team, failure, { id: "t-1", exists })).toBe(
        `Look at members[1] ("m-2"). ${isMissing} Member, ${orSeen}`,
      );
    }
  });

  test("is about what was sent along, where the object is there", async () => {
    expect(await formHint("Team", team, { ...call, detail: "Not found" }, { id: "t-1", exists: true })).toBe(
      `The Team itself exists. Look at members[0] ("m-1") and members[1] ("m-2"). ${isMissing} object, ${orSeen}`,
    );
    expect(await formHint("Team", { name: "T" }, { ...call, detail: "Not found" }, { id: "t-1", exists: true })).toBe(
      undefined,
    );
    expect(await formHint("Team", team, { ...call, detail: "Not found" }, { id: "t-1" })).toMatch(
      /^The Team no longer exists/,
    );
  });

  test("is about the object, where its id consists of several that the path has", async () => {
    const path = "/v2/workbooks/w-1/schedules/s-1";
    const schedule = { workbookId: "w-1", cronSpec: "0 8 * * *", timezone: "UTC" };
    expect(await formHint("WorkbookSchedule", schedule, { path, status: 404 }, { id: "w-1/s-1" })).toMatch(
      /^The WorkbookSchedule no longer exists/,
    );
    expect(await formHint("WorkbookSchedule", schedule, { path: "/v2/workbooks/w-1/schedules", status: 404 })).toMatch(
      /^Look at workbookId \("w-1"\)/,
    );
  });
});

test("what only a delete sends is named there alone, unless the platform's words repeat it", async () => {
  const member = { email: "a@example.com", memberType: "Creator", newOwnerId: "m-2" };
  const call = { method: "PATCH", path: "/v2/members/m-1", status: 404, detail: "Not found" };
  const there = { id: "m-1", exists: true };
  expect(await formHint("Member", member, call, { ...there, isDeleted: true })).toContain(
    'Look at newOwnerId ("m-2").',
  );
  expect(await formHint("Member", member, call, there)).toContain('Look at memberType ("Creator").');
  expect(await formHint("Member", member, { ...call, detail: "Dependency not found: 'm-2'" }, there)).toContain(
    'Look at newOwnerId ("m-2").',
  );
});

test("a 400 about the state of an object doesn't say that there is none", async () => {
  const team = { name: "T", members: ["m-1"] };
  expect(await formHint("Team", team, { status: 400, detail: "Member m-1 is deactivated" }, { id: "t-1" })).toBe(
    'Look at members[0] ("m-1").',
  );
});

test("ids inside of objects are named, words that begin alike aren't", async () => {
  const grants = { inodeId: "i-1", grants: [{ teamId: "t-1" }, { memberId: "m-12" }] };
  expect(await formHint("Grants", grants, { status: 400, detail: "Dependency not found: 'm-12'" })).toBe(
    `Look at grants[1].memberId ("m-12"). ${isMissing} object, ${orSeen}`,
  );
  expect(await formHint("Grants", grants, { status: 400, detail: "Dependency not found: 'm-123'" })).toBeUndefined();
});

test("a field that has a name is no place for an id", () => {
  const inputs = { workbookId: "w-1", tag: "Production", memberType: "Data Analyst", newOwnerId: "m-1" };
  const listFields = (kind: string) => listReferences(registry[kind]!(), { inputs }).map(({ field }) => field);
  expect(listFields("WorkbookTag")).not.toContain("tag");
  expect(listFields("Member")).toEqual(["newOwnerId"]);
});
