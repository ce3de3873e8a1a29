export { change } from "./creation";
export { attemptKey, journalFolder } from "./journal";
export { newStamp, ownership } from "./ownership";
export { connectionKey, createOrRecover, lostRun, remindOfRecovery } from "./recovery";
