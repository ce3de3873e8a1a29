import * as z from "zod";

// A title names the type in the schema.
const unchanged = z.strictObject({ swapType: z.literal("all").describe("`all`: any name, which stays the same.") });
const named = z.strictObject({
  swapType: z.literal("exact").describe("`exact`: the name in `catalogObject`."),
  catalogObject: z.string().describe("The name of the database, schema or table."),
});
const byAttribute = z
  .strictObject({
    swapType: z.literal("attribute").describe("`attribute`: the value of a user attribute."),
    userAttributeId: z.string().min(1).describe("Id of the user attribute whose value the reader has."),
  })
  .meta({ title: "SwapByAttribute" });

const definePath = <Segment extends z.ZodType>(segment: Segment) =>
  z.strictObject({
    path0: segment.describe("The database."),
    path1: segment.describe("The schema."),
    path2: segment.optional().describe("The table."),
  });

/** Which tables are swapped: each segment of the path is a name, or any (`all`). */
const sourcePath = definePath(z.discriminatedUnion("swapType", [unchanged, named]).meta({ id: "SwapSegment" })).meta({
  id: "SwapPath",
});
/**
 * Where tables are read from instead: each segment stays (`all`), is a name, or is the value of the reader's user
 * attribute.
 */
const targetPath = definePath(
  z.discriminatedUnion("swapType", [unchanged, named, byAttribute]).meta({ id: "SwapTargetSegment" }),
).meta({ id: "SwapTargetPath" });

/** The two forms of a policy: paths of one connection, or another connection and its paths. */
export const swapsByType = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("connection"),
    swaps: z.strictObject({
      connectionSwaps: z
        .array(z.strictObject({ to: targetPath.describe("The path to read from.") }).meta({ title: "ConnectionSwap" }))
        .describe("The swaps of paths."),
    }),
  }),
  z.object({
    type: z.literal("deployment"),
    swaps: z.strictObject({
      toConnection: byAttribute.describe("The connection to read from: the value of a user attribute."),
      deploymentSwaps: z
        .array(
          z
            .strictObject({
              from: sourcePath.describe("The paths that documents read from."),
              to: targetPath.describe("The path to read from instead."),
            })
            .meta({ title: "DeploymentSwap" }),
        )
        .describe("The swaps of paths."),
    }),
  }),
]);
