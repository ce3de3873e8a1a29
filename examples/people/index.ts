import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// Members refer to an account type by its name, so it is an argument like any other.
const analyst = new analytics.AccountType("analyst", {
  name: "Analyst",
  description: "Explores and comments",
  permissions: ["view-worksheet", "explore-worksheet", "comment"],
});

// Destroying the stack deactivates the member, and the manager gets the documents.
const manager = analytics.getMemberOutput({ email: config.require("manager") });
const ann = new analytics.Member("ann", {
  email: config.require("analyst"),
  firstName: "Ann",
  lastName: "Lee",
  memberType: analyst,
  sendInvite: false,
  newOwnerId: manager.id,
});

// Ann joins a team that others manage in the product,
const finance = analytics.getTeamOutput({ name: config.require("team") });
new analytics.TeamMember("ann-finance", { teamId: finance.id, memberId: ann });

// finds the report of her work among her favorites,
const report = analytics.getWorkbookOutput({ name: config.require("report") });
new analytics.Favorite("ann-report", { memberId: ann, inodeId: report.id });

// and is in a team that this program manages alone.
const north = new analytics.Team("north", { name: "North" });
new analytics.TeamMembers("north", { teamId: north, members: [ann, manager.id] });

// Row-level rules compare a column with the attribute. The team's value counts for its members.
const region = new analytics.UserAttribute("region", {
  name: config.require("attribute"),
  description: "Sales region, for row-level rules",
  defaultValue: "none",
});
new analytics.UserAttributeAssignment("north-region", { userAttributeId: region, teamId: north, value: "north" });

export const annId = ann.id;
