export { Create, describeUnknown, type Unanswered } from "./create";
export { attemptKey, describeForgetting, forgetEntry, type PlannedAttempt, type UnansweredCreate } from "./earlier";
export { listOlder } from "./existing-objects";
export { getJournalFolder } from "./journal";
export { describeMissing, findByName } from "./names";
export { type BegunDelete, getOwnership, type Owner, type Ownership } from "./ownership";
export { DoubtError, findMade, type LostCreate } from "./search";
export { createStamp, formPlaceholder, isPlaceholder } from "./stamp";
export { Update } from "./update";
