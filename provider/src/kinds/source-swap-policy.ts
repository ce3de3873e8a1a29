import * as z from "zod";
import { swapsByType, takeFirst } from "../core/api";
import { defineAreaKind, field, text } from "./declare";

/** `/v2/sourceSwapPolicies`. */
export const sourceSwapPolicy = defineAreaKind({
  name: "SourceSwapPolicy",
  area: "sourceSwapPolicies",
  naming: { lookup: () => undefined },
  docs: {
    description: `A source swap policy, which sets the paths or connections that deployed documents read from instead.

| \`type\` | what is swapped | \`swaps\` |
|---|---|---|
| \`connection\` | paths in the connection | \`{ connectionSwaps: [{ to }] }\` |
| \`deployment\` | the connection, with the one that a user attribute names | \
\`{ toConnection: { swapType: "attribute", userAttributeId }, deploymentSwaps: [{ from, to }] }\` |

\`from\` and \`to\` are paths \`{ path0, path1, path2? }\`: database, schema and table. The platform skips a swap whose
path doesn't exist.

| segment | in \`from\` | in \`to\` |
|---|---|---|
| \`{ swapType: "all" }\` | any name | the same name |
| \`{ swapType: "exact", catalogObject: "SALES" }\` | this name | this name |
| \`{ swapType: "attribute", userAttributeId }\` | | the value of the reader's user attribute |`,
    endpoints: ["POST|GET /v2/sourceSwapPolicies", "GET|PATCH|DELETE /v2/sourceSwapPolicies/{policyId}"],
    example: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
const toProduction = new analytics.SourceSwapPolicy("to-production", {
  type: "connection",
  name: "Staging to production",
  fromConnectionId: warehouse.id,
  swaps: {
    connectionSwaps: [
      { to: { path0: { swapType: "exact", catalogObject: "PRODUCTION" }, path1: { swapType: "all" } } },
    ],
  },
});`,
  },
  needs: {
    permission: 'an account type with "Manage deployment policies"',
    probes: [
      {
        title: "Source swap policies",
        call: ({ sourceSwapPolicies }) => takeFirst(sourceSwapPolicies.list()),
      },
    ],
  },
  fields: {
    // Swaps belong to their type: each is sent with the other.
    type: field(
      z.enum(["connection", "deployment"]),
      "`connection` swaps paths in the connection, `deployment` swaps the connection for a tenant's own.",
      { sentWith: ["swaps"] },
    ),
    name: field(text, "The policy's name."),
    fromConnectionId: field(text, "Id of the connection that documents read from."),
    swaps: field(
      z.looseObject({}),
      "The swaps: `{ connectionSwaps: [{ to }] }` for `connection`, `{ toConnection, deploymentSwaps: [{ " +
        "from, to }] }` for `deployment`.",
      { sentWith: ["type"] },
    ),
  },

  variants: swapsByType,

  describe: ({ name }) => `source swap policy "${name}"`,
});
