import { posix } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { ModelForm, Severity } from "../core/model/across";
import { normalizeName } from "../core/text";
import { type AuthoredForm, encodeWorkbook, type WorkbookInput } from "./spec-input";

/** The representations of the program's models. */
const forms = new WeakMap<object, ModelForm>();

/** The representation of a model, with those of the models that its names stand for. */
export function buildForm(resource: string, { form, source, refs }: AuthoredForm): ModelForm {
  const known = Object.entries(refs).flatMap(([name, ref]): [string, ModelForm][] => {
    const other = findForm(ref);
    return other === undefined ? [] : [[normalizeName(name), other]];
  });
  const name = source.file === undefined ? resource : posix.parse(source.file).name;
  return { name, form, source, refs: new Map(known) };
}

/** Remembers the representation of a model, for those that read from it. */
export function remember(model: object, form: ModelForm): void {
  forms.set(model, form);
}

/** The representation of a model of the program. */
export function findForm(model: unknown): ModelForm | undefined {
  return typeof model === "object" && model !== null ? forms.get(model) : undefined;
}

/** A table of severities in the stack's settings. */
export function readRules(setting: "rules" | "workbookRules" = "rules"): Record<string, unknown> {
  try {
    return JSON.parse(new pulumi.Config("analytics").get(setting) ?? "{}") ?? {};
  } catch {
    // The provider reports a setting that is no JSON.
    return {};
  }
}

/** Encodes the representation of a workbook or report, and checks what it names in models of the program. */
export function readWorkbook(
  { kind, name }: { readonly kind: "Workbook" | "Report"; readonly name: string },
  contents: WorkbookInput,
  subject: string,
) {
  const { encoded, authored } = encodeWorkbook(contents, subject, kind === "Workbook" ? "workbook" : "report");
  return { encoded, warnings: authored === undefined ? [] : reviewWorkbook(buildForm(name, authored)) };
}

/**
 * Checks what a workbook names in the models of the program that it reads from. The provider sees one workbook at a
 * time, and of the models only their ids.
 *
 * @returns the warnings, as lines.
 * @throws an error of a line for each finding of the severity `error`.
 */
function reviewWorkbook(workbook: ModelForm): string[] {
  const models = [...(workbook.refs?.values() ?? [])];
  if (models.length === 0) return [];
  // Loaded for workbooks that read from models of the program.
  const { checkWorkbookReferences } = require("../core/workbook") as typeof import("../core/workbook");
  const { formatFinding } = require("../core/model/text") as typeof import("../core/model/text");
  const severities = readRules("workbookRules") as Record<string, Severity | "off">;
  const findings = checkWorkbookReferences(workbook, models, severities);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(formatFinding).join("\n"));
  return findings.map(formatFinding);
}
