export { Create, describeUnknown, type Unanswered } from "./create";
export { attemptKey, forgetEntry, type PlannedAttempt } from "./earlier";
export { listOlder } from "./existing-objects";
export { getJournalFolder } from "./journal";
export { describeMissing, findByName } from "./names";
export { type BegunDelete, getOwnership, type Owner, type Ownership } from "./ownership";
export { DoubtError, findMade, type OpenCreate } from "./search";
export { createStamp, formPlaceholder, isPlaceholder } from "./stamp";
export { Update } from "./update";
