import type { ResourceValidation } from "@pulumi/policy";
import { unpack } from "../core/engine";
import type { CodedNoun } from "../core/model";
import { isObject, type JsonObject, type Path } from "../core/model/json";
import { formatPath } from "../core/model/text";
import type { CommonInputs } from "../kinds/declare";
import type { WorkbookInputs } from "../kinds/workbook/fields";
import { type Validate, validateKind } from "./kinds";
import {
  askFor,
  createReporter,
  type DocumentReport,
  joinPlace,
  type Representation,
  readRepresentation,
} from "./representation";
import { isUnknown, type SeenInside } from "./seen";

/** The arguments of a workbook or report, without its representation. */
export type WorkbookFields = SeenInside<Omit<WorkbookInputs & CommonInputs, "contents" | "refs" | "confidential">>;

/** A workbook or report as a policy sees it. */
export class PolicyWorkbook {
  /** Whether it is a workbook or a report. */
  readonly noun: CodedNoun;
  /** The arguments beside the representation: `name`, `folderId`, `ownerId` and so on. */
  readonly fields: WorkbookFields;
  /** The file of the representation, relative to the project's folder. */
  readonly file: string | undefined;
  /** Private at run time too: it may contain a secret. */
  readonly #representation: Representation;

  constructor(noun: CodedNoun, properties: Record<string, unknown>) {
    this.noun = noun;
    const { contents, refs, file, confidential, ...fields } = properties;
    this.fields = fields as unknown as WorkbookFields;
    this.file = typeof file === "string" ? file : undefined;
    this.#representation = readRepresentation(unpack(contents, "contents"), refs, confidential);
  }

  /**
   * The representation with its placeholders filled; values that are known only after the update are unknown. Undefined
   * if it is hidden: it is known only after the update, or secret as a whole. Policies share the object: don't change
   * it.
   */
  get contents(): JsonObject | undefined {
    const { spec } = askFor(this.#representation);
    return isObject(spec) ? spec : undefined;
  }

  /** The place of a path for messages: `workbooks/sales.yaml: elements[revenue].source`. */
  findPlace(path: Path): string {
    return joinPlace(this.file, formatPath(this.contents, path));
  }
}

/** Reports a violation, with its place if a path into the representation is given. */
export type WorkbookReport = DocumentReport;

/** Validates a workbook or report. */
export type WorkbookJudge = Validate<PolicyWorkbook, WorkbookReport>;

/**
 * Validates every workbook with its representation, including those inside components.
 *
 * @example
 * ```ts
 * validateWorkbookContents((workbook, _context, report) => {
 *   forEachWorkbookElement(workbook, ({ element, path }) => {
 *     if (element.kind === "embed") report("embeds another page", path);
 *   });
 * });
 * ```
 */
export const validateWorkbookContents = (judge: WorkbookJudge) => validateContents("Workbook", "workbook", judge);

/**
 * Validates every report with its representation, as {@link validateWorkbookContents} does workbooks. One function can
 * judge both.
 *
 * @example `validateResource: [validateWorkbookContents(judge), validateReportContents(judge)]`
 */
export const validateReportContents = (judge: WorkbookJudge) => validateContents("Report", "report", judge);

function validateContents(kind: string, noun: CodedNoun, judge: WorkbookJudge): ResourceValidation {
  return validateKind(kind, (properties) => new PolicyWorkbook(noun, properties), createReporter, judge);
}

/** An element of a workbook or report. */
export interface WorkbookElementPlace {
  readonly element: JsonObject;
  readonly kind: string;
  readonly path: Path;
}

/** Calls back for every element of a workbook or report whose kind is known. */
export function forEachWorkbookElement({ contents }: PolicyWorkbook, callback: (place: WorkbookElementPlace) => void) {
  for (const [index, element] of (Array.isArray(contents?.elements) ? contents.elements : []).entries()) {
    if (!isObject(element) || typeof element.kind !== "string" || isUnknown(element.kind)) continue;
    callback({ element, kind: element.kind, path: ["elements", index] });
  }
}
