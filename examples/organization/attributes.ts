import * as analytics from "pulumi-analytics";
import { allowDelete } from "./options";
import { teams } from "./people";

/**
 * What the rules in `models/orders.yaml` compare. Without a value of its own or of a team, a member has the default.
 */
export const clearance = new analytics.UserAttribute("clearance", {
  name: "Clearance",
  description: "Who sees amounts",
  defaultValue: "none",
  allowDelete,
});

for (const [team, value] of Object.entries({ finance: "amounts", data: "amounts", sales: "regions" })) {
  new analytics.UserAttributeAssignment(`clearance-${team}`, {
    userAttributeId: clearance,
    teamId: teams[team as keyof typeof teams],
    value,
  });
}
