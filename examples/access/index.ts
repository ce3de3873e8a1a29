import * as analytics from "pulumi-analytics";

const { userId } = analytics.whoamiOutput();

const buyers = new analytics.Team("buyers", { name: "Buyers", visibility: "private" });
const analysts = new analytics.Team("analysts", { name: "Analysts of purchasing", visibility: "private" });

// Nobody else gets into the workspace: grants that someone adds in the product are removed by the next `up`.
const purchasing = new analytics.Workspace("purchasing", { name: "Purchasing" });
new analytics.Grants("purchasing", {
  inodeId: purchasing.id,
  grants: [
    { memberId: userId, permission: "edit" },
    { teamId: analysts.id, permission: "organize" },
  ],
});

// One folder of it is open to the buyers, beside whom else it is shared with.
const reports = new analytics.Folder("reports", { name: "Reports", parentId: purchasing });
new analytics.Grant("buyers-reports", { inodeId: reports, teamId: buyers, permission: "view" });

export const workspaceId = purchasing.id;
