import type { ModelForm } from "../model/across";

/**
 * Checks the names by which models read from each other, by the rule `missing-column`; a stack's `analytics:rules` sets
 * its severity. The other rules run in the provider, which sees one model at a time, and of the others only their ids.
 * The program has all models by name, before anything is registered.
 *
 * @returns the warnings, as lines.
 * @throws an error of a line for each finding, where they are errors.
 */
export function reviewForms(forms: readonly ModelForm[], rules: Readonly<Record<string, unknown>>): string[] {
  if (forms.every(({ refs }) => refs?.size === 0)) return [];
  // Loaded for models that read from each other.
  const { reviewNames } = require("../model/across") as typeof import("../model/across");
  return reviewNames(forms, rules);
}
