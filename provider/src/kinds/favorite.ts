import { defineMembership, reference } from "./declare";

/** `/v2/favorites`. */
export const favorite = defineMembership({
  name: "Favorite",
  area: "favorites",
  docs: {
    description: `One document or folder among the favorites of a member, such as the report that every new colleague
should find there. The resource ignores the member's other favorites.

Members change their favorites at any time: one that the member removes is drift, and the next \`pulumi up\` after a
refresh adds it again. To leave it to the member, remove the resource with \`retainOnDelete\`. So \`pull --all\` writes
no favorites.

Changing either field replaces the resource. If the member has the favorite already, the provider adopts it without a
write, even without \`adopt\`, and a removal keeps it. A document that the member can't see can't be a favorite.`,
    endpoints: [
      "POST /v2/favorites",
      "GET /v2/favorites/member/{memberId}",
      "DELETE /v2/favorites/member/{memberId}/file/{inodeId}",
    ],
    example: `const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
const sales = analytics.getWorkbookOutput({ name: "Sales report" });
new analytics.Favorite("alan-sales", { memberId: alan.id, inodeId: sales.id });`,
  },
  needs: { permission: "an Admin account, for another member's favorites", lookups: ["member"] },
  owner: "memberId",
  member: "inodeId",
  fields: {
    memberId: reference("Member", "Id of the member.", { replaces: true }),
    inodeId: reference(
      ["DataModel", "Folder", "Report", "Workbook"],
      "Id of the workbook, report, data model or folder.",
      { replaces: true },
    ),
  },
  describe: ({ memberId, inodeId }) => `favorite ${inodeId} of the member ${memberId}`,
  has: async ({ favorites }, member, document) => (await favorites.readIds(member)).has(document),
  add: ({ favorites }, member, document) => favorites.add(member, document),
  remove: ({ favorites }, member, document) => favorites.remove(member, document),
});
