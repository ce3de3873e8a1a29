export { change } from "./creation";
export { createKey, journalFolder } from "./journal";
export { newStamp, ownership } from "./ownership";
export { connectionKey, createOrRecover, lostRun, remindOfRecovery } from "./recovery";
