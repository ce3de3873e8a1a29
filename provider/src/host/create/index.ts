export { change } from "./creation";
export { createKey, getJournalFolder } from "./journal";
export { createStamp, getOwnership } from "./ownership";
export { createOrRecover, findLostRun, formProfileKey, remindOfRecovery } from "./recovery";
export { logToStack, sendStackLog } from "./stack-log";
