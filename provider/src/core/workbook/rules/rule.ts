import type { Rule } from "../../spec/internal";
import type { WorkbookIndex } from "../workbook-index";

/** A rule for workbooks. */
export type WorkbookRule = Rule<WorkbookIndex>;
