export { createStamp } from "./attempt";
export { Create } from "./create";
export { getJournalFolder } from "./journal";
export { findLostRun, remindOfRecovery } from "./lost-run";
export { getOwnership } from "./ownership";
export { logToStack, sendStackLog } from "./process-hooks";
export { openUpdate } from "./update";
