export { change } from "./creation";
export { createKey, journalFolder } from "./journal";
export { newStamp, ownership } from "./ownership";
export { createOrRecover, lostRun, profileKey, remindOfRecovery } from "./recovery";
export { sendStackLog, stackLog } from "./stack-log";
