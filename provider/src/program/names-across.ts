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

/** The stack's `analytics:rules`. */
export function readRules(): Record<string, unknown> {
  try {
    return JSON.parse(new pulumi.Config("analytics").get("rules") ?? "{}") ?? {};
  } catch {
    // The provider reports a setting that is no JSON.
    return {};
  }
}
