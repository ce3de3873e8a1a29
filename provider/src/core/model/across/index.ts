/** Models that read from each other. Loads neither zod nor the schema: programs use it too. */
export { assignIds } from "../identity/assign";
export { deriveColumnNames, deriveElementName } from "../references/derived-names";
export { isKnownList } from "../references/named-things";
export { createReporter, type Finding, type Report, type Severities, type Severity } from "../text/findings";
export { locateFindings } from "../text/located";
export { listDeclaredElements } from "./declared-parts";
export { buildFormSet, type FormSet, findMissingNames, type ModelForm, reviewNames } from "./model-forms";
export { type ModelOfSet, ModelSet } from "./model-set";
