import * as analytics from "pulumi-analytics";
import people from "./members.json";
import { domain } from "./options";

/** Who gets the documents of a member who leaves. */
const manager = analytics.whoamiOutput().userId;

/** The members by team. Removing a line from `members.json` deactivates the member. */
const members = new Map<string, analytics.Member[]>();
for (const { firstName, lastName, team, memberType } of people) {
  const name = `${firstName}-${lastName}`.toLowerCase();
  const member = new analytics.Member(name, {
    email: `${name.replace("-", ".")}@${domain}`,
    firstName,
    lastName,
    memberType,
    sendInvite: false,
    // Somebody who comes back gets the old account.
    reactivate: true,
    newOwnerId: manager,
  });
  members.set(team, [...(members.get(team) ?? []), member]);
}

const titles = {
  sales: "Sales",
  finance: "Finance team",
  operations: "Operations",
  marketing: "Marketing",
  data: "Data",
};

/** The teams, each with the whole set of its members: whom somebody adds in the product is removed by the next `up`. */
export const teams = Object.fromEntries(
  Object.entries(titles).map(([team, name]) => [
    team,
    new analytics.Team(team, { name, members: members.get(team) ?? [] }),
  ]),
) as Record<keyof typeof titles, analytics.Team>;

export const teamIds = Object.values(teams).map(({ id }) => id);
