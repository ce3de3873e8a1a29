export { action } from "./action";
export { collectionCalls } from "./collection-calls";
export {
  type CheckContext,
  type CommonInputs,
  type Created,
  commonFields,
  commonInputs,
  type LifecycleContext,
  type Origin,
  type Remote,
} from "./context";
export { type Declaration, defineKind, type Found, type UpdateStep } from "./define";
export { documentTag, taggingOptions } from "./document-tag";
export { exportFormat, exportSchedule, onePdf } from "./export-schedule";
export {
  type Behavior,
  type DataOf,
  type Field,
  type Fields,
  field,
  type Reference,
  reference,
  referredKinds,
  rulesOf,
  text,
} from "./fields";
export { grantableKinds } from "./grantable";
export { composedIds, idPairs } from "./ids";
export type { AnyKind, ExportedTo, InputsOf, Kind, KindDocs, OutputsOf } from "./kind";
export { membership } from "./membership";
export { ownerDocs, ownerField, ownerHint } from "./owner";
export { brokenTexts, inputProblems, pathText } from "./problems";
export { type AnyRemote, changeSummaryKey, defaultSettings, type Shape, shapeOf } from "./shape";
export { timeFields } from "./times";
