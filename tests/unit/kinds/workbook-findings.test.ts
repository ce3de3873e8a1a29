import { parseSpec } from "../../../provider/src/core/model";
import { getDefaultSettings } from "../../../provider/src/kinds/declare";
import { workbook } from "../../../provider/src/kinds/workbook";
import { createCodedFindings } from "../../../provider/src/kinds/workbook/review";
import { sound } from "../core/workbook/sound";

const { listWarnings } = createCodedFindings("workbook");

const id = "0f8a3c52-9b1d-4c7e-8f00-1234567890ab";

/** The warnings of contents that have an id of one organization. */
function listFindings(file: string | undefined, settings: Record<string, string> = {}): string[] {
  const contents = parseSpec(sound.replace("dataModelId: !ref orders", `dataModelId: ${id}`));
  return listWarnings({ name: "Sales", contents, file } as never, { isNew: true, settings } as never);
}

test("an id of one organization is a fault of a file; a program may have it from outputs and configuration", () => {
  expect(listFindings("workbooks/sales.yaml")).toEqual([expect.stringContaining("[organization-id]")]);
  expect(listFindings(undefined)).toEqual([]);
  // A stack that sets nothing has the rule's own severity.
  expect(listFindings(undefined, getDefaultSettings(workbook))).toEqual([]);
});
