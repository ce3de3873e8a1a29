import { posix } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { ModelForm } from "../core/spec/across";
import { normalizeName } from "../core/text";
import type { AuthoredForm } from "./spec-input";

/** The representations of the program's models. */
const forms = new WeakMap<object, ModelForm>();

/** The representation of a model, with those of the models that its names stand for. */
export function buildForm(resource: string, { form, source, refs }: AuthoredForm): ModelForm {
  const known = Object.entries(refs).flatMap(([name, ref]): [string, ModelForm][] => {
    const other = typeof ref === "object" && ref !== null ? forms.get(ref) : undefined;
    return other === undefined ? [] : [[normalizeName(name), other]];
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
  if (form.refs?.size === 0) return [];
  // Loaded by programs whose models read from each other.
  const { reviewNames } = require("../core/spec/across") as typeof import("../core/spec/across");
  return reviewNames([form], readRules());
}

function readRules(): Record<string, unknown> {
  try {
    return JSON.parse(new pulumi.Config("analytics").get("rules") ?? "{}") ?? {};
  } catch {
    // The provider reports a setting that is no JSON.
    return {};
  }
}
