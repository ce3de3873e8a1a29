import { type Call, stampUpdated } from "../call";
import { requireDependency } from "../http/errors";
import type { Team } from "../state/records";

/** The list says of a team everything but who is in it. */
export function presentTeam({ members: _, admins: __, ...team }: Team): Omit<Team, "members" | "admins"> {
  return team;
}

/** Adds a new member to teams. */
export function joinTeams(
  call: Call,
  memberId: string,
  joined: readonly { readonly teamId: string; readonly isTeamAdmin?: boolean }[],
): void {
  const teams = joined.map(({ teamId }) => requireDependency(call.store.teams.get(teamId), teamId));
  for (const [index, team] of teams.entries()) {
    const admins = joined[index]!.isTeamAdmin ? [...(team.admins ?? []), memberId] : team.admins;
    const members = [...team.members, memberId];
    call.store.teams.put(team.teamId, { ...team, members, admins, ...stampUpdated(call.actor) });
  }
}
