import { ApiError, type ApiErrorDetails } from "../../../provider/src/core/api/errors";
import { addHint } from "../../../provider/src/host/hint";
import { registry } from "../../../provider/src/kinds/registry";

/** The hint on a failed call of a kind. */
function hint(kind: keyof typeof registry, inputs: object, failure: Partial<ApiErrorDetails>, id?: string) {
  const error = new ApiError({ method: "POST", path: "/v2/files", detail: "no", outcome: "notApplied", ...failure });
  const known = { inputs: inputs as Record<string, unknown>, outputs: {} };
  return (addHint(error, registry[kind]!(), known, id) as ApiError).hint;
}

const isMissing = "The platform has no such";
const orSeen = "or these credentials can't see it.";

describe("an id that the platform doesn't know is named by its field", () => {
  test("where the platform's words repeat it", () => {
    expect(hint("Folder", { name: "F", parentId: "f-1" }, { status: 400, detail: "Dependency not found: 'f-1'" })).toBe(
      `Look at parentId ("f-1"). ${isMissing} Folder or Workspace, ${orSeen}`,
    );
  });

  test("where it stands in the path of a call that found nothing", () => {
    const member = { teamId: "t-1", memberId: "m-1" };
    expect(hint("TeamMember", member, { method: "GET", path: "/v2/teams/t-1", status: 404 })).toBe(
      `Look at teamId ("t-1"). ${isMissing} Team, ${orSeen}`,
    );
    // The platform found the team, and refused something else.
    expect(hint("TeamMember", member, { path: "/v2/teams/t-1/members", status: 400 })).toBeUndefined();
  });

  test("each of several that have it", () => {
    const same = { deploymentPolicyId: "x-1", tenantOrganizationId: "x-1" };
    expect(hint("DeploymentPolicyTenant", same, { status: 404, detail: "Not found: 'x-1'" })).toBe(
      `Look at deploymentPolicyId ("x-1") and tenantOrganizationId ("x-1"). ${isMissing} object, ${orSeen}`,
    );
  });

  test("and in a list with its place", () => {
    const team = { teamId: "t-1", members: ["m-1", "m-2"] };
    expect(hint("TeamMembers", team, { status: 400, detail: "Dependency not found: 'm-2'" })).toBe(
      `Look at members[1] ("m-2"). ${isMissing} Member, ${orSeen}`,
    );
  });
});

test("other refusals, and pages of a proxy, say nothing about ids", () => {
  const folder = { name: "F", parentId: "f-1" };
  expect(hint("Folder", folder, { status: 409, detail: "'f-1' is taken" })).toBeUndefined();
  expect(hint("Folder", folder, { status: 404, detail: "'f-1'", fromProxy: true })).toBeUndefined();
});

test("an object that is gone is called gone, not its field", () => {
  const failure = { method: "PATCH", path: "/v2/files/f-2", status: 404, detail: "File not found: 'f-2'" };
  expect(hint("Folder", { name: "F", parentId: "f-2" }, failure, "f-2")).toMatch(/^The Folder no longer exists/);
});
