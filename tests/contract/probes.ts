import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { assumptions } from "../../emulator/src/assumptions";
import { askForToken } from "../unit/emulator/support";
import {
  buildOver,
  buildPages,
  buildStatement,
  catchRefusal,
  findConnection,
  type Loose,
  createModel as madeModelOf,
  remove,
  sendModel,
} from "./models";
import type { Target } from "./target";

const Assumptions = z.object(assumptions);
type Assumptions = z.output<typeof Assumptions>;

/** What the emulator assumes where the API is undocumented. */
export const assumed: Assumptions = Assumptions.parse({});

/** How to find out which value of an assumption holds. */
export interface Probe<Name extends keyof Assumptions = keyof Assumptions> {
  readonly name: Name;
  readonly writes: boolean;
  /** Undefined when the platform has nothing to tell by. */
  find(target: Target): Promise<unknown>;
  /** Another value the emulator can have, by which a test sees that the probe tells the difference. */
  readonly other: Assumptions[Name];
}

/** Typed by its name. */
function probe<Name extends keyof Assumptions>(name: Name, given: Omit<Probe<Name>, "name">): Probe<Name> {
  return { name, ...given };
}

/** The token endpoint takes one request per second, and the suite has just signed in. */
export const turnAtToken = () => sleep(1_100);

const nowhere = "00000000-0000-4000-8000-000000000000";

