import * as analytics from "pulumi-analytics";
import { teams } from "./people";
import { published, workshop } from "./places";
import { connectionId } from "./warehouse";

/** The owner of the credentials keeps access: the provider refuses a set of grants that locks it out. */
const own = { memberId: analytics.whoamiOutput().userId, permission: "edit" } as const;

// The whole set: what somebody grants in the product is removed by the next `up`.
new analytics.Grants("published", {
  inodeId: published,
  grants: [
    own,
    { teamId: teams.data.id, permission: "organize" },
    ...[teams.sales, teams.finance, teams.operations, teams.marketing].map(({ id }) => ({
      teamId: id,
      permission: "view" as const,
    })),
  ],
});
new analytics.Grants("workshop", { inodeId: workshop, grants: [own, { teamId: teams.data.id, permission: "edit" }] });

// One grant, beside those that others make.
new analytics.Grant("data-warehouse", { inodeId: connectionId, teamId: teams.data, permission: "usage" });
