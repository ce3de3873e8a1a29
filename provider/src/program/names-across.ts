import { posix } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { ModelForm } from "../core/spec/across";
import { formatFinding } from "../core/spec/text";
import type { AuthoredForm } from "./spec-input";

/** The representations of the program's models. */
const forms = new WeakMap<object, ModelForm>();

/** The representation of a model, with those of the models that its names stand for. */
export function formOf(resource: string, { form, source, refs }: AuthoredForm): ModelForm {
  const known = Object.entries(refs).flatMap(([name, ref]): [string, ModelForm][] => {
    const other = typeof ref === "object" && ref !== null ? forms.get(ref) : undefined;
    return other === undefined ? [] : [[name, other]];
  });
  const name = source.file === undefined ? resource : posix.parse(source.file).name;
  return { name, form, source, refs: new Map(known) };
}

/** Remembers the representation of a model, for those that read from it. */
export function remember(model: object, form: ModelForm): void {
  forms.set(model, form);
}

/**
 * Checks the names by which a model reads from others, by the rule `missing-column`; a stack's `analytics:rules` sets its severity.
 *
 * @returns the warnings, as lines.
 * @throws the errors.
 */
export function checkNames(form: ModelForm): string[] {
  const severity = severityOf();
  if (form.refs?.size === 0 || severity === "off") return [];
  // Loaded by programs whose models read from each other.
  const { missingNames } = require("../core/spec/across") as typeof import("../core/spec/across");
  const lines = missingNames([form], severity).flatMap(({ findings }) => findings.map(formatFinding));
  if (severity === "error" && lines.length > 0) throw new Error(lines.join("\n"));
  return lines;
}

function severityOf(): "error" | "warning" | "off" {
  try {
    const rules = JSON.parse(new pulumi.Config("analytics").get("rules") ?? "{}") as Record<string, unknown>;
    const severity = rules["missing-column"];
    return severity === "off" || severity === "warning" ? severity : "error";
  } catch {
    // The provider reports a setting that is no JSON.
    return "error";
  }
}
