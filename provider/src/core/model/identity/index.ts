export { assignIds } from "./assign";
export { assignFirstIds, isRecognised } from "./first-ids";
export { type Evidence, pairUp } from "./pairing";
