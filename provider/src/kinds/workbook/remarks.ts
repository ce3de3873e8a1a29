/** What the platform says of a document, with its place in the user's file. */
import type { ApiError } from "../../core/api";
import { isUnknown } from "../../core/engine";
import { type Finding, formatPath, type Severity, writeStart } from "../../core/model";
import { joinLayout, locateRemark } from "../../core/workbook";
import { buildFrame, locate } from "../document/locate";
import { getWorkbook } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** A remark of the platform as a finding, whose path leads to what it is about; empty, if that can't be told. */
export function placeRemark(inputs: WorkbookInputs, message: string, severity: Severity): Finding {
  const contents = joinLayout(getWorkbook(inputs).declared);
  const path = locateRemark(contents, message);
  return { rule: "platform", severity, path, pathText: formatPath(contents, path), message };
}

/** What the words of a refusal mean. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/dependency not found/i, "A name or an id there leads nowhere. The platform prints names in lower case."],
  [
    /invalid kind/i,
    "The kind may be right: the platform says so when another field of the element is wrong or missing.",
  ],
];

/**
 * Where what the platform refuses stands in the user's file; undefined: it can't be told, or the document is secret.
 *
 * For "Dependency not found: 'orders/amount'", for example: "Look at workbooks/sales.yaml:11:42: elements[src]…"
 */
export function adviseOnRefusal({ status, method, detail }: ApiError, inputs: WorkbookInputs): string | undefined {
  const { confidential, contents, file } = inputs;
  if (status !== 400 || method === "GET" || method === "DELETE" || isUnknown(contents)) return undefined;
  const finding = placeRemark(inputs, detail, "error");
  if (finding.path.length === 0) return undefined;
  if (file !== undefined) locate(file, [finding]);
  const meaning = meanings.find(([pattern]) => pattern.test(detail))?.[1];
  const look = `Look at ${writeStart(finding)}${finding.pathText}.`;
  const frame = confidential ? undefined : buildFrame(finding);
  return [[look, meaning].filter(Boolean).join(" "), frame].filter((part) => part !== undefined).join("\n");
}
