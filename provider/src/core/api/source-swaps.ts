import * as z from "zod";

const unchanged = z.strictObject({ swapType: z.literal("all") });
const named = z.strictObject({ swapType: z.literal("exact"), catalogObject: z.string() });
const byAttribute = z.strictObject({ swapType: z.literal("attribute"), userAttributeId: z.string().min(1) });

const pathOf = <Segment extends z.ZodType>(segment: Segment) =>
  z.strictObject({ path0: segment, path1: segment, path2: segment.optional() });

/** Which tables are swapped: each segment of the path is a name, or any (`all`). */
const sourcePath = pathOf(z.discriminatedUnion("swapType", [unchanged, named]).meta({ id: "SwapSegment" })).meta({
  id: "SwapPath",
});
/** Where tables are read from instead: each segment stays (`all`), is a name, or is the value of the reader's user attribute. */
const targetPath = pathOf(
  z.discriminatedUnion("swapType", [unchanged, named, byAttribute]).meta({ id: "SwapTargetSegment" }),
).meta({ id: "SwapTargetPath" });

/** The two forms of a policy: paths of one connection, or another connection and its paths. */
export const swapsByType = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("connection"),
    swaps: z.strictObject({ connectionSwaps: z.array(z.strictObject({ to: targetPath })) }),
  }),
  z.object({
    type: z.literal("deployment"),
    swaps: z.strictObject({
      toConnection: byAttribute,
      deploymentSwaps: z.array(z.strictObject({ from: sourcePath, to: targetPath })),
    }),
  }),
]);
