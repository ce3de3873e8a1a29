import { ApiError, isSameOperation } from "../../../provider/src/core/api";
import { namePermission } from "../../../provider/src/lookups/permissions";
import { lookupModules } from "../../../provider/src/lookups/registry";

const lookups = lookupModules.flatMap((module) => module.lookups);
const refuse = (endpoint: string, details: object = {}) => {
  const [method = "", template = ""] = endpoint.split(" ");
  const path = template.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "1b0c-4a");
  return new ApiError({ method, path, status: 403, detail: "no", outcome: "notApplied", ...details });
};
const describeRefusal = (endpoint: string, details?: object) =>
  (namePermission(refuse(endpoint, details)) as ApiError).message;

const cases = lookups.flatMap(({ question, permission, docs }) =>
  permission === undefined ? [] : docs.endpoints.map((endpoint) => [question.name, endpoint] as const),
);

test.each(cases)("a 403 that stops %s at %s names what it needs", (_, endpoint) => {
  const found = /lacks a permission: this call needs (.+)\.$/.exec(describeRefusal(endpoint))?.[1];
  const known = lookups.filter(({ docs }) => docs.endpoints.some((one) => isSameOperation(one, refuse(endpoint))));
  expect(known.map(({ permission }) => permission)).toContain(found);
});

test("what needs no permission, another status and a gateway's refusal keep their own words", () => {
  expect(describeRefusal("GET /v2/tags")).toBe("GET /v2/tags: 403, no.");
  expect(describeRefusal("GET /v2/accountTypes", { status: 404 })).not.toContain("permission");
  expect(describeRefusal("GET /v2/accountTypes", { fromProxy: true })).not.toContain("permission");
});

test.each([
  ["GET|PATCH /v2/teams/{teamId}", "PATCH", "/v2/teams/4f1c", true],
  ["GET /v2/files?typeFilters=folder", "GET", "/v2/files", true],
  ["POST /v2/datasets/{datasetId}/migrate (beta, with `dryRun`)", "POST", "/v2/datasets/4f1c/migrate", true],
  ["GET /v2/teams/{teamId}", "GET", "/v2/teams/4f1c/members", false],
  ["GET /v2/teams/{teamId}", "GET", "/v2/teams", false],
  ["GET /v2/teams", "POST", "/v2/teams", false],
])("%s and %s %s", (endpoint, method, path, expected) => {
  expect(isSameOperation(endpoint, { method, path })).toBe(expected);
});
