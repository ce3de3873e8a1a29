import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import {
  createFailure,
  createInvalidRequest,
  createNotFound,
  requireDependency,
  requireExisting,
} from "../http/errors";
import { defineObject } from "../http/fields";
import { addListRoutes, buildPage } from "../http/pages";
import { containsText, flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Inode, Member } from "../state/records";
import { findAccountType } from "./account-types";
import { listMemberSchedules, listSchedules } from "./documents/schedules";
import { addFile } from "./files";
import { joinTeams, presentTeam } from "./team-record";

export function addMemberRoutes(app: FastifyInstance): void {
  addListRoutes(app, "/v2/members", ({ call, query }) => ({
    items: select(call, query),
    present: (member: Member) => presentMember(call, member),
  }));

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId", async (request) => {
    return presentMember(request.call, findMember(request.call, request.params.memberId));
  });

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId/teams", async (request) => {
    const { call } = request;
    const { memberId } = findMember(call, request.params.memberId);
    const joined = call.store.teams
      .listAll()
      .filter(({ isArchived, members }) => !isArchived && members.includes(memberId));
    return buildPage(request, joined, presentTeam, "total and hasMore");
  });

  app.post("/v2/members", async ({ call, body, query }) => {
    parseQuery(z.object({ sendInvite: flag }), query);
    checkProvisioning(call);
    return presentMember(call, addMember(call, body));
  });

  app.patch<{ Params: { memberId: string } }>("/v2/members/:memberId", async ({ call, params, body }) => {
    checkProvisioning(call);
    return presentMember(call, patchMember(call, findMember(call, params.memberId), body));
  });

  app.delete<{ Params: { memberId: string } }>("/v2/members/:memberId", async ({ call, params }) => {
    checkProvisioning(call);
    const member = findMember(call, params.memberId);
    if (member.isArchived) {
      throw createNotFound("Member", member.memberId);
    }
    deactivate(call, member, { isArchived: true });
    return {};
  });

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId/schedules", async (request) =>
    listMemberSchedules(request, findMember(request.call, request.params.memberId).memberId),
  );
}

/** A member that is asked for by id: one that is deactivated, too. */
export function findMember(call: Call, memberId: string): Member {
  return requireExisting(call.store.members.get(memberId), "Member", memberId);
}

function select(call: Call, query: unknown): Member[] {
  const filters = parseQuery(
    z.object({
      email: z.string().optional(),
      search: z.string().optional(),
      includeArchived: flag,
      includeInactive: flag,
    }),
    query,
  );
  const search = call.settings.memberSearch === "filters" ? filters.search : undefined;
  return call.store.members
    .listAll()
    .filter(({ firstName, lastName, email }) => containsText(`${firstName} ${lastName} ${email}`, search))
    .filter(({ email }) => filters.email === undefined || email.toLowerCase() === filters.email.toLowerCase())
    .filter(({ isArchived }) => !isArchived || filters.includeArchived)
    .filter(({ isInactive }) => !isInactive || filters.includeInactive);
}

function presentMember(call: Call, member: Member): Record<string, unknown> {
  return { organizationId: call.ids.nameUuid("organization"), profileImgUrl: null, userKind: "internal", ...member };
}

const UserKind = z.enum(["internal", "guest", "embed"]);
const Email = z.email();

function addMember(call: Call, body: unknown): Member {
  const {
    email,
    isGuest,
    userKind,
    memberType,
    addToTeams = [],
    ...names
  } = parseBody(
    defineObject(call, {
      email: Email,
      firstName: z.string(),
      lastName: z.string(),
      memberType: z.string().optional(),
      isGuest: z.boolean().optional(),
      userKind: UserKind.optional(),
      addToTeams: z.array(defineObject(call, { teamId: z.string(), isTeamAdmin: z.boolean().optional() })).optional(),
    }),
    body,
  );
  checkEmail(call, email);
  checkGuest(userKind ?? (isGuest ? "guest" : "internal"), memberType);
  const member = {
    memberType: memberType === undefined ? "viewer" : findAccountType(call, memberType).accountTypeName,
    email: normalizeEmail(call, email),
    ...names,
    userKind: userKind ?? (isGuest ? "guest" : "internal"),
  };
  return createMember(call, member, addToTeams);
}

/** Makes an active member, who is in these teams and has a personal area. */
export function createMember(
  call: Call,
  member: Pick<Member, "memberType" | "firstName" | "lastName" | "email" | "userKind">,
  teams: Parameters<typeof joinTeams>[2] = [],
): Member {
  const memberId = call.ids.makeMember();
  const home = { id: call.ids.makeUuid("folder"), urlId: call.ids.makeUrlId("folder"), type: "folder" as const };
  const place = { name: "My Documents", parentId: null, ownerId: memberId, deletedWith: null };
  const state = { homeFolderId: home.id, isArchived: false, isInactive: false };
  joinTeams(call, memberId, teams);
  call.store.files.put(home.id, { ...home, ...place, ...stampCreated(call.actor) });
  return call.store.members.put(memberId, { memberId, ...member, ...state, ...stampCreated(call.actor) });
}

