import type { Settings } from "../../settings";
import type { Catalog } from "../catalog";
import type { Page } from "../schema";
import { dropListTargets, dropUnfitValues, writeControls, writeFilters } from "./controls";
import { nameOperators, removeLookups, writeJoins } from "./joins";
import {
  dropUnionNames,
  numberDuplicates,
  numberInheritedMetrics,
  omitDerivedNames,
  writeFriendlyReferences,
} from "./names";
import { dropSilentValues } from "./silence";
import { writeSorts, writeVisibility } from "./tables";
import { trimNames, trimSql } from "./text";

/**
 * What the platform makes of one aspect of a spec. Each obeys one setting, and returns the pages as they are where it
 * asks for nothing.
 */
type Step = (settings: Settings, pages: readonly Page[], catalog: Catalog) => readonly Page[];

/** In this order: names are settled before duplicates are numbered, and those before derived ones are left out. */
const steps: readonly Step[] = [
  trimNames,
  trimSql,
  nameOperators,
  removeLookups,
  writeJoins,
  dropUnionNames,
  writeFriendlyReferences,
  numberDuplicates,
  numberInheritedMetrics,
  omitDerivedNames,
  dropListTargets,
  dropUnfitValues,
  writeControls,
  writeFilters,
  writeSorts,
  writeVisibility,
  dropSilentValues,
];

/** The form that the platform keeps a spec in: what a read returns, instead of what was sent. */
export function buildStoredForm(settings: Settings, pages: readonly Page[], catalog: Catalog): readonly Page[] {
  return steps.reduce((form, step) => step(settings, form, catalog), pages);
}