export const probes: readonly Probe[] = [
  probe("codeOnNotFound", {
    writes: false,
    other: true,
    find: async ({ raw }) => (await raw.get(`/v2/files/${nowhere}`)).body?.code !== undefined,
  }),
  probe("bareLists", {
    writes: false,
    other: true,
    find: async ({ raw }) => Array.isArray((await raw.get("/v2/teams")).body),
  }),
  probe("listTotals", {
    writes: false,
    other: false,
    find: async ({ raw }) => "total" in (await raw.get("/v2/workbooks?limit=1")).body,
  }),
  probe("oversizedPage", {
    writes: false,
    other: "refuse",
    find: async ({ raw }) => ((await raw.get("/v2/tags?limit=1001")).status === 200 ? "clamp" : "refuse"),
  }),
  probe("cursors", {
    writes: false,
    other: "opaque",
    async find({ raw }) {
      const { nextPage } = (await raw.get("/v2/files?limit=1")).body;
      return nextPage ? (/^\d+$/.test(nextPage) ? "offset" : "opaque") : undefined;
    },
  }),
  probe("basicOnToken", {
    writes: false,
    other: false,
    async find({ baseUrl, clientId, clientSecret }) {
      await turnAtToken();
      const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
      const body = new URLSearchParams({ grant_type: "client_credentials" });
      return (await fetch(`${baseUrl}/v2/auth/token`, { method: "POST", headers: { authorization }, body })).ok;
    },
  }),
  probe("unknownClientStatus", {
    writes: false,
    other: 401,
    async find({ baseUrl }) {
      await turnAtToken();
      const form = { grant_type: "client_credentials", client_id: "nobody", client_secret: "nothing" };
      return (await askForToken(baseUrl, form)).status;
    },
  }),
  probe("memberSearch", {
    writes: false,
    other: "ignored",
    async find({ raw }) {
      const [first, second] = (await raw.get("/v2/members?limit=2")).body.entries;
      if (second === undefined) return undefined;
      const { entries } = (await raw.get(`/v2/members?limit=2&search=${encodeURIComponent(second.email)}`)).body;
      return entries.some(({ memberId }: Loose) => memberId === first.memberId) ? "ignored" : "filters";
    },
  }),
  probe("yamlWithoutAccept", {
    writes: true,
    other: "always",
    async find(target) {
      const anything = { accept: "*/*" };
      const created = await sendModel(target, buildPages(), anything);
      const contents = { schemaVersion: 1, pages: buildPages() };
      const replace = (headers: Record<string, string>) =>
        target.raw.put(`/v2/dataModels/${created.id}/spec`, contents, { ...anything, ...headers });
      const answers = [created, await replace({}), await replace({ "content-type": "application/yaml" })];
      const [post, put, putOfYaml] = answers.map(({ headers }) => /yaml/.test(headers.get("content-type") ?? ""));
      if (post !== put) return "one of the two";
      return post ? "always" : putOfYaml ? "as-sent" : "never";
    },
  }),
  probe("danglingReferences", {
    writes: true,
    other: "accept",
    find: (target) => findVerdict(target, "[Base/Nothing]"),
  }),
  probe("referenceCase", {
    writes: true,
    other: "insensitive",
    async find(target) {
      const verdict = await findVerdict(target, "[BASE/c0]");
      return verdict && (verdict === "refuse" ? "sensitive" : "insensitive");
    },
  }),
  probe("invalidFormulas", {
    writes: true,
    other: "all",
    async find(target) {
      if ((await findVerdict(target, "And([Base/C0] = 1, [Base/C0] = 2)")) === "accept") return "accept";
      const verdict = await findVerdict(target, "SumOver([Base/C0])");
      return verdict && (verdict === "refuse" ? "all" : "operators");
    },
  }),
  probe("lookupJoins", {
    writes: true,
    other: "kept",
    async find(target) {
      const connectionId = await findConnection(target);
      if (connectionId === undefined) return undefined;
      const [left, right] = ["base", "over"].map((elementId) => ({ kind: "table", elementId }));
      const joins = [{ left, right, joinType: "lookup", columns: [{ left: "[C0]", right: "[C0]" }] }];
      const join = { kind: "table", id: "join", source: { kind: "join", joins }, columns: [] };
      const id = await madeModelOf(target, buildStatement(connectionId), buildOver("[Base/C0]"), join);
      const { pages } = (await target.raw.get(`/v2/dataModels/${id}/spec`)).body;
      return pages[0].elements[2].source.joins[0].joinType === "lookup" ? "kept" : "left-outer";
    },
  }),
  probe("duplicateTagStatus", {
    writes: true,
    other: 400,
    async find(target) {
      const { name } = await createTag(target);
      return (await target.raw.post("/v2/tags", { name, color: "grass" })).status;
    },
  }),
  probe("tagColorUpdate", {
    writes: true,
    other: "ignored",
    async find(target) {
      const { id } = await createTag(target);
      const { body } = await target.raw.patch(`/v2/tags/${id}`, { color: "plum" });
      return body.color === "plum" ? "changes" : "ignored";
    },
  }),
  probe("teamNames", {
    writes: true,
    other: "unique",
    async find(target) {
      const { name } = await createTeam(target);
      const { status, body } = await target.raw.post("/v2/teams", { name });
      if (status === 200) target.undo(() => remove(target, `/v2/teams/${body.teamId}`));
      return status === 200 ? "free" : "unique";
    },
  }),
  probe("teamCreator", {
    writes: true,
    other: "stays-out",
    find: async (target) => ((await createTeam(target)).members.length > 0 ? "joins" : "stays-out"),
  }),
  probe("repeatedMembership", {
    writes: true,
    other: "ignore",
    async find(target) {
      const { teamId } = await createTeam(target);
      const { userId } = (await target.raw.get("/v2/whoami")).body;
      const answers = [];
      for (const _ of [1, 2]) answers.push(await target.raw.patch(`/v2/teams/${teamId}/members`, { add: [userId] }));
      return answers.every(({ status }) => status === 200) ? "ignore" : "refuse";
    },
  }),
  probe("unknownTeamMembers", {
    writes: true,
    other: "refuse",
    async find(target) {
      const { teamId } = await createTeam(target);
      const { status } = await target.raw.patch(`/v2/teams/${teamId}/members`, { add: ["no-such-member"] });
      return status === 404 ? "not-found" : "refuse";
    },
  }),
  probe("deletedTeams", {
    writes: true,
    other: "gone",
    async find(target) {
      const { teamId } = await createTeam(target);
      await target.raw.delete(`/v2/teams/${teamId}`);
      return (await target.raw.get(`/v2/teams/${teamId}`)).status === 200 ? "archived" : "gone";
    },
  }),
  probe("raisedGrants", {
    writes: true,
    other: "replaced",
    async find(target) {
      const { teamId } = await createTeam(target);
      const { homeFolderId: parentId } = await readOwner(target);
      const body = { type: "folder", name: "contract test grants", parentId };
      const { id: inodeId } = (await target.raw.post("/v2/files", body)).body;
      target.undo(() => remove(target, `/v2/files/${inodeId}`));
      for (const permission of ["view", "edit"]) {
        await target.raw.post("/v2/grants", { inodeId, grantee: { teamId }, permission });
      }
      const { entries } = (await target.raw.get(`/v2/grants?inodeId=${inodeId}&directGrantsOnly=true`)).body;
      return entries.filter((grant: { teamId: string }) => grant.teamId === teamId).length > 1 ? "beside" : "replaced";
    },
  }),
  probe("unknownGrantStatus", {
    writes: true,
    other: 400,
    async find(target) {
      const { teamId } = await createTeam(target);
      const grant = { inodeId: nowhere, grantee: { teamId }, permission: "view" };
      return (await target.raw.post("/v2/grants", grant)).status;
    },
  }),
  probe("versionLock", {
    writes: true,
    other: "refuse",
    async find(target) {
      const path = `/v2/dataModels/${await createModel(target)}/spec`;
      const contents = { schemaVersion: 1, pages: [{ id: "p", name: "Changed", elements: [] }] };
      await target.raw.put(path, contents);
      const { status } = await target.raw.put(path, { ...contents, documentVersion: 1 });
      return status === 200 ? "ignored" : "refuse";
    },
  }),
  probe("schemaVersionReturned", {
    writes: true,
    other: "string",
    find: async (target) =>
      typeof (await target.raw.get(`/v2/dataModels/${await createModel(target)}/spec`)).body.schemaVersion,
  }),
  probe("reassignIdsOnPut", {
    writes: true,
    other: true,
    async find(target) {
      const path = `/v2/dataModels/${await createModel(target)}/spec`;
      const { pages } = (await target.raw.get(path)).body;
      await target.raw.put(path, { schemaVersion: 1, pages });
      return (await target.raw.get(path)).body.pages[0].id !== pages[0].id;
    },
  }),
  probe("renameMakesVersion", {
    writes: true,
    other: true,
    async find(target) {
      const id = await createModel(target);
      await target.raw.patch(`/v2/files/${id}`, { name: target.name() });
      return (await target.raw.get(`/v2/dataModels/${id}/spec`)).body.documentVersion > 1;
    },
  }),
  probe("deletedFiles", {
    writes: true,
    other: "archived",
    async find(target) {
      const id = await createModel(target);
      await target.raw.delete(`/v2/files/${id}`);
      return (await target.raw.get(`/v2/files/${id}`)).status === 200 ? "archived" : "not-found";
    },
  }),
  probe("policyNames", {
    writes: true,
    other: "unique",
    async find(target) {
      const name = target.name();
      await createPolicy(target, name);
      return (await createPolicy(target, name)) === undefined ? "unique" : "free";
    },
  }),
  probe("archivedPolicies", {
    writes: true,
    other: "listed",
    async find(target) {
      const id = await createPolicy(target, target.name());
      await target.raw.delete(`/v2/deploymentPolicies/${id}`);
      const { entries } = (await target.raw.get("/v2/deploymentPolicies?pageSize=500")).body;
      const isListed = entries.some((entry: { deploymentPolicyId: string }) => entry.deploymentPolicyId === id);
      if (isListed) return "listed";
      return (await target.raw.get(`/v2/deploymentPolicies/${id}`)).status === 200 ? "readable" : "hidden";
    },
  }),
  probe("unknownTagStatus", {
    writes: true,
    other: 400,
    find: async (target) =>
      (await target.raw.post("/v2/dataModels/tag", { dataModelId: await createModel(target), tag: target.name() }))
        .status,
  }),
];

