export { defineAction } from "./action";
export { defineAreaKind } from "./area-kind";
export {
  type CheckContext,
  type CommonInputs,
  type Created,
  commonFields,
  commonInputs,
  type LifecycleContext,
  type LiveContext,
  type Remote,
} from "./context";
export { adviseAllowing, type Declaration, defineKind } from "./define";
export type {
  Adoption,
  Danger,
  Naming,
  Needs,
  Place,
  Pull,
  Review,
  SharedSet,
} from "./facets";
export {
  type AnyField,
  createRules,
  type DataOf,
  field,
  type InputField,
  type InputFields,
  listReferredKinds,
  type OutputFields,
  output,
  reference,
  text,
} from "./fields";
export { grantableKinds, grantNeeds } from "./grantable";
export { declareComposedIds, declareIdPairs, listEnds } from "./ids";
export { type AnyKind, getDefaultSettings, type InputsOf, type Kind } from "./kind";
export { defineMembership } from "./membership";
export { defineFileNaming, defineNaming, writeLookup } from "./naming";
export { defineOwnerField, describeOwner, findOwnerHint } from "./owner";
export { formatPath } from "./problems";
export { type AnyRemote, changeSummaryKey } from "./shape";
export { timeFields } from "./times";
export { addTried, type Tried } from "./tried";
