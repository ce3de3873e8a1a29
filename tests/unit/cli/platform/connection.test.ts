import { UsageError } from "../../../../cli/src/command";
import { findConnection } from "../../../../cli/src/platform/connection";
import type { AnalyticsClient } from "../../../../provider/src/core/api";

const connections = {
  async *list() {
    yield { connectionId: "old", name: "Warehouse", isArchived: true };
    yield { connectionId: "new", name: "Warehouse" };
  },
} as unknown as AnalyticsClient["connections"];

test("an archived connection doesn't count beside the living one of its name", async () => {
  expect(await findConnection(connections, "Warehouse")).toBe("new");
  await expect(findConnection(connections, "old")).rejects.toThrow(UsageError);
});
