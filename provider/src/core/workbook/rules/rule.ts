import type { Rule } from "../../model/rules";
import type { WorkbookIndex } from "../workbook-index";

/** A rule for workbooks. */
export type WorkbookRule = Rule<WorkbookIndex>;