function patchMember(call: Call, member: Member, body: unknown): Member {
  const { newOwnerId, archiveDocuments, archiveScheduledExports, ...change } = parseBody(
    defineObject(call, {
      memberType: z.string().optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      profileImgUrl: z.string().nullable().optional(),
      email: Email.optional(),
      isArchived: z.boolean().optional(),
      isInactive: z.boolean().optional(),
      userKind: UserKind.optional(),
      newOwnerId: z.string().optional(),
      archiveDocuments: z.boolean().optional(),
      archiveScheduledExports: z.boolean().optional(),
    }),
    body,
  );
  const { memberId } = member;
  const departure = { newOwnerId, archiveDocuments, archiveScheduledExports };
  const leaves = change.isArchived === true || change.isInactive === true;
  const [given] = Object.entries(departure).find(([, value]) => value !== undefined) ?? [];
  if (!leaves && given !== undefined) {
    throw createInvalidRequest(`${given} needs isArchived or isInactive to be true`);
  }
  if (newOwnerId !== undefined && archiveDocuments) {
    throw createInvalidRequest("newOwnerId contradicts archiveDocuments");
  }
  if (newOwnerId !== undefined) {
    requireDependency(call.store.members.get(newOwnerId), newOwnerId);
  }
  if (change.email !== undefined) {
    checkEmail(call, change.email, memberId);
  }
  checkGuest(change.userKind ?? member.userKind, change.memberType ?? member.memberType);
  const changes = {
    ...change,
    ...(change.email === undefined ? {} : { email: normalizeEmail(call, change.email) }),
    ...(change.memberType === undefined
      ? {}
      : { memberType: findAccountType(call, change.memberType).accountTypeName }),
  };
  const changed = { ...member, ...changes, ...stampUpdated(call.actor) };
  return leaves ? deactivate(call, member, changed, departure) : call.store.members.put(memberId, changed);
}

function checkGuest(userKind: string | undefined, memberType: string | undefined): void {
  if (userKind === "guest" && memberType?.toLowerCase() === "admin") {
    throw createInvalidRequest("Guests can't be administrators");
  }
}

interface Departure {
  readonly newOwnerId?: string;
  readonly archiveDocuments?: boolean;
  readonly archiveScheduledExports?: boolean;
}

/** Deactivates a member; documents and schedules go to who does it, or to whom the request names, or are archived. */
function deactivate(
  call: Call,
  member: Member,
  change: Partial<Member>,
  { newOwnerId = call.actor, archiveDocuments = false, archiveScheduledExports = archiveDocuments }: Departure = {},
): Member {
  if (call.settings.lockout === "refuse") {
    checkLockout(call, member);
  }
  const heir = findMember(call, newOwnerId);
  const owned = call.store.files.listAll().filter(({ id, ownerId }) => {
    return ownerId === member.memberId && id !== member.homeFolderId;
  });
  for (const file of newOwnerId === member.memberId ? [] : owned) {
    const isPersonal = !archiveDocuments && file.parentId === member.homeFolderId;
    const parentId = isPersonal ? createInheritedFolder(call, member, heir) : file.parentId;
    const moved = archiveDocuments ? { deletedWith: file.id } : { ownerId: newOwnerId, parentId };
    call.store.files.put(file.id, { ...file, ...moved, ...stampUpdated(call.actor) });
  }
  for (const schedule of listSchedules(call, { ownerId: member.memberId })) {
    const { scheduledNotificationId: id } = schedule;
    if (archiveScheduledExports) {
      call.store.exportSchedules.delete(id);
    } else {
      call.store.exportSchedules.put(id, { ...schedule, ownerId: newOwnerId });
    }
  }
  return call.store.members.put(member.memberId, { ...member, ...change, ...stampUpdated(call.actor) });
}

/**
 * The folder of the heir's own for what was in the personal area of a member who left:
 * `My Documents > Archived Users > <name>`.
 */
function createInheritedFolder(
  call: Call,
  { firstName, lastName }: Member,
  { memberId, homeFolderId }: Member,
): string {
  if (call.settings.inheritedDocuments === "home") {
    return homeFolderId;
  }
  const ensureFolder = (parentId: string, name: string): string => {
    const isThere = (file: Inode) => file.type === "folder" && file.parentId === parentId && file.name === name;
    const found = call.store.files.find((file) => isThere(file) && file.deletedWith === null);
    return (found ?? addFile(call, { type: "folder", name, parentId, ownerId: memberId })).id;
  };
  return ensureFolder(ensureFolder(homeFolderId, "Archived Users"), `${firstName} ${lastName}`);
}

/** Refuses to deactivate who asks, and the last administrator. */
function checkLockout(call: Call, { memberId, memberType }: Member): void {
  if (memberId === call.actor) {
    throw createInvalidRequest("You can't deactivate yourself");
  }
  const others = call.store.members.listAll().filter((other) => other.memberId !== memberId && isActive(other));
  if (memberType === "admin" && !others.some((other) => other.memberType === "admin")) {
    throw createInvalidRequest("An organization needs an administrator");
  }
}

export function isActive({ isArchived, isInactive }: Member): boolean {
  return !isArchived && !isInactive;
}

/** An email address belongs to one member for ever, however it is written. */
function checkEmail(call: Call, email: string, memberId?: string): void {
  const taken = call.store.members.find((member) => member.email.toLowerCase() === email.toLowerCase());
  if (taken !== undefined && taken.memberId !== memberId) {
    throw createFailure(409, `A member with this email already exists: member-id=${taken.memberId}`);
  }
}

function normalizeEmail(call: Call, email: string): string {
  return call.settings.memberEmails === "lowercased" ? email.toLowerCase() : email;
}

/** Where an identity provider manages members, the API may refuse to. */
function checkProvisioning(call: Call): void {
  if (call.settings.provisionedMembers === "refuse") {
    throw createFailure(403, "Members and teams are managed by your identity provider");
  }
}
