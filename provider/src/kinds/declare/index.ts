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
export { adviseAllowing, type Declaration, defineKind, type Found, type UpdateStep } from "./define";
export type {
  Adoption,
  Danger,
  Deletion,
  Naming,
  Needs,
  Place,
  Pull,
  Review,
  Secrets,
  SharedSet,
  Writing,
} from "./facets";
export {
  type AnyField,
  createRules,
  type DataOf,
  field,
  type InputBehavior,
  type InputField,
  type InputFields,
  listReferredKinds,
  type OutputBehavior,
  type OutputField,
  type OutputFields,
  output,
  type Reference,
  reference,
  text,
} from "./fields";
export { grantableKinds, grantNeeds } from "./grantable";
export { declareComposedIds, declareIdPairs, type End, listEnds } from "./ids";
export { type AnyKind, getDefaultSettings, type InputsOf, type Kind, type KindDocs } from "./kind";
export { defineMembership } from "./membership";
export { defineFileNaming, defineNaming, writeLookup } from "./naming";
export { defineOwnerField, describeOwner, findOwnerHint } from "./owner";
export { formatPath } from "./problems";
export { type AnyRemote, changeSummaryKey, type Shape } from "./shape";
export { timeFields } from "./times";
export { addTried, type Tried } from "./tried";
