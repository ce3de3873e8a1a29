import { isUnknown } from "../../core/engine";
import { type Finding, formatFinding } from "../../core/model";
import { hasOpen } from "../../core/model/json";
import { joinLayout } from "../../core/workbook";
import { getTitle } from "../document/fields";
import { locate } from "../document/locate";
import { type CodedContext, getWorkbook } from "./declaration";
import type { WorkbookInputs } from "./fields";
import { placeRemark } from "./remarks";

const hint = "This is the platform's answer to a dry run.";

/** What the platform says of a document in a dry run. It doesn't look at columns of control filters, SQL and connections. */
export async function verifyWorkbook(
  inputs: WorkbookInputs,
  { client, log, noun }: Pick<CodedContext, "client" | "log" | "noun">,
): Promise<readonly string[]> {
  const { name, folderId, confidential, file } = inputs;
  if (confidential || isUnknown(inputs.contents)) return [];
  const { declared } = getWorkbook(inputs);
  if (isUnknown(folderId) || isUnknown(name) || hasOpen(declared)) {
    log(`${getTitle(noun, inputs)}: the platform didn't check it, because it has values that only the update knows`);
    return [];
  }
  const contents = joinLayout(declared);
  const { errors, warnings } = await client[`${noun}Checks`].verify({ name, folderId, contents });
  const createFindings = (remarks: readonly string[], severity: "error" | "warning") =>
    remarks.map((message): Finding => ({ ...placeRemark(inputs, message, severity), hint }));
  const findings = [...createFindings(errors, "error"), ...createFindings(warnings, "warning")];
  if (file !== undefined) locate(file, findings);
  for (const finding of findings) if (finding.severity === "warning") log(formatFinding(finding));
  return findings.filter(({ severity }) => severity === "error").map(formatFinding);
}
