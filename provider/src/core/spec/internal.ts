/**
 * What other parts of this package need of specs, and users don't: `index.ts` is published as `pulumi-analytics/spec`, this is not. It loads zod.
 */
export { firstIds, isRecognised } from "./identity/first-ids";
export { type Evidence, pairUp } from "./identity/pairing";
export { type FormulaSite, walkFormulas, walkStatements } from "./references/formula-sites";
export { plainName } from "./references/formulas";
export { headsOf, primaryOf, sourceName } from "./references/joins";
export { itemKey } from "./references/list-items";
export { NameResolver, nameOfColumn } from "./references/names";
export {
  elementPlaces,
  elementsOf,
  fieldOfPart,
  kindNames,
  type PartField,
  type PartKind,
  partFields,
} from "./references/references";
export { indexSpec } from "./references/spec-index";
export { fieldShape, modelShape, type ObjectShape, pickObject, type Shape } from "./schema/shape";
export { keyedPatterns } from "./stored/ignored";
export { unknownPathText } from "./stored/unknown-step";
