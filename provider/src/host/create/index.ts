export { Create, type Unanswered } from "./create";
export { attemptKey, describeForgetting, forgetEntry, type PlannedAttempt, type UnansweredCreate } from "./earlier";
export { listOlder } from "./existing-objects";
export { getJournalFolder } from "./journal";
export { type BegunDelete, getOwnership } from "./ownership";
export { logToStack, sendStackLog } from "./process-hooks";
export { DoubtError, findMade, type LostCreate } from "./search";
export { createStamp, formPlaceholder, isPlaceholder } from "./stamp";
export { openUpdate } from "./update";