/** What becomes of a model whose second table has such a column. */
async function findVerdict(target: Target, formula: string): Promise<"refuse" | "accept" | undefined> {
  const connectionId = await findConnection(target);
  if (connectionId === undefined) return undefined;
  return (await catchRefusal(target, buildStatement(connectionId), buildOver(formula))) === undefined
    ? "accept"
    : "refuse";
}

async function createTag(target: Target): Promise<{ id: string; name: string }> {
  const name = target.name();
  const { body } = await target.raw.post("/v2/tags", { name, color: "grass" });
  target.undo(() => remove(target, `/v2/tags/${body.versionTagId}`));
  return { id: body.versionTagId, name };
}

async function createTeam(target: Target): Promise<{ teamId: string; name: string; members: string[] }> {
  const { body } = await target.raw.post("/v2/teams", { name: target.name() });
  target.undo(() => remove(target, `/v2/teams/${body.teamId}`));
  return body;
}

/** A data model of one page without elements. */
const createModel = (target: Target) => madeModelOf(target);

/** Undefined when it is refused. */
async function createPolicy(target: Target, name: string): Promise<string | undefined> {
  const { status, body } = await target.raw.post("/v2/deploymentPolicies", { name });
  if (status !== 200) return undefined;
  target.undo(() => remove(target, `/v2/deploymentPolicies/${body.deploymentPolicyId}`));
  return body.deploymentPolicyId;
}

/** The member whose credentials these are. */
async function readOwner({ raw }: Target): Promise<{ homeFolderId: string }> {
  const { userId } = (await raw.get("/v2/whoami")).body;
  return (await raw.get(`/v2/members/${userId}`)).body;
}
